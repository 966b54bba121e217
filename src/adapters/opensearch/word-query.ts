import type { IndexStatistics, WeightedTerm } from '../../ports/search-index.ts';
import { B, K1 } from '../search/bm25.ts';

/** What a chunk may say for a word: one term, or all of several. */
interface Alternative {
  /** Distinct. */
  readonly t: readonly string[];
  /** Weight with the idf of the whole index instead of a shard's. */
  readonly w: number;
}

/** The words of a question, each with its alternatives, of which the best counts. */
export type ScoredWords = readonly (readonly Alternative[])[];

export function scoredWords(terms: readonly WeightedTerm[], idf: IndexStatistics['idf']): ScoredWords {
  return terms.map(({ term, weight, variants = [] }) => {
    const own = idf(term);
    const others = variants.map((variant) => ({
      t: [...new Set(variant.terms)],
      w: weight * variant.weight * Math.min(Math.max(...variant.terms.map(idf)), own),
    }));
    return [{ t: [term], w: weight * own }, ...others];
  });
}

/** Finds the chunks that hold a word of the question, ranked roughly: by lengths in one byte and a shard's idf. */
export function candidateQuery(words: ScoredWords, filter: readonly object[]) {
  const should = words.map((alternatives) => {
    const queries = alternatives.map(({ t, w }) =>
      t.length === 1
        ? { term: { t: { value: t[0], boost: w } } }
        : { bool: { filter: t.map((term) => ({ term: { t: term } })), should: [rarest(t, w)] } },
    );
    return queries.length === 1 ? queries[0]! : { dis_max: { queries } };
  });
  return { bool: { should, filter, minimum_should_match: 1 } };
}

const rarest = (terms: readonly string[], boost: number) => ({
  dis_max: { queries: terms.map((term) => ({ term: { t: { value: term, boost } } })) },
});

/** The exact score of a chunk: BM25 with the statistics of the whole index. */
export function exactScore(words: ScoredWords, averageLength: number) {
  return { source: EXACT_BM25, params: { words, k1: K1, b: B, a: Math.max(1, averageLength) } };
}

const EXACT_BM25 = `
  double sum = 0;
  double k = params.k1 * (1 - params.b + params.b * doc['len'].value / params.a);
  for (int i = 0; i < params.words.length; i++) {
    double best = 0;
    for (int j = 0; j < params.words[i].length; j++) {
      def alternative = params.words[i][j];
      double f = 1e9;
      for (int n = 0; n < alternative.t.length; n++) f = Math.min(f, termFreq('t', alternative.t[n]));
      if (f > 0) best = Math.max(best, alternative.w * f * (params.k1 + 1) / (f + k));
    }
    sum += best;
  }
  return sum;`;

/** The same of a chunk whose terms are at hand, each as often as it occurs. */
export function exactScoreOf(
  { t, len }: { t: string; len: number },
  { words, averageLength }: { words: ScoredWords; averageLength: number },
): number {
  const counts = new Map<string, number>();
  for (const term of t.split(' ')) counts.set(term, (counts.get(term) ?? 0) + 1);
  const k = K1 * (1 - B + (B * len) / Math.max(1, averageLength));
  return words.reduce((sum, alternatives) => {
    const shares = alternatives.map(({ t: terms, w }) => {
      const f = Math.min(...terms.map((term) => counts.get(term) ?? 0));
      return (w * f * (K1 + 1)) / (f + k);
    });
    return sum + Math.max(...shares);
  }, 0);
}
