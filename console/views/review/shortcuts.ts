import { useKeys } from '../../components/use-keys.ts';
import { createStoredStore, useStore } from '../../store.ts';

/** Whether single letters do something; who speaks to the computer may say them unawares (WCAG 2.1.4). */
export const hasShortcuts = createStoredStore('docent.shortcuts', true, {
  storage: localStorage,
  read: (stored) => (typeof stored === 'boolean' ? stored : undefined),
});

/** Keys of this view; without letters when they were switched off. */
export function useReviewKeys(keys: Readonly<Record<string, () => void>>): void {
  const isOn = useStore(hasShortcuts);
  useKeys(isOn ? keys : Object.fromEntries(Object.entries(keys).filter(([key]) => key.length > 1)));
}
