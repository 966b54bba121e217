import { useState } from 'preact/hooks';
import { type ApiProblem, isAbort, problemOf } from '../api/problem.ts';

/** Something that the user starts: whether it runs, and why it failed last. */
export function useAction() {
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function run(action: () => Promise<void>): Promise<void> {
    setProblem(null);
    setBusy(true);
    try {
      await action();
    } catch (error) {
      if (!isAbort(error)) setProblem(problemOf(error));
    } finally {
      setBusy(false);
    }
  }

  return { run, isBusy, problem };
}
