import { useEffect } from 'preact/hooks';
import { createStore, useStore } from '../store.ts';
import { Icon } from './icon.tsx';

const SHOWN_MS = 5_000;
/** Undoing takes longer than reading. */
const UNDO_MS = 10_000;

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
    onUndo ? UNDO_MS : SHOWN_MS,
  );
}

/** On the page from the beginning: a live region inserted with its text is not read. */
export function Toast() {
  const said = useStore(toast);
  const onUndo = said?.onUndo;
  const undo = () => {
    toast.set(null);
    onUndo?.();
  };
  useEffect(() => {
    if (!onUndo) return;
    const onKey = (event: KeyboardEvent) => {
      const typed = event.target instanceof HTMLTextAreaElement ? event.target.value : '';
      if (event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && typed === '') undo();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [said]);
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
