import { type ScoredSlot, TopSlots } from './top-slots.ts';

const PAGE_BITS = 10;
const PAGE_SLOTS = 1 << PAGE_BITS;
/** Vectors compared in full for each one asked for, and at least: the price of recall. */
const RESCORED_PER_HIT = 20;
const RESCORED_MIN = 500;
/** A question's components are whole numbers to ±2,047: 127 · 2,047 · 8,192 still fits 32 bits. */
const QUESTION_MAX = 2_047;
const DIMENSIONS_MAX = 8_192;
/** Words of sign bits come in threes, whose bit counts are added up in shared fields. */
const WORDS_STEP = 3;
const ABSENT = 0xffff;

interface Page {
  readonly codes: Int8Array;
  readonly signs: Int32Array;
  /** Of each vector: component = code · scale; 0 where there is none. */
  readonly scales: Float32Array;
}

/** A question's vector, made ready to be compared. */
export interface PreparedVector {
  readonly codes: Int16Array;
  readonly signs: Int32Array;
  readonly scale: number;
}

/**
 * Unit vectors by slot, eight bits a component with a scale each, and their sign bits. A cosine from them is off by
 * at most √dimensions / 254 (both at their worst at once), usually by less than 0.001 at 150 dimensions.
 * Among many vectors the search compares sign bits first (Hamming distance) and the codes of the nearest only, so
 * it may miss a neighbour, but what it returns has its exact cosine.
 *
 * @see Charikar, "Similarity estimation techniques from rounding algorithms", STOC 2002, for the sign bits.
 */
export class QuantisedVectors {
  readonly dimensions: number;
  readonly #words: number;
  readonly #exactScanMax: number;
  readonly #pages: Page[] = [];
  #distances = new Uint16Array(0);
  /** Vectors held, of hidden slots too. */
  #count = 0;

  /**
   * @param options.exactScanMax Up to this many vectors, every one is compared in full.
   * @throws {RangeError} when there are 0 or more than 8,192 dimensions.
   */
  constructor(dimensions: number, options: { readonly exactScanMax: number }) {
    if (!(dimensions >= 1 && dimensions <= DIMENSIONS_MAX)) {
      throw new RangeError(
        `Cannot index embeddings as they must have 1–${DIMENSIONS_MAX} dimensions: current value is ${dimensions}`,
      );
    }
    this.dimensions = dimensions;
    this.#words = Math.ceil(Math.ceil(dimensions / 32) / WORDS_STEP) * WORDS_STEP;
    this.#exactScanMax = options.exactScanMax;
  }

