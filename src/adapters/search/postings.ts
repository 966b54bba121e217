import { createCache } from '../../kernel/cache.ts';
import { type ChunkId, type ChunkTerms, chunkIdOf } from '../../ports/chunk.ts';
import { inverseDocumentFrequency } from './bm25.ts';
import { CompoundTerms } from './compound-terms.ts';
import { doubled } from './growing.ts';
import { type DumpedLists, PostingLists } from './posting-lists.ts';
import { TermIds } from './term-ids.ts';

/** A slot or term shares 32 bits with an 8-bit count: its 24 bits allow this many of either. */
const NAMES_MAX = 2 ** 24;
/** A count this large is in `#largeCounts`; the entry says 255. */
const LARGE_COUNT = 255;
/** Of the terms of phrases: they are few, and most questions have some of them. */
const SLOTS_WITH_BYTES_MAX = 2 ** 23;
/** Entries that `sweep` visits before yielding: about 2 ms. */
const SWEEP_ENTRIES = 25_000;
/** Terms that `restore` looks up before yielding: about 2 ms. */
const RESTORED_TERMS = 4_096;

/** One version of a document: its slots, and the terms of all its chunks in a row, `term << 8 | count` each. */
export interface IndexedVersion {
  readonly docId: string;
  readonly version: number;
  /** Slot of each chunk, in the order given. */
  readonly slots: Uint32Array;
  readonly terms: Uint32Array;
  /** How many of `slots` and of `terms` are filled. */
  filledSlots: number;
  filledTerms: number;
}

/** Postings as they are stored: `state` is JSON, `terms` are by id, columns by slot. */
export interface DumpedPostings extends Omit<DumpedLists, 'state'> {
  readonly state: {
    readonly freeIds: readonly number[];
    readonly freeSlots: readonly number[];
    readonly deadSlots: readonly number[];
    readonly largeCounts: readonly (readonly [key: number, count: number])[];
    readonly chunks: number;
    readonly totalLength: number;
    readonly lists: DumpedLists['state'];
  };
  readonly terms: readonly string[];
  readonly frequencies: Uint32Array<ArrayBuffer>;
  readonly visible: Uint8Array<ArrayBuffer>;
  readonly lengths: Uint32Array<ArrayBuffer>;
  readonly ordinals: Uint32Array<ArrayBuffer>;
  readonly starts: Uint32Array<ArrayBuffer>;
  readonly distinct: Uint32Array<ArrayBuffer>;
}

/**
 * Which term occurs in which chunk, and how often: postings (term → chunks) for searching, and forward lists (chunk →
 * terms) for exact document frequencies and for the score of a single chunk. A chunk occupies a slot, a small integer
 * that is reused once `sweep` has removed the postings of its last owner. A slot is hidden until its version is shown,
 * and again once it is dropped: counts and averages cover visible slots only.
 */
export class Postings {
  readonly #ids = new TermIds();
  readonly #freeIds: number[] = [];
  #idsUsed = 0;
  #frequencies = new Uint32Array(1024);
  readonly lists = new PostingLists();
  readonly compounds = new CompoundTerms();
  /** `slot · 2²⁴ + term` → count, for counts that do not fit an entry. */
  readonly #largeCounts = new Map<number, number>();

