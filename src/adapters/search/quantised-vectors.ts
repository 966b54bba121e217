import { type ScoredSlot, TopSlots } from './top-slots.ts';
import { createVectorKernels, MEMORY_PAGE_BYTES } from './vector-kernels.ts';

const PAGE_BITS = 10;
const PAGE_SLOTS = 1 << PAGE_BITS;
/** Vectors compared in full for each requested one, and at least: the price of recall. */
const RESCORED_PER_HIT = 20;
const RESCORED_MIN = 500;
/** A question's components are whole numbers to ±2,047: 127 · 2,047 · 8,192 still fits 32 bits. */
const QUESTION_MAX = 2_047;
const DIMENSIONS_MAX = 8_192;

/** A question's vector prepared for comparisons: valid until the next one is prepared. */
export interface PreparedVector {
  readonly scale: number;
}

/** Vectors as they are stored. */
export interface DumpedVectors {
  readonly dimensions: number;
  /** How many there are. */
  readonly vectors: number;
  /** Of the kernels' memory. */
  readonly pages: Uint8Array;
}

/**
 * Unit vectors by slot, eight bits a component with a scale each, and their sign bits. A cosine from them is off by at
 * most √dimensions / 254 (both at their worst at once), usually by less than 0.001 at 150 dimensions. Among many
 * vectors the search compares sign bits first (Hamming distance) and only the codes of the nearest, so it may miss a
 * neighbour, but what it returns has its exact cosine.
 *
 * @see Charikar, "Similarity estimation techniques from rounding algorithms", STOC 2002, for the sign bits.
 */
export class QuantisedVectors {
  readonly dimensions: number;
  readonly #exactScanMax: number;
  /** Bytes of a vector's codes and signs, padded with zeros to the kernels' step. */
  readonly #codesBytes: number;
  readonly #signsBytes: number;
  /**
   * The kernels' memory: what one search needs, and then page by page of all slots the codes, the signs, the scales
   * (component = code · scale; 0 for an empty slot) and the distances from the question.
   */
  readonly #kernels = createVectorKernels();
  /** The question's codes are at address 0. */
  readonly #questionSigns: number;
  readonly #histogram: number;
  /** For one page: a byte for each slot, the places of the selected slots, and their sums. */
  readonly #eligible: number;
  readonly #places: number;
  readonly #sums: number;
  readonly #firstPage: number;
  readonly #pageBytes: number;
  #pages = 0;
  #bytes = new Uint8Array(0);
  #words = new Int32Array(0);
  #floats = new Float32Array(0);
  /** Number of vectors, hidden slots included. */
  #count = 0;

  /**
   * @param options.exactScanMax Up to this many vectors, every one is compared in full.
   * @throws {RangeError} With 0 or more than 8,192 dimensions.
   */
  constructor(dimensions: number, options: { readonly exactScanMax: number }) {
    if (!(dimensions >= 1 && dimensions <= DIMENSIONS_MAX)) {
      throw new RangeError(
        `Cannot index embeddings as they must have 1–${DIMENSIONS_MAX} dimensions: current value is ${dimensions}`,
      );
    }
    this.dimensions = dimensions;
    this.#exactScanMax = options.exactScanMax;
    this.#codesBytes = Math.ceil(dimensions / 16) * 16;
    this.#signsBytes = Math.ceil(dimensions / 128) * 16;
    this.#questionSigns = 2 * this.#codesBytes;
    this.#histogram = this.#questionSigns + this.#signsBytes;
    this.#eligible = this.#histogram + Math.ceil((dimensions + 1) / 4) * 16;
    this.#places = this.#eligible + PAGE_SLOTS;
    this.#sums = this.#places + 4 * PAGE_SLOTS;
    this.#firstPage = this.#sums + 4 * PAGE_SLOTS;
    this.#pageBytes = PAGE_SLOTS * (this.#codesBytes + this.#signsBytes + 4 + 2);
    this.#viewMemory();
  }

  get count(): number {
    return this.#count;
  }

  /** All vectors, as a view that is valid until the next change. */
  dump(): DumpedVectors {
    const { dimensions, count: vectors } = this;
    return {
      dimensions,
      vectors,
      pages: this.#bytes.subarray(this.#firstPage, this.#addressOf(this.#pages)),
    };
  }