  /** Stores a vector; one of zeros means that there is none. */
  set(slot: number, vector: Float32Array): void {
    this.clear(slot);
    const { page, index } = this.#pageOf(slot);
    const scale = largestComponent(vector) / 127;
    if (!(scale > 0)) return;
    const at = index * this.dimensions;
    for (let i = 0; i < vector.length; i++) page.codes[at + i] = Math.round(vector[i]! / scale);
    writeSigns(vector, page.signs, index * this.#words);
    page.scales[index] = scale;
    this.#count++;
  }

  clear(slot: number): void {
    if (this.#scale(slot) === 0) return;
    this.#pages[slot >>> PAGE_BITS]!.scales[slot & (PAGE_SLOTS - 1)] = 0;
    this.#count--;
  }

  /** @returns undefined for a vector of zeros or of other dimensions, which nothing can be compared with. */
  prepare(vector: Float32Array): PreparedVector | undefined {
    const scale = largestComponent(vector) / QUESTION_MAX;
    if (vector.length !== this.dimensions || !(scale > 0)) return undefined;
    const signs = new Int32Array(this.#words);
    writeSigns(vector, signs, 0);
    return { codes: Int16Array.from(vector, (component) => Math.round(component / scale)), signs, scale };
  }

  /** What is left of the vector in `slot` after quantising; undefined when there is none. */
  vector(slot: number): Float32Array | undefined {
    const scale = this.#scale(slot);
    if (scale === 0) return undefined;
    const { codes } = this.#pages[slot >>> PAGE_BITS]!;
    const at = (slot & (PAGE_SLOTS - 1)) * this.dimensions;
    const vector = new Float32Array(codes.subarray(at, at + this.dimensions));
    for (let i = 0; i < vector.length; i++) vector[i]! *= scale;
    return vector;
  }

  /** Cosine with the vector in `slot`; 0 when there is none. */
  cosine(question: PreparedVector, slot: number): number {
    const scale = this.#scale(slot);
    if (scale === 0) return 0;
    const { codes } = this.#pages[slot >>> PAGE_BITS]!;
    const sum = dotProduct(question.codes, codes, (slot & (PAGE_SLOTS - 1)) * this.dimensions);
    return Math.max(-1, Math.min(1, sum * scale * question.scale));
  }

  /**
   * The best `limit` (≥ 1) of the slots that hold a vector and for which `eligible` is 1, best first.
   *
   * @param precedes Order of slots with the same cosine.
   */
  best(
    question: PreparedVector,
    limit: number,
    { eligible, precedes }: { eligible: Uint8Array; precedes: (a: number, b: number) => boolean },
  ): ScoredSlot[] {
    const top = new TopSlots(limit, precedes);
    const slots = Math.min(this.#pages.length * PAGE_SLOTS, eligible.length);
    if (this.#count <= this.#exactScanMax) {
      for (let slot = 0; slot < slots; slot++) {
        if (eligible[slot] === 1 && this.#scale(slot) !== 0) top.offer(this.cosine(question, slot), slot);
      }
      return top.sorted();
    }
    const cutoff = this.#measure(question, slots, eligible, Math.max(limit * RESCORED_PER_HIT, RESCORED_MIN));
    for (let slot = 0; slot < slots; slot++) {
      if (this.#distances[slot]! <= cutoff) top.offer(this.cosine(question, slot), slot);
    }
    return top.sorted();
  }

  /**
   * Fills in the Hamming distance of every slot.
   *
   * @returns The least distance within which `wanted` vectors lie, all ties with the last one included.
   */
  #measure(question: PreparedVector, slots: number, eligible: Uint8Array, wanted: number): number {
    if (this.#distances.length < slots) this.#distances = new Uint16Array(this.#pages.length * PAGE_SLOTS);
    const [distances, words] = [this.#distances, this.#words];
    const histogram = new Uint32Array(words * 32 + 1);
    for (let first = 0; first < slots; first += PAGE_SLOTS) {
      const { signs, scales } = this.#pages[first / PAGE_SLOTS]!;
      const end = Math.min(PAGE_SLOTS, slots - first);
      for (let i = 0; i < end; i++) {
        if (scales[i] === 0 || eligible[first + i] !== 1) {
          distances[first + i] = ABSENT;
          continue;
        }
        const distance = hammingDistance(question.signs, signs, i * words, words);
        distances[first + i] = distance;
        histogram[distance]!++;
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
    return this.#pages[slot >>> PAGE_BITS]?.scales[slot & (PAGE_SLOTS - 1)] ?? 0;
  }

  #pageOf(slot: number): { page: Page; index: number } {
    const number = slot >>> PAGE_BITS;
    while (this.#pages.length <= number) {
      this.#pages.push({
        codes: new Int8Array(PAGE_SLOTS * this.dimensions),
        signs: new Int32Array(PAGE_SLOTS * this.#words),
        scales: new Float32Array(PAGE_SLOTS),
      });
    }
    return { page: this.#pages[number]!, index: slot & (PAGE_SLOTS - 1) };
  }
}

function largestComponent(vector: Float32Array): number {
  let largest = 0;
  for (const component of vector) largest = Math.max(largest, Math.abs(component));
  return largest;
}

function writeSigns(vector: Float32Array, words: Int32Array, at: number): void {
  for (let word = 0; word * 32 < vector.length; word++) {
    let bits = 0;
    for (let i = word * 32; i < Math.min(vector.length, word * 32 + 32); i++) {
      if (vector[i]! > 0) bits |= 1 << (i & 31);
    }
    words[at + word] = bits;
  }
}

function dotProduct(question: Int16Array, codes: Int8Array, at: number): number {
  let [even, odd] = [0, 0];
  const pairs = question.length & ~1;
  for (let i = 0; i < pairs; i += 2) {
    even = (even + Math.imul(question[i]!, codes[at + i]!)) | 0;
    odd = (odd + Math.imul(question[i + 1]!, codes[at + i + 1]!)) | 0;
  }
  if (pairs < question.length) even += Math.imul(question[pairs]!, codes[at + pairs]!);
  return even + odd;
}

/** Bits that differ; three words at a time share their fields until the sum no longer fits four bits. */
function hammingDistance(question: Int32Array, signs: Int32Array, at: number, words: number): number {
  let distance = 0;
  for (let i = 0; i < words; i += WORDS_STEP) {
    const two =
      (bitsByFour(question[i]! ^ signs[at + i]!) + bitsByFour(question[i + 1]! ^ signs[at + i + 1]!)) | 0;
    const fours = (two + bitsByFour(question[i + 2]! ^ signs[at + i + 2]!)) | 0;
    const eights = (fours & 0x0f0f0f0f) + ((fours >>> 4) & 0x0f0f0f0f);
    distance += Math.imul(eights, 0x01010101) >>> 24;
  }
  return distance;
}

/** Each group of four bits replaced by how many of them are set. */
function bitsByFour(word: number): number {
  const pairs = (word - ((word >>> 1) & 0x55555555)) | 0;
  return (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
}
