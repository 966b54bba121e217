import { parseArgs } from 'node:util';
import { compareRankings } from './compare-rankings.ts';
import { ALONE, weighted } from './weighted-rankings.ts';

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

const rankings = [ALONE, ...values.weights.split(',').map((times) => weighted(Number(times)))];
await compareRankings(rankings, { ...values, limit: Number(values.limit) });
