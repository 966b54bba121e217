import type { StoredEmbeddingModel } from '../../../ports/embedding-sets.ts';
import type { Connection } from '../connection.ts';
import { all, one } from '../database.ts';

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
  /** Empties the slot that is not in use and records its new model. */
  begin(model: StoredEmbeddingModel): Promise<void>;
  /** Makes this slot the one in use; `clearSlice` empties the other. */
  switchTo(slot: Slot): void;
  /** Removes some embeddings without a model. @returns Whether there were any. */
  clearSlice(): boolean;
  load(): StoredEmbeddingModel | undefined;
}

/** Embeddings removed in one commit: emptied at once, a large table would block the thread. */
const SLICE_EMBEDDINGS = 512;
const PART_BYTES = 1024 * 1024;

/**
 * Model and embeddings are stored in two slots. A replacement fills the unused one in many small commits
 * (`begun-embeddings.ts`), and then swaps the slots in one: until that moment, and after a crash, the old model is
 * complete.
 */
export function createEmbeddingModelQueries(connection: Connection): EmbeddingModelQueries {
  const selectCurrent = connection.prepare('SELECT id, slot FROM embedding_models WHERE is_current = 1');
  const selectParts = connection.prepare(
    'SELECT bytes FROM embedding_model_parts WHERE slot = ? ORDER BY part',
  );
  const insertPart = connection.prepare(
    'INSERT INTO embedding_model_parts (slot, part, bytes) VALUES (?, ?, ?)',
  );
  const hasModel = connection.prepare('SELECT 1 FROM embedding_models WHERE slot = ?');
  const insertModel = connection.prepare(
    'INSERT INTO embedding_models (slot, id, is_current) VALUES (?, ?, 0)',
  );
  const setCurrent = connection.prepare('UPDATE embedding_models SET is_current = (slot = ?)');
  const deleteModel = connection.prepare('DELETE FROM embedding_models WHERE slot = ?');
  const deleteParts = connection.prepare('DELETE FROM embedding_model_parts WHERE slot = ?');
  const perSlot = ([0, 1] as const).map((slot) => ({
    put: connection.prepare(`INSERT OR REPLACE INTO embeddings_${slot} (chunk, vector) VALUES (?, ?)`),
    clearSlice: connection.prepare(
      `DELETE FROM embeddings_${slot} WHERE chunk IN (SELECT chunk FROM embeddings_${slot} LIMIT ${SLICE_EMBEDDINGS})`,
    ),
  }));
  const selectChunk = connection.prepare(
    `SELECT c.chunk FROM documents d JOIN chunks c ON c.document = d.sequence AND c.version = d.live_version
     WHERE d.doc_id = ? AND d.live_version = ? AND c.ordinal = ?`,
  );

  const current = () => one<{ id: string; slot: Slot }>(selectCurrent);
  const slotRead = () => current()?.slot ?? 0;
  const slotUnread = (): Slot => (current()?.slot === 1 ? 0 : 1);

  function writerTo(slot: Slot) {
    const { put } = perSlot[slot]!;
    return (chunk: number, vector: Uint8Array) => void put.run(chunk, vector);
  }

  function forget(slot: Slot): void {
    deleteParts.run(slot);
    deleteModel.run(slot);
  }

  function clearSlice(): boolean {
    const slot = slotUnread();
    return hasModel.get(slot) === undefined && Number(perSlot[slot]!.clearSlice.run().changes) > 0;
  }

  function rowOf({ docId, version, ordinal }: { docId: string; version: number; ordinal: number }) {
    return one<{ chunk: number }>(selectChunk, docId, version, ordinal)?.chunk;
  }

  function switchTo(slot: Slot): void {
    setCurrent.run(slot);
    forget(slot === 0 ? 1 : 0);
  }

  async function begin(model: StoredEmbeddingModel): Promise<void> {
    const slot = await connection.read(slotUnread);
    await connection.write(() => forget(slot));
    while (await connection.write(clearSlice, 'relaxed'));
    for (let at = 0, part = 0; at < model.payload.length; at += PART_BYTES, part += 1) {
      const bytes = model.payload.subarray(at, at + PART_BYTES);
      await connection.write(() => insertPart.run(slot, part, bytes));
    }
    // Last: a model that is found has all its parts.
    await connection.write(() => insertModel.run(slot, model.id));
  }

  return {
    current,
    slot: slotRead,
    writer: () => writerTo(slotRead()),
    writerTo,
    rowOf,
    begin,
    switchTo,
    clearSlice,
    load() {
      const model = current();
      if (!model) return undefined;
      const parts = all<{ bytes: Uint8Array }>(selectParts, model.slot).map((row) => row.bytes);
      return { id: model.id, payload: new Uint8Array(Buffer.concat(parts)) };
    },
  };
}
