import { Button } from '../../components/button.tsx';
import { Countdown } from '../../components/countdown.tsx';
import { plural } from '../../components/figures.ts';
import { useStore } from '../../store.ts';
import { deletion, holdDeletion, undoDeletion } from './deletions.ts';

/** The pending deletion with its undo button. The timer pauses while the user is on it. */
export function UndoBar() {
  const doomed = useStore(deletion);
  return (
    <div class="undo-place" role="status">
      {doomed && (
        // biome-ignore lint/a11y/noStaticElementInteractions: only holds the time, which the button in it does as well
        <div
          class="undo-bar"
          onMouseEnter={() => holdDeletion(true)}
          onMouseLeave={() => holdDeletion(false)}
          onFocusCapture={() => holdDeletion(true)}
          onBlurCapture={() => holdDeletion(false)}
        >
          <p>
            {doomed.docs.length === 1 ? (
              <>
                “
                <span class="undo-title" dir="auto">
                  {doomed.docs[0]!.title}
                </span>
                ”
              </>
            ) : (
              plural(doomed.docs.length, 'document')
            )}{' '}
            {doomed.isHeld ? (
              'will be deleted. The countdown is paused.'
            ) : (
              <>
                will be deleted in <Countdown key={doomed.untilMs} untilMs={doomed.untilMs} />, or when you
                leave the page
              </>
            )}
          </p>
          <Button icon="retry" onClick={undoDeletion}>
            Undo
          </Button>
        </div>
      )}
    </div>
  );
}
