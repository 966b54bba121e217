import { Dialog } from '../components/dialog.tsx';
import { hasShortcuts } from '../components/use-keys.ts';
import { t } from '../messages.ts';
import { useStore } from '../store.ts';
import { offeredViews } from '../views/registry.ts';

const keysOf = (): readonly (readonly [string, readonly (readonly [string, string])[]])[] => [
  [
    t('Everywhere'),
    [
      [t('Ctrl K'), t('Go to a view or document')],
      ...offeredViews().map(({ key, label }) => [`g ${key}`, label] as const),
      ['c', t('New conversation')],
      ['?', t('Keyboard shortcuts')],
    ],
  ],
  [
    t('Ask'),
    [
      ['/', t('Write a question')],
      [t('Shift Enter'), t('A new line')],
      ['↑', t('Edit your last question')],
      [t('Esc'), t('Stop the answer, or close the source')],
    ],
  ],
  [
    t('Documents'),
    [
      ['/', t('Search')],
      ['↑ ↓', t('Next or previous row')],
      ['x', t('Select the row')],
      [t('Del'), t('Delete the row')],
      [t('Ctrl Z'), t('Undo')],
    ],
  ],
  [
    t('Review'),
    [
      ['j', t('Next entry')],
      ['k', t('Previous entry')],
      ['a', t('Approve')],
      ['e', t('Edit before approving')],
      [t('Ctrl Enter'), t('Approve the edited answer')],
      ['r', t('Reject')],
      ['u', t('Undo the last decision')],
      [t('Esc'), t('Close, or back to the list')],
    ],
  ],
];

/** The keyboard shortcuts, page by page, and the switch to turn them off. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const isOn = useStore(hasShortcuts);
  return (
    <Dialog title={t('Keyboard shortcuts')} onClose={onClose}>
      {keysOf().map(([page, keys]) => (
        <section key={page} class="stack">
          <h3>{page}</h3>
          <dl class="stack gap-s keys">
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
      <label class="row">
        <input type="checkbox" checked={isOn} onChange={() => hasShortcuts.set(!isOn)} />
        <span>{t('Single characters are shortcuts')}</span>
      </label>
    </Dialog>
  );
}
