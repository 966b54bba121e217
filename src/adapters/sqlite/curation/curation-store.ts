import type { CurationStore, ReviewEntry, Transition } from '../../../ports/curation-store.ts';
import * as feedback from '../../sql/feedback-statements.ts';
import * as review from '../../sql/review-statements.ts';
import { openConnection } from '../connection.ts';
import type { OnMigration } from '../database.ts';
import { createAccess, recordAudit } from './access.ts';
import { CURATION_LAYOUT } from './curation-schema.ts';

/** Anyone who may ask may give feedback, some 20 KB at a time: unbounded, it could fill the disk. */
const FEEDBACK_MAX = 100_000;

const SELECTS = review.reviewStatements({
  sources: `json_group_array(json_object('docId', s.doc_id, 'version', s.version) ORDER BY s.doc_id)`,
  // With that index SQLite would sort all entries for each page.
  unindexedState: '+state',
  isWithin: (column, parameter) =>
    `NOT EXISTS (
      SELECT 1 FROM json_each(${column}) t WHERE t.value NOT IN (SELECT value FROM json_each(${parameter})))`,
});

/**
 * Opens or creates the SQLite file at `path`.
 *
 * @param options.feedbackMax Records stored; beyond it each new one drops the oldest.
 * @throws {Error} When the file is another program's or a newer Docent's.
 */
