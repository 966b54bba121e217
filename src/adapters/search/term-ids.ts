import { randomInt } from 'node:crypto';

/** A place holds id + 1 or one of these, and then the hash of its term. */
const EMPTY = 0;
const DELETED = 2 ** 32 - 1;
const PLACES_MIN = 1024;

/**
 * Ids of terms, in a hash table with linear probing that is at most half full. A `Map` costs up to twice as much
 * for a string that was just read, and copying a large one when it grows blocks the thread for 30 ms and more.
 */
export class TermIds {
  #table = new Uint32Array(2 * PLACES_MIN);
  /** By id. */
  readonly #terms: (string | undefined)[] = [];
  #size = 0;
  /** Places that are not empty. */
  #taken = 0;
  readonly #seed: number;

  /** @param seed Odd; random, so that no document can be written whose terms have equal hashes. */
  constructor(seed = randomInt(2 ** 30, 2 ** 31) | 1) {
    this.#seed = seed;
  }

  get(term: string): number | undefined {
    const place = this.#find(term);
    return place < 0 ? undefined : this.#table[place]! - 1;
  }

  /** @param id Of no other term, and small: an integer from 0. */
  set(term: string, id: number): void {
    this.delete(term);
    if (this.#taken * 4 >= this.#table.length) this.#rehash();
    this.#put(id, this.#hashOf(term));
    this.#terms[id] = term;
    this.#size++;
  }

  delete(term: string): void {
    const place = this.#find(term);
    if (place < 0) return;
    this.#terms[this.#table[place]! - 1] = undefined;
    this.#table[place] = DELETED;
    this.#size--;
  }

  /** Skips entries deleted in between. */
  *[Symbol.iterator](): Generator<[term: string, id: number]> {
    for (let id = 0; id < this.#terms.length; id++) {
      const term = this.#terms[id];
      if (term !== undefined) yield [term, id];
    }
  }

  /** Index in the table; −1 when the term is not there. */
  #find(term: string): number {
    const table = this.#table;
    const hash = this.#hashOf(term);
    let place = firstPlace(hash, table);
    for (let name = table[place]!; name !== EMPTY; name = table[place]!) {
      if (table[place + 1] === hash && name !== DELETED && this.#terms[name - 1] === term) return place;
      place = nextPlace(place, table);
    }
    return -1;
  }

  #put(id: number, hash: number): void {
    const table = this.#table;
    let place = firstPlace(hash, table);
    while (table[place] !== EMPTY) place = nextPlace(place, table);
    table[place] = id + 1;
    table[place + 1] = hash;
    this.#taken++;
  }

  /** Forgets deleted entries, and makes room. */
  #rehash(): void {
    const before = this.#table;
    let places = PLACES_MIN;
    while (places < this.#size * 4) places *= 2;
    this.#table = new Uint32Array(2 * places);
    this.#taken = 0;
    for (let place = 0; place < before.length; place += 2) {
      const name = before[place]!;
      if (name !== EMPTY && name !== DELETED) this.#put(name - 1, before[place + 1]!);
    }
  }

  #hashOf(term: string): number {
    let hash = this.#seed;
    for (let i = 0; i < term.length; i++) hash = Math.imul(hash ^ term.charCodeAt(i), this.#seed);
    return hash >>> 0;
  }
}

/** The high bits depend on more of the term than the low ones. */
function firstPlace(hash: number, table: Uint32Array): number {
  return 2 * ((hash ^ (hash >>> 16)) & (table.length / 2 - 1));
}

function nextPlace(place: number, table: Uint32Array): number {
  return place + 2 === table.length ? 0 : place + 2;
}
