import { Button } from '../../components/button.tsx';
import { Countdown } from '../../components/countdown.tsx';
import { focusMain } from '../../components/focus-main.ts';
import { plural, rich, t } from '../../messages.ts';
import { useStore } from '../../store.ts';
import { deletion, holdDeletion, undoDeletion } from './deletions.ts';

function undo(): void {
  undoDeletion();
  focusMain();
}

/** The pending deletion with its undo button. The timer pauses while the user is on it. */
export function UndoBar() {
  const doomed = useStore(deletion);
  const docs = doomed?.docs ?? [];
  const names =
    docs.length === 1
      ? rich('“{title}”', {
          title: (
            <span class="undo-title clip" dir="auto">
              {docs[0]!.title}
            </span>
          ),
        })
      : plural(docs.length, ['{count} document', '{count} documents']);
  return (
    <div class="undo-place" role="status">
      {doomed && (
        // biome-ignore lint/a11y/noStaticElementInteractions: only holds the time, which the button in it does as well
        <div
          class="undo-bar row"
          onMouseEnter={() => holdDeletion(true)}
          onMouseLeave={() => holdDeletion(false)}
          onFocusCapture={() => holdDeletion(true)}
          onBlurCapture={() => holdDeletion(false)}
        >
          <p>
            {doomed.isHeld
              ? rich('{documents} will be deleted. The countdown is paused.', { documents: names })
              : rich('{documents} will be deleted in {seconds}, or when you leave the page', {
                  documents: names,
                  seconds: <Countdown key={doomed.untilMs} untilMs={doomed.untilMs} />,
                })}
          </p>
          <Button icon="retry" onClick={undo}>
            {t('Undo')}
          </Button>
        </div>
      )}
    </div>
  );
}
