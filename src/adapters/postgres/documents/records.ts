import type { DocumentRecord, DocumentStatus } from '../../../ports/document.ts';
import type { AnswerLink, Intake } from '../../../ports/document-intake.ts';
import type {
  DocumentFilter,
  DocumentPage,
  DocumentPageRequest,
  DocumentTotals,
  IngestCount,
  StatusCounts,
} from '../../../ports/document-list.ts';
import type { DocumentStore, RemovedDocument } from '../../../ports/document-store.ts';
import type { Manifest } from '../../../ports/manifest.ts';
import type { StoredOriginal } from '../../../ports/stored-chunks.ts';
import { type DocumentRow, manifestsOf, recordOf, storedOriginalOf } from '../../sql/document-row.ts';
import * as sql from '../../sql/document-statements.ts';
import { firstFree, firstPlaced } from '../../sql/free-id.ts';
import { documentPageOf, type ListedRow, listStatements } from '../../sql/list-statements.ts';
import { selectVisible } from '../../sql/visibility.ts';
import type { Queries } from '../connection.ts';
import { type Change, lockDocument } from './change.ts';
import { claimContent, type ReleasedOriginals } from './released-originals.ts';
import type { VersionRemoval } from './version-removal.ts';

/** Documents with their tags, and the sources of approved answers. An answer is named by its document's sequence number. */

interface Parts {
  readonly removal: VersionRemoval;
  readonly originals: ReleasedOriginals;
}

/** Ids that others took between the search for a free one and its use. */
const LOST_IDS_MAX = 100;
const DIALECT = {
  place: 'strpos',
  titleKey: 'left(d.folded, 100)',
  among: (parameter: string) => `IN (SELECT jsonb_array_elements_text(${parameter}::jsonb))`,
} as const;
const SELECT_VISIBLE = selectVisible(DIALECT.among);
const SUM_LANGUAGES_AMONG = sql.sumLanguagesAmong(DIALECT.among);

export async function getRecords({ query }: Queries, docIds: readonly string[]): Promise<DocumentRecord[]> {
  if (docIds.length === 0) return [];
  const rows = await query<DocumentRow>('SELECT * FROM documents WHERE doc_id = ANY($1::text[])', [docIds]);
  return rows.map(recordOf);
}

async function findRow({ query }: Queries, docId: string): Promise<DocumentRow | undefined> {
  return (await query<DocumentRow>('SELECT * FROM documents WHERE doc_id = $1', [docId]))[0];
}

export async function findOriginal(queries: Queries, docId: string): Promise<StoredOriginal | undefined> {
  const row = await findRow(queries, docId);
  return row && storedOriginalOf(row);
}

export async function findManifests(queries: Queries, docId: string): Promise<Manifest[]> {
  const row = await findRow(queries, docId);
  return row ? manifestsOf(row) : [];
}

export async function liveDocumentWithHash(
  { query }: Queries,
  contentHash: string,
  exceptDocId: string,
): Promise<string | undefined> {
  return (await query<{ doc_id: string }>(sql.SELECT_LIVE_WITH_HASH, [contentHash, exceptDocId]))[0]?.doc_id;
}

export async function listDocuments(
  { query }: Queries,
  filter: DocumentFilter,
  page: DocumentPageRequest,
): Promise<DocumentPage> {
  const { count, select } = listStatements(filter, page, DIALECT);
  const [counted] = await query<{ total: number }>(count.sql, count.values);
  const rows = await query<ListedRow>(select.sql, select.values);
  return documentPageOf(rows, page.limit, counted!.total);
}

export async function countStatuses({ query }: Queries): Promise<StatusCounts> {
  return sql.statusCountsOf(await query<{ status: DocumentStatus; documents: number }>(sql.COUNT_STATUSES));
}

export async function totalsOf({ query }: Queries, byStatus: StatusCounts): Promise<DocumentTotals> {
  const [row] = await query<{ chunks: number; bytes: number }>(sql.SELECT_TOTALS);
  return { byStatus, chunks: row!.chunks, originalBytes: row!.bytes };
}

export function countIngests(
  { query }: Queries,
  { from, bucketMs }: { from: number; bucketMs: number },
): Promise<IngestCount[]> {
  return query<IngestCount>(sql.COUNT_INGESTS, [from, bucketMs]);
}

