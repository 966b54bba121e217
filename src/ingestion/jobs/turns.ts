/** Runs work under a key when all earlier work under it has ended, whether it succeeded or not. */
export type Turns = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** Holds an entry only for keys in use. */
export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>();
  return (key, work) => {
    const turn = (last.get(key) ?? Promise.resolve()).then(work);
    const ended = turn.then(
      () => {},
      () => {},
    );
    last.set(key, ended);
    ended.then(() => {
      if (last.get(key) === ended) last.delete(key);
    });
    return turn;
  };
}
