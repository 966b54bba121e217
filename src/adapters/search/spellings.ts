import { editDistance } from '../../kernel/edit-distance.ts';
import { doubled } from './growing.ts';

/** Of the letters of an indexed term: one edit sets at most one bit and clears at most one. */
const BITS = 31;

/** Terms of one length. */
interface Group {
  size: number;
  ids: Uint32Array;
  masks: Uint32Array;
}

interface Sought {
  readonly limit: number;
  /** Of a term by its id; those of frequency 0 are left out. */
  readonly frequency: (id: number) => number;
}

interface FoundTerm {
  readonly id: number;
  readonly term: string;
}

const EMPTY: Group = { size: 0, ids: new Uint32Array(0), masks: new Uint32Array(0) };

/**
 * Finds indexed terms similar to a word. Every term of a similar length is checked, first by a mask of its letters; those
 * that pass are compared in full. 0.2 ms for 100,000 terms.
 */
export class Spellings {
  readonly #terms: string[] = [];
  /** By length, without terms that are not misspelt. */
  readonly #groups = new Map<number, Group>();
  /** By id: its place in its group from 1; 0 when it is in none. */
  #places = new Uint32Array(1024);

  /** Sets the term of an id, replacing the previous one. */
  set(id: number, term: string): void {
    if (id >= this.#places.length) this.#places = doubled(this.#places, id);
    else this.#leaveGroup(id);
    this.#terms[id] = term;
    if (!canBeMisspelt(term)) return;
    const group = this.#groups.get(term.length) ?? {
      size: 0,
      ids: new Uint32Array(4),
      masks: new Uint32Array(4),
    };
    this.#groups.set(term.length, group);
    if (group.size === group.ids.length) {
      group.ids = doubled(group.ids, group.size);
      group.masks = doubled(group.masks, group.size);
    }
    group.ids[group.size] = id;
    group.masks[group.size] = maskOf(term);
    this.#places[id] = ++group.size;
  }

  /** The terms with the minimum number of edits, most frequent first. */
  nearest(term: string, options: Sought): { term: string; edits: number }[] {
    const { frequency } = options;
    let edits = editsAllowed(term);
    if (edits === 0 || !canBeMisspelt(term)) return [];
    let found: FoundTerm[] = [];
    const mask = maskOf(term);
    // Those of the same length first: once one is found, only those with as few edits are sought.
    for (const longer of [0, 1, -1, 2, -2]) {
      if (Math.abs(longer) > edits) break;
      const { size, ids, masks } = this.#groups.get(term.length + longer) ?? EMPTY;
      for (let i = 0; i < size; i++) {
        const own = masks[i]!;
        const bitsMax = 2 * edits - Math.abs(longer);
        if (bitsSet(own ^ mask) > bitsMax || bitsSet(own & ~mask) > edits || bitsSet(mask & ~own) > edits)
          continue;
        const id = ids[i]!;
        const candidate = this.#terms[id]!;
        if (!beginsLike(term, candidate)) continue;
        const distance = editDistance(term, candidate, edits);
        if (distance > edits || distance === 0 || frequency(id) === 0) continue;
        if (distance < edits) found = [];
        edits = distance;
        found.push({ id, term: candidate });
      }
    }
    return mostFrequent(found, options).map((term) => ({ term, edits }));
  }

  /** The terms that begin or end with `part` and are longer, most frequent first. */
  compounds(part: string, options: Sought): string[] {
    const { frequency } = options;
    const found: FoundTerm[] = [];
    const mask = maskOf(part);
    for (const [length, { size, ids, masks }] of this.#groups) {
      if (length < part.length + OTHER_PART_MIN) continue;
      for (let i = 0; i < size; i++) {
        // Most terms lack one of its letters.
        if ((mask & ~masks[i]!) !== 0) continue;
        const id = ids[i]!;
        if (isCompoundOf(part, this.#terms[id]!) && frequency(id) > 0)
          found.push({ id, term: this.#terms[id]! });
      }
    }
    return mostFrequent(found, options);
  }

  /** The last of its group takes its place. */
  #leaveGroup(id: number): void {
    const place = this.#places[id]!;
    if (place === 0) return;
    const group = this.#groups.get(this.#terms[id]!.length)!;
    const last = --group.size;
    group.ids[place - 1] = group.ids[last]!;
    group.masks[place - 1] = group.masks[last]!;
    this.#places[group.ids[last]!] = place;
    this.#places[id] = 0;
  }
}

function mostFrequent(found: FoundTerm[], { limit, frequency }: Sought): string[] {
  found.sort((a, b) => frequency(b.id) - frequency(a.id) || (a.term < b.term ? -1 : 1));
  return found.slice(0, limit).map(({ term }) => term);
}

/** Minimum letters of the other part of a compound. */
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

/**
 * Maximum edits between a misspelling and the word that is meant: none of short words, which are like many others (`Peru`
 * is no misspelt `Perl`), two of long ones.
 */
export function editsAllowed(term: string): number {
  if (term.length < 5) return 0;
  return term.length < 8 ? 1 : 2;
}

/** A word of fewer letters that begins with another letter is another word: `docker` is no misspelt `locker`. */
const ANY_FIRST_LETTER_MIN = 8;

/**
 * Whether a word may be a misspelling of another by how they begin: the first letter is hardly ever a wrong one, but it
 * may be swapped, left out or put in.
 *
 * @see Kukich, "Techniques for automatically correcting words in text", ACM Computing Surveys 24 (1992), 2.1.
 */
export function beginsLike(word: string, other: string): boolean {
  if (word.length >= ANY_FIRST_LETTER_MIN) return true;
  const [first, second] = [word.charCodeAt(0), word.charCodeAt(1)];
  const [otherFirst, otherSecond] = [other.charCodeAt(0), other.charCodeAt(1)];
  return first === otherFirst || first === otherSecond || second === otherFirst;
}

/** Stop words and numbers are not spelt like others by mistake. */
export function canBeMisspelt(term: string): boolean {
  return term.length >= 3 && !term.startsWith('.') && !/\p{N}/u.test(term);
}
