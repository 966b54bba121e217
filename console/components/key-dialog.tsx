import { useState } from 'preact/hooks';
import { apiKey, keyRequest } from '../api/access.ts';
import { useStore } from '../store.ts';
import { FormDialog } from './form-dialog.tsx';

/** Asks for the API key when a request needs one. */
export function KeyDialog() {
  const request = useStore(keyRequest);
  if (!request) return null;
  return <KeyForm key={String(request.declined)} {...request} />;
}

function KeyForm({ declined, settle }: { declined: boolean; settle: (given: boolean) => void }) {
  const [text, setText] = useState('');
  const use = () => {
    apiKey.set(text.trim());
    settle(true);
  };
  return (
    <FormDialog
      title="This needs the API key"
      action="Use key"
      cancel="Not now"
      canSend={text.trim() !== ''}
      onSend={use}
      onClose={() => settle(false)}
    >
      <p id="key-why">
        Asking questions is open to everyone; adding, deleting and reviewing may be guarded by the key that
        Docent was started with. It is kept in this tab alone, and is gone when the tab is closed.
      </p>
      <label class="field">
        <span>API key</span>
        <input
          type="password"
          name="api-key"
          autocomplete="off"
          spellcheck={false}
          autofocus
          aria-describedby={declined ? 'key-declined' : 'key-why'}
          aria-invalid={declined}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      {declined && (
        <p id="key-declined" class="field-error" role="alert">
          The server did not accept that key. Its operator has the right one.
        </p>
      )}
    </FormDialog>
  );
}
