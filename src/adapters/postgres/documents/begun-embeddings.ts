import { chunkIdOf, parseChunkId } from '../../../ports/chunk.ts';
import type { BegunEmbeddings, UnembeddedChunk } from '../../../ports/embedding-sets.ts';
import type { ChunkEmbedding } from '../../../ports/search-index.ts';
import { decodeEmbedding, decodeTerms, encodeEmbedding } from '../../document-rows/chunk-codec.ts';
import type { Connection, Queries } from '../connection.ts';
import { begunModel, currentModel, type Slot } from './embedding-models.ts';

/** Bytes of an encoded vector before its components. */
const SCALE_BYTES = 4;
/** Chunks looked at in one statement: where few embeddings are missing, many are looked at for each found. */
const WINDOW_CHUNKS = 16_384;
/** Embeddings read in one statement. */
const SLICE_EMBEDDINGS = 1_024;
/**
 * A chunk's position is its document's sequence number × this + its ordinal, which stays a safe integer for 4 billion
 * documents of 2 million chunks.
 */
const ORDINALS = 2 ** 21;

interface UnembeddedRow {
  readonly document: number;
  readonly doc_id: string;
  readonly version: number;
  readonly ordinal: number;
  readonly text: string;
  readonly section: string | null;
  readonly title: string;
  readonly terms: string;
  readonly counts: Uint8Array;
}

interface LookedAt {
  readonly document: number;
  readonly ordinal: number;
  readonly is_missing: boolean;
}

export async function findBegun(connection: Connection): Promise<BegunEmbeddings | undefined> {
  const model = await begunModel(connection);
  if (!model) return undefined;
  // Of a zero vector all bytes are zero.
  const [row] = await connection.query<{ embedded: number; declined: number; bytes: number | null }>(
    `SELECT count(*) AS embedded, count(*) FILTER (WHERE vector = decode(repeat('00', length(vector)), 'hex')) AS declined,
       max(length(vector)) AS bytes
     FROM embeddings_${model.slot}`,
  );
  const { embedded, declined, bytes } = row!;
  return {
    modelId: model.id,
    embedded,
    declined,
    dimensions: bytes === null ? undefined : bytes - SCALE_BYTES,
  };
}

/** Live chunks without an embedding in the begun set, in order of position. */
export async function findUnembedded(
  connection: Connection,
  { after, limit }: { after: number; limit: number },
): Promise<UnembeddedChunk[]> {
  const { slot } = await begunOf(connection);
  for (let from = after; ; ) {
    const place = [Math.floor(from / ORDINALS), from % ORDINALS];
    const looked = await connection.query<LookedAt>(
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
    const found = missing.length > 0 ? await readUnembedded(connection, missing) : [];
    const last = looked.at(-1);
    if (found.length > 0 || !last) return found;
    from = positionOf(last);
  }
}

async function readUnembedded(
  connection: Connection,
  chunks: readonly LookedAt[],
): Promise<UnembeddedChunk[]> {
  const rows = await connection.query<UnembeddedRow>(
    `SELECT c.document, d.doc_id, c.version, c.ordinal, c.text, c.section, d.title, c.terms, c.counts
     FROM unnest($1::bigint[], $2::integer[]) WITH ORDINALITY AS w (document, ordinal, place)
     JOIN documents d ON d.sequence = w.document
     JOIN chunks c ON c.document = w.document AND c.version = d.live_version AND c.ordinal = w.ordinal
     ORDER BY w.place`,
    [chunks.map(({ document }) => document), chunks.map(({ ordinal }) => ordinal)],
  );
  return rows.map((row) => ({
    chunkId: chunkIdOf(row.doc_id, row.version, row.ordinal),
    position: positionOf(row),
    text: row.text,
    title: row.title,
    section: row.section,
    ...decodeTerms(row.terms, row.counts),
  }));
}

/** Adds to the begun set; chunks that are no longer live are skipped. */
export async function addEmbeddings(change: Queries, embeddings: readonly ChunkEmbedding[]): Promise<void> {
  const { slot } = await begunOf(change, { lasting: true });
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
export async function* liveEmbeddings(connection: Connection): AsyncGenerator<ChunkEmbedding> {
  const slot = (await currentModel(connection))?.slot ?? 0;
  for (let after: readonly number[] = [0, 0, -1]; ; ) {
    const rows = await connection.query<{
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

async function begunOf(queries: Queries, options: { lasting?: boolean } = {}): Promise<{ slot: Slot }> {
  const begun = await begunModel(queries, options);
  if (!begun) throw new Error('No embeddings were begun');
  return begun;
}

function positionOf({ document, ordinal }: { document: number; ordinal: number }): number {
  return document * ORDINALS + ordinal;
}
