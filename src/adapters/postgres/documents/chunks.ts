import type { AnalysedDocuments } from '../../../ports/analysed-documents.ts';
import { type ChunkId, type IndexableChunk, type LiveChunk, parseChunkId } from '../../../ports/chunk.ts';
import type { DocumentRecord } from '../../../ports/document.ts';
import type { ChunkPage } from '../../../ports/document-list.ts';
import type { IndexedChunk } from '../../../ports/search-index.ts';
import type {
  ChunkPageQuery,
  LiveDocumentChunks,
  StoredText,
  TextRange,
} from '../../../ports/stored-chunks.ts';
import { pageOf } from '../../page-of.ts';
import {
  type ChunkRow,
  decodeEmbedding,
  decodeTerms,
  encodeCounts,
  encodeEmbedding,
  encodeLayout,
  encodeTerms,
  storedChunkOf,
  textHashOf,
} from '../../sql/chunk-codec.ts';
import type { Change } from '../../sql/document-driver.ts';
import { type DocumentRow, recordOf } from '../../sql/document-row.ts';
import { clippedTo, deflateText, type StoredPiece, textOf } from '../../sql/text-piece.ts';
import { firstOf, rowsOf, type Work } from '../../sql/work.ts';
import type { Queries } from '../connection.ts';
import { currentModel, type Slot } from './embeddings.ts';

/** Chunks and texts of documents' versions. */

/** Chunks of a document read in one statement. */
const SLICE_CHUNKS = 1_024;

