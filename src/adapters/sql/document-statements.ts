import type { Intake } from '../../ports/document-intake.ts';
import type { IngestJob, JobOutcome, Published } from '../../ports/ingest-jobs.ts';
import { among, type Dialect } from './document-driver.ts';
import { type DocumentRow, foldCase, tagsOf } from './document-row.ts';

/** Statements on `documents` and `jobs` that SQLite and PostgreSQL both run, and the values they take. */

const QUEUED_COLUMNS = [
  ...['kind', 'content_hash', 'media_type', 'bytes', 'given_title', 'title', 'folded', 'source_kind'],
  ...['filename', 'url', 'entry_id', 'tags', 'correlation_id', 'updated_at', 'is_tag_bound'],
];

/**
 * What an intake writes to the row of its document, new or not.
 *
 * @param existing The row before; undefined for a new document.
 * @returns `values`: for `INSERT` and `UPDATE_QUEUED`, before their last ones.
 */
export function queuedRowOf(
  intake: Intake,
  docId: string,
  existing: Pick<DocumentRow, 'title' | 'given_title' | 'tags' | 'live_version'> | undefined,
) {
  const { kind, source, original } = intake;
  // While the previous version answers, its title stays until the new one brings its own.
  const liveTitle = existing?.live_version != null ? existing.title : null;
  const givenTitle = intake.title ?? existing?.given_title ?? null;
  const title = liveTitle ?? givenTitle ?? source.filename ?? (source.kind === 'url' ? source.url : docId);
  const tags = [...new Set(intake.tags ?? (existing ? tagsOf(existing) : []))];
  const values = [
    ...[kind, original?.contentHash ?? null, original?.mediaType ?? null, original?.bytes ?? null],
    ...[givenTitle, title, foldedOf(title, docId), source.kind, source.filename ?? null],
    ...[source.kind === 'url' ? source.url : null, source.kind === 'review' ? source.entryId : null],
    ...[JSON.stringify(tags), intake.correlationId, intake.now, intake.isTagBound ? 1 : 0],
  ];
  return { tags, values };
}

/** Values: those of `queuedRowOf`, then id, version and time of creation. Returns no row when the id is taken. */
export const INSERT = `
  INSERT INTO documents (
    ${QUEUED_COLUMNS.join(', ')}, doc_id, version, created_at, status, progress, chunks, added, removed, attempts
  ) VALUES (
    ${[...QUEUED_COLUMNS, 'doc_id', 'version', 'created_at'].map((_, i) => `$${i + 1}`).join(', ')},
    'queued', 0, 0, 0, 0, 0
  ) ON CONFLICT (doc_id) DO NOTHING RETURNING *`;

const NEXT_VERSION = `
  status = 'queued', stage = NULL, progress = 0, version = version + 1, added = 0, removed = 0, embedded = 0,
  attempts = 0, duplicate_of = NULL`;

/** Values: those of `queuedRowOf`, then the sequence number. */
export const UPDATE_QUEUED = `
  UPDATE documents SET ${QUEUED_COLUMNS.map((name, i) => `${name} = $${i + 1}`).join(', ')},
    ${NEXT_VERSION}, error_code = NULL, error_message = NULL, is_forced = 0
  WHERE sequence = $${QUEUED_COLUMNS.length + 1} RETURNING *`;

/** Queues the live original again. Values: $1, $2 correlation id and time. */
export const REQUEUE_LIVE = `UPDATE documents SET ${NEXT_VERSION}, is_forced = 1, correlation_id = $1, updated_at = $2`;

/**
 * Queues a failed or skipped document again. A URL's content may have changed, so it is downloaded again. Values: sequence
 * number, correlation id, time.
 */
export const RETRY = `
  UPDATE documents SET
    status = 'queued', stage = NULL, progress = 0, attempts = 0, error_code = NULL, error_message = NULL,
    duplicate_of = NULL, correlation_id = $2, updated_at = $3,
    content_hash = CASE WHEN url IS NULL THEN content_hash END,
    media_type = CASE WHEN url IS NULL THEN media_type END,
    bytes = CASE WHEN url IS NULL THEN bytes END
  WHERE sequence = $1 AND status IN ('failed', 'skipped') RETURNING *`;