  /** Becomes what was dumped, of the same dimensions. */
  restore({ vectors, pages }: DumpedVectors): void {
    this.#makeRoom((pages.length / this.#pageBytes) * PAGE_SLOTS - 1);
    this.#bytes.set(pages, this.#firstPage);
    this.#count = vectors;
  }

  /** Stores a vector; zeros mean none. @throws {RangeError} When all together exceed 4 GB. */
  set(slot: number, vector: Float32Array): void {
    this.clear(slot);
    this.#makeRoom(slot);
    const scale = largestComponent(vector) / 127;
    if (!(scale > 0)) return;
    const at = this.#codesOf(slot);
    const bytes = this.#bytes;
    for (let i = 0; i < vector.length; i++) bytes[at + i] = Math.round(vector[i]! / scale);
    this.#writeSigns(vector, this.#signsOf(slot));
    this.#floats[this.#scaleIndex(slot)] = scale;
    this.#count++;
  }

  clear(slot: number): void {
    if (this.#scale(slot) === 0) return;
    this.#floats[this.#scaleIndex(slot)] = 0;
    this.#count--;
  }

  /** @returns undefined for a vector of zeros or of other dimensions, which cannot be compared. */
  prepare(vector: Float32Array): PreparedVector | undefined {
    const scale = largestComponent(vector) / QUESTION_MAX;
    if (vector.length !== this.dimensions || !(scale > 0)) return undefined;
    const codes = new Int16Array(this.#bytes.buffer, 0, this.dimensions);
    for (let i = 0; i < vector.length; i++) codes[i] = Math.round(vector[i]! / scale);
    this.#writeSigns(vector, this.#questionSigns);
    return { scale };
  }

  /** Whether `slot` has a vector. */
  has(slot: number): boolean {
    return this.#scale(slot) !== 0;
  }

  /** Cosine of the vectors in two slots; 0 when one has none. */
  similarity(one: number, other: number): number {
    const codes = this.#codesOf(one);
    const sum = this.#kernels.dotOfCodes(this.#codesOf(other), codes, codes + this.#codesBytes);
    return sum * this.#scale(one) * this.#scale(other);
  }

  /** Cosine with the vector in `slot`; 0 when there is none. */
  cosine(question: PreparedVector, slot: number): number {
    const scale = this.#scale(slot);
    if (scale === 0) return 0;
    const codes = this.#codesOf(slot);
    return cosineOf(this.#kernels.dot(0, codes, codes + this.#codesBytes), scale, question);
  }

  /**
   * The best `limit` (≥ 1) of the slots that have a vector and for which `eligible` is 1, in no particular order.
   *
   * @param options.count How many are eligible: when there are few, no other is looked at.
   * @param options.precedes Order of slots with the same cosine.
   */
  best(
    question: PreparedVector,
    limit: number,
    options: { eligible: Uint8Array; count: number; precedes: (a: number, b: number) => boolean },
  ): ScoredSlot[] {
    const { eligible, count, precedes } = options;
    const top = new TopSlots(limit, precedes);
    if (count <= RESCORED_MIN) {
      for (let slot = eligible.indexOf(1); slot >= 0; slot = eligible.indexOf(1, slot + 1))
        if (this.has(slot)) top.offer(this.cosine(question, slot), slot);
      return top.found();
    }
    const slots = Math.min(this.#pages * PAGE_SLOTS, eligible.length);
    const isExact = this.#count <= this.#exactScanMax;
    const wanted = isExact ? this.#count : Math.max(limit * RESCORED_PER_HIT, RESCORED_MIN);
    const cutoff = this.#measure(slots, eligible, wanted);
    for (let first = 0; first < slots; first += PAGE_SLOTS) {
      this.#offerWithin(cutoff, { first, end: Math.min(first + PAGE_SLOTS, slots) }, { question, top });
    }
    return top.found();
  }

  /**
   * Computes the Hamming distance of every slot.
   *
   * @returns The smallest distance within which `wanted` vectors lie, all ties with the last one included.
   */
  #measure(slots: number, eligible: Uint8Array, wanted: number): number {
    const histogram = this.#words.subarray(this.#histogram / 4, this.#histogram / 4 + this.dimensions + 1);
    histogram.fill(0);
    for (let first = 0; first < slots; first += PAGE_SLOTS) {
      const end = Math.min(first + PAGE_SLOTS, slots);
      this.#bytes.set(eligible.subarray(first, end), this.#eligible);
      const signs = this.#signsOf(first);
      this.#kernels.distances(
        this.#questionSigns,
        this.#histogram,
        signs,
        signs + (end - first) * this.#signsBytes,
        this.#scalesOf(first),
        this.#eligible,
        this.#distancesOf(first),
        this.#histogram,
      );
    }
    let within = 0;
    for (let distance = 0; distance < histogram.length; distance++) {
      within += histogram[distance]!;
      if (within >= wanted) return distance;
    }
    return histogram.length;
  }

  /** Offers the slots of a page within a distance. */
  #offerWithin(
    cutoff: number,
    { first, end }: { first: number; end: number },
    { question, top }: { question: PreparedVector; top: TopSlots },
  ): void {
    const [distances, places, sums] = [this.#distancesOf(first), this.#places, this.#sums];
    const placesEnd = this.#kernels.select(distances, distances + 2 * (end - first), cutoff, places);
    if (placesEnd === places) return;
    this.#kernels.dots(0, this.#codesOf(first), this.#codesBytes, places, placesEnd, sums);
    const [words, floats, scales] = [this.#words, this.#floats, this.#scalesOf(first) / 4];
    const count = (placesEnd - places) / 4;
    for (let i = 0; i < count; i++) {
      const place = words[places / 4 + i]!;
      const cosine = cosineOf(words[sums / 4 + i]!, floats[scales + place]!, question);
      if (cosine >= top.threshold) top.offer(cosine, first + place);
    }
  }

  #scale(slot: number): number {
    return slot < this.#pages * PAGE_SLOTS ? this.#floats[this.#scaleIndex(slot)]! : 0;
  }

  /** Addresses of a slot's codes, signs and, for the first slot of a page, its scales and distances. */
  #codesOf(slot: number): number {
    return this.#addressOf(slot >>> PAGE_BITS) + (slot & (PAGE_SLOTS - 1)) * this.#codesBytes;
  }

  #signsOf(slot: number): number {
    const behindCodes = this.#addressOf(slot >>> PAGE_BITS) + PAGE_SLOTS * this.#codesBytes;
    return behindCodes + (slot & (PAGE_SLOTS - 1)) * this.#signsBytes;
  }

