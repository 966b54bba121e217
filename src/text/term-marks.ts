/** Number of distinct marks. */
const MARKS = 4_096;
/** UTF-16 units of a term that make its mark. */
export const MARKED_UNITS = 4;

/**
 * A hash below 4,096 of a term's first four units: terms that begin alike have equal marks, others seldom do. A passage's
 * terms are compared with a question's by these first, and by the words only where they agree.
 *
 * @see Fowler, Noll & Vo, FNV-1a (32 bits), folded to 12.
 */
export function markOf(term: string): number {
  let hash = 0x811c9dc5;
  const end = Math.min(term.length, MARKED_UNITS);
  for (let i = 0; i < end; i++) hash = Math.imul(hash ^ term.charCodeAt(i), 0x01000193);
  return (hash ^ (hash >>> 12) ^ (hash >>> 24)) & (MARKS - 1);
}

/** 1 at the mark of each of the terms: so most terms of a passage are ruled out without a look-up. */
export function marksOf(terms: Iterable<string>): Uint8Array {
  const marks = new Uint8Array(MARKS);
  for (const term of terms) marks[markOf(term)] = 1;
  return marks;
}
