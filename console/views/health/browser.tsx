import { useState } from 'preact/hooks';
import { problemOf } from '../../api/problem.ts';
import { forgetConversations } from '../../api/service.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { say } from '../../components/toast.tsx';
import { useStore } from '../../store.ts';
import { chosenTheme } from '../../theme.ts';
import { conversations } from '../ask/conversations.ts';

const THEMES = [
  { theme: null, label: 'As the system' },
  { theme: 'light', label: 'Light' },
  { theme: 'dark', label: 'Dark' },
] as const;

/** This browser's data: theme, and conversations, which can be deleted on the server as well. */
export function Browser() {
  const chosen = useStore(chosenTheme);
  const all = useStore(conversations);
  const [isForgetting, setForgetting] = useState(false);

  async function forget(): Promise<void> {
    setForgetting(false);
    conversations.set([]);
    try {
      await forgetConversations();
      say('Forgotten, here and by the server');
    } catch (error) {
      const { title } = problemOf(error);
      say(`Forgotten here. The server forgets by itself later: ${title}`);
    }
  }

  return (
    <section class="card" aria-labelledby="browser">
      <h2 id="browser">This browser</h2>
      <fieldset class="choice">
        <legend>Colours</legend>
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
          ? 'No conversations are kept here.'
          : `${all.length === 1 ? 'One conversation is' : `${all.length} conversations are`} kept here, and for a while by the server, so that you can ask on.`}
      </p>
      <p class="actions">
        <Button icon="trash" onClick={() => setForgetting(true)}>
          Forget conversations
        </Button>
      </p>
      {isForgetting && (
        <Dialog title="Forget all conversations?" onClose={() => setForgetting(false)}>
          <p>They are deleted in this browser, and forgotten by the server. Documents and feedback stay.</p>
          <div class="actions">
            <Button onClick={() => setForgetting(false)}>Keep them</Button>
            <Button variant="danger" onClick={forget}>
              Forget them
            </Button>
          </div>
        </Dialog>
      )}
    </section>
  );
}