/** Queues duplicates of content that a document no longer publishes. Values: its id, time. */
export const REQUEUE_DUPLICATES = `
  UPDATE documents SET status = 'queued', progress = 0, attempts = 0, duplicate_of = NULL, updated_at = $2
  WHERE duplicate_of = $1 AND status = 'skipped'
    AND content_hash IS DISTINCT FROM (SELECT live_hash FROM documents WHERE doc_id = $1)
  RETURNING sequence, doc_id`;

/** Statements that delete a document; the value is its sequence number. */
export const DELETES = [
  'DELETE FROM documents WHERE sequence = $1',
  'DELETE FROM document_tags WHERE document = $1',
  'DELETE FROM jobs WHERE document = $1',
  'DELETE FROM answer_sources WHERE answer = $1',
];

export const SELECT_LIVE_WITH_HASH = `
  SELECT doc_id FROM documents WHERE live_hash = $1 AND doc_id <> $2 AND kind = 'document' ORDER BY sequence LIMIT 1`;

/** Approved answers that rest on a document. */
export const SELECT_RESTING_ON = `
  SELECT d.doc_id FROM answer_sources s JOIN documents d ON d.sequence = s.answer
  WHERE s.doc_id = $1 AND d.doc_id <> s.doc_id ORDER BY d.sequence`;

/** No analysis has made the terms of another title. Values: sequence number, title, `foldedOf`. */
export const SET_TITLE =
  'UPDATE documents SET given_title = $2, title = $2, folded = $3, analysis = 0 WHERE sequence = $1';

/** Values: sequence number, tags as JSON or null, time. */
export const SET_DESCRIBED =
  'UPDATE documents SET tags = COALESCE($2, tags), updated_at = $3 WHERE sequence = $1 RETURNING *';

/** Values: sequence number, time. */
export const BEGIN_ATTEMPT = `
  UPDATE documents SET
    status = 'processing', progress = 0, attempts = attempts + 1, error_code = NULL, error_message = NULL,
    stage = CASE WHEN content_hash IS NULL THEN 'downloading' ELSE 'parsing' END, updated_at = $2
  WHERE sequence = $1 RETURNING *`;

/** Values: `publishedValues`. */
export const PUBLISH = `
  UPDATE documents SET
    status = 'done', stage = NULL, progress = 1, live_version = version, live_hash = content_hash,
    live_media_type = media_type, live_filename = filename, title = $2, folded = $3, language = $4, pages = $5,
    chunks = $6, added = $7, removed = $8, embedded = $9, analysis = $10, updated_at = $11
  WHERE sequence = $1 RETURNING *`;

/** @param row Of the document before. @param changes Of its chunks, against the version that answered. */
export function publishedValues(
  row: DocumentRow,
  job: IngestJob,
  published: Published,
  { chunks, added, removed }: { chunks: number; added: number; removed: number },
) {
  const { language, pages, embedded, now } = published;
  // Renamed since the job was claimed: the terms are those of the earlier title.
  const renamed = row.given_title !== job.title ? row.given_title : null;
  const title = renamed ?? published.title;
  return [
    ...[row.sequence, title, foldedOf(title, row.doc_id), language, pages, chunks, added, removed, embedded],
    ...[renamed === null ? published.analysis : 0, now],
  ];
}

/** Values: `endedRowOf`. */
export const SET_ENDED = `
  UPDATE documents SET
    status = $2, stage = NULL, progress = COALESCE($3, progress), duplicate_of = $4, error_code = $5,
    error_message = $6, updated_at = $7, attempts = attempts - $8
  WHERE sequence = $1`;

/**
 * @param isDuplicate Of a skipped document: whether the other one still answers from its content.
 * @returns `dueAt`: when the job is due again; undefined when it has ended.
 */
