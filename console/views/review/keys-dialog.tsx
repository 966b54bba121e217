import { Dialog } from '../../components/dialog.tsx';
import { useStore } from '../../store.ts';
import { hasShortcuts } from './shortcuts.ts';

const KEYS: readonly (readonly [string, string])[] = [
  ['j', 'The next entry'],
  ['k', 'The one before'],
  ['a', 'Approve'],
  ['e', 'Edit before approving'],
  ['Ctrl Enter', 'Approve what was edited'],
  ['r', 'Reject'],
  ['Enter', 'Open the entry, or confirm'],
  ['Esc', 'Close, or back to the list'],
  ['?', 'These keys'],
];

export function KeysDialog({ onClose }: { onClose: () => void }) {
  const isOn = useStore(hasShortcuts);
  return (
    <Dialog title="Keys" onClose={onClose}>
      <dl class="keys">
        {KEYS.map(([key, means]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{means}</dd>
          </div>
        ))}
      </dl>
      <label class="switch">
        <input type="checkbox" checked={isOn} onChange={() => hasShortcuts.set(!isOn)} />
        <span>Single letters do something</span>
      </label>
    </Dialog>
  );
}
