import type { Leadership } from '../ports/leadership.ts';

/** Of a process that shares its stores with nobody: it always leads. */
export function createSoleLeader(): Leadership {
  const tasks = new AsyncDisposableStack();
  return {
    async whileLeading(_, start) {
      tasks.use(await start());
    },
    [Symbol.asyncDispose]: () => tasks.disposeAsync(),
  };
}