export function endedRowOf(sequence: number, outcome: JobOutcome, isDuplicate: boolean) {
  const { now } = outcome;
  switch (outcome.status) {
    case 'skipped':
      return isDuplicate
        ? { values: [sequence, 'skipped', 1, outcome.duplicateOf, null, null, now, 0], dueAt: undefined }
        : { values: requeuedValues(sequence, now), dueAt: now };
    case 'failed': {
      const { code, message } = outcome.error;
      return { values: [sequence, 'failed', null, null, code, message, now, 0], dueAt: undefined };
    }
    case 'queued':
      return { values: requeuedValues(sequence, now, outcome.error), dueAt: outcome.runAfter };
    case 'released':
      return {
        values: requeuedValues(sequence, now, outcome.until?.error, 1),
        dueAt: outcome.until?.runAfter ?? now,
      };
  }
}

/** For `SET_ENDED`: the document is queued again. @param uncounted Attempts that do not count. */
export function requeuedValues(
  sequence: number,
  now: number,
  error?: { code: string; message: string },
  uncounted = 0,
) {
  return [sequence, 'queued', 0, null, error?.code ?? null, error?.message ?? null, now, uncounted];
}

/** Values: job, time. */
export const RELEASE_LEASE = 'UPDATE jobs SET lease_token = NULL, due_at = $2 WHERE job_id = $1';
export const END_JOB = 'DELETE FROM jobs WHERE job_id = $1';
export const INSERT_JOB = 'INSERT INTO jobs (document, due_at) VALUES ($1, $2)';

/** A job that waits by a clock which was set back since is due now: else its document's last change is no later. */
export const SET_DUE = `
  UPDATE jobs SET due_at = $1 WHERE due_at > $1 AND lease_token IS NULL
    AND (SELECT updated_at FROM documents WHERE sequence = document) > $1 RETURNING job_id`;

/** Two ranges of the index: an inequality would read all of it. */
export const COUNT_OTHER_ANALYSES = `
  SELECT (SELECT COUNT(*) FROM documents WHERE live_version IS NOT NULL AND analysis < $1)
       + (SELECT COUNT(*) FROM documents WHERE live_version IS NOT NULL AND analysis > $1) AS total`;

/** Values: sequence number after which they begin, analysis, limit. */
export const SELECT_OTHER_ANALYSES = `
  SELECT sequence, doc_id FROM documents
  WHERE sequence > $1 AND live_version IS NOT NULL AND analysis <> $2 ORDER BY sequence LIMIT $3`;

/** Chunks that answer, and bytes of all originals. */
export const SELECT_TOTALS = `
  SELECT
    (SELECT CAST(COALESCE(SUM(chunks), 0) AS bigint) FROM documents WHERE live_version IS NOT NULL) AS chunks,
    (SELECT CAST(COALESCE(SUM(bytes), 0) AS bigint) FROM (
       SELECT MAX(bytes) AS bytes FROM documents WHERE content_hash IS NOT NULL GROUP BY content_hash
     ) s) AS bytes`;

/** Values: time from which they count, length of a bucket. */
export const COUNT_INGESTS = `
  SELECT CAST((updated_at - $1) / $2 AS bigint) AS bucket, status, COUNT(*) AS documents,
    CAST(COALESCE(SUM(bytes), 0) AS bigint) AS bytes
  FROM documents WHERE updated_at >= $1 AND status IN ('done', 'failed') GROUP BY bucket, status`;

/** Chunks of live documents by language. */
export const SUM_LANGUAGES = sumLanguages('');

/** Of some of them. Values: a JSON array of ids. */
export function sumLanguagesAmong(dialect: Dialect): string {
  return sumLanguages(`AND doc_id ${among(dialect, '$1')}`);
}

function sumLanguages(condition: string): string {
  return `SELECT language, CAST(SUM(chunks) AS bigint) AS chunks FROM documents
    WHERE live_version IS NOT NULL AND language IS NOT NULL ${condition} GROUP BY language`;
}

/** Title and id in one case, for the search in the list. */
export function foldedOf(title: string, docId: string): string {
  return foldCase(`${title}\n${docId}`);
}
