import {
  type ChunkId,
  chunkIdOf,
  type IndexableChunk,
  type LiveChunk,
  parseChunkId,
  type StoredChunk,
} from '../../../ports/chunk.ts';
import type { DocumentRecord } from '../../../ports/document.ts';
import type { ChunkPage } from '../../../ports/document-list.ts';
import { encodeCounts, encodeEmbedding, encodeTerms, textHashOf } from '../../document-rows/chunk-codec.ts';
import { type DocumentRow, recordOf } from '../../document-rows/document-row.ts';
import { pageOf } from '../../page-of.ts';
import type { Queries } from '../connection.ts';
import type { Slot } from './embedding-models.ts';

interface ChunkRow {
  readonly ordinal: number;
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly page: number | null;
  readonly section: string | null;
}

const COLUMNS = 'c.ordinal, c.text, c.start_offset AS start, c.end_offset AS "end", c.page, c.section';

/** Writes chunks of a version, with their embeddings to a slot. */
export async function insertChunks(
  change: Queries,
  { sequence, version }: { sequence: number; version: number },
  { chunks, slot }: { chunks: readonly IndexableChunk[]; slot: Slot },
): Promise<void> {
  for (const { terms, counts } of chunks)
    if (terms.length !== counts.length)
      throw new RangeError(`Cannot store a chunk of ${terms.length} terms as it has ${counts.length} counts`);
  await change.query(
    `INSERT INTO chunks (
       document, version, ordinal, text_hash, start_offset, end_offset, page, section, text, terms, counts
     )
     SELECT $1, $2, * FROM unnest(
       $3::integer[], $4::text[], $5::integer[], $6::integer[], $7::integer[], $8::text[], $9::text[], $10::text[],
       $11::bytea[]
     )`,
    [
      ...[sequence, version],
      ...[chunks.map((chunk) => chunk.ordinal), chunks.map((chunk) => textHashOf(chunk.text))],
      ...[chunks.map((chunk) => chunk.start), chunks.map((chunk) => chunk.end)],
      ...[chunks.map((chunk) => chunk.page), chunks.map((chunk) => chunk.section)],
      ...[chunks.map((chunk) => chunk.text), chunks.map((chunk) => encodeTerms(chunk.terms))],
      chunks.map((chunk) => Buffer.from(encodeCounts(chunk.counts))),
    ],
  );
  const embedded = chunks.filter((chunk) => chunk.embedding !== undefined);
  if (embedded.length === 0) return;
  await change.query(
    `INSERT INTO embeddings_${slot} (document, version, ordinal, vector)
     SELECT $1, $2, * FROM unnest($3::integer[], $4::bytea[])`,
    [
      ...[sequence, version],
      embedded.map((chunk) => chunk.ordinal),
      embedded.map((chunk) => Buffer.from(encodeEmbedding(chunk.embedding!))),
    ],
  );
}

export async function dropEmbeddings(change: Queries, document: number, version: number): Promise<void> {
  for (const table of ['embeddings_0', 'embeddings_1'])
    await change.query(`DELETE FROM ${table} WHERE document = $1 AND version = $2`, [document, version]);
}

/** How a version's chunks differ in text from the previous version's. */
export async function differenceOf(
  change: Queries,
  document: number,
  { from, to }: { from: number | null; to: number },
): Promise<{ chunks: number; added: number; removed: number }> {
  const [row] = await change.query<{ chunks: number; before: number; kept: number }>(
    `SELECT
       (SELECT count(*) FROM chunks WHERE document = $1 AND version = $3) AS chunks,
       (SELECT count(*) FROM chunks WHERE document = $1 AND version = $2) AS before,
       (SELECT COALESCE(sum(LEAST(a.times, b.times)), 0)::bigint FROM
          (SELECT text_hash, count(*) AS times FROM chunks WHERE document = $1 AND version = $2 GROUP BY text_hash) a
        JOIN
          (SELECT text_hash, count(*) AS times FROM chunks WHERE document = $1 AND version = $3 GROUP BY text_hash) b
        USING (text_hash)) AS kept`,
    [document, from, to],
  );
  const { chunks, before, kept } = row!;
  return { chunks, added: chunks - kept, removed: before - kept };
}

/** The chunks with these ids that are in published versions, in this order, with their documents' records. */
export async function findChunks(
  queries: Queries,
  chunkIds: readonly ChunkId[],
  signal?: AbortSignal,
): Promise<LiveChunk[]> {
  const ids = chunkIds.map(parseChunkId).filter((id) => id !== undefined);
  if (ids.length === 0) return [];
  const rows = await queries.query<DocumentRow & ChunkRow>(
    `SELECT d.*, ${COLUMNS}
     FROM unnest($1::text[], $2::integer[], $3::integer[]) WITH ORDINALITY AS w (doc_id, version, ordinal, place)
     JOIN documents d ON d.doc_id = w.doc_id AND d.live_version = w.version
     JOIN chunks c ON c.document = d.sequence AND c.version = w.version AND c.ordinal = w.ordinal
     ORDER BY w.place`,
    [ids.map((id) => id.docId), ids.map((id) => id.version), ids.map((id) => id.ordinal)],
    { signal },
  );
  const records = new Map<string, DocumentRecord>();
  return rows.map((row) => {
    const document = records.get(row.doc_id) ?? recordOf(row);
    records.set(row.doc_id, document);
    return { ...storedChunkOf(row, document), document };
  });
}

/** Chunks of the published version, by ordinal; undefined without one. */
export async function listChunks(
  queries: Queries,
  docId: string,
  { limit, after = -1 }: { limit: number; after?: number },
): Promise<ChunkPage | undefined> {
  const rows = await queries.query<{ version: number; total: number } & (ChunkRow | { ordinal: null })>(
    `SELECT d.live_version AS version, d.chunks AS total, ${COLUMNS}
     FROM documents d LEFT JOIN chunks c
       ON c.document = d.sequence AND c.version = d.live_version AND c.ordinal > $2
     WHERE d.doc_id = $1 AND d.live_version IS NOT NULL ORDER BY c.ordinal LIMIT $3`,
    [docId, after, limit + 1],
  );
  const [first] = rows;
  if (!first) return undefined;
  const { version, total } = first;
  const { shown, last } = pageOf(
    rows.filter((row) => row.ordinal !== null),
    limit,
  );
  const chunks = shown.map((row) => storedChunkOf(row, { docId, liveVersion: version }));
  return { version, chunks, nextAfter: last?.ordinal, total };
}

function storedChunkOf(
  { ordinal, text, start, end, page, section }: ChunkRow,
  { docId, liveVersion }: Pick<DocumentRecord, 'docId' | 'liveVersion'>,
): StoredChunk {
  const chunkId = chunkIdOf(docId, liveVersion!, ordinal);
  return { chunkId, docId, ordinal, text, start, end, page, section };
}
