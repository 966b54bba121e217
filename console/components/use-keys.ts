import { createStoredStore } from '../store.ts';
import { useWindowEvent } from './use-window-event.ts';

/** These repeat while held down; all others act once. */
const REPEATING: ReadonlySet<string> = new Set(['j', 'k']);

/** What closes by Esc itself. */
const IN_FRONT = 'dialog[open], :popover-open';

/** Whether single-character shortcuts are on; speech input may trigger them by accident (WCAG 2.1.4). */
export const hasShortcuts = createStoredStore('docent.shortcuts', true, { storage: localStorage });

/** Keys for the whole page, except while typing in a field or while a dialog is open. */
export function useKeys(keys: Readonly<Record<string, () => void>>): void {
  useWindowEvent('keydown', (event) => {
    const act = keys[event.key];
    const isTyping =
      event.target instanceof Element && event.target.closest('input, textarea, select') !== null;
    if (!act || event.ctrlKey || event.metaKey || event.altKey || document.querySelector(IN_FRONT)) return;
    if (isTyping && event.key !== 'Escape') return;
    if (event.key.length === 1 && !hasShortcuts.get()) return;
    if (event.repeat && !REPEATING.has(event.key)) return;
    event.preventDefault();
    act();
  });
}

/** Ctrl Z, but not while there is writing to undo. */
export function useUndoKey(undo: (() => void) | undefined): void {
  useWindowEvent('keydown', ({ target, key, ctrlKey, metaKey }) => {
    const isWriting =
      (target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement) && target.value !== '';
    if (key.toLowerCase() === 'z' && (ctrlKey || metaKey) && !isWriting) undo?.();
  });
}
