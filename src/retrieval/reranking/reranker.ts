import type { CompareParts } from '../../ports/embedding-model.ts';
import type { FoundEmbedding, IndexStatistics } from '../../ports/search-index.ts';
import type { ParsedQuestion } from '../../question/parsed-question.ts';
import { aboveBackground } from '../fusion.ts';
import type { Passage } from '../passage.ts';
import { readPassage } from './passage-reading.ts';
import { type RerankingFeatures, rerankingFeatures } from './reranking-features.ts';
import { supportOf } from './support.ts';

/**
 * Feature weights. Small rounded weights carry over to other corpora better than fitted ones; `docs/evaluation/quality-log.md` has the
 * gain of each.
 */
const RERANKING_WEIGHTS: Readonly<Record<keyof RerankingFeatures | 'support', number>> = {
  lexical: 1,
  dense: 0.4,
  heading: 2,
  saying: 2,
  order: 0.3,
  window: 0.15,
  sentence: 0.2,
  number: 0.15,
  position: -0.1,
  release: -0.4,
  /** By the other passages: see `support.ts`. */
  support: 0.2,
};

/**
 * Scores the passages found for a question by where and how its words occur in them, and by their similarity to others
 * that score well. Same order as `passages`.
 */
export type Reranker = (
  query: ParsedQuestion,
  passages: readonly Passage[],
  corpus: RerankedCorpus,
) => number[];

export interface RerankedCorpus extends Pick<IndexStatistics, 'idf'> {
  /** Embedding of a passage; undefined without one. */
  readonly embeddingOf: (passage: Passage) => FoundEmbedding | undefined;
  readonly compareParts?: CompareParts | undefined;
  /** The cosine of unrelated texts; 0 when absent. */
  readonly background?: number;
}

/** @param meaning How many times as much meaning counts against words. */
export function createReranker(meaning = 1): Reranker {
  const { dense, heading, saying } = RERANKING_WEIGHTS;
  const weights = {
    ...RERANKING_WEIGHTS,
    ...{ dense: dense * meaning, heading: heading * meaning, saying: saying * meaning },
  };
  return (query, passages, corpus) => {
    const idf = (term: string) => corpus.idf(term);
    const readings = passages.map(readPassage);
    const features = rerankingFeatures(query, passages, {
      readings,
      idf,
      compareParts: corpus.compareParts,
    });
    const embeddings = passages.map(corpus.embeddingOf);
    const { background = 0 } = corpus;
    const similarity = (one: number, other: number) =>
      aboveBackground(cosine(embeddings[one], embeddings[other]), background);
    const scores = features.map((feature) => weightedSum(feature, weights));
    const support = supportOf(scores, similarity);
    return scores.map((score, p) => score + weights.support * support[p]!);
  };
}

/** Written out: a loop over names looks up each of them. */
function weightedSum(features: RerankingFeatures, weights: typeof RERANKING_WEIGHTS): number {
  return (
    weights.lexical * features.lexical +
    weights.dense * features.dense +
    weights.heading * features.heading +
    weights.saying * features.saying +
    weights.order * features.order +
    weights.window * features.window +
    weights.sentence * features.sentence +
    weights.number * features.number +
    weights.position * features.position +
    weights.release * features.release
  );
}

/** 0 when one is missing. */
function cosine(one: FoundEmbedding | undefined, other: FoundEmbedding | undefined): number {
  return one && other ? one.cosine(other) : 0;
}
