import { DENSE_WEIGHT } from '../src/retrieval/fusion.ts';
import { createReranker, weightsWithMeaning } from '../src/retrieval/reranking/reranker.ts';
import type { NamedRanking } from './compare-rankings.ts';

/** By the cosine alone: what an embedding model is worth without words. */
export const ALONE: NamedRanking = {
  name: 'it alone',
  ranking: { denseWeight: 1e6, rerank: (_, passages) => passages.map(({ score }) => score) },
};

/** As the product ranks with `EMBEDDING_WEIGHT=<times>`. @param hasBackground False for the cosines as they are. */
export function weighted(times: number, hasBackground = true): NamedRanking {
  const rerank = createReranker(weightsWithMeaning(times));
  return {
    name: hasBackground ? `× ${times}` : `× ${times} as it is`,
    ranking: { denseWeight: DENSE_WEIGHT * times, rerank, hasBackground },
    looksForAnswers: true,
  };
}
