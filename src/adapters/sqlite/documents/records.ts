import { createCache } from '../../../cache.ts';
import type { DocumentRecord } from '../../../ports/document.ts';
import type { AnswerLink, Intake } from '../../../ports/document-intake.ts';
import type { DocumentStore, RemovedDocument } from '../../../ports/document-store.ts';
import type { Manifest } from '../../../ports/manifest.ts';
import type { StoredOriginal } from '../../../ports/stored-chunks.ts';
import { type DocumentRow, manifestsOf, recordOf, storedOriginalOf } from '../../sql/document-row.ts';
import * as sql from '../../sql/document-statements.ts';
import { firstFree, firstPlaced } from '../../sql/free-id.ts';
import type { Connection } from '../connection.ts';
import type { LiveDocuments } from './live-documents.ts';
import type { ReleasedOriginals } from './released-originals.ts';
import type { VersionRemoval } from './version-removal.ts';

/** Size of the record cache: some ten thousand records. */
const CACHE_BYTES_MAX = 8 * 1024 * 1024;
/** Memory of a record without its texts. */
const RECORD_BYTES = 600;

export type Records = ReturnType<typeof createRecords>;

/** Documents with their tags, and the sources of approved answers. Whatever changes a document's row calls `forget`. */
export function createRecords(
  { one, all, run }: Connection,
  parts: { removal: VersionRemoval; originals: ReleasedOriginals; live: LiveDocuments },
) {
  const { removal, originals, live } = parts;
  const cache = createCache<string, DocumentRecord>({ sizeMax: CACHE_BYTES_MAX, sizeOf: bytesOfRecord });

  const rowOf = (docId: string) => one<DocumentRow>('SELECT * FROM documents WHERE doc_id = $1', docId);

  /** May return the same object twice. */
  function find(docId: string): DocumentRecord | undefined {
    const known = cache.get(docId);
    if (known) return known;
    const row = rowOf(docId);
    const record = row && recordOf(row);
    if (record) cache.set(docId, record);
    return record;
  }

  function isThere(docId: string): boolean {
    return one('SELECT 1 FROM documents WHERE doc_id = $1', docId) !== undefined;
  }

  function freeId(docId: string): string {
    const search = firstFree(docId);
    let step = search.next();
    while (!step.done) step = search.next(isThere(step.value));
    return step.value;
  }

  /** The id that may be replaced as it has the same content or URL under this name, or else the first free one. */
  function idOf({ docId, whenTaken, source, original }: Intake): string {
    if (whenTaken === 'always_rename') return freeId(docId);
    if (whenTaken !== 'rename') return docId;
    const url = source.kind === 'url' ? source.url : null;
    const same = all<{ doc_id: string }>(sql.SELECT_SAME_CONTENT, original?.contentHash ?? null, url);
    const placed = firstPlaced(
      same.map((row) => row.doc_id),
      docId,
    );
    return placed ?? freeId(docId);
  }

  /** @param tags Each once. */
  function replaceTags(sequence: number, tags: readonly string[]): void {
    run('DELETE FROM document_tags WHERE document = $1', sequence);
    for (const tag of tags) run('INSERT INTO document_tags (tag, document) VALUES ($1, $2)', tag, sequence);
  }

  /** @param answer Sequence number of the answer's document, which also rests on these. */
  function addSources(answer: number, docIds: readonly string[]): void {
    for (const docId of docIds)
      run(
        'INSERT INTO answer_sources (doc_id, answer) VALUES ($1, $2) ON CONFLICT DO NOTHING',
        docId,
        answer,
      );
  }

  function requeueDuplicatesOf(docId: string, now: number): void {
    const queued = all<{ sequence: number; doc_id: string }>(sql.REQUEUE_DUPLICATES, docId, now);
    for (const { sequence, doc_id } of queued) {
      run(sql.INSERT_JOB, sequence, now);
      cache.delete(doc_id);
    }
  }

  function removeOne(docId: string, now: number): RemovedDocument[] {
    cache.delete(docId);
    const row = rowOf(docId);
    if (!row) return [];
    removal.drop(row.sequence, { keep: null });
    for (const statement of sql.DELETES) run(statement, row.sequence);
    requeueDuplicatesOf(docId, now);
    originals.lost({ docId, now }, row.content_hash, row.live_hash);
    return [{ docId, version: row.version }];
  }

  /** Deletes a document, and the approved answers that rest on it, and on those. */
  function remove(docId: string, now: number): RemovedDocument[] {
    const removed = new Set([docId]);
    // The loop reaches what is added during it.
    for (const each of removed)
      for (const { doc_id } of all<{ doc_id: string }>(sql.SELECT_RESTING_ON, each)) removed.add(doc_id);
    return [...removed].flatMap((each) => live.following(each, () => removeOne(each, now)));
  }

  return {
    find,
    /** Call with every write of a document's row, in its transaction; without an id, for all documents. */
    forget(docId?: string): void {
      if (docId === undefined) cache.clear();
      else cache.delete(docId);
    },
    requeueDuplicatesOf,
    remove,

    /**
     * Writes a queued version of a document with its job, which replaces the former job. Throws, before it writes, when
     * the document may not be replaced, or what it rests on is missing.
     */
    accept(intake: Intake): DocumentRecord {
      const { kind, whenTaken, restsOn, now } = intake;
      if (restsOn && !restsOn.docIds.every(isThere)) throw restsOn.refuse;
      const docId = idOf(intake);
      const before = rowOf(docId);
      if (before && typeof whenTaken === 'object') throw whenTaken.refuse;
      const { tags, values } = sql.queuedRowOf(intake, docId, before);
      const { version, createdAt } = intake.restored ?? { version: 1, createdAt: now };
      const row = before
        ? one<DocumentRow>(sql.UPDATE_QUEUED, ...values, before.sequence)!
        : one<DocumentRow>(sql.INSERT, ...values, docId, version, createdAt)!;
      if (before) {
        originals.lost({ docId, now }, before.content_hash);
        removal.drop(row.sequence, { keep: row.live_version });
        run('DELETE FROM jobs WHERE document = $1', row.sequence);
        run('DELETE FROM answer_sources WHERE answer = $1', row.sequence);
      }
      addSources(row.sequence, restsOn?.docIds ?? []);
      replaceTags(row.sequence, tags);
      // A reviewer waits for an approved answer, so it goes to the front of the queue.
      run(sql.INSERT_JOB, row.sequence, kind === 'approved_answer' ? 0 : now);
      cache.delete(docId);
      live.retagged(docId);
      return recordOf(row);
    },

    describe(
      docId: string,
      { title, tags, now }: Parameters<DocumentStore['describe']>[1],
    ): DocumentRecord | undefined {
      const before = rowOf(docId);
      if (!before) return undefined;
      const { sequence } = before;
      if (title !== undefined && title !== before.title)
        run(sql.SET_TITLE, sequence, title, sql.foldedOf(title, docId));
      const each = tags && [...new Set(tags)];
      if (each) replaceTags(sequence, each);
      const row = one<DocumentRow>(sql.SET_DESCRIBED, sequence, each ? JSON.stringify(each) : null, now)!;
      cache.delete(docId);
      live.retagged(docId);
      return recordOf(row);
    },

    /** Adds to what answers rest on, and deletes those of which a source is gone. */
    linkAnswers(links: readonly AnswerLink[], now: number): RemovedDocument[] {
      const lost = new Set<string>();
      for (const { docId, restsOn } of links) {
        const answer = find(docId);
        if (answer?.kind !== 'approved_answer') continue;
        addSources(answer.sequence, restsOn);
        for (const source of restsOn) if (!find(source)) lost.add(source);
      }
      return [...lost].flatMap((docId) => remove(docId, now));
    },

    retry(docId: string, { now, correlationId }: { now: number; correlationId: string }) {
      cache.delete(docId);
      const before = rowOf(docId);
      if (!before) return undefined;
      const retried = one<DocumentRow>(sql.RETRY, before.sequence, correlationId, now);
      if (!retried) return { record: recordOf(before), queued: false };
      originals.lost({ docId, now }, before.content_hash);
      run(sql.INSERT_JOB, before.sequence, now);
      return { record: recordOf(retried), queued: true };
    },

    /** Gives published documents a new version of the same original, with a job that must not skip it. */
    requeueLive({ after, limit, correlationId, now }: Parameters<DocumentStore['requeueLive']>[0]) {
      // With any other status something is queued, or has failed for other content, which a requeue would lose. The plus
      // keeps SQLite from the index by status, with which it would sort all documents for each page.
      const found = all<{ sequence: number; doc_id: string }>(
        `SELECT sequence, doc_id FROM documents
         WHERE sequence > $1 AND live_hash IS NOT NULL AND content_hash = live_hash AND +status IN ('done', 'skipped')
         ORDER BY sequence LIMIT $2`,
        ...[after, limit],
      );
      for (const { sequence, doc_id: docId } of found) {
        cache.delete(docId);
        const row = one<{ live_version: number | null }>(
          `${sql.REQUEUE_LIVE} WHERE sequence = $3 RETURNING live_version`,
          ...[correlationId, now, sequence],
        );
        removal.drop(sequence, { keep: row!.live_version });
        run(sql.INSERT_JOB, sequence, now);
      }
      return { docIds: found.map((row) => row.doc_id), last: found.at(-1)?.sequence };
    },

    original(docId: string): StoredOriginal | undefined {
      const row = rowOf(docId);
      return row && storedOriginalOf(row);
    },

    manifests(docId: string): Manifest[] {
      const row = rowOf(docId);
      return row ? manifestsOf(row) : [];
    },

    liveWithHash: (contentHash: string, exceptDocId: string) =>
      one<{ doc_id: string }>(sql.SELECT_LIVE_WITH_HASH, contentHash, exceptDocId)?.doc_id,

    countOtherAnalyses: (analysis: number) =>
      one<{ documents: number }>(sql.COUNT_OTHER_ANALYSES, analysis)!.documents,

    otherAnalyses({ analysis, after, limit }: Parameters<DocumentStore['otherAnalyses']>[0]) {
      const found = all<{ sequence: number; doc_id: string }>(
        sql.SELECT_OTHER_ANALYSES,
        after,
        analysis,
        limit,
      );
      return { docIds: found.map((row) => row.doc_id), last: found.at(-1)?.sequence };
    },
  };
}

function bytesOfRecord({ title, tags, source }: DocumentRecord): number {
  const units =
    title.length + (source.kind === 'url' ? source.url.length : 0) + (source.filename?.length ?? 0);
  return RECORD_BYTES + 2 * tags.reduce((sum, tag) => sum + tag.length, units);
}
