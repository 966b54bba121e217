import { createPassageAnalyzer, type PassageAnalyzer } from '../src/answering/choose/passage-analysis.ts';
import { createPassageFinder, type PassageFinder } from '../src/answering/find/find-passages.ts';
import { createRetriever } from '../src/retrieval/retriever.ts';

/** The product's search over a corpus. @param analyse Shared by several, so that a passage is analysed once. */
export function finderOf(
  corpus: Parameters<typeof createRetriever>[0],
  analyse: PassageAnalyzer = createPassageAnalyzer(),
): PassageFinder {
  return createPassageFinder({ retriever: createRetriever(corpus), analyse });
}
