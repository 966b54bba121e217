import { createStore } from '../store.ts';
import type { ApiProblem } from './problem.ts';

/** The last failed request of this page; null while all succeeded. */
export const lastFailure = createStore<{
  readonly method: string;
  readonly path: string;
  readonly problem: ApiProblem;
  readonly atMs: number;
} | null>(null);
