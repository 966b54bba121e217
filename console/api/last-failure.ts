import { createStore } from '../store.ts';
import type { ApiProblem } from './problem.ts';

/** The last request of this page that came to nothing; null while all went well. */
export const lastFailure = createStore<{
  readonly method: string;
  readonly path: string;
  readonly problem: ApiProblem;
  readonly atMs: number;
} | null>(null);
