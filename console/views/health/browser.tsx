import { plural, t } from '../../messages.ts';
import { useStore } from '../../store.ts';
import { chosenTheme } from '../../theme.ts';
import { conversations } from '../ask/conversations.ts';
import { DeleteConversations } from '../ask/delete-conversations.tsx';

const THEMES = [
  { theme: null, label: t('System') },
  { theme: 'light', label: t('Light') },
  { theme: 'dark', label: t('Dark') },
] as const;

/** This browser's data: theme, and conversations, which can be deleted on the server as well. */
export function Browser() {
  const chosen = useStore(chosenTheme);
  const all = useStore(conversations);

  return (
    <section class="card stack gap-l" aria-labelledby="browser">
      <h2 id="browser">{t('This browser')}</h2>
      <fieldset class="choice row wrap">
        <legend>{t('Colours')}</legend>
        {THEMES.map(({ theme, label }) => (
          <label key={label}>
            <input
              type="radio"
              name="theme"
              checked={chosen === theme}
              onChange={() => chosenTheme.set(theme)}
            />
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
      <p>
        {all.length === 0
          ? t('No conversations are stored here.')
          : plural(all.length, [
              'One conversation is stored here. The server also keeps it for a while, so that you can ask follow-ups.',
              '{count} conversations are stored here. The server also keeps them for a while, so that you can ask follow-ups.',
            ])}
      </p>
      {all.length > 0 && (
        <div>
          <DeleteConversations />
        </div>
      )}
    </section>
  );
}
