import { useLayoutEffect } from 'preact/hooks';
import { createStoredStore } from '../store.ts';

/** These repeat while held down; all others act once. */
const REPEATING: ReadonlySet<string> = new Set(['j', 'k']);

/** What closes by Esc itself. */
const IN_FRONT = 'dialog[open], :popover-open';

/** Whether single-character shortcuts are on; speech input may trigger them by accident (WCAG 2.1.4). */
export const hasShortcuts = createStoredStore('docent.shortcuts', true, { storage: localStorage });

/** Keys for the whole page, except while typing in a field or while a dialog is open. */
export function useKeys(keys: Readonly<Record<string, () => void>>): void {
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const act = keys[event.key];
      const isTyping =
        event.target instanceof Element && event.target.closest('input, textarea, select') !== null;
      if (!act || event.ctrlKey || event.metaKey || event.altKey || document.querySelector(IN_FRONT)) return;
      if (isTyping && event.key !== 'Escape') return;
      if (event.key.length === 1 && !hasShortcuts.get()) return;
      if (event.repeat && !REPEATING.has(event.key)) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
}

/** Ctrl Z, but not while there is writing to undo. */
export function useUndoKey(undo: (() => void) | undefined): void {
  useLayoutEffect(() => {
    if (!undo) return;
    const onKey = (event: KeyboardEvent) => {
      const { target } = event;
      const isWriting =
        (target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement) && target.value !== '';
      if (event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !isWriting) undo();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
}
