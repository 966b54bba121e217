import { createPassageFinder, type PassageFinder } from '../src/answering/find/find-passages.ts';
import { createRetriever } from '../src/retrieval/retriever.ts';

/** The product's search over a corpus. */
export function finderOf(corpus: Parameters<typeof createRetriever>[0]): PassageFinder {
  return createPassageFinder({ retriever: createRetriever(corpus) });
}
