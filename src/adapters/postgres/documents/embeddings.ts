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
import { begunModel, begunSlot, currentModel } from '../../sql/stored-chunks.ts';
import { firstOf, rowsOf, type Work } from '../../sql/work.ts';
import type { Queries } from '../connection.ts';
import { doWork } from '../sql-database.ts';

/**
 * Model and embeddings are stored in two slots. A replacement fills the unused one, and then swaps the slots: until that
 * moment, and after a crash, the old model is complete.
 */

/** Chunks looked at in one statement: where few embeddings are missing, many are looked at for each found. */
const WINDOW_CHUNKS = 16_384;
/** Embeddings read in one statement. */
const SLICE_EMBEDDINGS = 1_024;
/**
 * A chunk's position is its document's sequence number × this + its ordinal, which stays a safe integer for 4 billion
 * documents of 2 million chunks.
 */
const ORDINALS = 2 ** 21;

/** Held by who changes which models there are. */
const MODELS_LOCK = [0x446f63, 1];

export function* loadModel(): Work<StoredEmbeddingModel | undefined> {
  const model = yield* firstOf<StoredEmbeddingModel>(
    'SELECT id, payload FROM embedding_models WHERE is_current',
  );
  return model && { id: model.id, payload: new Uint8Array(model.payload) };
}

/** Empties the slot that is not in use and records its new model, unless it is that already. */
export function* beginModel({ id, payload }: StoredEmbeddingModel): Work<void> {
  yield* lockModels();
  if ((yield* begunModel())?.id === id) return;
  yield* rowsOf('DELETE FROM embedding_models WHERE NOT is_current');
  const slot = (yield* currentModel())?.slot === 1 ? 0 : 1;
  yield* rowsOf('INSERT INTO embedding_models (slot, id, is_current, payload) VALUES ($1, $2, false, $3)', [
    slot,
    id,
    payload,
  ]);
  yield* rowsOf(`TRUNCATE embeddings_${slot}`);
}

/** The begun model becomes the one in use. @throws When none was begun. */
export function* switchModel(): Work<void> {
  yield* lockModels();
  yield* begunSlot();
  yield* rowsOf('DELETE FROM embedding_models WHERE is_current');
  yield* rowsOf('UPDATE embedding_models SET is_current = true');
}

/** Empties the slot that is not in use, unless another model was begun in it. */
export function* clearUnusedSlot(): Work<void> {
  yield* lockModels();
  if (yield* begunModel()) return;
  const current = yield* currentModel();
  if (current) yield* rowsOf(`TRUNCATE embeddings_${current.slot === 1 ? 0 : 1}`);
}

const lockModels = () => rowsOf('SELECT pg_advisory_xact_lock($1, $2)', MODELS_LOCK);

interface LookedAt {
  readonly document: number;
  readonly ordinal: number;
  readonly is_missing: boolean;
}

/** Live chunks without an embedding in the begun set, in order of position. */
export function* findUnembedded({ after, limit }: { after: number; limit: number }): Work<UnembeddedChunk[]> {
  const slot = yield* begunSlot();
  for (let from = after; ; ) {
    const place = [Math.floor(from / ORDINALS), from % ORDINALS];
    const looked = yield* rowsOf<LookedAt>(
      `SELECT w.document, w.ordinal, e.document IS NULL AS is_missing FROM (
         SELECT c.document, c.version, c.ordinal FROM documents d JOIN LATERAL (
           SELECT document, version, ordinal FROM chunks
           WHERE document = d.sequence AND version = d.live_version AND (d.sequence > $1 OR ordinal > $2)
           ORDER BY ordinal LIMIT ${WINDOW_CHUNKS}
         ) c ON true
         WHERE d.sequence >= $1 AND d.live_version IS NOT NULL ORDER BY d.sequence, c.ordinal LIMIT ${WINDOW_CHUNKS}
       ) w LEFT JOIN embeddings_${slot} e USING (document, version, ordinal)
       ORDER BY w.document, w.ordinal`,
      place,
    );
    const missing = looked.filter(({ is_missing }) => is_missing).slice(0, limit);
    const found = missing.length > 0 ? yield* readUnembedded(missing) : [];
    const last = looked.at(-1);
    if (found.length > 0 || !last) return found;
    from = positionOf(last);
  }
}

