import { createStore } from '../../store.ts';

/** Ids of the documents that are changed together. */
export const selection = createStore<ReadonlySet<string>>(new Set());

export function toggleSelected(docId: string): void {
  const selected = new Set(selection.get());
  if (!selected.delete(docId)) selected.add(docId);
  selection.set(selected);
}

export function clearSelection(): void {
  if (selection.get().size > 0) selection.set(new Set());
}
