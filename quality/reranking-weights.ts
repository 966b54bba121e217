import { parseArgs } from 'node:util';
import { createReranker, RERANKING_WEIGHTS } from '../src/retrieval/reranker.ts';
import { compareRankings } from './compare-rankings.ts';

// Prints nDCG@10 of each line as fused, reranked, and reranked without each feature: what each of them gives.

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data/dev' },
    sets: { type: 'string', default: 'all' },
    limit: { type: 'string', default: '300' },
  },
});

const features = Object.keys(RERANKING_WEIGHTS).filter((name) => name !== 'lexical');
await compareRankings(
  [
    { name: 'fused', ranking: { rerank: (_, passages) => passages.map(({ score }) => score) } },
    { name: 'reranked', ranking: {} },
    ...features.map((name) => ({
      name: `− ${name}`,
      ranking: { rerank: createReranker({ ...RERANKING_WEIGHTS, [name]: 0 }) },
    })),
  ],
  { ...values, limit: Number(values.limit) },
);