const COLUMNS =
  'c.ordinal, c.text, c.start_offset AS start, c.end_offset AS "end", c.page, c.section, c.layout';

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
       document, version, ordinal, text_hash, start_offset, end_offset, page, section, layout, text,
       terms, counts
     )
     SELECT $1, $2, * FROM unnest(
       $3::integer[], $4::text[], $5::integer[], $6::integer[], $7::integer[], $8::text[], $9::text[], $10::text[],
       $11::text[], $12::bytea[]
     )`,
    [
      ...[sequence, version],
      ...[chunks.map((chunk) => chunk.ordinal), chunks.map((chunk) => textHashOf(chunk.text))],
      ...[chunks.map((chunk) => chunk.start), chunks.map((chunk) => chunk.end)],
      ...[chunks.map((chunk) => chunk.page), chunks.map((chunk) => chunk.section)],
      chunks.map((chunk) => encodeLayout(chunk.layout)),
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

export function* dropEmbeddings(document: number, version: number): Work<void> {
  for (const table of ['embeddings_0', 'embeddings_1'])
    yield* rowsOf(`DELETE FROM ${table} WHERE document = $1 AND version = $2`, [document, version]);
}

/** How a version's chunks differ in text from the previous version's. */
export function* differenceOf(document: number, { from, to }: { from: number | null; to: number }) {
  const row = yield* firstOf<{ chunks: number; before: number; same: number }>(
    `SELECT
       (SELECT count(*) FROM chunks WHERE document = $1 AND version = $3) AS chunks,
       (SELECT count(*) FROM chunks WHERE document = $1 AND version = $2) AS before,
       (SELECT COALESCE(sum(LEAST(a.times, b.times)), 0)::bigint FROM
          (SELECT text_hash, count(*) AS times FROM chunks WHERE document = $1 AND version = $2 GROUP BY text_hash) a
        JOIN
          (SELECT text_hash, count(*) AS times FROM chunks WHERE document = $1 AND version = $3 GROUP BY text_hash) b
        USING (text_hash)) AS same`,
    [document, from, to],
  );
  const { chunks, before, same } = row!;
  return { chunks, added: chunks - same, removed: before - same };
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
    return { ...storedChunkOf(row, { docId: document.docId, version: document.liveVersion! }), document };
  });
}

/** Chunks of the published version, by ordinal; undefined without one. */
export async function listChunks(
  queries: Queries,
  docId: string,
  { limit, after = -1, from = -1 }: ChunkPageQuery,
): Promise<ChunkPage | undefined> {
  const rows = await queries.query<{ version: number; total: number } & (ChunkRow | { ordinal: null })>(
    `SELECT d.live_version AS version, d.chunks AS total, ${COLUMNS}
     FROM documents d LEFT JOIN chunks c
       ON c.document = d.sequence AND c.version = d.live_version AND c.ordinal > $2::bigint
         AND c.end_offset > $3::bigint
     WHERE d.doc_id = $1 AND d.live_version IS NOT NULL ORDER BY c.ordinal LIMIT $4`,
    [docId, after, from, limit + 1],
  );
  const [first] = rows;
  if (!first) return undefined;
  const { version, total } = first;
  const { shown, last } = pageOf(
    rows.filter((row) => row.ordinal !== null),
    limit,
  );
  const chunks = shown.map((row) => storedChunkOf(row, { docId, version }));
  return { version, chunks, nextAfter: last?.ordinal, total };
}

/** Writes a piece of a version's text; `start` in UTF-16 units. */
export async function insertText(
  change: Queries,
  { sequence, version }: { sequence: number; version: number },
  { start, text }: { start: number; text: string },
): Promise<void> {
  await change.query(
    `INSERT INTO document_texts (document, version, start_offset, end_offset, deflated) VALUES ($1, $2, $3, $4, $5)`,
    [sequence, version, start, start + text.length, deflateText(text)],
  );
}

/** A range of the published text, clipped to its length. */
export async function findText(
  { query }: Queries,
  docId: string,
  range: TextRange,
): Promise<StoredText | undefined> {
  // In one statement: a version that is replaced between two would have lost its pieces.
  const rows = await query<StoredPiece & { version: number; length: number }>(
    `SELECT d.live_version AS version, whole.length, p.start_offset AS start, p.deflated
     FROM documents d
     JOIN LATERAL (
       SELECT end_offset AS length FROM document_texts t WHERE t.document = d.sequence AND t.version = d.live_version
       ORDER BY start_offset DESC LIMIT 1
     ) whole ON true
     LEFT JOIN document_texts p ON p.document = d.sequence AND p.version = d.live_version
       AND p.start_offset < LEAST($3, whole.length) AND p.end_offset > LEAST($2, $3, whole.length)
     WHERE d.doc_id = $1 ORDER BY p.start_offset`,
    [docId, range.from, range.to],
  );
  const [first] = rows;
  if (!first) return undefined;
  const { version, length } = first;
  return textOf(
    rows.filter(({ deflated }) => deflated !== null),
    { version, length, ...clippedTo(length, range) },
  );
}

interface LiveRow {
  readonly sequence: number;
  readonly doc_id: string;
  readonly live_version: number;
  /** Null in the only row of a version without chunks after the last ones. */
  readonly ordinal: number | null;
  readonly terms: string;
  readonly counts: Uint8Array;
  readonly vector: Uint8Array | null;
}

/**
 * Reads the chunks of every published version, or of one document, a document at a time. A long one replaced during the
 * read is read again, so that none is seen in parts.
 */
export async function* liveChunks(queries: Queries, named?: string): AsyncGenerator<LiveDocumentChunks> {
  for (let after = 0; ; ) {
    const found = await readSlice(queries, { after, named }, -1);
    const [first] = found;
    if (!first) return;
    const { sequence, doc_id: docId } = first;
    let rows = found;
    let version = first.live_version;
    let chunks: IndexedChunk[] = [];
    while (rows.length > 0) {
      if (rows[0]!.live_version !== version) {
        version = rows[0]!.live_version;
        chunks = [];
        rows = await readSlice(queries, { after: sequence - 1, named: docId }, -1);
        continue;
      }
      for (const row of rows) if (row.ordinal !== null) chunks.push(indexedChunkOf(row, row.ordinal));
      if (rows.length < SLICE_CHUNKS) break;
      rows = await readSlice(queries, { after: sequence - 1, named: docId }, rows.at(-1)!.ordinal!);
    }
    if (rows.length > 0) yield { docId, version, chunks };
    after = sequence;
  }
}

/** Rows of the first document after sequence number `after`, of one version. @returns None when there is no such document. */
async function readSlice(
  queries: Queries,
  { after, named }: { after: number; named: string | undefined },
  last: number,
): Promise<LiveRow[]> {
  const slot = (await currentModel(queries))?.slot ?? 0;
  return queries.query<LiveRow>(
    `SELECT d.sequence, d.doc_id, d.live_version, c.ordinal, c.terms, c.counts, e.vector
     FROM (
       SELECT sequence, doc_id, live_version FROM documents
       WHERE sequence > $1 AND live_version IS NOT NULL ${named === undefined ? '' : 'AND doc_id = $3'}
       ORDER BY sequence LIMIT 1
     ) d
     LEFT JOIN chunks c ON c.document = d.sequence AND c.version = d.live_version AND c.ordinal > $2
     LEFT JOIN embeddings_${slot} e ON e.document = c.document AND e.version = c.version AND e.ordinal = c.ordinal
     ORDER BY c.ordinal LIMIT ${SLICE_CHUNKS}`,
    [after, last, ...(named === undefined ? [] : [named])],
  );
}

function indexedChunkOf(row: LiveRow, ordinal: number): IndexedChunk {
  const chunk = { ordinal, ...decodeTerms(row.terms, row.counts) };
  return row.vector === null ? chunk : { ...chunk, embedding: decodeEmbedding(row.vector) };
}

/** @param row Of the document, locked. @returns Whether the version is still published. */
export async function replaceTerms(
  change: Queries & Change,
  row: DocumentRow | undefined,
  { version, chunks, reason, analysed }: Parameters<AnalysedDocuments['replaceTerms']>[1],
): Promise<boolean> {
  if (row?.live_version !== version) return false;
  await change.query(
    `UPDATE chunks c SET terms = w.terms, counts = w.counts
     FROM unnest($3::integer[], $4::text[], $5::bytea[]) AS w (ordinal, terms, counts)
     WHERE c.document = $1 AND c.version = $2 AND c.ordinal = w.ordinal`,
    [
      ...[row.sequence, version],
      chunks.map(({ ordinal }) => ordinal),
      chunks.map(({ terms }) => encodeTerms(terms)),
      chunks.map(({ counts }) => Buffer.from(encodeCounts(counts))),
    ],
  );
  if (chunks.length > 0 && reason === 'analysis')
    await change.query('UPDATE embedding_models SET has_old_terms = true WHERE NOT has_old_terms');
  if (analysed?.title === row.title) {
    await change.query('UPDATE documents SET analysis = $2, language = $3 WHERE sequence = $1', [
      ...[row.sequence, analysed.analysis, analysed.language],
    ]);
    change.changed(row.doc_id);
  }
  return true;
}