  #slotsUsed = 0;
  #freeSlots: number[] = [];
  #deadSlots: number[] = [];
  #versions: (IndexedVersion | undefined)[] = [];
  /** Ids of chunks found before: the same strings, so that lookups hash them once. */
  #chunkIds: (ChunkId | undefined)[] = [];
  #visible = new Uint8Array(1024);
  #lengths = new Uint32Array(1024);
  #ordinals = new Uint32Array(1024);
  #starts = new Uint32Array(1024);
  #distinct = new Uint32Array(1024);
  /** By term id, since the last change of postings. */
  readonly #slotsWith = createCache<number, Uint8Array>({
    sizeMax: SLOTS_WITH_BYTES_MAX,
    sizeOf: ({ byteLength }) => byteLength,
  });
  #chunks = 0;
  #totalLength = 0;

  /** Visible chunks. */
  get chunks(): number {
    return this.#chunks;
  }

  /** Mean number of term occurrences of the visible chunks; 0 when there are none. */
  get averageLength(): number {
    return this.#chunks === 0 ? 0 : this.#totalLength / this.#chunks;
  }

  /** Upper bound of slots in use or free for reuse. */
  get slotsUsed(): number {
    return this.#slotsUsed;
  }

  /** Slots whose postings `sweep` would remove. */
  get deadSlots(): number {
    return this.#deadSlots.length;
  }

  /** Upper bound of ids. */
  get idsUsed(): number {
    return this.#idsUsed;
  }

  /** 1 for a visible slot; valid until the next chunk is added. */
  get visible(): Uint8Array {
    return this.#visible;
  }

  /** Term occurrences of each slot; valid until the next chunk is added. */
  get lengths(): Uint32Array {
    return this.#lengths;
  }

  idOf(term: string): number | undefined {
    return this.#ids.get(term);
  }

  /** Number of visible chunks that contain the term. */
  frequency(id: number): number {
    return this.#frequencies[id]!;
  }

  idf(term: string): number {
    const id = this.#ids.get(term);
    return inverseDocumentFrequency(this.#chunks, id === undefined ? 0 : this.#frequencies[id]!);
  }

  /** A bit for each slot, eight a byte, set where it has a term. Valid until the postings change. */
  slotsWith(id: number): Uint8Array {
    const known = this.#slotsWith.get(id);
    if (known) return known;
    const bits = new Uint8Array((this.#slotsUsed >>> 3) + 1);
    this.lists.forEachRun(id, (page, from, to) => {
      for (let i = from; i < to; i++) {
        const slot = page[i]! >>> 8;
        bits[slot >>> 3]! |= 1 << (slot & 7);
      }
    });
    this.#slotsWith.set(id, bits);
    return bits;
  }

  ordinal(slot: number): number {
    return this.#ordinals[slot]!;
  }

  /** The version of a slot; undefined when it is dead or free. */
  versionAt(slot: number): IndexedVersion | undefined {
    return this.#versions[slot];
  }

  /** Of the chunk in a slot that is neither dead nor free. */
  idsOf(slot: number): { chunkId: ChunkId; docId: string } {
    const { docId, version } = this.#versions[slot]!;
    this.#chunkIds[slot] ??= chunkIdOf(docId, version, this.#ordinals[slot]!);
    return { chunkId: this.#chunkIds[slot], docId };
  }

  /** Order of visible chunks with equal scores: by document, then in reading order. */
  readonly precedes = (a: number, b: number): boolean => {
    const docA = this.#versions[a]!.docId;
    const docB = this.#versions[b]!.docId;
    return docA === docB ? this.#ordinals[a]! < this.#ordinals[b]! : docA < docB;
  };

  /** Range of a chunk's entries in its version's `terms`: from … to − 1. */
  termsOf(slot: number): { from: number; to: number } {
    const from = this.#starts[slot]!;
    return { from, to: from + this.#distinct[slot]! };
  }

  /** The exact count behind an entry's `count`. */
  exactCount(count: number, slot: number, id: number): number {
    return count < LARGE_COUNT ? count : this.#largeCounts.get(slot * NAMES_MAX + id)!;
  }

  /** Makes room for a version's chunks, which are then added one by one. */
  open(docId: string, version: number, chunks: readonly ChunkTerms[]): IndexedVersion {
    const termsTotal = chunks.reduce((sum, chunk) => sum + chunk.terms.length, 0);
    return {
      docId,
      version,
      slots: new Uint32Array(chunks.length),
      terms: new Uint32Array(termsTotal),
      filledSlots: 0,
      filledTerms: 0,
    };
  }

  /**
   * Adds the next chunk of an opened version, hidden.
   *
   * @returns Its slot.
   * @throws {RangeError} When the index holds 2²⁴ chunks or distinct terms.
   */
  add(version: IndexedVersion, chunk: ChunkTerms & { readonly ordinal: number }): number {
    const slot = this.#takeSlot();
    version.slots[version.filledSlots++] = slot;
    this.#versions[slot] = version;
    this.#chunkIds[slot] = undefined;
    this.#ordinals[slot] = chunk.ordinal;
    this.#starts[slot] = version.filledTerms;
    this.#distinct[slot] = chunk.terms.length;
    let length = 0;
    for (let i = 0; i < chunk.terms.length; i++) {
      const count = chunk.counts[i]!;
      const id = this.#intern(chunk.terms[i]!);
      const stored = Math.min(count, LARGE_COUNT);
      if (stored === LARGE_COUNT) this.#largeCounts.set(slot * NAMES_MAX + id, count);
      this.lists.append(id, ((slot << 8) | stored) >>> 0);
      version.terms[version.filledTerms++] = ((id << 8) | stored) >>> 0;
      length += count;
    }
    this.#lengths[slot] = length;
    return slot;
  }

  /** Makes all chunks of a filled version visible. */
  show(version: IndexedVersion): void {
    this.#slotsWith.clear();
    for (const slot of version.slots) {
      this.#visible[slot] = 1;
      this.#totalLength += this.#lengths[slot]!;
    }
    this.#chunks += version.slots.length;
    for (const entry of version.terms) this.#frequencies[entry >>> 8]!++;
  }

  /** All but the versions; columns are views that are valid until the next change. */
  dump(): DumpedPostings {
    const terms = new Array<string>(this.#idsUsed).fill('');
    for (const [term, id] of this.#ids) terms[id] = term;
    const lists = this.lists.dump(this.#idsUsed);
    const slots = this.#slotsUsed;
    return {
      state: {
        freeIds: this.#freeIds,
        freeSlots: this.#freeSlots,
        deadSlots: this.#deadSlots,
        largeCounts: [...this.#largeCounts],
        chunks: this.#chunks,
        totalLength: this.#totalLength,
        lists: lists.state,
      },
      terms,
      frequencies: this.#frequencies.subarray(0, this.#idsUsed),
      ...{ table: lists.table, pages: lists.pages },
      visible: this.#visible.subarray(0, slots),
      lengths: this.#lengths.subarray(0, slots),
      ordinals: this.#ordinals.subarray(0, slots),
      starts: this.#starts.subarray(0, slots),
      distinct: this.#distinct.subarray(0, slots),
    };
  }

  /** Empty postings become what was dumped, with these versions and with the pages in one; yields between slices. */
  *restore(
    dumped: Omit<DumpedPostings, 'pages'> & { pages: Uint32Array },
    versions: readonly IndexedVersion[],
  ): Generator<void> {
    const { state, terms, table, pages } = dumped;
    const free = new Set(state.freeIds);
    for (const [id, term] of terms.entries()) {
      if (id % RESTORED_TERMS === 0) yield;
      if (free.has(id)) continue;
      const own = ownCopy(term);
      this.#ids.set(own, id);
      this.compounds.set(id, own);
    }
    this.#freeIds.push(...free);
    this.#idsUsed = terms.length;
    this.#frequencies = doubled(dumped.frequencies, terms.length);
    this.lists.restore({ state: state.lists, table, pages });
    for (const [key, count] of state.largeCounts) this.#largeCounts.set(key, count);
    this.#slotsUsed = dumped.visible.length;
    this.#freeSlots = [...state.freeSlots];
    this.#deadSlots = [...state.deadSlots];
    this.#visible = doubled(dumped.visible, this.#slotsUsed);
    this.#lengths = doubled(dumped.lengths, this.#slotsUsed);
    this.#ordinals = doubled(dumped.ordinals, this.#slotsUsed);
    this.#starts = doubled(dumped.starts, this.#slotsUsed);
    this.#distinct = doubled(dumped.distinct, this.#slotsUsed);
    this.#chunks = state.chunks;
    this.#totalLength = state.totalLength;
    this.#versions = new Array<IndexedVersion | undefined>(this.#slotsUsed).fill(undefined);
    for (const version of versions) for (const slot of version.slots) this.#versions[slot] = version;
  }

  /** Removes a version, visible or not, filled or not. */
  drop(version: IndexedVersion): void {
    if (version.filledSlots > 0 && this.#visible[version.slots[0]!] === 1) {
      for (const slot of version.slots) {
        this.#visible[slot] = 0;
        this.#totalLength -= this.#lengths[slot]!;
      }
      this.#chunks -= version.slots.length;
      for (const entry of version.terms) this.#frequencies[entry >>> 8]!--;
    }
    for (const slot of version.slots.subarray(0, version.filledSlots)) {
      this.#versions[slot] = undefined;
      this.#deadSlots.push(slot);
    }
  }

  /** Removes the postings of dead slots, so that slots, room and unused terms can be reused; yields between slices. */
  *sweep(): Generator<void> {
    const dying = this.#deadSlots;
    this.#deadSlots = [];
    const isDying = new Uint8Array(this.#slotsUsed);
    for (const slot of dying) isDying[slot] = 1;
    let looked = 0;
    for (const [term, id] of this.#ids) {
      looked += this.lists.length(id) + 1;
      this.lists.filter(id, (entry) => isDying[entry >>> 8] !== 1);
      if (this.lists.length(id) === 0) {
        this.#ids.delete(term);
        this.#freeIds.push(id);
      }
      if (looked >= SWEEP_ENTRIES) {
        looked = 0;
        yield;
      }
    }
    for (const key of this.#largeCounts.keys()) {
      if (isDying[Math.floor(key / NAMES_MAX)] === 1) this.#largeCounts.delete(key);
    }
    for (const slot of dying) this.#freeSlots.push(slot);
    this.#slotsWith.clear();
  }

  #intern(term: string): number {
    const known = this.#ids.get(term);
    if (known !== undefined) return known;
    const id = this.#freeIds.pop() ?? this.#idsUsed++;
    if (id >= NAMES_MAX) throw new RangeError(`Cannot index more than ${NAMES_MAX} distinct terms`);
    if (id >= this.#frequencies.length) this.#frequencies = doubled(this.#frequencies, id);
    const own = ownCopy(term);
    this.#ids.set(own, id);
    this.compounds.set(id, own);
    return id;
  }

  #takeSlot(): number {
    const slot = this.#freeSlots.pop() ?? this.#slotsUsed++;
    if (slot >= NAMES_MAX) throw new RangeError(`Cannot index more than ${NAMES_MAX} chunks`);
    if (slot >= this.#visible.length) {
      this.#visible = doubled(this.#visible, slot);
      this.#lengths = doubled(this.#lengths, slot);
      this.#ordinals = doubled(this.#ordinals, slot);
      this.#starts = doubled(this.#starts, slot);
      this.#distinct = doubled(this.#distinct, slot);
    }
    return slot;
  }
}

/**
 * A substring may keep the whole string in memory (V8 does so from 13 characters on), and a store reads the terms of a
 * chunk as one text: the dictionary would hold whole chunks for single rare words.
 */
function ownCopy(term: string): string {
  return ` ${term}`.slice(1);
}
