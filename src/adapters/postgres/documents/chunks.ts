import {
  type ChunkId,
  type ChunkTerms,
  type IndexableChunk,
  type LiveChunk,
  parseChunkId,
} from '../../../ports/chunk.ts';
import type { DocumentRecord } from '../../../ports/document.ts';
import {
  type ChunkRow,
  encodeEmbedding,
  encodeLayout,
  encodeTermsOf,
  storedChunkOf,
  textHashOf,
} from '../../sql/chunk-codec.ts';
import type { VersionOf } from '../../sql/document-driver.ts';
import { type DocumentRow, recordOf } from '../../sql/document-row.ts';
import { chunkColumns } from '../../sql/stored-chunks.ts';
import { rowsOf, type Work } from '../../sql/work.ts';
import type { Queries } from '../connection.ts';

/** Columns for a range of a document's text. */
export const SPAN = { start: 'start_offset', end: 'end_offset' };

/** Writes chunks of a version, with their embeddings to a slot. */
export function* addChunks(
  { document, version }: VersionOf,
  chunks: readonly IndexableChunk[],
  slot: 0 | 1,
): Work<void> {
  const encoded = chunks.map(encodeTermsOf);
  yield* rowsOf(
    `INSERT INTO chunks (
       document, version, ordinal, text_hash, start_offset, end_offset, page, section, layout, text,
       terms, counts
     )
     SELECT $1, $2, * FROM unnest(
       $3::integer[], $4::text[], $5::integer[], $6::integer[], $7::integer[], $8::text[], $9::text[], $10::text[],
       $11::text[], $12::bytea[]
     )`,
    [
      ...[document, version],
      ...[chunks.map((chunk) => chunk.ordinal), chunks.map((chunk) => textHashOf(chunk.text))],
      ...[chunks.map((chunk) => chunk.start), chunks.map((chunk) => chunk.end)],
      ...[chunks.map((chunk) => chunk.page), chunks.map((chunk) => chunk.section)],
      chunks.map((chunk) => encodeLayout(chunk.layout)),
      ...[
        chunks.map((chunk) => chunk.text),
        encoded.map(([terms]) => terms),
        encoded.map(([, counts]) => counts),
      ],
    ],
  );
  const embedded = chunks.filter((chunk) => chunk.embedding !== undefined);
  if (embedded.length === 0) return;
  yield* rowsOf(
    `INSERT INTO embeddings_${slot} (document, version, ordinal, vector)
     SELECT $1, $2, * FROM unnest($3::integer[], $4::bytea[])`,
    [
      ...[document, version],
      embedded.map((chunk) => chunk.ordinal),
      embedded.map((chunk) => encodeEmbedding(chunk.embedding!)),
    ],
  );
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
    `SELECT d.*, ${chunkColumns(SPAN)}
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
    return { ...storedChunkOf(row, { docId: document.docId, version: document.liveVersion! }), document };
  });
}

export function* setTerms(
  { document, version }: VersionOf,
  chunks: readonly (ChunkTerms & { readonly ordinal: number })[],
): Work<void> {
  const encoded = chunks.map(encodeTermsOf);
  yield* rowsOf(
    `UPDATE chunks c SET terms = w.terms, counts = w.counts
     FROM unnest($3::integer[], $4::text[], $5::bytea[]) AS w (ordinal, terms, counts)
     WHERE c.document = $1 AND c.version = $2 AND c.ordinal = w.ordinal`,
    [
      ...[document, version, chunks.map(({ ordinal }) => ordinal)],
      ...[encoded.map(([terms]) => terms), encoded.map(([, counts]) => counts)],
    ],
  );
}
