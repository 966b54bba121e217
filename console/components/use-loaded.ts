import { useEffect, useState } from 'preact/hooks';
import { type ApiProblem, isAbort, problemOf } from '../api/problem.ts';

/** What was asked of the server. */
export interface Loaded<T> {
  /** The last reply; null before the first. */
  readonly value: T | null;
  /** Why the last request failed. */
  readonly problem: ApiProblem | null;
  readonly isLoading: boolean;
  readonly reload: () => void;
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
  const [first] = useState({ what, isKnown: known !== null });
  useEffect(() => {
    if (first.isKnown && what === first.what && attempt === 0) return;
    const controller = new AbortController();
    const { signal } = controller;
    setState((before) => ({ ...before, problem: null, isLoading: true }));
    load({ signal }).then(
      (value) => !signal.aborted && setState({ value, problem: null, isLoading: false }),
      (error: unknown) =>
        !isAbort(error) &&
        !signal.aborted &&
        setState((before) => ({ ...before, problem: problemOf(error), isLoading: false })),
    );
    return () => controller.abort();
  }, [what, attempt]);
  return { ...state, reload: () => setAttempt(attempt + 1) };
}
