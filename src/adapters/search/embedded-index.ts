import { setImmediate as nextTurn } from 'node:timers/promises';
import { untilAborted } from '../../concurrency/deadline.ts';
import { asError, StillLoading } from '../../errors.ts';
import { createCache } from '../../kernel/cache.ts';
import { type ChunkId, parseChunkId } from '../../ports/chunk.ts';
import type {
  FoundEmbedding,
  IndexedChunk,
  IndexHit,
  IndexQuery,
  SearchIndex,
  TermSearch,
} from '../../ports/search-index.ts';
import type { LiveDocumentChunks } from '../../ports/stored-chunks.ts';
import { Bm25Search } from './bm25-search.ts';
import { CorpusFrequencies } from './corpus-frequencies.ts';
import { type IndexedVersion, Postings } from './postings.ts';
import { QuantisedVectors } from './quantised-vectors.ts';
import { type DumpedIndex, readSaved, SAVED_FORMAT, type SavedIndex, sectionsOf } from './saved-index.ts';
import { writeSections } from './sections-file.ts';

interface Limits {
  /** Postings added before yielding: about 2 ms. */
  readonly slicePostings: number;
  /** Up to this many vectors every one is compared in full; beyond it sign bits preselect. */
  readonly exactScanMax: number;
  /** Dead slots are swept when there are this many, and they exceed `DEAD_SHARE_MAX` of all. */
  readonly deadSlotsMin: number;
}

/** A slice also ends after this time: the cost of a posting varies with the number of terms. */
const SLICE_MS = 8;
const LIMITS: Limits = { slicePostings: 10_000, exactScanMax: 2_000, deadSlotsMin: 256 };
const DEAD_SHARE_MAX = 0.2;
/** Sets of documents whose chunks are counted once: those of recent questions. A byte a chunk and a number a term each. */
const CORPORA_MAX = 8;
/** Embeddings quantised before yielding: about 5 ms at 150 dimensions. */
const SLICE_EMBEDDINGS = 2_000;

/** A document's version that is live in the store; the sequence number tells documents of one id apart. */
export interface LiveVersion {
  readonly version: number;
  readonly sequence: number;
}

/**
 * The search index in memory: exact BM25, quantised embeddings, nothing on disk and nothing native.
 *
 * Of equal scores, the best `limit` are chosen by `docId` (UTF-16 code units), then reading order. A question's
 * embedding with other dimensions belongs to a replaced model and is ignored. Changes of
 * one document must not overlap.
 */
export class EmbeddedIndex implements SearchIndex {
  readonly #postings = new Postings();
  readonly #bm25 = new Bm25Search(this.#postings);
  readonly #documents = new Map<string, IndexedVersion>();
  /** Versions whose earlier one is still to be retired. */
  readonly #staged = new Map<string, IndexedVersion>();
  #vectors: QuantisedVectors | undefined;
  #embeddingModelId: string | undefined;
  /** The running replacement of all embeddings, if any: dying slots are removed from it as well. */
  #replacement: { vectors: QuantisedVectors | undefined } | undefined;
  #sweeping: Promise<void> | undefined;
  #loading: Promise<unknown> | undefined;
  #closed = false;
  #documentChanges = 0;
  #changesUnderway = 0;
  #embeddingChanges = 0;
  readonly #limits: Limits;
  /** Of the documents that were asked about last, until the postings change. */
  readonly #frequencies = createCache<ReadonlySet<string>, CorpusFrequencies>({ sizeMax: CORPORA_MAX });

  /** @param limits Those that tests make small. */
  constructor(limits: Partial<Limits>) {
    this.#limits = { ...LIMITS, ...limits };
  }

