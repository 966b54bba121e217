import type { StoredEmbeddingModel } from '../../../ports/embedding-sets.ts';
import type { Connection, Queries } from '../connection.ts';

export type Slot = 0 | 1;

/** Held by who changes which models there are. */
const MODELS_LOCK = [0x446f63, 1];

interface Model {
  readonly id: string;
  readonly slot: Slot;
}

/** `lasting`: it stays so until the transaction ends. Locked before any document is. */
interface Lock {
  readonly lasting?: boolean;
}

/** The model of the embeddings in use. */
export const currentModel = (queries: Queries, lock: Lock = {}) => findModel(queries, 'is_current', lock);

/** The model whose embeddings are written, to replace those in use. */
export const begunModel = (queries: Queries, lock: Lock = {}) => findModel(queries, 'NOT is_current', lock);

async function findModel(
  queries: Queries,
  where: string,
  { lasting = false }: Lock,
): Promise<Model | undefined> {
  const [model] = await queries.query<Model>(
    `SELECT id, slot FROM embedding_models WHERE ${where} ${lasting ? 'FOR SHARE' : ''}`,
  );
  return model;
}

export async function loadModel(connection: Connection): Promise<StoredEmbeddingModel | undefined> {
  const [model] = await connection.query<{ id: string; payload: Uint8Array }>(
    'SELECT id, payload FROM embedding_models WHERE is_current',
  );
  return model && { id: model.id, payload: new Uint8Array(model.payload) };
}

/** Empties the slot that is not in use and records its new model, unless it is that already. */
export async function beginModel(change: Queries, { id, payload }: StoredEmbeddingModel): Promise<void> {
  await lockModels(change);
  if ((await begunModel(change))?.id === id) return;
  await change.query('DELETE FROM embedding_models WHERE NOT is_current');
  const slot = (await currentModel(change))?.slot === 1 ? 0 : 1;
  await change.query(
    'INSERT INTO embedding_models (slot, id, is_current, payload) VALUES ($1, $2, false, $3)',
    [slot, id, Buffer.from(payload)],
  );
  await change.query(`TRUNCATE embeddings_${slot}`);
}

/** The begun model becomes the one in use. @throws When none was begun. */
export async function switchModel(change: Queries): Promise<void> {
  await lockModels(change);
  if (!(await begunModel(change))) throw new Error('No embeddings were begun');
  await change.query('DELETE FROM embedding_models WHERE is_current');
  await change.query('UPDATE embedding_models SET is_current = true');
}

/** Empties the slot that is not in use, unless another model was begun in it. */
export async function clearUnusedSlot(change: Queries): Promise<void> {
  await lockModels(change);
  if (await begunModel(change)) return;
  const current = await currentModel(change);
  if (current) await change.query(`TRUNCATE embeddings_${current.slot === 1 ? 0 : 1}`);
}

async function lockModels(change: Queries): Promise<void> {
  await change.query('SELECT pg_advisory_xact_lock($1, $2)', MODELS_LOCK);
}
