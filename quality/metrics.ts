import { mean } from './mean.ts';

/** The figures of a ranking, and what they are called. */
export const FIGURES = {
  ndcg10: 'nDCG@10',
  recall5: 'Recall@5',
  recall10: 'Recall@10',
  recall100: 'Recall@100',
  mrr10: 'MRR@10',
  hit1: 'Hit@1',
} as const;

/** How well one ranking answers one question, or the mean over many. All figures are in 0…1. */
export type Figures = Readonly<Record<keyof typeof FIGURES, number>>;

/**
 * Figures of one ranking, as trec_eval computes them (linear gain).
 *
 * @param ranking Units (documents, pages, chunks) best first, distinct.
 * @param relevant Grade > 0 of each relevant unit; at least one.
 */
export function figuresOf(ranking: readonly string[], relevant: ReadonlyMap<string, number>): Figures {
  return {
    ndcg10: ndcg(ranking, relevant, 10),
    recall5: recall(ranking, relevant, 5),
    recall10: recall(ranking, relevant, 10),
    recall100: recall(ranking, relevant, 100),
    mrr10: reciprocalRank(ranking, relevant, 10),
    hit1: recall(ranking, relevant, 1) > 0 ? 1 : 0,
  };
}

/** The mean of each figure, every member with equal weight; all 0 for none. */
export function meanFigures(members: readonly Figures[]): Figures {
  const names = Object.keys(FIGURES) as (keyof Figures)[];
  const means = names.map((name) => [name, mean(members.map((member) => member[name]))]);
  return Object.fromEntries(means) as Record<keyof Figures, number>;
}

/** Discounted cumulative gain of the first `depth` over that of the best possible ranking. */
function ndcg(ranking: readonly string[], relevant: ReadonlyMap<string, number>, depth: number): number {
  const gains = ranking.slice(0, depth).map((unit) => relevant.get(unit) ?? 0);
  const ideal = [...relevant.values()].sort((a, b) => b - a).slice(0, depth);
  return discountedGain(gains) / discountedGain(ideal);
}

function discountedGain(gains: readonly number[]): number {
  return gains.reduce((sum, gain, index) => sum + gain / Math.log2(index + 2), 0);
}

/** Share of the relevant units among the first `depth`. */
function recall(ranking: readonly string[], relevant: ReadonlyMap<string, number>, depth: number): number {
  return ranking.slice(0, depth).filter((unit) => relevant.has(unit)).length / relevant.size;
}

/** 1 / rank of the first relevant unit, 0 beyond `depth`. */
function reciprocalRank(
  ranking: readonly string[],
  relevant: ReadonlyMap<string, number>,
  depth: number,
): number {
  const index = ranking.slice(0, depth).findIndex((unit) => relevant.has(unit));
  return index < 0 ? 0 : 1 / (index + 1);
}
