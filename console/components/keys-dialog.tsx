import { useStore } from '../store.ts';
import { Dialog } from './dialog.tsx';
import { hasShortcuts } from './use-keys.ts';

const KEYS: readonly (readonly [string, readonly (readonly [string, string])[]])[] = [
  [
    'Ask',
    [
      ['/', 'Write a question'],
      ['Shift Enter', 'A new line'],
      ['↑', 'Edit your last question'],
      ['Esc', 'Stop the answer, or close the source'],
    ],
  ],
  [
    'Documents',
    [
      ['/', 'Search'],
      ['↑ ↓', 'Next or previous row'],
      ['Del', 'Delete the row'],
      ['Ctrl Z', 'Undo'],
    ],
  ],
  [
    'Review',
    [
      ['j', 'Next entry'],
      ['k', 'Previous entry'],
      ['a', 'Approve'],
      ['e', 'Edit before approving'],
      ['Ctrl Enter', 'Approve the edited answer'],
      ['r', 'Reject'],
      ['u', 'Undo the last decision'],
      ['Esc', 'Close, or back to the list'],
    ],
  ],
];

/** The keyboard shortcuts, page by page, and the switch to turn them off. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const isOn = useStore(hasShortcuts);
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      {KEYS.map(([page, keys]) => (
        <section key={page} class="stack">
          <h3>{page}</h3>
          <dl class="keys">
            {keys.map(([key, means]) => (
              <div key={key}>
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{means}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <label class="switch">
        <input type="checkbox" checked={isOn} onChange={() => hasShortcuts.set(!isOn)} />
        <span>Single characters are shortcuts</span>
      </label>
    </Dialog>
  );
}
