import { canBeMisspelt, editDistance, editsAllowed } from './edit-distance.ts';
import { doubled } from './growing.ts';

/** Of the letters of an indexed term: one edit changes at most two bits. */
const BITS = 31;
const EXCLUDED = 0;

/**
 * Finds indexed terms similar to a word. Every term is checked, first by its length and a mask of its letters; those
 * that pass are compared in full. 1–2 ms for 100,000 terms.
 */
export class Spellings {
  readonly #terms: string[] = [];
  #masks = new Uint32Array(1024);
  #lengths = new Uint8Array(1024);

  /** Sets the term of an id, replacing the previous one. */
  set(id: number, term: string): void {
    if (id >= this.#masks.length) {
      this.#masks = doubled(this.#masks, id);
      this.#lengths = doubled(this.#lengths, id);
    }
    this.#terms[id] = term;
    this.#lengths[id] = Math.min(term.length, 255);
    this.#masks[id] = canBeMisspelt(term) ? maskOf(term) : EXCLUDED;
  }

  /**
   * The terms with the fewest edits, most frequent first.
   *
   * @param frequency Of a term by its id; those of frequency 0 are left out.
   */
  nearest(
    term: string,
    { limit, frequency }: { limit: number; frequency: (id: number) => number },
  ): { term: string; edits: number }[] {
    let edits = editsAllowed(term);
    if (edits === 0 || !canBeMisspelt(term)) return [];
    let found: { id: number; term: string }[] = [];
    const mask = maskOf(term);
    for (let id = 0; id < this.#terms.length; id++) {
      const own = this.#masks[id]!;
      if (own === EXCLUDED || Math.abs(this.#lengths[id]! - term.length) > edits) continue;
      if (bitsSet(own ^ mask) > 2 * edits || frequency(id) === 0) continue;
      const candidate = this.#terms[id]!;
      const distance = editDistance(term, candidate, edits);
      if (distance > edits || distance === 0) continue;
      if (distance < edits) found = [];
      edits = distance;
      found.push({ id, term: candidate });
    }
    return found
      .sort((a, b) => frequency(b.id) - frequency(a.id) || (a.term < b.term ? -1 : 1))
      .slice(0, limit)
      .map((candidate) => ({ term: candidate.term, edits }));
  }

  /**
   * The terms that begin or end with `part` and are longer, most frequent first.
   *
   * @param frequency Of a term by its id; those of frequency 0 are left out.
   */
  compounds(
    part: string,
    { limit, frequency }: { limit: number; frequency: (id: number) => number },
  ): string[] {
    const found: { id: number; term: string }[] = [];
    const mask = maskOf(part);
    for (let id = 0; id < this.#terms.length; id++) {
      // Most terms lack one of its letters; those that are excluded lack all of them.
      if ((mask & ~this.#masks[id]!) !== 0 || !isCompoundOf(part, this.#terms[id]!)) continue;
      if (frequency(id) > 0) found.push({ id, term: this.#terms[id]! });
    }
    return found
      .sort((a, b) => frequency(b.id) - frequency(a.id) || (a.term < b.term ? -1 : 1))
      .slice(0, limit)
      .map(({ term }) => term);
  }
}

/** Least letters of the other part of a compound. */
const OTHER_PART_MIN = 3;

/** Whether a term begins or ends with a word and has more letters. */
export function isCompoundOf(part: string, term: string): boolean {
  return (
    term.length >= part.length + OTHER_PART_MIN &&
    (term.startsWith(part) || term.endsWith(part)) &&
    canBeMisspelt(term)
  );
}

function maskOf(term: string): number {
  let mask = 0;
  for (let i = 0; i < term.length; i++) mask |= 1 << (term.charCodeAt(i) % BITS);
  return mask >>> 0;
}

function bitsSet(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
