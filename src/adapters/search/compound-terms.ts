import { doubled } from './growing.ts';

interface Sought {
  readonly limit: number;
  /** Of a term by its id; those of frequency 0 are left out. */
  readonly frequency: (id: number) => number;
}

/** Finds the indexed terms that a word is compounded in. 0.5 ms for 100,000 terms. */
export class CompoundTerms {
  readonly #terms: string[] = [];
  /** Letters of each term by its id; 0 where it is no compound. */
  #masks = new Uint32Array(1024);

  /** Sets the term of an id, replacing the previous one. */
  set(id: number, term: string): void {
    if (id >= this.#masks.length) this.#masks = doubled(this.#masks, id);
    this.#terms[id] = term;
    this.#masks[id] = mayBeCompound(term) ? maskOf(term) : 0;
  }

  /** The terms that begin or end with `part` and are longer, most frequent first. */
  with(part: string, { limit, frequency }: Sought): string[] {
    const found: { id: number; term: string }[] = [];
    const mask = maskOf(part);
    const [terms, masks] = [this.#terms, this.#masks];
    for (let id = 0; id < terms.length; id++) {
      // Most terms lack one of its letters.
      if ((mask & ~masks[id]!) !== 0) continue;
      const term = terms[id]!;
      if (isCompoundOf(part, term) && frequency(id) > 0) found.push({ id, term });
    }
    found.sort((a, b) => frequency(b.id) - frequency(a.id) || (a.term < b.term ? -1 : 1));
    return found.slice(0, limit).map(({ term }) => term);
  }
}

/** Minimum letters of the other part of a compound. */
const OTHER_PART_MIN = 3;

/** Whether a term begins or ends with a word and has more letters. */
export function isCompoundOf(part: string, term: string): boolean {
  return (
    term.length >= part.length + OTHER_PART_MIN &&
    (term.startsWith(part) || term.endsWith(part)) &&
    mayBeCompound(term)
  );
}

/** Stop words, which have a dot before them, and numbers are no compounds. */
export function mayBeCompound(term: string): boolean {
  return term.length >= OTHER_PART_MIN && !term.startsWith('.') && !/\p{N}/u.test(term);
}

function maskOf(term: string): number {
  let mask = 0;
  for (let i = 0; i < term.length; i++) mask |= 1 << (term.charCodeAt(i) % 32);
  return mask;
}
