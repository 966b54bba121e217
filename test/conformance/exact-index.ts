import { B, inverseDocumentFrequency, K1 } from '../../src/adapters/search/bm25.ts';
import { isCompoundOf } from '../../src/adapters/search/compound-terms.ts';
import { type ChunkId, chunkIdOf } from '../../src/ports/chunk.ts';
import type { FoundEmbedding, IndexedChunk, IndexQuery, SearchIndex } from '../../src/ports/search-index.ts';

interface ExactChunk {
  readonly chunkId: ChunkId;
  readonly docId: string;
  readonly ordinal: number;
  readonly counts: ReadonlyMap<string, number>;
  readonly length: number;
  embedding: Float32Array | undefined;
}

/**
 * A reference implementation of the port: scores every chunk for every question. Only for checking the embedded index.
 */
export function createExactIndex(): SearchIndex {
  const documents = new Map<string, Map<number, ExactChunk[]>>();
  let embeddingModelId: string | undefined;

  const chunks = (corpus?: ReadonlySet<string>) =>
    [...documents.values()]
      .flatMap((versions) => [...versions.values()].flat())
      .filter(({ docId }) => corpus?.has(docId) ?? true);
  const removeVersions = (docId: string, isRemoved: (version: number) => boolean) => {
    const versions = documents.get(docId);
    for (const version of versions?.keys() ?? []) if (isRemoved(version)) versions!.delete(version);
    if (versions?.size === 0) documents.delete(docId);
  };
  const idfIn = (corpus?: ReadonlySet<string>) => (term: string) => {
    const all = chunks(corpus);
    return inverseDocumentFrequency(all.length, all.filter(({ counts }) => counts.has(term)).length);
  };

  return {
    async stage(docId, version, given) {
      const versions = documents.get(docId) ?? new Map();
      documents.set(
        docId,
        versions.set(
          version,
          given.map((chunk) => exactChunk(docId, version, chunk)),
        ),
      );
    },
    retire: async (docId, version) => removeVersions(docId, (each) => each < version),
    unstage: async (docId, version) => removeVersions(docId, (each) => each === version),
    remove: async (docId, version) => removeVersions(docId, (each) => each <= version),
    async replaceEmbeddings(modelId, embeddings) {
      const replaced = new Map<ChunkId, Float32Array>();
      for await (const { chunkId, embedding } of embeddings) replaced.set(chunkId, embedding);
      for (const chunk of chunks()) chunk.embedding = nonZero(replaced.get(chunk.chunkId));
      embeddingModelId = modelId;
    },
    async search(query, { limit, signal }) {
      signal?.throwIfAborted();
      const all = chunks(query.corpus);
      const idf = idfIn(query.corpus);
      const averageLength = all.reduce((sum, { length }) => sum + length, 0) / all.length;
      const words = query.terms.map(({ term, weight, variants = [] }) =>
        [{ terms: [term], weight: 1 }, ...variants].map(({ terms, weight: share }) => ({
          terms,
          weight: weight * share * Math.min(Math.max(...terms.map(idf)), idf(term)),
        })),
      );
      const scored = all
        .filter(({ docId }) => query.docIds?.has(docId) ?? true)
        .map((chunk) => ({
          chunk,
          lexical: bm25(chunk, words, averageLength),
          dense: cosine(chunk, query),
        }));
      const hits = new Set([
        ...scored
          .filter(({ lexical }) => lexical > 0)
          .sort(by('lexical'))
          .slice(0, limit),
        ...scored
          .filter(({ chunk }) => isComparable(query, chunk))
          .sort(by('dense'))
          .slice(0, limit),
      ]);
      return Array.from(hits, ({ chunk: { chunkId, docId, embedding }, lexical, dense }) => ({
        chunkId,
        docId,
        lexical,
        dense,
        ...(query.embedding && embedding && { embedding: new ExactEmbedding(embedding) }),
      }));
    },
    async statistics({ corpus } = {}) {
      const all = chunks(corpus);
      const embedded = all.filter((chunk) => chunk.embedding).length;
      const known = new Set(all.map(({ docId }) => docId));
      const counts = { documents: corpus ? known.size : documents.size, chunks: all.length, embedded };
      const of = { ...(corpus && { corpus }), embeddingModelId };
      return { ...counts, ...of, idf: idfIn(corpus), learn: async () => false };
    },
    async compoundTerms(parts, { limit, corpus }) {
      const frequencies = frequenciesOf(chunks(corpus));
      return parts.map((part) =>
        [...frequencies.keys()]
          .filter((term) => isCompoundOf(part, term))
          .sort((a, b) => frequencies.get(b)! - frequencies.get(a)! || (a < b ? -1 : 1))
          .slice(0, limit),
      );
    },
    async ping(signal) {
      signal.throwIfAborted();
    },
    async [Symbol.asyncDispose]() {
      documents.clear();
    },
  };
}

function exactChunk(docId: string, version: number, chunk: IndexedChunk): ExactChunk {
  return {
    chunkId: chunkIdOf(docId, version, chunk.ordinal),
    docId,
    ordinal: chunk.ordinal,
    counts: new Map(chunk.terms.map((term, i) => [term, chunk.counts[i]!])),
    length: chunk.counts.reduce((sum, count) => sum + count, 0),
    embedding: nonZero(chunk.embedding),
  };
}

/** @param words The alternatives of each word, of which the best counts. */
function bm25(
  chunk: ExactChunk,
  words: readonly (readonly { terms: readonly string[]; weight: number }[])[],
  averageLength: number,
): number {
  const norm = K1 * (1 - B + (B * chunk.length) / averageLength);
  const shares = words.map((alternatives) =>
    alternatives.map(({ terms, weight }) => {
      const count = Math.min(...terms.map((term) => chunk.counts.get(term) ?? 0));
      return count > 0 ? (weight * count * (K1 + 1)) / (count + norm) : 0;
    }),
  );
  return shares.reduce((sum, of) => sum + Math.max(...of), 0);
}

function cosine({ embedding }: ExactChunk, query: IndexQuery): number {
  if (!embedding || !query.embedding || embedding.length !== query.embedding.length) return 0;
  return embedding.reduce((sum, component, i) => sum + component * query.embedding![i]!, 0);
}

function isComparable({ embedding: question }: IndexQuery, { embedding }: ExactChunk): boolean {
  return embedding?.length === question?.length && question?.some((component) => component !== 0) === true;
}

type Scored = { chunk: ExactChunk; lexical: number; dense: number };

/** Descending by a score; then by document and in reading order. */
function by(score: 'lexical' | 'dense') {
  return (a: Scored, b: Scored) =>
    b[score] - a[score] ||
    (a.chunk.docId === b.chunk.docId
      ? a.chunk.ordinal - b.chunk.ordinal
      : a.chunk.docId < b.chunk.docId
        ? -1
        : 1);
}

function nonZero(embedding: Float32Array | undefined): Float32Array | undefined {
  return embedding?.some((component) => component !== 0) ? embedding : undefined;
}

class ExactEmbedding implements FoundEmbedding {
  readonly #vector: Float32Array;

  constructor(vector: Float32Array) {
    this.#vector = vector;
  }

  cosine(other: ExactEmbedding): number {
    return this.#vector.reduce((sum, component, i) => sum + component * other.#vector[i]!, 0);
  }
}

/** In how many chunks each term is. */
function frequenciesOf(
  chunks: Iterable<{ readonly counts: ReadonlyMap<string, number> }>,
): Map<string, number> {
  const frequencies = new Map<string, number>();
  for (const { counts } of chunks) {
    for (const term of counts.keys()) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
  }
  return frequencies;
}
