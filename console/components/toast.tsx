import { openView } from '../api/access.ts';
import { problemOf } from '../api/problem.ts';
import { t } from '../messages.ts';
import { createStore, useStore } from '../store.ts';
import { Icon } from './icon.tsx';
import { Spinner } from './spinner.tsx';
import { useKeys, useUndoKey } from './use-keys.ts';

/** Given to timers after which something on the page goes, used or not: tests slow these down. */
export const PASSES = 'passes';
const SHOWN_MS = 5_000;
/** Reading what went wrong takes longer. */
const FAILURE_SHOWN_MS = 10_000;
/** Time to hear of it, to doubt, and to get there by keyboard. */
const UNDO_SHOWN_MS = 20_000;

interface Said {
  readonly text: string;
  readonly kind: 'done' | 'underway' | 'failed';
  readonly onUndo: (() => void) | undefined;
  /** Called once when it closes without an undo. */
  readonly onKept: (() => void) | undefined;
}

const toast = createStore<Said | null>(null);
let passing: number | undefined;
let count = 0;

openView.subscribe(() => {
  hold();
  toast.get()?.onKept?.();
  toast.set(null);
});

/** Shows a short message on the present view, for eyes and screen readers; a new one replaces the previous one. */
export function say(
  text: string,
  {
    kind = 'done',
    onUndo,
    onKept,
  }: { kind?: Said['kind']; onUndo?: Said['onUndo']; onKept?: Said['onKept'] } = {},
): void {
  toast.get()?.onKept?.();
  count += 1;
  toast.set({ text, kind, onUndo, onKept });
  letPass();
}

/**
 * Acts, and says it when that fails, with the reason; to who left the view and its question for a key, nothing.
 *
 * @param failure What did not come about.
 * @returns Whether it did.
 */
export async function orSay(failure: string | (() => string), act: () => Promise<void>): Promise<boolean> {
  const view = openView.get();
  try {
    await act();
    return true;
  } catch (error) {
    const { code, title, detail } = problemOf(error);
    if (code === 'invalid_api_key' && openView.get() !== view) return false;
    const what = typeof failure === 'string' ? failure : failure();
    say(`${what}. ${title}. ${detail}`, { kind: 'failed' });
    return false;
  }
}

/** On the page from the beginning: a live region inserted with its text is not read. */
export function Toast() {
  const said = useStore(toast);
  const onUndo = said?.onUndo;
  const undo = () => {
    hold();
    toast.set(null);
    onUndo?.();
  };
  useUndoKey(onUndo && undo);
  useKeys(onUndo ? { u: undo } : {});
  return (
    <div class="toast-place" role="status">
      {said && (
        <p
          key={count}
          class="toast row"
          onMouseEnter={hold}
          onMouseLeave={release}
          onFocusCapture={hold}
          onBlurCapture={release}
        >
          {said.kind === 'underway' ? <Spinner /> : <Icon name={said.kind === 'done' ? 'check' : 'alert'} />}
          <span>{said.text}</span>
          {onUndo && (
            <button type="button" onClick={undo}>
              {t('Undo')} <kbd>u</kbd>
            </button>
          )}
        </p>
      )}
    </div>
  );
}

/** What is underway stays until its outcome is said. */
function letPass(): void {
  hold();
  const said = toast.get();
  if (!said || said.kind === 'underway') return;
  const shownMs = said.onUndo ? UNDO_SHOWN_MS : said.kind === 'failed' ? FAILURE_SHOWN_MS : SHOWN_MS;
  passing = setTimeout(
    () => {
      toast.set(null);
      said.onKept?.();
    },
    shownMs,
    PASSES,
  );
}

function hold(): void {
  clearTimeout(passing);
}

/** The time starts again when neither the pointer nor the focus is there. */
function release({ currentTarget }: { currentTarget: Element }): void {
  if (!currentTarget.matches(':hover, :focus-within')) letPass();
}
