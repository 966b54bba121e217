import { useState } from 'preact/hooks';
import { apiKey, keyRequest } from '../api/access.ts';
import { useStore } from '../store.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

/** Asks for the API key when a request needs one. */
export function KeyDialog() {
  const request = useStore(keyRequest);
  if (!request) return null;
  return <KeyForm key={String(request.declined)} {...request} />;
}

function KeyForm({ declined, settle }: { declined: boolean; settle: (given: boolean) => void }) {
  const [text, setText] = useState('');
  const use = (event: Event) => {
    event.preventDefault();
    if (text.trim() === '') return;
    apiKey.set(text.trim());
    settle(true);
  };
  return (
    <Dialog title="This needs the API key" onClose={() => settle(false)}>
      <form class="stack" onSubmit={use}>
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
        <div class="actions">
          <Button onClick={() => settle(false)}>Not now</Button>
          <Button variant="primary" type="submit">
            Use key
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
