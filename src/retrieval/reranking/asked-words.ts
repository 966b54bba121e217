import type { ParsedQuestion } from '../../question/parsed-question.ts';

/** Worth of a variant here, against its weight in the search: other features than BM25 trust it less. */
const RERANKED_SHARE = 0.6;

/** A term of a passage that stands for a word of the question. */
export interface StandIn {
  readonly word: number;
  /** Its worth against the word itself, 0–1. */
  readonly factor: number;
  /** Terms that must stand right before it. */
  readonly before: readonly string[];
}

/** A question prepared for comparison with passages, analysed by the rules of their language. */
export interface AskedWords {
  /** Position of each distinct word in `weights`, by its index term. */
  readonly indexOf: ReadonlyMap<string, number>;
  /** What stands for a word, by its term, or the last term of its phrase. */
  readonly standIns: ReadonlyMap<string, readonly StandIn[]>;
  /** The term's weight in the question times its idf, > 0. */
  readonly weights: Float64Array;
  /** Content words that follow each other in the question, stop words skipped. */
  readonly pairs: readonly (readonly [first: number, second: number])[];
  /** Words that hold a digit. */
  readonly numbers: readonly number[];
}

/**
 * @param query Words of the question that are not in `terms`, as it is analysed in another language, have weight 1. A word with
 *   `spellings` stands for each of them, at the weight of the first.
 * @param language ISO 639-1 code; null when unknown.
 * @param idf Of a term in the corpus, > 0.
 */
export function askedWords(
  query: Pick<ParsedQuestion, 'standalone' | 'terms' | 'spellings' | 'variants'>,
  { language, idf }: { language: string | null; idf: (term: string) => number },
): AskedWords {
  const weightOf = new Map(query.terms.map(({ term, weight }) => [term, weight]));
  const indexOf = new Map<string, number>();
  const standIns = new Map<string, StandIn[]>();
  const weights: number[] = [];
  const pairs: [number, number][] = [];
  const numbers: number[] = [];
  let previous: number | undefined;
  const tokens = query.standalone.tokens(language);
  for (const { term, kind } of tokens) {
    let index = indexOf.get(term);
    if (index === undefined) {
      index = weights.length;
      indexOf.set(term, index);
      const readings = query.spellings?.get(term) ?? [];
      for (const reading of readings) if (!indexOf.has(reading.term)) indexOf.set(reading.term, index);
      for (const variant of query.variants?.get(readings[0]?.term ?? term) ?? []) {
        const last = variant.terms.at(-1)!;
        const standIn = {
          word: index,
          factor: variant.weight * RERANKED_SHARE,
          before: variant.terms.slice(0, -1),
        };
        standIns.set(last, [...(standIns.get(last) ?? []), standIn]);
      }
      const [first] = readings;
      weights.push(first ? first.weight * idf(first.term) : (weightOf.get(term) ?? 1) * idf(term));
      if (kind === 'number') numbers.push(index);
    }
    if (kind === 'stop') continue;
    if (previous !== undefined) pairs.push([previous, index]);
    previous = index;
  }
  return { indexOf, standIns, weights: Float64Array.from(weights), pairs, numbers };
}
