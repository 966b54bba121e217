import { useState } from 'preact/hooks';
import { apiKey, keyRequest } from '../api/access.ts';
import { checkKey } from '../api/service.ts';
import { t } from '../messages.ts';
import { useStore } from '../store.ts';
import { FormDialog } from './form-dialog.tsx';
import { keyFault, WRONG_KEY } from './key-fault.ts';

/** Asks for the API key when a request needs one. */
export function KeyDialog() {
  const request = useStore(keyRequest);
  if (!request) return null;
  return <KeyForm {...request} />;
}

/** Stays open until a key was accepted, so that a wrong one is known before a long request is repeated with it. */
function KeyForm({ declined, settle }: { declined: boolean; settle: (given: boolean) => void }) {
  const [text, setText] = useState('');
  const [fault, setFault] = useState(declined ? WRONG_KEY : '');
  const [isChecking, setChecking] = useState(false);
  const key = text.trim();

  async function use(): Promise<void> {
    setChecking(true);
    const found = await checkKey(key).then(() => '', keyFault);
    setChecking(false);
    // Closed meanwhile.
    if (keyRequest.get()?.settle !== settle) return;
    setFault(found);
    if (found !== '') return;
    apiKey.set(key);
    settle(true);
  }

  return (
    <FormDialog
      title={t('This needs the API key')}
      action={isChecking ? t('Checking…') : t('Use key')}
      cancel={t('Not now')}
      canSend={key !== '' && !isChecking}
      onSend={use}
      onClose={() => settle(false)}
    >
      <p id="key-why">
        {t(
          'Everyone can ask questions. Adding, deleting and reviewing may need the key that Docent was started with. This tab keeps the key until you close it.',
        )}
      </p>
      <label class="field">
        <span>{t('API key')}</span>
        <input
          type="password"
          name="api-key"
          autocomplete="off"
          spellcheck={false}
          autofocus
          aria-describedby={fault === '' ? 'key-why' : 'key-fault'}
          aria-invalid={fault !== ''}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      {fault !== '' && (
        <p id="key-fault" class="field-error" role="alert">
          {fault}
        </p>
      )}
    </FormDialog>
  );
}
