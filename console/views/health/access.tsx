import { useState } from 'preact/hooks';
import { apiKey } from '../../api/access.ts';
import { checkKey } from '../../api/service.ts';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { keyFault } from '../../components/key-fault.ts';
import { say } from '../../components/toast.tsx';
import { t } from '../../messages.ts';
import { useStore } from '../../store.ts';

/** The key of this tab: its purpose, entering and forgetting it. */
export function Access() {
  const key = useStore(apiKey);
  const [text, setText] = useState('');
  const [fault, setFault] = useState('');

  async function use(event: Event): Promise<void> {
    event.preventDefault();
    const given = text.trim();
    if (given === '') return;
    const found = await checkKey(given).then(() => '', keyFault);
    setFault(found);
    if (found !== '') return;
    apiKey.set(given);
    setText('');
    say(t('API key stored for this tab'));
  }

  return (
    <section class="card" aria-labelledby="access">
      <h2 id="access">{t('API key')}</h2>
      <p>
        {t(
          'Questions and feedback need no key. Deleting documents, review, the lists of feedback and quality, and these settings need the key that Docent was started with. The operator decides whether adding and reading documents need it too.',
        )}
      </p>
      {key === '' ? (
        <form class="stack" onSubmit={use}>
          <label class="field">
            <span>{t('API key')}</span>
            <input
              type="password"
              name="api-key"
              autocomplete="off"
              spellcheck={false}
              aria-invalid={fault !== ''}
              aria-describedby="key-kept"
              value={text}
              onInput={(event) => setText(event.currentTarget.value)}
            />
          </label>
          {fault !== '' && (
            <p class="field-error" role="alert">
              {fault}
            </p>
          )}
          <p id="key-kept" class="aside">
            {t('Stored in this tab until you close it, and never in a URL, a cookie or on disk.')}
          </p>
          <p class="actions">
            <Button icon="key" type="submit">
              {t('Use key')}
            </Button>
          </p>
        </form>
      ) : (
        <p class="key-held">
          <Icon name="key" />
          <span>{t('This tab has a key.')}</span>
          <Button
            onClick={() => {
              apiKey.set('');
              say(t('API key forgotten'));
            }}
          >
            {t('Forget it')}
          </Button>
        </p>
      )}
    </section>
  );
}
