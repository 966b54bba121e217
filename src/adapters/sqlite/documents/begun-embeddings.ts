import { setImmediate as nextTurn } from 'node:timers/promises';
import { chunkIdOf, parseChunkId } from '../../../ports/chunk.ts';
import type {
  BegunEmbeddings,
  StoredEmbeddingModel,
  UnembeddedChunk,
} from '../../../ports/embedding-sets.ts';
import type { ChunkEmbedding } from '../../../ports/search-index.ts';
import { decodeEmbedding, decodeTerms, encodeEmbedding } from '../../document-rows/chunk-codec.ts';
import type { Connection } from '../connection.ts';
import { all, one } from '../database.ts';
import type { EmbeddingModelQueries, Slot } from './embedding-model-queries.ts';

/** Bytes of an encoded vector before its components. */
const SCALE_BYTES = 4;
/** Chunks looked at before yielding: where few embeddings are missing, many are looked at for each found. */
const WINDOW_CHUNKS = 4_096;
/** Embeddings read before yielding. */
const SLICE_EMBEDDINGS = 512;

interface UnembeddedRow {
  readonly chunk: number;
  readonly doc_id: string;
  readonly version: number;
  readonly ordinal: number;
  readonly text: string;
  readonly section: string | null;
  readonly title: string;
  readonly terms: string;
  readonly counts: Uint8Array;
}

interface LiveRow {
  readonly chunk: number;
  readonly doc_id: string;
  readonly version: number;
  readonly ordinal: number;
  readonly vector: Uint8Array;
}

/** The next model's embeddings in the unread slot: they grow in many small commits and survive a crash. */
export function createBegunEmbeddings(connection: Connection, models: EmbeddingModelQueries) {
  const selectBegun = connection.prepare('SELECT id, slot FROM embedding_models WHERE is_current = 0');
  const perSlot = ([0, 1] as const).map((slot) => ({
    count:
      connection.prepare(`SELECT COUNT(*) AS embedded, COALESCE(SUM(vector = zeroblob(LENGTH(vector))), 0) AS declined
       FROM embeddings_${slot}`),
    bytes: connection.prepare(`SELECT LENGTH(vector) AS bytes FROM embeddings_${slot} LIMIT 1`),
    // Driven by the chunks in their order, so that a page costs no more than its window.
    missing: connection.prepare(
      `SELECT c.chunk, d.doc_id, c.version, c.ordinal, c.text, c.section, d.title, t.terms, t.counts
       FROM chunks c
       CROSS JOIN documents d ON d.sequence = c.document AND d.live_version = c.version
       CROSS JOIN chunk_terms t ON t.chunk = c.chunk
       WHERE c.chunk > ? AND c.chunk <= ? AND NOT EXISTS (SELECT 1 FROM embeddings_${slot} e WHERE e.chunk = c.chunk)
       ORDER BY c.chunk LIMIT ?`,
    ),
    live: connection.prepare(
      `SELECT e.chunk, d.doc_id, c.version, c.ordinal, e.vector
       FROM embeddings_${slot} e
       CROSS JOIN chunks c ON c.chunk = e.chunk
       CROSS JOIN documents d ON d.sequence = c.document AND d.live_version = c.version
       WHERE e.chunk > ? ORDER BY e.chunk LIMIT ${SLICE_EMBEDDINGS}`,
    ),
  }));
  const selectLastChunk = connection.prepare('SELECT MAX(chunk) AS chunk FROM chunks');

  const begun = () => one<{ id: string; slot: Slot }>(selectBegun);

  function begunSlot(): Slot {
    const slot = begun()?.slot;
    if (slot === undefined) throw new Error('No embeddings were begun');
    return slot;
  }

  return {
    async begin(model: StoredEmbeddingModel): Promise<void> {
      const found = await connection.read(begun);
      if (found?.id !== model.id) await models.begin(model);
    },
    find(): BegunEmbeddings | undefined {
      const model = begun();
      if (!model) return undefined;
      const { count, bytes } = perSlot[model.slot]!;
      const length = one<{ bytes: number }>(bytes)?.bytes;
      return {
        modelId: model.id,
        ...one<{ embedded: number; declined: number }>(count)!,
        dimensions: length === undefined ? undefined : length - SCALE_BYTES,
      };
    },
    async missing({ after, limit }: { after: number; limit: number }): Promise<UnembeddedChunk[]> {
      const last = await connection.read(() => one<{ chunk: number | null }>(selectLastChunk)?.chunk ?? 0);
      for (let from = after; from < last; from += WINDOW_CHUNKS) {
        const rows = await connection.read(() =>
          all<UnembeddedRow>(perSlot[begunSlot()]!.missing, from, from + WINDOW_CHUNKS, limit),
        );
        if (rows.length > 0) return rows.map(unembeddedChunkOf);
        await nextTurn();
      }
      return [];
    },
    add(embeddings: readonly ChunkEmbedding[]): void {
      const put = models.writerTo(begunSlot());
      for (const { chunkId, embedding } of embeddings) {
        const id = parseChunkId(chunkId);
        const chunk = id && models.rowOf(id);
        if (chunk !== undefined) put(chunk, encodeEmbedding(embedding));
      }
    },
    switchOver: () => models.switchTo(begunSlot()),
    async *live(): AsyncGenerator<ChunkEmbedding> {
      const { live } = perSlot[await connection.read(models.slot)]!;
      for (let after = 0; ; ) {
        const rows = await connection.read(() => all<LiveRow>(live, after));
        for (const { doc_id, version, ordinal, vector } of rows)
          yield { chunkId: chunkIdOf(doc_id, version, ordinal), embedding: decodeEmbedding(vector) };
        const last = rows.at(-1);
        if (!last) return;
        after = last.chunk;
        await nextTurn();
      }
    },
  };
}

function unembeddedChunkOf(row: UnembeddedRow): UnembeddedChunk {
  return {
    chunkId: chunkIdOf(row.doc_id, row.version, row.ordinal),
    position: row.chunk,
    text: row.text,
    title: row.title,
    section: row.section,
    ...decodeTerms(row.terms, row.counts),
  };
}