/** Chunks of live documents by language. @param docIds Of these alone. */
export async function sumLanguages(
  { query }: Queries,
  docIds?: ReadonlySet<string>,
): Promise<ReadonlyMap<string, number>> {
  const [statement, values] = docIds
    ? [SUM_LANGUAGES_AMONG, [JSON.stringify([...docIds])]]
    : [sql.SUM_LANGUAGES, []];
  const rows = await query<{ language: string; chunks: number }>(statement, values);
  return new Map(rows.map(({ language, chunks }) => [language, chunks]));
}

export async function visibleAmong(
  { query }: Queries,
  docIds: readonly string[],
  tags: readonly string[],
): Promise<string[]> {
  const rows = await query<{ doc_id: string }>(SELECT_VISIBLE, [
    JSON.stringify(docIds),
    JSON.stringify(tags),
  ]);
  return rows.map((row) => row.doc_id);
}

/** Ids of live documents with at least one of `tags`. */
export async function findTagged({ query }: Queries, tags: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await query<{ doc_id: string }>(
    `SELECT DISTINCT d.doc_id FROM document_tags t JOIN documents d ON d.sequence = t.document
     WHERE t.tag = ANY($1::text[]) AND d.live_version IS NOT NULL`,
    [tags],
  );
  return new Set(rows.map((row) => row.doc_id));
}

export async function countOtherAnalyses({ query }: Queries, analysis: number): Promise<number> {
  return (await query<{ documents: number }>(sql.COUNT_OTHER_ANALYSES, [analysis]))[0]!.documents;
}

export async function otherAnalyses(
  { query }: Queries,
  { analysis, after, limit }: Parameters<DocumentStore['otherAnalyses']>[0],
): Promise<{ docIds: string[]; last: number | undefined }> {
  const found = await query<{ sequence: number; doc_id: string }>(sql.SELECT_OTHER_ANALYSES, [
    ...[after, analysis, limit],
  ]);
  return { docIds: found.map((row) => row.doc_id), last: found.at(-1)?.sequence };
}

/**
 * Writes a queued version of a document with its job, which replaces the former job. Throws when the document may not be
 * replaced, or what it rests on is missing.
 */
export async function accept(change: Change, intake: Intake, parts: Parts): Promise<DocumentRecord> {
  const { kind, original, restsOn, now } = intake;
  if (restsOn) {
    const docIds = [...new Set(restsOn.docIds)];
    if ((await existing(change, docIds)).size < docIds.length) throw restsOn.refuse;
  }
  if (original) await claimContent(change, original.contentHash);
  const { row, tags, before } = await write(change, intake);
  const { sequence, doc_id: docId } = row;
  if (before) {
    await parts.originals.lost(change, { docId, now }, before.content_hash);
    await parts.removal.drop(change, sequence, { keep: row.live_version });
    await change.query('DELETE FROM jobs WHERE document = $1', [sequence]);
    await change.query('DELETE FROM answer_sources WHERE answer = $1', [sequence]);
  }
  await addSources(change, sequence, restsOn?.docIds ?? []);
  await replaceTags(change, sequence, tags);
  // A reviewer waits for an approved answer, so it goes to the front of the queue.
  await change.query(sql.INSERT_JOB, [sequence, kind === 'approved_answer' ? 0 : now]);
  change.changed(docId);
  return recordOf(row);
}

/** Replaces the document of the intake's id, or inserts it where there is none. */
async function write(change: Change, intake: Intake) {
  for (let lost = 0; lost <= LOST_IDS_MAX; lost += 1) {
    const docId = await idOf(change, intake);
    const before = await lockDocument(change, docId);
    if (before && typeof intake.whenTaken === 'object') throw intake.whenTaken.refuse;
    if (before && !mayReplace(before, intake)) continue;
    const { tags, values } = sql.queuedRowOf(intake, docId, before);
    const row = before
      ? (await change.query<DocumentRow>(sql.UPDATE_QUEUED, [...values, before.sequence]))[0]
      : await insert(change, docId, values, intake);
    if (row) return { row, tags, before };
  }
  throw new Error(`Cannot accept ${intake.docId}: others took each of ${LOST_IDS_MAX} free ids`);
}

