import { parseChunkId } from '../../../ports/chunk.ts';
import type { StoredEmbeddingModel } from '../../../ports/document-store.ts';
import type { ChunkEmbedding } from '../../../ports/search-index.ts';
import type { Connection } from '../connection.ts';
import { all, one } from '../database.ts';
import { encodeEmbedding } from './chunk-codec.ts';

export type Slot = 0 | 1;

export interface EmbeddingModelQueries {
  /** The model of the embeddings, without its payload. */
  current(): { id: string; slot: Slot } | undefined;
  /** The slot of the embeddings in use; slot 0 before the first model. */
  slot(): Slot;
  /** Writes embeddings to the slot in use. */
  writer(): (chunk: number, vector: Uint8Array) => void;
  writerTo(slot: Slot): (chunk: number, vector: Uint8Array) => void;
  /** The row of a chunk of a published version. */
  rowOf(id: { docId: string; version: number; ordinal: number }): number | undefined;
  /** Empties an unused slot and records its new model. */
  beginIn(slot: Slot, model: StoredEmbeddingModel): void;
  /** Makes this slot the one in use and empties the other. */
  switchTo(slot: Slot): void;
  load(): StoredEmbeddingModel | undefined;
  replace(model: StoredEmbeddingModel, embeddings: Iterable<ChunkEmbedding>): Promise<void>;
}

/** One commit of a replacement, small enough never to block the event loop for long. */
const EMBEDDINGS_PER_COMMIT = 512;
const PART_BYTES = 1024 * 1024;

/**
 * Model and embeddings are stored in two slots. A replacement fills the unused one in many small commits, and then
 * swaps the slots in one: until that moment, and after a crash, the old model is complete.
 */
export function createEmbeddingModelQueries(connection: Connection): EmbeddingModelQueries {
  const selectCurrent = connection.prepare('SELECT id, slot FROM embedding_models WHERE is_current = 1');
  const selectParts = connection.prepare(
    'SELECT bytes FROM embedding_model_parts WHERE slot = ? ORDER BY part',
  );
  const insertPart = connection.prepare(
    'INSERT INTO embedding_model_parts (slot, part, bytes) VALUES (?, ?, ?)',
  );
  const insertModel = connection.prepare(
    'INSERT INTO embedding_models (slot, id, is_current) VALUES (?, ?, 0)',
  );
  const setCurrent = connection.prepare('UPDATE embedding_models SET is_current = (slot = ?)');
  const deleteModel = connection.prepare('DELETE FROM embedding_models WHERE slot = ?');
  const deleteParts = connection.prepare('DELETE FROM embedding_model_parts WHERE slot = ?');
  const perSlot = ([0, 1] as const).map((slot) => ({
    put: connection.prepare(`INSERT OR REPLACE INTO embeddings_${slot} (chunk, vector) VALUES (?, ?)`),
    clear: connection.prepare(`DELETE FROM embeddings_${slot}`),
  }));
  const selectChunk = connection.prepare(
    `SELECT c.chunk FROM documents d JOIN chunks c ON c.document = d.sequence AND c.version = d.live_version
     WHERE d.doc_id = ? AND d.live_version = ? AND c.ordinal = ?`,
  );
  let replacing: Promise<unknown> = Promise.resolve();

  const current = () => one<{ id: string; slot: Slot }>(selectCurrent);
  const slotRead = () => current()?.slot ?? 0;

  function writerTo(slot: Slot) {
    const { put } = perSlot[slot]!;
    return (chunk: number, vector: Uint8Array) => void put.run(chunk, vector);
  }

  function clear(slot: Slot): void {
    perSlot[slot]!.clear.run();
    deleteParts.run(slot);
    deleteModel.run(slot);
  }

  function rowOf({ docId, version, ordinal }: { docId: string; version: number; ordinal: number }) {
    return one<{ chunk: number }>(selectChunk, docId, version, ordinal)?.chunk;
  }

  function switchTo(slot: Slot): void {
    setCurrent.run(slot);
    clear(slot === 0 ? 1 : 0);
  }

  async function replace(model: StoredEmbeddingModel, embeddings: Iterable<ChunkEmbedding>): Promise<void> {
    const target: Slot = (await connection.read(slotRead)) === 0 ? 1 : 0;
    await connection.write(() => {
      clear(target);
      insertModel.run(target, model.id);
    });
    for (let at = 0, part = 0; at < model.payload.length; at += PART_BYTES, part += 1) {
      const bytes = model.payload.subarray(at, at + PART_BYTES);
      await connection.write(() => insertPart.run(target, part, bytes));
    }
    const put = writerTo(target);
    for (const group of groupsOf(embeddings, EMBEDDINGS_PER_COMMIT)) {
      await connection.write(() => {
        for (const { chunkId, embedding } of group) {
          const id = parseChunkId(chunkId);
          const chunk = id && rowOf(id);
          if (chunk !== undefined) put(chunk, encodeEmbedding(embedding));
        }
      });
    }
    await connection.write(() => switchTo(target));
  }

  return {
    current,
    slot: slotRead,
    writer: () => writerTo(slotRead()),
    writerTo,
    rowOf,
    beginIn(slot, model) {
      clear(slot);
      insertModel.run(slot, model.id);
      // Descriptions of remote models are small: one part.
      insertPart.run(slot, 0, model.payload);
    },
    switchTo,
    load() {
      const model = current();
      if (!model) return undefined;
      const parts = all<{ bytes: Uint8Array }>(selectParts, model.slot).map((row) => row.bytes);
      return { id: model.id, payload: new Uint8Array(Buffer.concat(parts)) };
    },
    replace(model, embeddings) {
      const turn = replacing.then(() => replace(model, embeddings));
      replacing = turn.catch(() => undefined);
      return turn;
    },
  };
}

function* groupsOf<T>(items: Iterable<T>, size: number): Generator<T[]> {
  let group: T[] = [];
  for (const item of items) {
    group.push(item);
    if (group.length < size) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}