  #scalesOf(first: number): number {
    return this.#addressOf((first >>> PAGE_BITS) + 1) - PAGE_SLOTS * (4 + 2);
  }

  #distancesOf(first: number): number {
    return this.#addressOf((first >>> PAGE_BITS) + 1) - PAGE_SLOTS * 2;
  }

  #scaleIndex(slot: number): number {
    return this.#scalesOf(slot) / 4 + (slot & (PAGE_SLOTS - 1));
  }

  #addressOf(page: number): number {
    return this.#firstPage + page * this.#pageBytes;
  }

  #makeRoom(slot: number): void {
    const pages = Math.max(this.#pages, (slot >>> PAGE_BITS) + 1);
    const missing = this.#addressOf(pages) - this.#bytes.length;
    if (missing > 0) {
      this.#kernels.memory.grow(Math.ceil(missing / MEMORY_PAGE_BYTES));
      this.#viewMemory();
    }
    this.#pages = pages;
  }

  #viewMemory(): void {
    const { buffer } = this.#kernels.memory;
    this.#bytes = new Uint8Array(buffer);
    this.#words = new Int32Array(buffer);
    this.#floats = new Float32Array(buffer);
  }

  #writeSigns(vector: Float32Array, at: number): void {
    const bytes = this.#bytes;
    let bits = 0;
    for (let i = 0; i < vector.length; i++) {
      if (vector[i]! > 0) bits |= 1 << (i & 7);
      if ((i & 7) !== 7 && i + 1 < vector.length) continue;
      bytes[at + (i >>> 3)] = bits;
      bits = 0;
    }
  }
}

function cosineOf(sum: number, scale: number, question: PreparedVector): number {
  return Math.max(-1, Math.min(1, sum * scale * question.scale));
}

function largestComponent(vector: Float32Array): number {
  let largest = 0;
  for (let i = 0; i < vector.length; i++) largest = Math.max(largest, Math.abs(vector[i]!));
  return largest;
}
