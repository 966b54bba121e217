import { DOCUMENT_STATUSES, type DocumentStatus } from '../../../ports/document.ts';
import type { DocumentTotals, IngestCount, StatusCounts } from '../../../ports/document-list.ts';
import type { Connection } from '../connection.ts';
import { all, one } from '../database.ts';

/** Totals over all documents. */
export function createTotalQueries(connection: Connection) {
  const countStatuses = connection.prepare(
    'SELECT status, COUNT(*) AS documents FROM documents GROUP BY status',
  );
  const sumChunks = connection.prepare(
    'SELECT COALESCE(SUM(chunks), 0) AS chunks FROM documents WHERE live_version IS NOT NULL',
  );
  const sumBytes = connection.prepare(
    `SELECT COALESCE(SUM(bytes), 0) AS bytes FROM (
       SELECT MAX(bytes) AS bytes FROM documents WHERE content_hash IS NOT NULL GROUP BY content_hash
     )`,
  );

  function byStatus(): StatusCounts {
    const counts = Object.fromEntries(DOCUMENT_STATUSES.map((status) => [status, 0]));
    for (const row of all<{ status: DocumentStatus; documents: number }>(countStatuses))
      counts[row.status] = row.documents;
    return counts as StatusCounts;
  }

  const countIngests = connection.prepare(
    `SELECT CAST((updated_at - ?1) / ?2 AS INTEGER) AS bucket, status, COUNT(*) AS documents,
       COALESCE(SUM(bytes), 0) AS bytes
     FROM documents WHERE updated_at >= ?1 AND status IN ('done', 'failed') GROUP BY bucket, status`,
  );

  return {
    ingests: ({ from, bucketMs }: { from: number; bucketMs: number }) =>
      all<IngestCount>(countIngests, from, bucketMs),
    byStatus,
    all: (): DocumentTotals => ({
      byStatus: byStatus(),
      chunks: one<{ chunks: number }>(sumChunks)!.chunks,
      originalBytes: one<{ bytes: number }>(sumBytes)!.bytes,
    }),
  };
}
