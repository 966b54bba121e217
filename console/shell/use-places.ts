import { useRef } from 'preact/hooks';
import { mayTry } from '../api/access.ts';
import { useKeys } from '../components/use-keys.ts';
import { useWindowEvent } from '../components/use-window-event.ts';
import { goTo } from '../router.ts';
import { offeredViews } from '../views/registry.ts';

/** How long after `g` a view's key leads to it. */
const LEADS_MS = 1_500;

/** `g` and a view's key lead there, `c` begins a conversation, and Ctrl K opens the palette even while typing. */
export function usePlaces(onPalette: () => void): void {
  const ledAtMs = useRef(Number.NEGATIVE_INFINITY);
  const isLed = () => Date.now() - ledAtMs.current < LEADS_MS;
  useKeys({
    g: () => {
      ledAtMs.current = Date.now();
    },
    ...(mayTry('ask') && { c: () => goTo({ view: 'ask' }) }),
  });
  const onKey = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey) {
      event.preventDefault();
      onPalette();
    } else if (isLed() && event.key !== 'g') {
      ledAtMs.current = Number.NEGATIVE_INFINITY;
      const view = offeredViews().find(({ key }) => key === event.key);
      if (!view) return;
      event.preventDefault();
      // A view may have this key, too.
      event.stopPropagation();
      goTo({ view: view.name });
    }
  };
  useWindowEvent('keydown', onKey, { capture: true });
}
