import { chunkIdOf, parseChunkId } from '../../../ports/chunk.ts';
import type { EmbeddingInput } from '../../../ports/embedding-model.ts';
import type { StoredEmbeddingModel, UnembeddedChunk } from '../../../ports/embedding-sets.ts';
import type { ChunkEmbedding } from '../../../ports/search-index.ts';
import {
  decodeEmbedding,
  encodeCounts,
  encodeEmbedding,
  encodeTerms,
  textHashOf,
  type UnembeddedRow,
  unembeddedChunkOf,
} from '../../sql/chunk-codec.ts';
import type { ModelInSlot } from '../../sql/stored-chunks.ts';
import type { Queries } from '../connection.ts';

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

/** The model of the embeddings in use. */
const currentModel = (queries: Queries) => findModel(queries, 'is_current');

/** The model whose embeddings are written, to replace those in use. */
const begunModel = (queries: Queries) => findModel(queries, 'NOT is_current');

async function findModel({ query }: Queries, where: string): Promise<ModelInSlot | undefined> {
  return (await query<ModelInSlot>(`SELECT id, slot FROM embedding_models WHERE ${where}`))[0];
}

export async function loadModel(queries: Queries): Promise<StoredEmbeddingModel | undefined> {
  const [model] = await queries.query<{ id: string; payload: Uint8Array }>(
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
  await begunSlot(change);
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

interface LookedAt {
  readonly document: number;
  readonly ordinal: number;
  readonly is_missing: boolean;
}

/** Live chunks without an embedding in the begun set, in order of position. */
export async function findUnembedded(
  queries: Queries,
  { after, limit }: { after: number; limit: number },
): Promise<UnembeddedChunk[]> {
  const slot = await begunSlot(queries);
  for (let from = after; ; ) {
    const place = [Math.floor(from / ORDINALS), from % ORDINALS];
    const looked = await queries.query<LookedAt>(
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
    const found = missing.length > 0 ? await readUnembedded(queries, missing) : [];
    const last = looked.at(-1);
    if (found.length > 0 || !last) return found;
    from = positionOf(last);
  }
}

async function readUnembedded(queries: Queries, chunks: readonly LookedAt[]): Promise<UnembeddedChunk[]> {
  const rows = await queries.query<UnembeddedRow & { document: number }>(
    `SELECT c.document, d.doc_id, c.version, c.ordinal, c.text, c.section, d.title, c.terms, c.counts
     FROM unnest($1::bigint[], $2::integer[]) WITH ORDINALITY AS w (document, ordinal, place)
     JOIN documents d ON d.sequence = w.document
     JOIN chunks c ON c.document = w.document AND c.version = d.live_version AND c.ordinal = w.ordinal
     ORDER BY w.place`,
    [chunks.map(({ document }) => document), chunks.map(({ ordinal }) => ordinal)],
  );
  return rows.map((row) => unembeddedChunkOf(row, positionOf(row)));
}

/** Adds to the begun set; chunks that are no longer live are skipped. */
export async function addEmbeddings(change: Queries, embeddings: readonly ChunkEmbedding[]): Promise<void> {
  // It stays so until the transaction ends; locked before any document is.
  const slot = await begunSlot(change, 'FOR SHARE');
  const named = embeddings.flatMap(({ chunkId, embedding }) => {
    const id = parseChunkId(chunkId);
    return id ? [{ ...id, vector: Buffer.from(encodeEmbedding(embedding)) }] : [];
  });
  const docIds = named.map(({ docId }) => docId);
  // Until the transaction ends none of them is published in another version, which would leave these embeddings behind.
  await change.query('SELECT 1 FROM documents WHERE doc_id = ANY($1::text[]) ORDER BY sequence FOR SHARE', [
    [...new Set(docIds)],
  ]);
  await change.query(
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
  const slot = (await currentModel(queries))?.slot ?? 0;
  for (let after: readonly number[] = [0, 0, -1]; ; ) {
    const rows = await queries.query<{
      document: number;
      doc_id: string;
      version: number;
      ordinal: number;
      vector: Uint8Array;
    }>(
      `SELECT e.document, d.doc_id, e.version, e.ordinal, e.vector
       FROM embeddings_${slot} e JOIN documents d ON d.sequence = e.document AND d.live_version = e.version
       WHERE (e.document, e.version, e.ordinal) > ($1, $2, $3)
       ORDER BY e.document, e.version, e.ordinal LIMIT ${SLICE_EMBEDDINGS}`,
      after,
    );
    for (const { doc_id, version, ordinal, vector } of rows)
      yield { chunkId: chunkIdOf(doc_id, version, ordinal), embedding: decodeEmbedding(vector) };
    const last = rows.at(-1);
    if (!last) return;
    after = [last.document, last.version, last.ordinal];
  }
}

async function begunSlot(queries: Queries, lock: '' | 'FOR SHARE' = ''): Promise<0 | 1> {
  const begun = await findModel(queries, `NOT is_current ${lock}`);
  if (!begun) throw new Error('No embeddings were begun');
  return begun.slot;
}

function positionOf({ document, ordinal }: { document: number; ordinal: number }): number {
  return document * ORDINALS + ordinal;
}

/**
 * Finds existing embeddings of equal chunks. Equal means the same text *and* terms: text models read the former, the
 * built-in model the latter, which include title and section.
 */
export async function embeddingsOfEqual(
  queries: Queries,
  inputs: readonly EmbeddingInput[],
  { docId, modelId }: { docId: string; modelId: string },
): Promise<(Float32Array | undefined)[]> {
  const model = await currentModel(queries);
  if (model?.id !== modelId) return inputs.map(() => undefined);
  const rows = await queries.query<{ place: number; vector: Uint8Array }>(
    `SELECT w.place::integer, found.vector
     FROM unnest($2::text[], $3::text[], $4::bytea[]) WITH ORDINALITY AS w (text_hash, terms, counts, place)
     JOIN LATERAL (
       SELECT e.vector FROM documents d
       JOIN chunks c ON c.document = d.sequence AND c.version = d.live_version AND c.text_hash = w.text_hash
       JOIN embeddings_${model.slot} e ON (e.document, e.version, e.ordinal) = (c.document, c.version, c.ordinal)
       WHERE d.doc_id = $1 AND c.terms = w.terms AND c.counts = w.counts LIMIT 1
     ) found ON true`,
    [
      docId,
      inputs.map(({ text }) => textHashOf(text)),
      inputs.map(({ terms }) => encodeTerms(terms)),
      inputs.map(({ counts }) => Buffer.from(encodeCounts(counts))),
    ],
  );
  const byPlace = new Map(rows.map(({ place, vector }) => [place, decodeEmbedding(vector)]));
  return inputs.map((_, i) => byPlace.get(i + 1));
}
