import { parseArgs } from 'node:util';
import type { Reranker } from '../src/retrieval/reranking/reranker.ts';
import { compareRankings } from './compare-rankings.ts';

// Prints nDCG@10 of each line for several embedding weights and numbers of candidates, fused but not reranked: the
// tables behind the retriever's settings.

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data/dev' },
    sets: { type: 'string', default: 'all' },
    limit: { type: 'string', default: '500' },
    weights: { type: 'string', default: '0,0.1,0.2,0.3,0.4,0.5,0.6,0.8' },
    candidates: { type: 'string', default: '50' },
  },
});

const rerank: Reranker = (_, passages) => passages.map(({ score }) => score);
const rankings = values.candidates.split(',').flatMap((candidates) =>
  values.weights.split(',').map((weight) => ({
    name: `${weight} of ${candidates}`,
    ranking: { denseWeight: Number(weight), candidates: Number(candidates), rerank },
  })),
);
await compareRankings(rankings, { ...values, limit: Number(values.limit) });
