import { DOCUMENT_STATUSES, type DocumentStatus } from '../../../ports/document.ts';
import type { DocumentTotals, IngestCount, StatusCounts } from '../../../ports/document-list.ts';
import type { Connection } from '../connection.ts';

/** Totals over all documents. */

export async function countStatuses(connection: Connection): Promise<StatusCounts> {
  const rows = await connection.query<{ status: DocumentStatus; documents: number }>(
    'SELECT status, count(*) AS documents FROM documents GROUP BY status',
  );
  const counts = Object.fromEntries(DOCUMENT_STATUSES.map((status) => [status, 0]));
  for (const row of rows) counts[row.status] = row.documents;
  return counts as StatusCounts;
}

export async function totalsOf(connection: Connection, byStatus: StatusCounts): Promise<DocumentTotals> {
  const [row] = await connection.query<{ chunks: number; bytes: number }>(
    `SELECT
       (SELECT COALESCE(sum(chunks), 0)::bigint FROM documents WHERE live_version IS NOT NULL) AS chunks,
       (SELECT COALESCE(sum(bytes), 0)::bigint FROM (
          SELECT max(bytes) AS bytes FROM documents WHERE content_hash IS NOT NULL GROUP BY content_hash
        ) s) AS bytes`,
  );
  return { byStatus, chunks: row!.chunks, originalBytes: row!.bytes };
}

export function countIngests(
  connection: Connection,
  { from, bucketMs }: { from: number; bucketMs: number },
): Promise<IngestCount[]> {
  return connection.query<IngestCount>(
    `SELECT (updated_at - $1) / $2 AS bucket, status, count(*) AS documents, COALESCE(sum(bytes), 0)::bigint AS bytes
     FROM documents WHERE updated_at >= $1 AND status IN ('done', 'failed') GROUP BY bucket, status`,
    [from, bucketMs],
  );
}

/** Chunks of live documents by language. */
export async function sumLanguages(connection: Connection): Promise<ReadonlyMap<string, number>> {
  const rows = await connection.query<{ language: string; chunks: number }>(
    `SELECT language, sum(chunks)::bigint AS chunks FROM documents
     WHERE live_version IS NOT NULL AND language IS NOT NULL GROUP BY language`,
  );
  return new Map(rows.map(({ language, chunks }) => [language, chunks]));
}

/** Ids of live documents with at least one of `tags`. */
export async function findTagged(
  connection: Connection,
  tags: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await connection.query<{ doc_id: string }>(
    `SELECT DISTINCT d.doc_id FROM document_tags t JOIN documents d ON d.sequence = t.document
     WHERE t.tag = ANY($1::text[]) AND d.live_version IS NOT NULL`,
    [tags],
  );
  return new Set(rows.map((row) => row.doc_id));
}
