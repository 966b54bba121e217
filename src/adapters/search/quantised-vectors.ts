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
const ABSENT = 0xffff;

/** A question's vector prepared for comparisons: valid until the next one is prepared. */
export interface PreparedVector {
  readonly scale: number;
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
   * The kernels' memory: the question's codes and signs, the distances of a page, and then page by page the codes of
   * all slots and their signs.
   */
  readonly #kernels = createVectorKernels();
  readonly #questionSigns: number;
  readonly #pageDistances: number;
  readonly #firstPage: number;
  #bytes: Int8Array;
  /** By page, of each vector: component = code · scale; 0 for an empty slot. */
  readonly #scales: Float32Array[] = [];
  #distances = new Uint16Array(0);
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
    this.#pageDistances = this.#questionSigns + this.#signsBytes;
    this.#firstPage = this.#pageDistances + 2 * PAGE_SLOTS;
    this.#bytes = new Int8Array(this.#kernels.memory.buffer);
  }

  get count(): number {
    return this.#count;
  }

  /** Stores a vector; zeros mean none. @throws {RangeError} When all together exceed 4 GB. */
  set(slot: number, vector: Float32Array): void {
    this.clear(slot);
    const scales = this.#page(slot >>> PAGE_BITS);
    const scale = largestComponent(vector) / 127;
    if (!(scale > 0)) return;
    const at = this.#codesOf(slot);
    const bytes = this.#bytes;
    for (let i = 0; i < vector.length; i++) bytes[at + i] = Math.round(vector[i]! / scale);
    this.#writeSigns(vector, this.#signsOf(slot));
    scales[slot & (PAGE_SLOTS - 1)] = scale;
    this.#count++;
  }

  clear(slot: number): void {
    if (this.#scale(slot) === 0) return;
    this.#scales[slot >>> PAGE_BITS]![slot & (PAGE_SLOTS - 1)] = 0;
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
    const sum = this.#kernels.dot(0, codes, codes + this.#codesBytes);
    return Math.max(-1, Math.min(1, sum * scale * question.scale));
  }

  /**
   * The best `limit` (≥ 1) of the slots that have a vector and for which `eligible` is 1, best first.
   *
   * @param precedes Order of slots with the same cosine.
   */
  best(
    question: PreparedVector,
    limit: number,
    { eligible, precedes }: { eligible: Uint8Array; precedes: (a: number, b: number) => boolean },
  ): ScoredSlot[] {
    const top = new TopSlots(limit, precedes);
    const slots = Math.min(this.#scales.length * PAGE_SLOTS, eligible.length);
    if (this.#count <= this.#exactScanMax) {
      for (let slot = 0; slot < slots; slot++) {
        if (eligible[slot] === 1 && this.#scale(slot) !== 0) top.offer(this.cosine(question, slot), slot);
      }
      return top.sorted();
    }
    const cutoff = this.#measure(slots, eligible, Math.max(limit * RESCORED_PER_HIT, RESCORED_MIN));
    this.#offerWithin(cutoff, slots, { question, top });
    return top.sorted();
  }

  /**
   * Offers the slots within a distance. Nothing follows the loop: V8 discards on-stack compiled code at the first new
   * line after it.
   */
  #offerWithin(
    cutoff: number,
    slots: number,
    { question, top }: { question: PreparedVector; top: TopSlots },
  ): void {
    const distances = this.#distances;
    for (let slot = 0; slot < slots; slot++) {
      if (distances[slot]! > cutoff) continue;
      const cosine = this.cosine(question, slot);
      if (cosine >= top.threshold) top.offer(cosine, slot);
    }
  }

  /**
   * Computes the Hamming distance of every slot.
   *
   * @returns The least distance within which `wanted` vectors lie, all ties with the last one included.
   */
  #measure(slots: number, eligible: Uint8Array, wanted: number): number {
    if (this.#distances.length < slots) this.#distances = new Uint16Array(this.#scales.length * PAGE_SLOTS);
    const all = this.#distances;
    const ofPage = new Uint16Array(this.#bytes.buffer, this.#pageDistances, PAGE_SLOTS);
    const histogram = new Uint32Array(this.dimensions + 1);
    for (let first = 0; first < slots; first += PAGE_SLOTS) {
      const scales = this.#scales[first / PAGE_SLOTS]!;
      const end = Math.min(PAGE_SLOTS, slots - first);
      const signs = this.#signsOf(first);
      this.#kernels.distances(
        this.#questionSigns,
        this.#questionSigns + this.#signsBytes,
        signs,
        signs + end * this.#signsBytes,
        this.#pageDistances,
      );
      for (let i = 0; i < end; i++) {
        const isCompared = scales[i] !== 0 && eligible[first + i] === 1;
        const distance = isCompared ? ofPage[i]! : ABSENT;
        all[first + i] = distance;
        if (isCompared) histogram[distance]!++;
      }
    }
    let within = 0;
    for (let distance = 0; distance < histogram.length; distance++) {
      within += histogram[distance]!;
      if (within >= wanted) return distance;
    }
    return histogram.length;
  }

  #scale(slot: number): number {
    return this.#scales[slot >>> PAGE_BITS]?.[slot & (PAGE_SLOTS - 1)] ?? 0;
  }

  #codesOf(slot: number): number {
    return this.#addressOf(slot >>> PAGE_BITS) + (slot & (PAGE_SLOTS - 1)) * this.#codesBytes;
  }

  #signsOf(slot: number): number {
    const behindCodes = this.#addressOf(slot >>> PAGE_BITS) + PAGE_SLOTS * this.#codesBytes;
    return behindCodes + (slot & (PAGE_SLOTS - 1)) * this.#signsBytes;
  }

  #addressOf(page: number): number {
    return this.#firstPage + page * PAGE_SLOTS * (this.#codesBytes + this.#signsBytes);
  }

  /** The scales of a page, which is allocated if needed. */
  #page(number: number): Float32Array {
    while (this.#scales.length <= number) {
      const missing = this.#addressOf(this.#scales.length + 1) - this.#bytes.length;
      if (missing > 0) {
        this.#kernels.memory.grow(Math.ceil(missing / MEMORY_PAGE_BYTES));
        this.#bytes = new Int8Array(this.#kernels.memory.buffer);
      }
      this.#scales.push(new Float32Array(PAGE_SLOTS));
    }
    return this.#scales[number]!;
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

function largestComponent(vector: Float32Array): number {
  let largest = 0;
  for (let i = 0; i < vector.length; i++) largest = Math.max(largest, Math.abs(vector[i]!));
  return largest;
}
