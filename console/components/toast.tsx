import { createStore, useStore } from '../store.ts';
import { Icon } from './icon.tsx';

const SHOWN_MS = 5_000;

const toast = createStore<{ readonly text: string } | null>(null);

/** Says something in passing, to eyes and to screen readers; the last word replaces the one before. */
export function say(text: string): void {
  const said = { text };
  toast.set(said);
  setTimeout(() => toast.get() === said && toast.set(null), SHOWN_MS);
}

/** Stands on the page from the beginning: a live region that comes with its words is not read. */
export function Toast() {
  const said = useStore(toast);
  return (
    <div class="toast-place" role="status">
      {said && (
        <p class="toast">
          <Icon name="check" />
          {said.text}
        </p>
      )}
    </div>
  );
}