/** The id that may be replaced as it has the same content or URL under this name, or else a free one. */
async function idOf(change: Queries, { docId, whenTaken, source, original }: Intake): Promise<string> {
  if (whenTaken === 'always_rename') return freeId(change, docId);
  if (whenTaken !== 'rename') return docId;
  const url = source.kind === 'url' ? source.url : null;
  const same = await change.query<{ doc_id: string }>(sql.SELECT_SAME_CONTENT, [
    ...[original?.contentHash ?? null, url],
  ]);
  const placed = firstPlaced(
    same.map((row) => row.doc_id),
    docId,
  );
  return placed ?? freeId(change, docId);
}

async function freeId(change: Queries, docId: string): Promise<string> {
  const search = firstFree(docId);
  let step = search.next();
  while (!step.done) {
    const taken = await change.query('SELECT 1 FROM documents WHERE doc_id = $1', [step.value]);
    step = search.next(taken.length > 0);
  }
  return step.value;
}

/** Others may have taken or changed the document since its id was found. */
function mayReplace(before: DocumentRow, { whenTaken, source, original }: Intake): boolean {
  if (whenTaken !== 'rename') return whenTaken === 'replace';
  const hasContent = original !== null && before.content_hash === original.contentHash;
  return hasContent || (source.kind === 'url' && before.url === source.url);
}

/** @returns Undefined when another process has inserted one of this id. */
async function insert(
  change: Queries,
  docId: string,
  values: readonly unknown[],
  { restored, now }: Intake,
): Promise<DocumentRow | undefined> {
  const { version, createdAt } = restored ?? { version: 1, createdAt: now };
  const [row] = await change.query<DocumentRow>(sql.INSERT, [...values, docId, version, createdAt]);
  if (!row) return undefined;
  // Only a statement of its own sees a deletion that the insert waited for.
  const [renewed] = await change.query<DocumentRow>(
    `UPDATE documents d SET version = GREATEST(d.version, x.version + 1)
     FROM deleted_documents x WHERE x.doc_id = d.doc_id AND d.sequence = $1 RETURNING d.*`,
    [row.sequence],
  );
  return renewed ?? row;
}

/** Those of these documents that exist; none of them is deleted before the transaction ends. */
async function existing(change: Queries, docIds: readonly string[]): Promise<Set<string>> {
  const found = await change.query<{ doc_id: string }>(
    'SELECT doc_id FROM documents WHERE doc_id = ANY($1::text[]) ORDER BY sequence FOR KEY SHARE',
    [docIds],
  );
  return new Set(found.map((row) => row.doc_id));
}

/** The answer also rests on these. */
async function addSources(change: Queries, answer: number, docIds: readonly string[]): Promise<void> {
  if (docIds.length === 0) return;
  await change.query(
    'INSERT INTO answer_sources (doc_id, answer) SELECT unnest($1::text[]), $2 ON CONFLICT DO NOTHING',
    [docIds, answer],
  );
}

/** @param tags Each once. */
async function replaceTags(change: Queries, sequence: number, tags: readonly string[]): Promise<void> {
  await change.query('DELETE FROM document_tags WHERE document = $1', [sequence]);
  if (tags.length === 0) return;
  await change.query('INSERT INTO document_tags (tag, document) SELECT unnest($1::text[]), $2', [
    ...[tags, sequence],
  ]);
}

/** Changes title and tags. @returns The record; undefined when there is no such document. */
export async function describe(
  change: Change,
  docId: string,
  { title, tags, now }: Parameters<DocumentStore['describe']>[1],
): Promise<DocumentRecord | undefined> {
  const before = await lockDocument(change, docId);
  if (!before) return undefined;
  const { sequence } = before;
  if (title !== undefined && title !== before.title)
    await change.query(sql.SET_TITLE, [sequence, title, sql.foldedOf(title, docId)]);
  const each = tags && [...new Set(tags)];
  if (each) await replaceTags(change, sequence, each);
  const [row] = await change.query<DocumentRow>(sql.SET_DESCRIBED, [
    ...[sequence, each ? JSON.stringify(each) : null, now],
  ]);
  change.changed(docId);
  return recordOf(row!);
}

/** Queues a failed or skipped ingest again. */
export async function retry(
  change: Change,
  docId: string,
  { now, correlationId }: Parameters<DocumentStore['retry']>[1],
  originals: ReleasedOriginals,
): ReturnType<DocumentStore['retry']> {
  const before = await lockDocument(change, docId);
  if (!before) return undefined;
  const [retried] = await change.query<DocumentRow>(sql.RETRY, [before.sequence, correlationId, now]);
  if (!retried) return { record: recordOf(before), queued: false };
  await originals.lost(change, { docId, now }, before.content_hash);
  await change.query(sql.INSERT_JOB, [before.sequence, now]);
  change.changed(docId);
  return { record: recordOf(retried), queued: true };
}

