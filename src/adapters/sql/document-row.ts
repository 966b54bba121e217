import type { DocumentRecord, DocumentSource } from '../../ports/document.ts';
import type { Original } from '../../ports/document-intake.ts';
import type { IngestJob } from '../../ports/ingest-jobs.ts';
import type { Manifest } from '../../ports/manifest.ts';
import type { StoredOriginal } from '../../ports/stored-chunks.ts';

/** RFC 2046, 4.5.1. */
const OF_UNKNOWN_TYPE = 'application/octet-stream';

/** What a record and its row have in common. */
type SameName =
  | ('sequence' | 'kind' | 'title' | 'status' | 'stage' | 'progress' | 'version' | 'attempts')
  | ('bytes' | 'pages' | 'chunks' | 'added' | 'removed' | 'embedded' | 'language');

/** A row of `documents`, as `SELECT *` returns it. */
export interface DocumentRow extends Pick<DocumentRecord, SameName> {
  readonly doc_id: string;
  readonly live_version: number | null;
  readonly content_hash: string | null;
  readonly live_hash: string | null;
  readonly live_media_type: string | null;
  readonly live_filename: string | null;
  readonly media_type: string | null;
  readonly given_title: string | null;
  readonly source_kind: DocumentSource['kind'];
  readonly filename: string | null;
  readonly url: string | null;
  readonly entry_id: string | null;
  readonly tags: string;
  readonly correlation_id: string;
  readonly error_code: string | null;
  readonly error_message: string | null;
  readonly duplicate_of: string | null;
  readonly created_at: number;
  readonly updated_at: number;
  readonly is_forced: 0 | 1;
  readonly is_tag_bound: 0 | 1;
}

export function recordOf(row: DocumentRow): DocumentRecord {
  const { sequence, kind, title, status, stage, progress, version, attempts } = row;
  const { bytes, pages, chunks, added, removed, embedded, language } = row;
  return {
    ...{ sequence, kind, title, status, stage, progress, version, attempts },
    ...{ bytes, pages, chunks, added, removed, embedded, language },
    docId: row.doc_id,
    liveVersion: row.live_version,
    mediaType: row.media_type,
    source: sourceOf(row),
    tags: tagsOf(row),
    contentHash: row.content_hash,
    error: row.error_code === null ? null : { code: row.error_code, message: row.error_message ?? '' },
    duplicateOf: row.duplicate_of,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** The job of the newest version of `row`, under the lease just taken. */
export function jobOf(row: DocumentRow, lease: { jobId: number; leaseToken: string }): IngestJob {
  return {
    ...lease,
    docId: row.doc_id,
    version: row.version,
    attempts: row.attempts,
    kind: row.kind,
    title: row.given_title,
    source: sourceOf(row),
    original: originalOf(row),
    correlationId: row.correlation_id,
    isForced: row.is_forced === 1,
    isTagBound: row.is_tag_bound === 1,
  };
}

/** One for the newest version, unless it is still to be downloaded, and one for other content that answers. */
export function manifestsOf(row: DocumentRow): Manifest[] {
  const { content_hash: newest, live_hash: live } = row;
  const common = {
    docId: row.doc_id,
    kind: row.kind,
    title: row.given_title,
    tags: tagsOf(row),
    createdAt: row.created_at,
  };
  const manifests: Manifest[] = [];
  if (newest !== null)
    manifests.push({
      ...common,
      contentHash: newest,
      version: row.version,
      source: sourceOf(row),
      mediaType: row.media_type ?? OF_UNKNOWN_TYPE,
      isFailed: row.status === 'failed',
    });
  if (live !== null && live !== newest)
    manifests.push({
      ...common,
      contentHash: live,
      version: row.live_version ?? row.version,
      source: sourceOf({ ...row, filename: row.live_filename }),
      mediaType: row.live_media_type ?? OF_UNKNOWN_TYPE,
      isFailed: false,
    });
  return manifests;
}

/** The original of the live version, or else of the newest. */
export function storedOriginalOf(row: DocumentRow): StoredOriginal | undefined {
  const [contentHash, mediaType, filename] =
    row.live_hash === null
      ? [row.content_hash, row.media_type, row.filename]
      : [row.live_hash, row.live_media_type, row.live_filename];
  return contentHash === null
    ? undefined
    : { contentHash, mediaType: mediaType ?? OF_UNKNOWN_TYPE, filename };
}

/** Upper case: unlike lower case it is independent of neighbouring letters, and it maps ß to SS. */
export function foldCase(text: string): string {
  return text.normalize('NFKC').toUpperCase();
}

export function tagsOf(row: Pick<DocumentRow, 'tags'>): string[] {
  return row.tags === '[]' ? [] : (JSON.parse(row.tags) as string[]);
}

function sourceOf(row: DocumentRow): DocumentSource {
  if (row.source_kind === 'upload') return { kind: 'upload', filename: row.filename ?? '' };
  if (row.source_kind === 'review')
    return { kind: 'review', entryId: row.entry_id ?? '', filename: row.filename ?? '' };
  return { kind: 'url', url: row.url ?? '', ...(row.filename === null ? {} : { filename: row.filename }) };
}

function originalOf(row: DocumentRow): Original | null {
  if (row.content_hash === null) return null;
  return { contentHash: row.content_hash, bytes: row.bytes ?? 0, mediaType: row.media_type ?? '' };
}
