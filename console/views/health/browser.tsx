import { useStore } from '../../store.ts';
import { chosenTheme } from '../../theme.ts';
import { conversations } from '../ask/conversations.ts';
import { DeleteConversations } from '../ask/delete-conversations.tsx';

const THEMES = [
  { theme: null, label: 'As the system' },
  { theme: 'light', label: 'Light' },
  { theme: 'dark', label: 'Dark' },
] as const;

/** This browser's data: theme, and conversations, which can be deleted on the server as well. */
export function Browser() {
  const chosen = useStore(chosenTheme);
  const all = useStore(conversations);

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
      <div>
        <DeleteConversations />
      </div>
    </section>
  );
}
