import type { ApiProblem } from '../../api/problem.ts';
import { createStore, type Store } from '../../store.ts';

/** Decisions in progress, by entry. */
export const deciding = createStore<ReadonlyMap<string, 'approve' | 'reject' | 'take back'>>(new Map());

/** Why the last decision on an entry failed, by entry. */
export const failures = createStore<ReadonlyMap<string, ApiProblem>>(new Map());

/** Null for nothing. */
export function put<T>(store: Store<ReadonlyMap<string, T>>, entryId: string, value: T | null): void {
  const changed = new Map(store.get());
  if (value === null) changed.delete(entryId);
  else changed.set(entryId, value);
  store.set(changed);
}
