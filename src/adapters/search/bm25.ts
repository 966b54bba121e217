/**
 * BM25 for every driver: score(chunk) = Σ weight · idf · tf (k1 + 1) / (tf + k1 (1 − b + b · length / average)).
 *
 * @see Robertson & Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009.
 */

/** How slowly repetition saturates: 0 counts a term once, 1.2–2 is usual; chosen on the development sets. */
export const K1 = 1.2;
/** Length normalisation: 0 none, 1 full. */
export const B = 0.6;

/** What BM25 knows of a corpus. */
export interface Frequencies {
  readonly chunks: number;
  /** Mean number of term occurrences of a chunk; 0 when there are none. */
  readonly averageLength: number;
  /** Number of chunks that contain the term of this id. */
  frequency(id: number): number;
  idf(term: string): number;
}

/** ln(1 + (N − df + 0.5) / (df + 0.5)): > 0 for every df in 0…N. */
export function inverseDocumentFrequency(chunks: number, df: number): number {
  return Math.log(1 + (chunks - df + 0.5) / (df + 0.5));
}

/**
 * A chunk length's term in the denominator: `fixed + perToken · length`.
 *
 * @param averageLength Mean number of term occurrences a visible chunk, > 0.
 */
export function lengthNorm(averageLength: number): { fixed: number; perToken: number } {
  return { fixed: K1 * (1 - B), perToken: (K1 * B) / averageLength };
}
