import { parseArgs } from 'node:util';
import { DENSE_WEIGHT } from '../src/retrieval/fusion.ts';
import { createReranker, weightsWithMeaning } from '../src/retrieval/reranking/reranker.ts';
import { compareRankings, type NamedRanking } from './compare-rankings.ts';

// Prints nDCG@10 of each line with the embedding model that the environment sets, alone and for several weights beside
// words: the table behind EMBEDDING_WEIGHT for a real model.

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data/dev' },
    sets: { type: 'string', default: 'all' },
    limit: { type: 'string', default: '100' },
    weights: { type: 'string', default: '0,1,2,3,4' },
  },
});

/** By the cosine alone: what an embedding model is worth without words. */
const ALONE: NamedRanking = {
  name: 'it alone',
  ranking: { denseWeight: 1e6, rerank: (_, passages) => passages.map(({ score }) => score) },
};

/** As the product ranks with `EMBEDDING_WEIGHT=<times>`. */
function weighted(times: number): NamedRanking {
  const rerank = createReranker(weightsWithMeaning(times));
  return {
    name: `× ${times}`,
    ranking: { denseWeight: DENSE_WEIGHT * times, rerank, hasBackground: true },
    looksForAnswers: true,
  };
}

const rankings = [ALONE, ...values.weights.split(',').map((times) => weighted(Number(times)))];
await compareRankings(rankings, { ...values, limit: Number(values.limit) });
