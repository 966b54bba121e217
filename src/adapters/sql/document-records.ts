import { DOCUMENT_STATUSES, type DocumentRecord, type DocumentStatus } from '../../ports/document.ts';
import type { Intake } from '../../ports/document-intake.ts';
import type { IngestCount, StatusCounts } from '../../ports/document-list.ts';
import type { DocumentStore, RemovedDocument } from '../../ports/document-store.ts';
import { pageOf } from '../page-of.ts';
import { among, type Change, type DocumentDatabase } from './document-driver.ts';
import { type DocumentRow, manifestsOf, recordOf, storedOriginalOf } from './document-row.ts';
import * as sql from './document-statements.ts';
import { firstFree, firstPlaced } from './free-id.ts';
import { type ListedRow, listStatements, selectVisible } from './list-statements.ts';
import type { ReleasedOriginals } from './released-originals.ts';
import type { createVersionRemoval } from './version-removal.ts';
import { firstOf, rowsOf, totalOf, type Work } from './work.ts';

/** Ids that others took between the search for a free one and its use. */
const LOST_IDS_MAX = 100;

export type DocumentRecords = ReturnType<typeof createDocumentRecords>;

/**
 * Documents with their tags, and the sources of approved answers. An answer is named by its document's sequence number.
 * Who changes a document locks its row, and with it all that belongs to the document; who needs several locks them from
 * answers' sources to answers, else in the order of sequence numbers.
 */
