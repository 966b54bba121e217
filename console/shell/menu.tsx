import { apiKey, askForKey, me } from '../api/access.ts';
import { Icon, type IconName } from '../components/icon.tsx';
import { Select } from '../components/select.tsx';
import { say } from '../components/toast.tsx';
import { chooseLanguage, LANGUAGES, language, rich, t } from '../messages.ts';
import { useStore } from '../store.ts';
import { chosenTheme, shownTheme, toggleTheme } from '../theme.ts';

const ID = 'main-menu';
const LANGUAGE_OPTIONS = Object.entries(LANGUAGES) as [keyof typeof LANGUAGES, string][];

/** What concerns the tab and not a view: its key, colours, language and shortcuts. */
export function MainMenu({ onPalette, onKeys }: { onPalette: () => void; onKeys: () => void }) {
  useStore(chosenTheme);
  const key = useStore(apiKey);
  const name = useStore(me)?.name ?? null;
  const isDark = shownTheme() === 'dark';
  const forget = () => {
    apiKey.set('');
    say(t('API key forgotten'));
  };
  return (
    <>
      <button
        type="button"
        class="icon-button"
        popovertarget={ID}
        aria-label={t('Menu')}
        title={t('Menu')}
        // Its place in the page is not where it is drawn.
        aria-haspopup="dialog"
      >
        <Icon name="menu" />
      </button>
      <div id={ID} class="main-menu" popover="auto" role="dialog" aria-label={t('Menu')}>
        {key !== '' && (
          <p class="aside">{rich('Signed in as {name}', { name: <bdi>{name ?? t('the operator')}</bdi> })}</p>
        )}
        <Item icon="search" onClick={onPalette} keys={t('Ctrl K')}>
          {t('Go to…')}
        </Item>
        <Item icon={isDark ? 'sun' : 'moon'} onClick={toggleTheme}>
          {isDark ? t('Light colours') : t('Dark colours')}
        </Item>
        <Item icon="keyboard" onClick={onKeys} keys="?">
          {t('Keyboard shortcuts')}
        </Item>
        {key === '' ? (
          <Item icon="key" onClick={() => void askForKey({ declined: false })}>
            {t('Enter an API key')}
          </Item>
        ) : (
          <Item icon="key" onClick={forget}>
            {t('Forget the API key')}
          </Item>
        )}
        <Select
          isField
          label={t('Language')}
          // The pseudo-locale of tests is none of them.
          value={language as keyof typeof LANGUAGES}
          options={LANGUAGE_OPTIONS}
          onChoose={chooseLanguage}
        />
      </div>
    </>
  );
}

function Item(props: { icon: IconName; keys?: string; onClick: () => void; children: string }) {
  const { icon, keys, onClick, children } = props;
  return (
    <button
      type="button"
      class="command row"
      onClick={() => {
        // Before a dialog opens, which gives the focus back to what had it.
        document.getElementById(ID)!.hidePopover();
        onClick();
      }}
    >
      <Icon name={icon} />
      <span class="clip grow">{children}</span>
      {keys && <kbd>{keys}</kbd>}
    </button>
  );
}