function* readUnembedded(chunks: readonly LookedAt[]): Work<UnembeddedChunk[]> {
  const rows = yield* rowsOf<UnembeddedRow & { document: number }>(
    `SELECT c.document, d.doc_id AS "docId", c.version, c.ordinal, c.text, c.section, d.title, c.terms, c.counts
     FROM unnest($1::bigint[], $2::integer[]) WITH ORDINALITY AS w (document, ordinal, place)
     JOIN documents d ON d.sequence = w.document
     JOIN chunks c ON c.document = w.document AND c.version = d.live_version AND c.ordinal = w.ordinal
     ORDER BY w.place`,
    [chunks.map(({ document }) => document), chunks.map(({ ordinal }) => ordinal)],
  );
  return rows.map((row) => unembeddedChunkOf(row, positionOf(row)));
}

/** Adds to the begun set; chunks that are no longer live are skipped. */
export function* addEmbeddings(embeddings: readonly ChunkEmbedding[]): Work<void> {
  // It stays so until the transaction ends; locked before any document is.
  const slot = yield* begunSlot('FOR SHARE');
  const named = embeddings.flatMap(({ chunkId, embedding }) => {
    const id = parseChunkId(chunkId);
    return id ? [{ ...id, vector: encodeEmbedding(embedding) }] : [];
  });
  const docIds = named.map(({ docId }) => docId);
  // Until the transaction ends none of them is published in another version, which would leave these embeddings behind.
  yield* rowsOf('SELECT 1 FROM documents WHERE doc_id = ANY($1::text[]) ORDER BY sequence FOR SHARE', [
    [...new Set(docIds)],
  ]);
  yield* rowsOf(
    `INSERT INTO embeddings_${slot} (document, version, ordinal, vector)
     SELECT DISTINCT ON (c.document, c.ordinal) c.document, c.version, c.ordinal, w.vector
     FROM unnest($1::text[], $2::integer[], $3::integer[], $4::bytea[])
       WITH ORDINALITY AS w (doc_id, version, ordinal, vector, place)
     JOIN documents d ON d.doc_id = w.doc_id AND d.live_version = w.version
     JOIN chunks c ON c.document = d.sequence AND c.version = w.version AND c.ordinal = w.ordinal
     ORDER BY c.document, c.ordinal, w.place DESC
     ON CONFLICT (document, version, ordinal) DO UPDATE SET vector = excluded.vector`,
    [
      ...[docIds, named.map(({ version }) => version), named.map(({ ordinal }) => ordinal)],
      named.map(({ vector }) => vector),
    ],
  );
}

/** The embeddings in use, of live chunks. */
export async function* liveEmbeddings(queries: Queries): AsyncGenerator<ChunkEmbedding> {
  const slot = (await doWork(queries, currentModel()))?.slot ?? 0;
  for (let after: readonly number[] = [0, 0, -1]; ; ) {
    const rows = await queries.query<LiveEmbeddingRow & { document: number }>(
      `SELECT e.document, d.doc_id AS "docId", e.version, e.ordinal, e.vector
       FROM embeddings_${slot} e JOIN documents d ON d.sequence = e.document AND d.live_version = e.version
       WHERE (e.document, e.version, e.ordinal) > ($1, $2, $3)
       ORDER BY e.document, e.version, e.ordinal LIMIT ${SLICE_EMBEDDINGS}`,
      after,
    );
    yield* rows.map(chunkEmbeddingOf);
    const last = rows.at(-1);
    if (!last) return;
    after = [last.document, last.version, last.ordinal];
  }
}

function positionOf({ document, ordinal }: { document: number; ordinal: number }): number {
  return document * ORDINALS + ordinal;
}