export function createDocumentRecords(
  { driver, read, write }: DocumentDatabase,
  { originals, removal }: { originals: ReleasedOriginals; removal: ReturnType<typeof createVersionRemoval> },
) {
  const { dialect } = driver;
  const { lock } = dialect;
  const SELECT_VISIBLE = selectVisible(dialect);

  const rowOf = (docId: string) => firstOf<DocumentRow>('SELECT * FROM documents WHERE doc_id = $1', [docId]);

  /** `NO KEY UPDATE`: the document stays. `UPDATE`: it is deleted, for which who refers to it must be done. */
  const locked = (docId: string, strength: 'NO KEY UPDATE' | 'UPDATE' = 'NO KEY UPDATE') =>
    firstOf<DocumentRow>(`SELECT * FROM documents WHERE doc_id = $1 ${lock(`FOR ${strength}`)}`, [docId]);

  /** Those of these documents that exist; none of them is deleted before the change ends. */
  function* existing(docIds: readonly string[]): Work<Set<string>> {
    const found = yield* rowsOf<{ doc_id: string }>(
      `SELECT doc_id FROM documents WHERE doc_id ${among(dialect, '$1')} ORDER BY sequence ${lock('FOR KEY SHARE')}`,
      [JSON.stringify(docIds)],
    );
    return new Set(found.map((row) => row.doc_id));
  }

  function* isTaken(docId: string): Work<boolean> {
    return (yield* rowOf(docId)) !== undefined;
  }

  /** The id that may be replaced as it has the same content or URL under this name, or else a free one. */
  function* idOf({ docId, whenTaken, source, original }: Intake): Work<string> {
    if (whenTaken === 'always_rename') return yield* firstFree(docId, isTaken);
    if (whenTaken !== 'rename') return docId;
    const url = source.kind === 'url' ? source.url : null;
    const same = yield* rowsOf<{ doc_id: string }>(
      'SELECT doc_id FROM documents WHERE content_hash = $1 OR url = $2',
      [original?.contentHash ?? null, url],
    );
    const placed = firstPlaced(
      same.map((row) => row.doc_id),
      docId,
    );
    return placed ?? (yield* firstFree(docId, isTaken));
  }

  /** Replaces the document of the intake's id, or inserts it where there is none. */
  function* writeQueued(intake: Intake) {
    for (let lost = 0; lost <= LOST_IDS_MAX; lost += 1) {
      const docId = yield* idOf(intake);
      const before = yield* locked(docId);
      if (before && typeof intake.whenTaken === 'object') throw intake.whenTaken.refuse;
      if (before && !mayReplace(before, intake)) continue;
      const { tags, values } = sql.queuedRowOf(intake, docId, before);
      const { version, createdAt } = intake.restored ?? { version: 1, createdAt: intake.now };
      const row = before
        ? yield* firstOf<DocumentRow>(sql.UPDATE_QUEUED, [...values, before.sequence])
        : yield* firstOf<DocumentRow>(sql.INSERT, [...values, docId, version, createdAt]);
      if (row) return { row: before ? row : yield* driver.inserted(row), tags, before };
    }
    throw new Error(`Cannot accept ${intake.docId}: others took each of ${LOST_IDS_MAX} free ids`);
  }

  /** The answer also rests on these. */
  function* addSources(answer: number, docIds: readonly string[]): Work<void> {
    for (const docId of docIds)
      yield* rowsOf('INSERT INTO answer_sources (doc_id, answer) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
        ...[docId, answer],
      ]);
  }

  /** @param tags Each once. */
  function* replaceTags(sequence: number, tags: readonly string[]): Work<void> {
    yield* rowsOf('DELETE FROM document_tags WHERE document = $1', [sequence]);
    for (const tag of tags)
      yield* rowsOf('INSERT INTO document_tags (tag, document) VALUES ($1, $2)', [tag, sequence]);
  }

  function* requeueDuplicatesOf(change: Change, docId: string, now: number): Work<void> {
    const queued = yield* rowsOf<{ sequence: number; doc_id: string }>(sql.REQUEUE_DUPLICATES, [docId, now]);
    for (const { sequence, doc_id } of queued) {
      yield* rowsOf(sql.INSERT_JOB, [sequence, now]);
      change.changed(doc_id);
    }
  }

  function* removeOne(change: Change, row: DocumentRow, now: number): Work<RemovedDocument> {
    const { sequence, doc_id: docId, version } = row;
    yield* removal.drop(change, sequence, null);
    for (const statement of sql.DELETES) yield* rowsOf(statement, [sequence]);
    yield* driver.deleted({ docId, version, now });
    yield* requeueDuplicatesOf(change, docId, now);
    yield* originals.lost(change, { docId, now }, row.content_hash, row.live_hash);
    change.changed(docId);
    return { docId, version };
  }

  /** Deletes a document, and the approved answers that rest on it, and on those. */
  function* remove(change: Change, docId: string, now: number): Work<RemovedDocument[]> {
    const docIds = new Set([docId]);
    const removed: RemovedDocument[] = [];
    // The loop reaches what is added during it. An answer can only come to rest on what is not locked yet.
    for (const each of docIds) {
      const row = yield* locked(each, 'UPDATE');
      for (const answer of yield* rowsOf<{ doc_id: string }>(sql.SELECT_RESTING_ON, [each]))
        docIds.add(answer.doc_id);
      if (row) removed.push(yield* driver.following(each, removeOne(change, row, now)));
    }
    return removed;
  }

  function* statusCounts(): Work<StatusCounts> {
    const rows = yield* rowsOf<{ status: DocumentStatus; documents: number }>(
      'SELECT status, COUNT(*) AS documents FROM documents GROUP BY status',
    );
    const counted = new Map(rows.map(({ status, documents }) => [status, documents]));
    const counts = DOCUMENT_STATUSES.map((status) => [status, counted.get(status) ?? 0]);
    return Object.fromEntries(counts) as StatusCounts;
  }

  /**
   * Writes a queued version of a document with its job, which replaces the former job. Throws when the document may not
   * be replaced, or what it rests on is missing.
   */
  function* accept(change: Change, intake: Intake): Work<DocumentRecord> {
    const { kind, original, restsOn, now } = intake;
    const sources = [...new Set(restsOn?.docIds)];
    if (restsOn && (yield* existing(sources)).size < sources.length) throw restsOn.refuse;
    if (original) yield* driver.claimContent(original.contentHash);
    const { row, tags, before } = yield* writeQueued(intake);
    const { sequence, doc_id: docId } = row;
    if (before) {
      yield* originals.lost(change, { docId, now }, before.content_hash);
      yield* removal.drop(change, sequence, row.live_version);
      yield* rowsOf('DELETE FROM jobs WHERE document = $1', [sequence]);
      yield* rowsOf('DELETE FROM answer_sources WHERE answer = $1', [sequence]);
    }
    yield* addSources(sequence, sources);
    yield* replaceTags(sequence, tags);
    // A reviewer waits for an approved answer, so it goes to the front of the queue.
    yield* rowsOf(sql.INSERT_JOB, [sequence, kind === 'approved_answer' ? 0 : now]);
    change.changed(docId);
    return recordOf(row);
  }

  const store = {
    async accept(intake) {
      try {
        return await write((change) => accept(change, intake));
      } catch (error) {
        // Stored before, and named by nobody, unless the change persists anyway.
        originals.unclaimed(intake.original?.contentHash ?? null);
        throw error;
      }
    },
    async get(docId) {
      const row = await read(() => rowOf(docId));
      return row && recordOf(row);
    },
    getMany: (docIds) =>
      read(function* () {
        const select = `SELECT * FROM documents WHERE doc_id ${among(dialect, '$1')}`;
        return (yield* rowsOf<DocumentRow>(select, [JSON.stringify(docIds)])).map(recordOf);
      }),
    list: (filter, page) =>
      read(function* () {
        const { count, select } = listStatements(filter, page, dialect);
        const total = yield* totalOf(count.sql, count.values);
        const { shown, last } = pageOf(yield* rowsOf<ListedRow>(select.sql, select.values), page.limit);
        const next = { nextBefore: last?.sequence, nextKey: last?.sort_key ?? null };
        return { documents: shown.map(recordOf), ...next, total };
      }),
    statusCounts: () => read(statusCounts),
    totals: () =>
      read(function* () {
        const byStatus = yield* statusCounts();
        const row = yield* firstOf<{ chunks: number; bytes: number }>(sql.SELECT_TOTALS);
        return { byStatus, chunks: row!.chunks, originalBytes: row!.bytes };
      }),
    ingestCounts: ({ from, bucketMs }) =>
      read(() => rowsOf<IngestCount>(sql.COUNT_INGESTS, [from, bucketMs])),
    describe: (docId, { title, tags, now }) =>
      write(function* (change) {
        const before = yield* locked(docId);
        if (!before) return undefined;
        const { sequence } = before;
        if (title !== undefined && title !== before.title)
          yield* rowsOf(sql.SET_TITLE, [sequence, title, sql.foldedOf(title, docId)]);
        const each = tags && [...new Set(tags)];
        if (each) yield* replaceTags(sequence, each);
        const values = [sequence, each ? JSON.stringify(each) : null, now];
        const row = yield* firstOf<DocumentRow>(sql.SET_DESCRIBED, values);
        change.changed(docId);
        return recordOf(row!);
      }),
    delete: (docId, now) => write((change) => remove(change, docId, now)),
    linkAnswers: (links, now) =>
      write(function* (change) {
        const found = yield* existing([...new Set(links.flatMap(({ restsOn }) => restsOn))]);
        const lost = new Set<string>();
        for (const { docId, restsOn } of links) {
          const answer = yield* locked(docId);
          if (answer?.kind !== 'approved_answer') continue;
          yield* addSources(answer.sequence, restsOn);
          for (const source of restsOn) if (!found.has(source)) lost.add(source);
        }
        const removed: RemovedDocument[] = [];
        for (const docId of lost) removed.push(...(yield* remove(change, docId, now)));
        return removed;
      }),
    retry: (docId, { now, correlationId }) =>
      write(function* (change) {
        const before = yield* locked(docId);
        if (!before) return undefined;
        const retried = yield* firstOf<DocumentRow>(sql.RETRY, [before.sequence, correlationId, now]);
        if (!retried) return { record: recordOf(before), queued: false };
        yield* originals.lost(change, { docId, now }, before.content_hash);
        yield* rowsOf(sql.INSERT_JOB, [before.sequence, now]);
        change.changed(docId);
        return { record: recordOf(retried), queued: true };
      }),
    requeueLive: ({ after, limit, correlationId, now }) =>
      write(function* (change) {
        const page = yield* rowsOf<{ sequence: number }>(
          // The sum keeps SQLite from the index by status, with which it would sort all documents for each page.
          `SELECT sequence FROM documents WHERE sequence > $1 AND ${isSettled("status || ''")}
           ORDER BY sequence LIMIT $2`,
          [after, limit],
        );
        const docIds: string[] = [];
        for (const { sequence } of page) {
          const row = yield* firstOf<DocumentRow>(
            `${sql.REQUEUE_LIVE} WHERE sequence = $3 AND ${isSettled('status')} RETURNING *`,
            [correlationId, now, sequence],
          );
          if (!row) continue;
          yield* removal.drop(change, sequence, row.live_version);
          yield* rowsOf(sql.INSERT_JOB, [sequence, now]);
          change.changed(row.doc_id);
          docIds.push(row.doc_id);
        }
        return { docIds, last: page.at(-1)?.sequence };
      }),
    visibleAmong: (docIds, tags) =>
      read(function* () {
        const values = [JSON.stringify(docIds), JSON.stringify(tags)];
        return (yield* rowsOf<{ doc_id: string }>(SELECT_VISIBLE, values)).map((row) => row.doc_id);
      }),
    languages: (docIds) =>
      read(function* (): Work<ReadonlyMap<string, number>> {
        const rows = yield* rowsOf<{ language: string; chunks: number }>(
          docIds ? sql.sumLanguagesAmong(dialect) : sql.SUM_LANGUAGES,
          docIds ? [JSON.stringify([...docIds])] : [],
        );
        return new Map(rows.map(({ language, chunks }) => [language, chunks]));
      }),
    async manifests(docId) {
      const row = await read(() => rowOf(docId));
      return row ? manifestsOf(row) : [];
    },
    async original(docId) {
      const row = await read(() => rowOf(docId));
      return row && storedOriginalOf(row);
    },
    countOtherAnalyses: (analysis) => read(() => totalOf(sql.COUNT_OTHER_ANALYSES, [analysis])),
    otherAnalyses: ({ analysis, after, limit }) =>
      read(function* () {
        const values = [after, analysis, limit];
        const found = yield* rowsOf<{ sequence: number; doc_id: string }>(sql.SELECT_OTHER_ANALYSES, values);
        return { docIds: found.map((row) => row.doc_id), last: found.at(-1)?.sequence };
      }),
  } satisfies Partial<DocumentStore>;

  return { store, locked, requeueDuplicatesOf };
}

/** With any other status something is queued, or has failed for other content, which a requeue would lose. */
function isSettled(status: string): string {
  return `live_hash IS NOT NULL AND content_hash = live_hash AND ${status} IN ('done', 'skipped')`;
}

/** Others may have taken or changed the document since its id was found. */
function mayReplace(before: DocumentRow, { whenTaken, source, original }: Intake): boolean {
  if (whenTaken !== 'rename') return whenTaken === 'replace';
  const hasContent = original !== null && before.content_hash === original.contentHash;
  return hasContent || (source.kind === 'url' && before.url === source.url);
}