  /** How often documents were changed, and all embeddings replaced, since it was loaded. */
  get changes(): { readonly documents: number; readonly embeddings: number } {
    return { documents: this.#documentChanges, embeddings: this.#embeddingChanges };
  }

  async stage(
    docId: string,
    version: number,
    chunks: readonly IndexedChunk[],
    options?: { signal?: AbortSignal },
  ): Promise<void> {
    await this.#opened(options?.signal);
    this.#assertDimensions(chunks);
    using _ = this.#changing();
    const staged = this.#postings.open(docId, version, chunks);
    try {
      let added = 0;
      let turnEnds = performance.now() + SLICE_MS;
      for (const chunk of chunks) {
        this.#add(staged, chunk);
        added += chunk.terms.length + 1;
        if (added < this.#limits.slicePostings && performance.now() < turnEnds) continue;
        added = 0;
        await nextTurn();
        turnEnds = performance.now() + SLICE_MS;
        await this.#opened(options?.signal);
      }
    } catch (error) {
      this.#drop(staged);
      throw error;
    }
    this.#unstage(docId);
    const before = this.#documents.get(docId);
    if (before?.version === version) this.#drop(before);
    if (!before || before.version === version) this.#documents.set(docId, staged);
    else this.#staged.set(docId, staged);
    this.#postings.show(staged);
    this.#frequencies.clear();
  }

  async retire(docId: string, version: number): Promise<void> {
    await this.#opened();
    const before = this.#documents.get(docId);
    if (!before || before.version >= version) return;
    using _ = this.#changing();
    this.#dropShown(before);
  }

  async unstage(docId: string, version: number): Promise<void> {
    await this.#opened();
    using _ = this.#changing();
    if (this.#staged.get(docId)?.version === version) this.#unstage(docId);
    else if (this.#documents.get(docId)?.version === version) await this.remove(docId, version);
  }

  async remove(docId: string, version: number): Promise<void> {
    await this.#opened();
    using _ = this.#changing();
    this.#unstage(docId, version);
    const shown = this.#documents.get(docId);
    if (!shown || shown.version > version) return;
    this.#dropShown(shown);
  }

  /**
   * Runs `work`, which looks up what to load, and loads it. All calls but `ping` wait from now on: until then the index
   * is empty. If `work` fails, they do, too.
   */
  async whileLoading<T>(work: () => Promise<T>): Promise<T> {
    this.#assertOpen();
    if (this.#loading) return work();
    const loading = Promise.resolve().then(work);
    this.#loading = loading;
    const loaded = await loading;
    this.#loading = undefined;
    return loaded;
  }

  /**
   * Fills an empty index in slices, yielding in between. Meanwhile all calls but `ping` wait.
   *
   * @param embeddingModelId The model of the chunks' embeddings, if any.
   */
  async load(documents: AsyncIterable<LiveDocumentChunks>, embeddingModelId?: string): Promise<void> {
    await this.whileLoading(() => {
      this.#embeddingModelId = embeddingModelId;
      return this.#fill(documents);
    });
  }

  /**
   * The same from a file that `save` wrote, which is read several times faster.
   *
   * @param live Of the store, by id: versions in the file that are not among them are dropped.
   * @param missing Given the ids of the documents that the file has, the others. Without a usable file, all.
   * @returns Why the file was not used, if so.
   */
  async loadSaved(
    file: SavedIndex,
    live: ReadonlyMap<string, LiveVersion>,
    missing: (saved: ReadonlySet<string>) => AsyncIterable<LiveDocumentChunks>,
  ): Promise<Error | undefined> {
    return this.whileLoading(async () => {
      this.#embeddingModelId = file.embeddingModelId;
      let unused: Error | undefined;
      const saved = await readSaved(file).catch((error: unknown) => {
        unused = asError(error);
      });
      if (saved && !this.#closed) await this.#restore(saved, live);
      await this.#fill(missing(new Set(this.#documents.keys())));
      return unused;
    });
  }

  /**
   * Writes the index to a file.
   *
   * @param live Of the store, by id: only these versions are read from the file.
   * @returns Whether it was written: not while the index changes.
   */
  async save(
    { path, token, embeddingModelId }: SavedIndex,
    live: ReadonlyMap<string, LiveVersion>,
  ): Promise<boolean> {
    if (this.#isChanging() || this.#embeddingModelId !== embeddingModelId) return false;
    const { documents: changes, embeddings } = this.changes;
    const versions = [...this.#documents.values(), ...this.#staged.values()].map((version) => {
      const known = live.get(version.docId);
      return { ...version, sequence: known?.version === version.version ? known.sequence : 0 };
    });
    const dumped = { postings: this.#postings.dump(), vectors: this.#vectors?.dump(), versions };
    const sections = sectionsOf({ ...dumped, embeddingModelId });
    const isCurrent = () =>
      !this.#isChanging() &&
      this.#documentChanges === changes &&
      this.#embeddingChanges === embeddings &&
      !this.#closed;
    return writeSections(path, sections, { format: SAVED_FORMAT, token, isCurrent });
  }

  async replaceEmbeddings(
    modelId: string,
    embeddings: AsyncIterable<{ chunkId: ChunkId; embedding: Float32Array }>,
  ): Promise<void> {
    await this.#opened();
    const replacement: { vectors: QuantisedVectors | undefined } = { vectors: undefined };
    this.#replacement = replacement;
    let seen = 0;
    for await (const { chunkId, embedding } of embeddings) {
      const slot = this.#slotOf(chunkId);
      if (slot !== undefined) {
        replacement.vectors ??= new QuantisedVectors(embedding.length, this.#limits);
        assertSameDimensions(embedding, replacement.vectors.dimensions);
        replacement.vectors.set(slot, embedding);
      }
      if (++seen % SLICE_EMBEDDINGS === 0) await nextTurn();
      if (this.#closed || this.#replacement !== replacement) return;
    }
    this.#replacement = undefined;
    this.#vectors = replacement.vectors;
    this.#embeddingModelId = modelId;
    this.#embeddingChanges += 1;
  }

  async search(query: IndexQuery, options: { limit: number; signal?: AbortSignal }): Promise<IndexHit[]> {
    await this.#opened(options.signal);
    if (options.limit < 1) return [];
    const { visible, precedes } = this.#postings;
    const corpus = this.#frequenciesOf(query.corpus);
    const among = query.docIds ? this.#frequenciesOf(query.docIds) : corpus;
    const [eligible, count] = [among instanceof CorpusFrequencies ? among.eligible : visible, among.chunks];
    const question = query.embedding && this.#vectors?.prepare(query.embedding);
    this.#bm25.open(query.terms, corpus);
    try {
      const vectors = question && this.#vectors;
      const hitOf = (slot: number, lexical: number, dense: number): IndexHit => {
        const { chunkId, docId } = this.#postings.idsOf(slot);
        if (!vectors?.has(slot)) return { chunkId, docId, lexical, dense };
        return { chunkId, docId, lexical, dense, embedding: new EmbeddingInSlot(vectors, slot) };
      };
      const near = vectors?.best(question!, options.limit, { eligible, count, precedes }) ?? [];
      const guesses = near.map(({ slot }) => slot);
      const hits: IndexHit[] = [];
      const found = new Set<number>();
      for (const { slot, score } of this.#bm25.best(options.limit, { eligible, count, guesses })) {
        found.add(slot);
        hits.push(hitOf(slot, score, vectors?.cosine(question!, slot) ?? 0));
      }
      for (const { slot, score } of near)
        if (!found.has(slot)) hits.push(hitOf(slot, this.#bm25.score(slot), score));
      return hits;
    } finally {
      this.#bm25.close();
    }
  }

  async statistics({ corpus, signal }: Parameters<SearchIndex['statistics']>[0] = {}) {
    await this.#opened(signal);
    const docIds = corpus && [...corpus].filter((docId) => this.#documents.has(docId));
    return {
      ...(corpus && { corpus }),
      documents: docIds?.length ?? this.#documents.size,
      chunks: this.#frequenciesOf(corpus).chunks,
      embedded: docIds ? this.#embeddedOf(docIds) : (this.#vectors?.count ?? 0),
      embeddingModelId: this.#embeddingModelId,
      // Asked for later, when the postings may have changed.
      idf: (term: string) => this.#frequenciesOf(corpus).idf(term),
      learn: async () => false,
    };
  }

  async compoundTerms(parts: readonly string[], { limit, corpus, signal }: TermSearch) {
    await this.#opened(signal);
    const frequencies = this.#frequenciesOf(corpus);
    const sought = { limit, frequency: (id: number) => frequencies.frequency(id) };
    return parts.map((part) => this.#postings.compounds.with(part, sought));
  }

  async ping(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    this.#assertOpen();
    if (this.#loading) throw new StillLoading();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    await this.#loading?.catch(() => undefined);
    await this.#sweeping;
  }

  /** Of these documents as if there were no others; of all without any. */
  #frequenciesOf(docIds: ReadonlySet<string> | undefined): Postings | CorpusFrequencies {
    if (!docIds) return this.#postings;
    const known = this.#frequencies.get(docIds);
    if (known) return known;
    const versions = [...docIds].flatMap((docId) => this.#versionsOf(docId));
    const counted = new CorpusFrequencies(this.#postings, versions);
    this.#frequencies.set(docIds, counted);
    return counted;
  }

  /** Waits for the end of the load. @throws When `signal` aborts first, or the index is closed. */
  async #opened(signal?: AbortSignal): Promise<void> {
    if (this.#loading) await untilAborted(this.#loading, signal);
    signal?.throwIfAborted();
    this.#assertOpen();
  }

  /** Counts a change until it is disposed of. */
  #changing(): Disposable {
    this.#documentChanges += 1;
    this.#changesUnderway += 1;
    return {
      [Symbol.dispose]: () => {
        this.#changesUnderway -= 1;
      },
    };
  }

  #isChanging(): boolean {
    const isBusy = this.#loading ?? this.#sweeping ?? this.#replacement;
    return isBusy !== undefined || this.#changesUnderway > 0;
  }

  /** Becomes what was saved, without the versions that are not live any more. */
  async #restore(saved: DumpedIndex, live: ReadonlyMap<string, LiveVersion>): Promise<void> {
    for (const _ of this.#postings.restore(saved.postings, saved.versions)) await nextTurn();
    if (saved.vectors) {
      this.#vectors = new QuantisedVectors(saved.vectors.dimensions, this.#limits);
      this.#vectors.restore(saved.vectors);
    }
    for (const version of saved.versions) {
      const known = live.get(version.docId);
      if (known?.version === version.version && known.sequence === version.sequence)
        this.#documents.set(version.docId, version);
      else this.#drop(version);
    }
  }

  async #fill(documents: AsyncIterable<LiveDocumentChunks>): Promise<void> {
    let added = 0;
    for await (const { docId, version, chunks } of documents) {
      if (this.#closed) return;
      const loaded = this.#postings.open(docId, version, chunks);
      for (const chunk of chunks) {
        this.#add(loaded, chunk);
        added += chunk.terms.length + 1;
        if (added < this.#limits.slicePostings) continue;
        added = 0;
        await nextTurn();
      }
      this.#postings.show(loaded);
      this.#documents.set(docId, loaded);
    }
  }

  #add(staged: IndexedVersion, chunk: IndexedChunk): void {
    this.#frequencies.clear();
    const slot = this.#postings.add(staged, chunk);
    if (!chunk.embedding) return;
    this.#vectors ??= new QuantisedVectors(chunk.embedding.length, this.#limits);
    // Other dimensions: the model was replaced since this write began, so its embeddings are dropped.
    if (chunk.embedding.length === this.#vectors.dimensions) this.#vectors.set(slot, chunk.embedding);
  }

  #unstage(docId: string, upTo = Number.POSITIVE_INFINITY): void {
    const staged = this.#staged.get(docId);
    if (!staged || staged.version > upTo) return;
    this.#staged.delete(docId);
    this.#drop(staged);
  }

  /** The staged version, if there is one, takes its place. */
  #dropShown(shown: IndexedVersion): void {
    const { docId } = shown;
    this.#drop(shown);
    const staged = this.#staged.get(docId);
    this.#staged.delete(docId);
    if (staged) this.#documents.set(docId, staged);
    else this.#documents.delete(docId);
  }

  #drop(version: IndexedVersion): void {
    this.#frequencies.clear();
    this.#postings.drop(version);
    for (const slot of version.slots.subarray(0, version.filledSlots)) {
      this.#vectors?.clear(slot);
      this.#replacement?.vectors?.clear(slot);
    }
    const { deadSlots, slotsUsed } = this.#postings;
    if (deadSlots >= this.#limits.deadSlotsMin && deadSlots > slotsUsed * DEAD_SHARE_MAX)
      this.#sweeping ??= this.#sweep();
  }

  async #sweep(): Promise<void> {
    const slices = this.#postings.sweep();
    do await nextTurn();
    while (!this.#closed && slices.next().done !== true);
    this.#sweeping = undefined;
  }

  #embeddedOf(docIds: readonly string[]): number {
    let embedded = 0;
    for (const { slots } of docIds.flatMap((docId) => this.#versionsOf(docId)))
      for (const slot of slots) if (this.#vectors?.has(slot)) embedded += 1;
    return embedded;
  }

  #versionsOf(docId: string): IndexedVersion[] {
    return [this.#documents.get(docId), this.#staged.get(docId)].filter((version) => version !== undefined);
  }

  #slotOf(chunkId: ChunkId): number | undefined {
    const parts = parseChunkId(chunkId);
    const document = parts && this.#versionsOf(parts.docId).find(({ version }) => version === parts.version);
    if (!document) return undefined;
    const usual = document.slots[parts.ordinal];
    if (usual !== undefined && this.#postings.ordinal(usual) === parts.ordinal) return usual;
    return document.slots.find((slot) => this.#postings.ordinal(slot) === parts.ordinal);
  }

  #assertDimensions(chunks: readonly IndexedChunk[]): void {
    const expected = this.#vectors?.dimensions ?? chunks.find((chunk) => chunk.embedding)?.embedding?.length;
    for (const { embedding } of chunks) if (embedding) assertSameDimensions(embedding, expected!);
  }

  #assertOpen(): void {
    if (this.#closed) throw new Error('Cannot use the search index as it is closed');
  }
}

export function createEmbeddedIndex(limits: Partial<Limits> = {}): EmbeddedIndex {
  return new EmbeddedIndex(limits);
}

class EmbeddingInSlot implements FoundEmbedding {
  readonly #vectors: QuantisedVectors;
  readonly #slot: number;

  constructor(vectors: QuantisedVectors, slot: number) {
    this.#vectors = vectors;
    this.#slot = slot;
  }

  cosine(other: EmbeddingInSlot): number {
    return this.#vectors.similarity(this.#slot, other.#slot);
  }
}

function assertSameDimensions(embedding: Float32Array, expected: number): void {
  if (embedding.length === expected) return;
  throw new RangeError(
    `Cannot index an embedding as it must have ${expected} dimensions: current value is ${embedding.length}`,
  );
}
