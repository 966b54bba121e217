import type { IndexStatistics, SearchIndex } from '../ports/search-index.ts';

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

type TermSearch = Pick<SearchIndex, 'similarTerms' | 'compoundTerms'>;

/**
 * The same, with each search for terms made once: `withFrequencies` repeats work that makes them. Results are shared.
 *
 * @param corpus The documents whose terms are sought.
 */
export function searchedOnce(searchIndex: TermSearch, corpus: IndexStatistics['corpus']): TermSearch {
  const found = new Map<string, Promise<unknown>>();
  const once = <T>(key: readonly unknown[], search: () => Promise<T>): Promise<T> => {
    const name = JSON.stringify(key);
    if (!found.has(name)) found.set(name, search());
    return found.get(name) as Promise<T>;
  };
  return {
    similarTerms: (terms, options) =>
      once(['similar', terms, options.limit], () => searchIndex.similarTerms(terms, { ...options, corpus })),
    compoundTerms: (parts, options) =>
      once(['compound', parts, options.limit], () =>
        searchIndex.compoundTerms(parts, { ...options, corpus }),
      ),
  };
}