/** Gives published documents a new version of the same original, with a job that must not skip it. */
export async function requeueLive(
  change: Change,
  { after, limit, correlationId, now }: Parameters<DocumentStore['requeueLive']>[0],
  removal: VersionRemoval,
): Promise<{ docIds: string[]; last: number | undefined }> {
  const page = await change.query<{ sequence: number }>(
    `SELECT sequence FROM documents WHERE sequence > $1 AND ${IS_SETTLED} ORDER BY sequence LIMIT $2`,
    [after, limit],
  );
  const requeued = await change.query<{ sequence: number; doc_id: string; live_version: number | null }>(
    `${sql.REQUEUE_LIVE} WHERE sequence = ANY($3::bigint[]) AND ${IS_SETTLED}
     RETURNING sequence, doc_id, live_version`,
    [correlationId, now, page.map(({ sequence }) => sequence)],
  );
  for (const { sequence, doc_id, live_version } of requeued) {
    await removal.drop(change, sequence, { keep: live_version });
    await change.query(sql.INSERT_JOB, [sequence, now]);
    change.changed(doc_id);
  }
  return { docIds: requeued.map((row) => row.doc_id), last: page.at(-1)?.sequence };
}

/** With any other status something is queued, or has failed for other content, which a requeue would lose. */
const IS_SETTLED = `live_hash IS NOT NULL AND content_hash = live_hash AND status IN ('done', 'skipped')`;

/** Queues documents again that were skipped as duplicates of content that `docId` no longer publishes. */
export async function requeueDuplicatesOf(change: Change, docId: string, now: number): Promise<void> {
  const queued = await change.query<{ sequence: number; doc_id: string }>(sql.REQUEUE_DUPLICATES, [
    ...[docId, now],
  ]);
  for (const { sequence, doc_id } of queued) {
    await change.query(sql.INSERT_JOB, [sequence, now]);
    change.changed(doc_id);
  }
}

/** Deletes a document, and the approved answers that rest on it, and on those. */
export async function removeDocument(
  change: Change,
  docId: string,
  now: number,
  parts: Parts,
): Promise<RemovedDocument[]> {
  const each = new Set([docId]);
  const removed: RemovedDocument[] = [];
  // The loop reaches what is added during it. An answer can only come to rest on what is not locked yet.
  for (const docId of each) {
    const row = await lockDocument(change, docId, 'update');
    for (const answer of await change.query<{ doc_id: string }>(sql.SELECT_RESTING_ON, [docId]))
      each.add(answer.doc_id);
    if (!row) continue;
    const { sequence, version } = row;
    await parts.removal.drop(change, sequence, { keep: null });
    for (const statement of sql.DELETES) await change.query(statement, [sequence]);
    await change.query(
      `INSERT INTO deleted_documents (doc_id, version, deleted_at) VALUES ($1, $2, $3)
       ON CONFLICT (doc_id) DO UPDATE SET
         version = GREATEST(deleted_documents.version, excluded.version), deleted_at = excluded.deleted_at`,
      [docId, version, now],
    );
    await requeueDuplicatesOf(change, docId, now);
    await parts.originals.lost(change, { docId, now }, row.content_hash, row.live_hash);
    change.changed(docId);
    removed.push({ docId, version });
  }
  return removed;
}

/** Adds to what answers rest on, and deletes those of which a source is gone. */
export async function linkAnswers(
  change: Change,
  links: readonly AnswerLink[],
  now: number,
  parts: Parts,
): Promise<RemovedDocument[]> {
  const found = await existing(change, [...new Set(links.flatMap(({ restsOn }) => restsOn))]);
  const lost = new Set<string>();
  for (const { docId, restsOn } of links) {
    const answer = await lockDocument(change, docId);
    if (answer?.kind !== 'approved_answer') continue;
    await addSources(change, answer.sequence, restsOn);
    for (const source of restsOn) if (!found.has(source)) lost.add(source);
  }
  const removed: RemovedDocument[] = [];
  for (const docId of lost) removed.push(...(await removeDocument(change, docId, now, parts)));
  return removed;
}
