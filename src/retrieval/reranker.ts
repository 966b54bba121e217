import type { IndexStatistics } from '../ports/search-index.ts';
import type { Passage } from './passage.ts';
import { rememberPassages } from './passage-memory.ts';
import { readPassage } from './passage-reading.ts';
import { type RerankingFeatures, rerankingFeatures } from './reranking-features.ts';
import type { RetrievalQuery } from './retriever.ts';

/**
 * What each feature weighs. Small rounded weights carry over to other corpora better than fitted ones; what each gives
 * stands in `docs/quality.md`.
 */
export const RERANKING_WEIGHTS: Readonly<Record<keyof RerankingFeatures, number>> = {
  lexical: 1,
  /** Of a corpus of 1,000 chunks or more. */
  dense: 0.4,
  order: 0.3,
  window: 0.15,
  exact: 0.1,
  number: 0.15,
  position: -0.1,
  title: 0.2,
};

/** An embedding that was fitted to few chunks knows less of how words are used: its weight grows with their logarithm. */
const CHUNKS_OF_FULL_WEIGHT = 1_000;

/** About 5 KB a passage: 40 MB when full. */
const READINGS_MAX = 8_192;

/** Scores passages that were found for a question by where and how its words stand in them. Same order as `passages`. */
export type Reranker = (
  query: RetrievalQuery,
  passages: readonly Passage[],
  corpus: Pick<IndexStatistics, 'chunks' | 'idf'>,
) => number[];

/** @param weights Other than the measured ones only in order to measure. */
export function createReranker(weights = RERANKING_WEIGHTS): Reranker {
  const read = rememberPassages(readPassage, READINGS_MAX);
  return (query, passages, corpus) => {
    const share = Math.log(Math.max(1, corpus.chunks)) / Math.log(CHUNKS_OF_FULL_WEIGHT);
    const ofCorpus = { ...weights, dense: weights.dense * Math.min(1, share) };
    const idf = (term: string) => corpus.idf(term);
    return rerankingFeatures(query, passages, { readings: passages.map(read), idf }).map((features) =>
      weightedSum(features, ofCorpus),
    );
  };
}

function weightedSum(features: RerankingFeatures, weights: typeof RERANKING_WEIGHTS): number {
  let score = 0;
  for (const name of Object.keys(weights) as (keyof RerankingFeatures)[])
    score += weights[name] * features[name];
  return score;
}
