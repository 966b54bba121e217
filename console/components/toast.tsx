import { problemOf } from '../api/problem.ts';
import { createStore, useStore } from '../store.ts';
import { Icon } from './icon.tsx';
import { useUndoKey } from './use-keys.ts';

const SHOWN_MS = 5_000;
/** Undoing, and reading what went wrong, take longer. */
const SHOWN_LONGER_MS = 10_000;

interface Said {
  readonly text: string;
  readonly kind: 'done' | 'failed';
  readonly onUndo: (() => void) | undefined;
  /** Called once when it closes without an undo. */
  readonly onKept: (() => void) | undefined;
}

const toast = createStore<Said | null>(null);

/** Shows a short message, for eyes and screen readers; a new one replaces the previous one. */
export function say(
  text: string,
  {
    kind = 'done',
    onUndo,
    onKept,
  }: { kind?: Said['kind']; onUndo?: Said['onUndo']; onKept?: Said['onKept'] } = {},
): void {
  toast.get()?.onKept?.();
  const said = { text, kind, onUndo, onKept };
  toast.set(said);
  setTimeout(
    () => {
      if (toast.get() !== said) return;
      toast.set(null);
      onKept?.();
    },
    onUndo || kind === 'failed' ? SHOWN_LONGER_MS : SHOWN_MS,
  );
}

/** What did not come about, and why. */
export function sayFailed(what: string, error: unknown): void {
  const { title, detail } = problemOf(error);
  say(`${what}. ${title}. ${detail}`, { kind: 'failed' });
}

/** On the page from the beginning: a live region inserted with its text is not read. */
export function Toast() {
  const said = useStore(toast);
  const onUndo = said?.onUndo;
  const undo = () => {
    toast.set(null);
    onUndo?.();
  };
  useUndoKey(onUndo && undo);
  return (
    <div class="toast-place" role="status">
      {said && (
        <p class="toast">
          <Icon name={said.kind === 'done' ? 'check' : 'alert'} />
          <span>{said.text}</span>
          {onUndo && (
            <button type="button" onClick={undo}>
              Undo
            </button>
          )}
        </p>
      )}
    </div>
  );
}
