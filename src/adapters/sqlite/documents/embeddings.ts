import { setImmediate as nextTurn } from 'node:timers/promises';
import { parseChunkId } from '../../../ports/chunk.ts';
import type { StoredEmbeddingModel, UnembeddedChunk } from '../../../ports/embedding-sets.ts';
import type { ChunkEmbedding } from '../../../ports/search-index.ts';
import {
  chunkEmbeddingOf,
  encodeEmbedding,
  type LiveEmbeddingRow,
  type UnembeddedRow,
  unembeddedChunkOf,
} from '../../sql/chunk-codec.ts';
import * as models from '../../sql/stored-chunks.ts';
import type { Connection } from '../connection.ts';
import { doWork } from '../sql-database.ts';

/** Chunks looked at before yielding: where few embeddings are missing, many are looked at for each found. */
const WINDOW_CHUNKS = 4_096;
/** Embeddings read, or removed in one commit, before yielding. */
const SLICE_EMBEDDINGS = 512;
const PART_BYTES = 1024 * 1024;

export type Embeddings = ReturnType<typeof createEmbeddings>;

/**
 * Model and embeddings are stored in two slots. A replacement fills the unused one in many small commits, and then swaps
 * the slots in one: until that moment, and after a crash, the old model is complete.
 */
export function createEmbeddings(connection: Connection) {
  const { one, all, run, read, write } = connection;
  const current = () => doWork(connection, models.currentModel());
  /** The slot of the embeddings in use; slot 0 before the first model. */
  const slot = () => current()?.slot ?? 0;
  const unusedSlot = () => (current()?.slot === 1 ? 0 : 1);
  const begun = () => doWork(connection, models.begunModel());
  const begunSlot = () => doWork(connection, models.begunSlot());

  function put(into: 0 | 1, chunk: number, embedding: Float32Array): void {
    run(
      `INSERT OR REPLACE INTO embeddings_${into} (chunk, vector) VALUES ($1, $2)`,
      ...[chunk, encodeEmbedding(embedding)],
    );
  }

  /** The row of a chunk of a published version. */
  function rowOf({ docId, version, ordinal }: { docId: string; version: number; ordinal: number }) {
    return one<{ chunk: number }>(
      `SELECT c.chunk FROM documents d JOIN chunks c ON c.document = d.sequence AND c.version = d.live_version
       WHERE d.doc_id = $1 AND d.live_version = $2 AND c.ordinal = $3`,
      ...[docId, version, ordinal],
    )?.chunk;
  }

  function deleteModel(of: 0 | 1): void {
    run('DELETE FROM embedding_model_parts WHERE slot = $1', of);
    run('DELETE FROM embedding_models WHERE slot = $1', of);
  }

  /** Removes some embeddings without a model. @returns Whether there were any. */
  function clearSlice(): boolean {
    const unused = unusedSlot();
    if (one('SELECT 1 FROM embedding_models WHERE slot = $1', unused)) return false;
    const table = `embeddings_${unused}`;
    const some = `SELECT chunk FROM ${table} LIMIT ${SLICE_EMBEDDINGS}`;
    return Number(run(`DELETE FROM ${table} WHERE chunk IN (${some})`).changes) > 0;
  }

  return {
    put,
    clearSlice,

    load(): StoredEmbeddingModel | undefined {
      const model = current();
      if (!model) return undefined;
      const parts = all<{ bytes: Uint8Array }>(
        'SELECT bytes FROM embedding_model_parts WHERE slot = $1 ORDER BY part',
        model.slot,
      );
      return { id: model.id, payload: new Uint8Array(Buffer.concat(parts.map(({ bytes }) => bytes))) };
    },

    /** Empties the slot that is not in use and records its new model, unless it is that already. */
    async begin({ id, payload }: StoredEmbeddingModel): Promise<void> {
      if ((await read(begun))?.id === id) return;
      const into = await read(unusedSlot);
      await write(() => deleteModel(into));
      while (await write(clearSlice, 'relaxed'));
      for (let at = 0, part = 0; at < payload.length; at += PART_BYTES, part += 1) {
        const bytes = payload.subarray(at, at + PART_BYTES);
        await write(() =>
          run('INSERT INTO embedding_model_parts (slot, part, bytes) VALUES ($1, $2, $3)', into, part, bytes),
        );
      }
      // Last: a model that is found has all its parts.
      await write(() =>
        run('INSERT INTO embedding_models (slot, id, is_current) VALUES ($1, $2, 0)', into, id),
      );
    },

    async unembedded({ after, limit }: { after: number; limit: number }): Promise<UnembeddedChunk[]> {
      const last = await read(
        () => one<{ chunk: number | null }>('SELECT MAX(chunk) AS chunk FROM chunks')?.chunk ?? 0,
      );
      for (let from = after; from < last; from += WINDOW_CHUNKS) {
        const rows = await read(() =>
          all<UnembeddedRow & { chunk: number }>(
            // Driven by the chunks in their order, so that a page costs no more than its window.
            `SELECT c.chunk, d.doc_id AS docId, c.version, c.ordinal, c.text, c.section, d.title, t.terms, t.counts
             FROM chunks c
             CROSS JOIN documents d ON d.sequence = c.document AND d.live_version = c.version
             CROSS JOIN chunk_terms t ON t.chunk = c.chunk
             WHERE c.chunk > $1 AND c.chunk <= $2
               AND NOT EXISTS (SELECT 1 FROM embeddings_${begunSlot()} e WHERE e.chunk = c.chunk)
             ORDER BY c.chunk LIMIT $3`,
            from,
            from + WINDOW_CHUNKS,
            limit,
          ),
        );
        if (rows.length > 0) return rows.map((row) => unembeddedChunkOf(row, row.chunk));
        await nextTurn();
      }
      return [];
    },

    add(embeddings: readonly ChunkEmbedding[]): void {
      const into = begunSlot();
      for (const { chunkId, embedding } of embeddings) {
        const id = parseChunkId(chunkId);
        const chunk = id && rowOf(id);
        if (chunk !== undefined) put(into, chunk, embedding);
      }
    },

    /** The begun model becomes the one in use; `clearSlice` empties the other slot. */
    switchOver(): void {
      const next = begunSlot();
      run('UPDATE embedding_models SET is_current = (slot = $1)', next);
      deleteModel(next === 0 ? 1 : 0);
    },

    async *live(): AsyncGenerator<ChunkEmbedding> {
      const sql = `
        SELECT e.chunk, d.doc_id AS docId, c.version, c.ordinal, e.vector
        FROM embeddings_${await read(slot)} e
        CROSS JOIN chunks c ON c.chunk = e.chunk
        CROSS JOIN documents d ON d.sequence = c.document AND d.live_version = c.version
        WHERE e.chunk > $1 ORDER BY e.chunk LIMIT ${SLICE_EMBEDDINGS}`;
      for (let after = 0; ; ) {
        const rows = await read(() => all<LiveEmbeddingRow & { chunk: number }>(sql, after));
        yield* rows.map(chunkEmbeddingOf);
        const last = rows.at(-1);
        if (!last) return;
        after = last.chunk;
        await nextTurn();
      }
    },
  };
}
