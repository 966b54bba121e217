import type { WordVectors } from './word-vectors.ts';

const PART_MIN = 4;
/** What German puts between the words of a compound, and what stems lack at their end: `urlaub-s-antrag`. */
const LINKS = ['', 's', 'n', 'en', 'es', 'er', 'e'];

/** The rows of a word in `codes`: its own, or those of the two words that a German compound is made of. */
export function rowsOf(term: string, model: WordVectors): readonly number[] {
  // Stop words have none, and are a quarter of a chunk's terms.
  if (term.startsWith('.')) return [];
  const row = model.rowOf.get(term);
  return row === undefined ? (compoundRows(term, model) ?? []) : [row];
}

/**
 * The rows of the two words that a German compound is made of, such as `urlaub` and `antrag` of `urlaubsantrag`: the split
 * whose shorter word is longest. Undefined for other words.
 */
export function compoundRows(
  term: string,
  { rowOf, languages }: WordVectors,
): readonly [number, number] | undefined {
  if (!languages.includes('de')) return undefined;
  let best: readonly [number, number] | undefined;
  let bestLength = 0;
  for (let at = PART_MIN; at <= term.length - PART_MIN; at++) {
    const last = rowOf.get(term.slice(at));
    if (last === undefined) continue;
    for (const link of LINKS) {
      const first = term.slice(0, at);
      const row = first.endsWith(link) ? rowOf.get(first.slice(0, first.length - link.length)) : undefined;
      const length = Math.min(at - link.length, term.length - at);
      if (row === undefined || length < PART_MIN || length <= bestLength) continue;
      best = [row, last];
      bestLength = length;
    }
  }
  return best;
}
