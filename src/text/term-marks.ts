/** Number of distinct marks. */
const MARKS = 4_096;

/**
 * A hash of a term below 4,096: equal terms have equal marks, different terms seldom do. A passage's terms are compared
 * with a question's by these first, and by the words only where they agree.
 *
 * @see Fowler, Noll & Vo, FNV-1a (32 bits), folded to 12.
 */
export function markOf(term: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < term.length; i++) hash = Math.imul(hash ^ term.charCodeAt(i), 0x01000193);
  return (hash ^ (hash >>> 12) ^ (hash >>> 24)) & (MARKS - 1);
}

/** Places of a few terms, found by their marks: cheaper than a `Map` in a loop over the terms of many passages. */
export class MarkedTerms {
  /** By mark: the first entry with it; 0 for none. */
  readonly first = new Uint16Array(MARKS);
  /** By entry, from 1: its term, its place, and the next entry with its mark. */
  readonly #terms: string[] = [''];
  readonly #places: number[] = [0];
  readonly #next: number[] = [0];

  constructor(placeOf: ReadonlyMap<string, number>) {
    for (const [term, place] of placeOf) {
      const mark = markOf(term);
      this.#next.push(this.first[mark]!);
      this.first[mark] = this.#terms.length;
      this.#terms.push(term);
      this.#places.push(place);
    }
  }

  /** The place of a term with this mark; −1 when it has none of them. */
  find(term: string, mark: number): number {
    for (let entry = this.first[mark]!; entry > 0; entry = this.#next[entry]!)
      if (this.#terms[entry] === term) return this.#places[entry]!;
    return -1;
  }
}
