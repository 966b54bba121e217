import { useStore } from '../../store.ts';
import { chosenTheme } from '../../theme.ts';
import { conversations } from '../ask/conversations.ts';
import { DeleteConversations } from '../ask/delete-conversations.tsx';

const THEMES = [
  { theme: null, label: 'System' },
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
          ? 'No conversations are stored here.'
          : `${all.length === 1 ? 'One conversation is' : `${all.length} conversations are`} stored here. The server also keeps them for a while, so that you can ask follow-ups.`}
      </p>
      <div>
        <DeleteConversations />
      </div>
    </section>
  );
}
