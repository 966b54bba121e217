import { useEffect, useRef, useState } from 'preact/hooks';
import { type ApiProblem, isAbort, problemOf } from '../api/problem.ts';
import type { RetriedBy } from './problem-notice.tsx';

/** What was asked of the server. */
export interface Loaded<T> {
  /** The last reply; null before the first. */
  readonly value: T | null;
  /** Why the last request failed. */
  readonly problem: ApiProblem | null;
  readonly isLoading: boolean;
  /** By itself, the problem stays until the reply. */
  readonly reload: (by?: RetriedBy) => void;
}

/**
 * Asks the server, and again when `what` changes: the last value stays until the next is there.
 *
 * @param known What is known already: then nothing is asked before a reload.
 */
export function useLoaded<T>(
  what: string,
  load: (asking: { signal: AbortSignal }) => Promise<T>,
  known: T | null = null,
): Loaded<T> {
  const [state, setState] = useState({
    value: known,
    problem: null as ApiProblem | null,
    isLoading: known === null,
  });
  const [attempt, setAttempt] = useState(0);
  const isByItself = useRef(false);
  const [first] = useState({ what, isKnown: known !== null });
  useEffect(() => {
    if (first.isKnown && what === first.what && attempt === 0) return;
    const controller = new AbortController();
    const { signal } = controller;
    const isKept = isByItself.current;
    isByItself.current = false;
    setState((before) => ({ ...before, problem: isKept ? before.problem : null, isLoading: true }));
    load({ signal }).then(
      (value) => !signal.aborted && setState({ value, problem: null, isLoading: false }),
      (error: unknown) =>
        !isAbort(error) &&
        !signal.aborted &&
        setState((before) => ({ ...before, problem: problemOf(error), isLoading: false })),
    );
    return () => controller.abort();
  }, [what, attempt]);
  return {
    ...state,
    reload: (by) => {
      isByItself.current = by === 'itself';
      setAttempt(attempt + 1);
    },
  };
}
