import type { IndexStatistics } from '../ports/search-index.ts';

/** Frequencies that one answer depends on are found in fewer steps. */
const ROUNDS_MAX = 8;

/** Does `work`, which reads `idf`, again until the index has given the frequencies of all of them. */
export async function withFrequencies<T>(
  corpus: Pick<IndexStatistics, 'learn'>,
  work: () => T | Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  let done = await work();
  for (let round = 0; round < ROUNDS_MAX && (await corpus.learn(signal)); round++) done = await work();
  return done;
}