export function openSqliteCurationStore(
  path: string,
  { feedbackMax = FEEDBACK_MAX, onMigration }: { feedbackMax?: number; onMigration?: OnMigration } = {},
): CurationStore {
  const connection = openConnection(path, 'curation_store', CURATION_LAYOUT, onMigration);
  const { read, write, one, all, run } = connection;

  const totalOf = (sql: string, ...values: string[]) => one<{ total: number }>(sql, ...values)!.total;
  const nextPosition = () => one<{ next: number }>(review.NEXT_POSITION)!.next;
  const expired = (now: number, limit: number) =>
    all<Pick<review.EntryRow, 'entry_id' | 'state'>>(SELECTS.selectExpired, now, limit);

  function find(entryId: string): ReviewEntry | undefined {
    const row = one<review.EntryRow>(SELECTS.select, entryId);
    return row && review.entryOf(row);
  }

  function restOn(entry: number, versions: ReviewEntry['restsOn']): void {
    run(review.DELETE_SOURCES, entry);
    for (const { docId, version } of versions) run(review.INSERT_SOURCE, entry, docId, version);
  }

  function move(entryId: string, transition: Transition): ReviewEntry | undefined {
    const row = one<review.EntryRow>(SELECTS.select, entryId);
    if (row?.state !== transition.from) return undefined;
    const { to, changes, approvedKey } = transition;
    const position = review.comesBack(transition) ? nextPosition() : row.position;
    const moved: ReviewEntry = { ...review.entryOf(row), ...changes, state: to, position };
    run(review.UPDATE_ENTRY, ...review.entryValues(moved), approvedKey ?? null, row.entry);
    if (approvedKey !== undefined) run(review.INSERT_QUESTION, row.entry, approvedKey);
    if (changes?.restsOn) restOn(row.entry, changes.restsOn);
    if (transition.audit) recordAudit(connection, transition.audit);
    return moved;
  }

  return {
    ...createAccess(connection),
    hold: (answer, { pendingMax }) =>
      write(() => {
        const known = one<review.EntryRow>(SELECTS.selectByQuestion, answer.questionKey);
        if (known?.state === 'pending') {
          run(review.COUNT_ASKED, known.entry);
          return { outcome: 'held', entry: review.entryOf({ ...known, asked: known.asked + 1 }) };
        }
        if (known) return { outcome: 'decided', entry: review.entryOf(known) };
        if (totalOf(SELECTS.countPending(false)) >= pendingMax) return { outcome: 'full' };
        const entry = review.newEntry(answer, nextPosition());
        const values = [...review.entryValues(entry), entry.entryId, entry.createdAt];
        const { entry: row } = one<{ entry: number }>(review.INSERT_ENTRY, ...values)!;
        run(review.INSERT_QUESTION, row, answer.questionKey);
        restOn(row, answer.restsOn);
        return { outcome: 'held', entry: find(entry.entryId)! };
      }),
    entry: (entryId) => read(() => find(entryId)),
    pending: ({ limit, sort = 'newest', before = MAX, beforeDemand = MAX, audience }) =>
      read(() => {
        const tags = audience ? [JSON.stringify(audience)] : [];
        const isLimited = audience !== undefined;
        const page = sort === 'newest' ? [before, limit + 1] : [before, limit + 1, beforeDemand];
        const select =
          sort === 'newest' ? SELECTS.selectNewest(isLimited) : SELECTS.selectDemanded(isLimited);
        const rows = all<review.EntryRow>(select, ...page, ...tags);
        return review.pendingPageOf(rows, limit, totalOf(SELECTS.countPending(isLimited), ...tags));
      }),
    decided: ({ verdict, audience }, { limit, before = { decidedAt: MAX, position: 0 } }) =>
      read(() => {
        const tags = audience ? [JSON.stringify(audience)] : [];
        const isLimited = audience !== undefined;
        const page = [before.decidedAt, before.position, limit + 1];
        const rows = all<review.EntryRow>(SELECTS.selectDecided(verdict, isLimited), ...page, ...tags);
        const total = totalOf(SELECTS.countDecided(verdict, isLimited), ...tags);
        return review.decidedPageOf(rows, limit, total);
      }),
    entriesIn: (states) => read(() => all<review.EntryRow>(SELECTS.selectIn(states)).map(review.entryOf)),
    move: (entryId, transition) => write(() => move(entryId, transition)),
    // Nearly always there is none, and a write would wait for the disk.
    expire: async (now, { limit }) =>
      (await read(() => expired(now, 1))).length === 0
        ? []
        : write(() =>
            expired(now, limit).map(
              ({ entry_id, state }) =>
                move(entry_id, { from: state, to: 'reopening', changes: { stale: true } })!,
            ),
          ),
    approvedDocument: (questionKey) =>
      read(() => one<{ doc_id: string }>(review.SELECT_APPROVED, questionKey)?.doc_id),
    decidedAt: (questionKey) =>
      read(() => one<{ decided_at: number }>(review.SELECT_DECIDED_AT, questionKey)?.decided_at),
    ties: (docId) =>
      read(() =>
        all<review.TieRow>(review.selectTies(docId), ...(docId === undefined ? [] : [docId])).map(
          review.tieOf,
        ),
      ),

    addFeedback: (given) =>
      write(() => {
        const of = feedback.feedbackValues;
        const replaced = one<feedback.FeedbackRow>(
          feedback.UPDATE_FEEDBACK,
          ...of(given, given.replaces ?? given.feedbackId),
        );
        if (replaced) return feedback.feedbackOf(replaced);
        const added = one<feedback.FeedbackRow>(feedback.INSERT_FEEDBACK, ...of(given, given.feedbackId))!;
        run(feedback.DELETE_UP_TO, added.sequence - feedbackMax);
        return feedback.feedbackOf(added);
      }),
    feedback: (filter, page) =>
      read(() => {
        const { select, count } = feedback.feedbackList(filter, page);
        const { total } = one<{ total: number }>(count.sql, ...count.values)!;
        return feedback.feedbackPageOf(all(select.sql, ...select.values), page.limit, total);
      }),
    ratingCounts: ({ from, bucketMs }) =>
      read(() => all<feedback.RatingCount>(feedback.COUNT_RATINGS, from, bucketMs)),

    ping: connection.ping,
    [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
  };
}

/** Beyond any position, demand or time. */
const MAX = Number.MAX_SAFE_INTEGER;
