import type { ApiProblem } from '../../api/problem.ts';
import { createStore } from '../../store.ts';

/** Decisions in progress, by entry. */
export const deciding = createStore<ReadonlyMap<string, 'approve' | 'reject' | 'undo'>>(new Map());

/** Why the last decision on an entry failed, by entry. */
export const failures = createStore<ReadonlyMap<string, ApiProblem>>(new Map());
