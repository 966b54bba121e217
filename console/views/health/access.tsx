import { apiKey, me, needsNoKey } from '../../api/access.ts';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { useKeyEntry } from '../../components/key-entry.tsx';
import { say } from '../../components/toast.tsx';
import { t } from '../../messages.ts';
import { useStore } from '../../store.ts';

/** The key of this tab: its purpose, entering and forgetting it. */
export function Access() {
  const key = useStore(apiKey);
  useStore(me);
  const isOpen = needsNoKey();
  const { field, use } = useKeyEntry({
    hint: t('Stored in this tab until you close it, and never in a URL, a cookie or on disk.'),
    onUsed: () => say(t('API key stored for this tab')),
  });

  return (
    <section class="card stack gap-l" aria-labelledby="access">
      <h2 id="access">{t('API key')}</h2>
      <p>
        {isOpen
          ? t('Docent was started without one: whoever reaches it may do everything. API_KEY sets one.')
          : t(
              'Questions and feedback usually need no key. Adding and changing documents, review, quality and the settings may need one: ask the person who runs Docent.',
            )}
      </p>
      {!isOpen &&
        (key === '' ? (
          <form
            class="stack"
            onSubmit={(event) => {
              event.preventDefault();
              void use();
            }}
          >
            {field}
            <p class="actions">
              <Button icon="key" type="submit">
                {t('Use key')}
              </Button>
            </p>
          </form>
        ) : (
          <p class="row">
            <Icon name="key" />
            <span class="grow">{t('This tab has a key.')}</span>
            <Button
              onClick={() => {
                apiKey.set('');
                say(t('API key forgotten'));
              }}
            >
              {t('Forget it')}
            </Button>
          </p>
        ))}
    </section>
  );
}
