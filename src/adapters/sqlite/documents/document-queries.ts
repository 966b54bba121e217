import { createCache } from '../../../cache.ts';
import type { DocumentRecord } from '../../../ports/document.ts';
import type { RemovedDocument } from '../../../ports/document-store.ts';
import type { Manifest } from '../../../ports/manifest.ts';
import type { StoredOriginal } from '../../../ports/stored-chunks.ts';
import {
  type DocumentRow,
  manifestsOf,
  recordOf,
  storedOriginalOf,
} from '../../document-rows/document-row.ts';
import type { Connection } from '../connection.ts';
import { all, one } from '../database.ts';
import type { AnswerSources } from './answer-sources.ts';
import type { ReleasedOriginals } from './released-originals.ts';
import type { VersionRemoval } from './version-removal.ts';

export interface DocumentQueries {
  /** Cached; may return the same object twice. */
  find(docId: string): DocumentRecord | undefined;
  /** Call with every write of a document's row, in its transaction; without an id, for all documents. */
  forget(docId?: string): void;
  /**
   * Deletes a document, and the approved answers that rest on it, and on those.
   *
   * @param around Called for each, with the change.
   */
  delete(docId: string, now: number, around: <T>(docId: string, change: () => T) => T): RemovedDocument[];
  /** Queues a failed or skipped ingest again. */
  retry(
    docId: string,
    options: { now: number; correlationId: string },
  ): { record: DocumentRecord; queued: boolean } | undefined;
  original(docId: string): StoredOriginal | undefined;
  manifests(docId: string): Manifest[];
  liveDocumentWithHash(contentHash: string, exceptDocId: string): string | undefined;
  /** Queues documents again that were skipped as duplicates of content that `docId` no longer publishes. */
  requeueDuplicatesOf(docId: string, now: number): void;
}

/** Size of the record cache: some ten thousand records. */
const RECORDS_BYTES_MAX = 8 * 1024 * 1024;
/** Memory of a record without its texts. */
const RECORD_BYTES = 600;

export function createDocumentQueries(
  connection: Connection,
  parts: { removal: VersionRemoval; originals: ReleasedOriginals; answerSources: AnswerSources },
): DocumentQueries {
  const { removal, originals, answerSources } = parts;
  const select = connection.prepare('SELECT * FROM documents WHERE doc_id = ?');
  const deletes = [
    'DELETE FROM documents WHERE sequence = ?',
    'DELETE FROM document_tags WHERE document = ?',
    'DELETE FROM jobs WHERE document = ?',
    'DELETE FROM answer_sources WHERE answer = ?',
  ].map((sql) => connection.prepare(sql));
  // A URL's content may have changed, so it is downloaded again.
  const setRetried = connection.prepare(
    `UPDATE documents SET
       status = 'queued', stage = NULL, progress = 0, attempts = 0, error_code = NULL, error_message = NULL,
       duplicate_of = NULL, correlation_id = ?1, updated_at = ?2,
       content_hash = CASE WHEN url IS NULL THEN content_hash END,
       media_type = CASE WHEN url IS NULL THEN media_type END,
       bytes = CASE WHEN url IS NULL THEN bytes END
     WHERE sequence = ?3 AND status IN ('failed', 'skipped') RETURNING *`,
  );
  const selectLive = connection.prepare(
    `SELECT doc_id FROM documents WHERE live_hash = ? AND doc_id <> ? AND kind = 'document' ORDER BY sequence LIMIT 1`,
  );
  const requeue = connection.prepare(
    `UPDATE documents SET status = 'queued', progress = 0, attempts = 0, duplicate_of = NULL, updated_at = ?1
     WHERE duplicate_of = ?2 AND status = 'skipped'
       AND content_hash IS NOT (SELECT live_hash FROM documents WHERE doc_id = ?2)
     RETURNING sequence, doc_id`,
  );
  const insertJob = connection.prepare('INSERT INTO jobs (document, due_at) VALUES (?, ?)');

  const records = createCache<string, DocumentRecord>({
    sizeMax: RECORDS_BYTES_MAX,
    sizeOf: bytesOfRecord,
  });

  function requeueDuplicatesOf(docId: string, now: number): void {
    const queued = all<{ sequence: number; doc_id: string }>(requeue, now, docId);
    for (const { sequence, doc_id } of queued) {
      insertJob.run(sequence, now);
      records.delete(doc_id);
    }
  }

  function deleteOne(docId: string, now: number): RemovedDocument[] {
    records.delete(docId);
    const row = one<DocumentRow>(select, docId);
    if (!row) return [];
    removal.drop(row.sequence, { keep: null });
    for (const statement of deletes) statement.run(row.sequence);
    requeueDuplicatesOf(docId, now);
    originals.lost({ docId, now }, row.content_hash, row.live_hash);
    return [{ docId, version: row.version }];
  }

  return {
    find(docId) {
      const known = records.get(docId);
      if (known) return known;
      const row = one<DocumentRow>(select, docId);
      const record = row && recordOf(row);
      if (record) records.set(docId, record);
      return record;
    },
    forget(docId) {
      if (docId === undefined) records.clear();
      else records.delete(docId);
    },
    delete(docId, now, around) {
      const doomed = new Set([docId]);
      // The loop reaches what is added meanwhile.
      for (const each of doomed) for (const answer of answerSources.restingOn(each)) doomed.add(answer);
      return [...doomed].flatMap((each) => around(each, () => deleteOne(each, now)));
    },
    retry(docId, { now, correlationId }) {
      records.delete(docId);
      const row = one<DocumentRow>(select, docId);
      if (!row) return undefined;
      const retried = one<DocumentRow>(setRetried, correlationId, now, row.sequence);
      if (!retried) return { record: recordOf(row), queued: false };
      originals.lost({ docId, now }, row.content_hash);
      insertJob.run(row.sequence, now);
      return { record: recordOf(retried), queued: true };
    },
    original(docId) {
      const row = one<DocumentRow>(select, docId);
      return row && storedOriginalOf(row);
    },
    manifests(docId) {
      const row = one<DocumentRow>(select, docId);
      return row ? manifestsOf(row) : [];
    },
    liveDocumentWithHash: (contentHash, exceptDocId) =>
      one<{ doc_id: string }>(selectLive, contentHash, exceptDocId)?.doc_id,
    requeueDuplicatesOf,
  };
}

function bytesOfRecord({ title, tags, source }: DocumentRecord): number {
  const units =
    title.length + (source.kind === 'url' ? source.url.length : 0) + (source.filename?.length ?? 0);
  return RECORD_BYTES + 2 * tags.reduce((sum, tag) => sum + tag.length, units);
}
