import type {
  CurationStore,
  FeedbackRecord,
  ReviewEntry,
  ReviewTie,
  Transition,
} from '../../ports/curation-store.ts';
import { pageOf } from '../page-of.ts';
import { createSqlAccessStore, recordAudit } from './access-store.ts';
import * as feedback from './feedback-statements.ts';
import type { RowOf } from './fields.ts';
import * as review from './review-statements.ts';
import { firstOf, rowsOf, type SqlDatabase, totalOf, type Work } from './work.ts';

/** Beyond any position, demand or time. */
const MAX = Number.MAX_SAFE_INTEGER;

/**
 * Review, feedback and access on statements that SQLite and PostgreSQL both run.
 *
 * @param options.change Makes changes of entries, one after another; `write` by default.
 * @param options.feedbackMax Records stored; beyond it each new one drops the oldest.
 */
export function createSqlCurationStore(
  database: SqlDatabase,
  options: {
    readonly change?: SqlDatabase['write'];
    readonly selects: ReturnType<typeof review.reviewStatements>;
    readonly feedbackMax: number;
  },
): CurationStore {
  const { read, write, ping } = database;
  const { change = write, selects, feedbackMax } = options;

  function* find(entryId: string): Work<ReviewEntry | undefined> {
    const row = yield* firstOf<review.EntryRow>(selects.select, [entryId]);
    return row && review.entryOf(row);
  }

  function expired(now: number, limit: number) {
    return rowsOf<Pick<review.EntryRow, 'entryId' | 'state'>>(selects.selectExpired, [now, limit]);
  }

  function* move(entryId: string, transition: Transition): Work<ReviewEntry | undefined> {
    const row = yield* firstOf<review.EntryRow>(selects.select, [entryId]);
    if (!row || ![transition.from].flat().includes(row.state)) return undefined;
    const { to = row.state, changes, approvedKey } = transition;
    // One that comes back goes to the head of the queue.
    const position = to === 'pending' && row.state !== to ? yield* nextPosition() : row.position;
    const moved: ReviewEntry = { ...review.entryOf(row), ...changes, state: to, position };
    yield* rowsOf(review.UPDATE_ENTRY, [...review.entryValues(moved), approvedKey ?? null, row.entry]);
    if (approvedKey !== undefined) yield* rowsOf(review.INSERT_QUESTION, [row.entry, approvedKey]);
    if (changes?.restsOn) yield* restOn(row.entry, changes.restsOn);
    if (transition.audit) yield* recordAudit(transition.audit);
    return moved;
  }

  return {
    ...createSqlAccessStore(database),
    hold: (answer, { pendingMax }) =>
      change(function* () {
        const known = yield* firstOf<review.EntryRow>(selects.selectByQuestion, [answer.questionKey]);
        if (known?.state === 'pending') {
          yield* rowsOf(review.COUNT_ASKED, [known.entry]);
          return { outcome: 'held', entry: review.entryOf({ ...known, asked: known.asked + 1 }) };
        }
        if (known) return { outcome: 'decided', entry: review.entryOf(known) };
        if ((yield* totalOf(selects.countPending, [null])) >= pendingMax) return { outcome: 'full' };
        const entry = review.newEntry(answer, yield* nextPosition());
        const values = [...review.entryValues(entry), entry.entryId, entry.createdAt];
        const row = (yield* firstOf<{ entry: number }>(review.INSERT_ENTRY, values))!.entry;
        yield* rowsOf(review.INSERT_QUESTION, [row, answer.questionKey]);
        yield* restOn(row, answer.restsOn);
        return { outcome: 'held', entry: (yield* find(entry.entryId))! };
      }),
    entry: (entryId) => read(() => find(entryId)),
    pending: ({ limit, sort = 'newest', before = MAX, beforeDemand = MAX, audience }) =>
      read(function* () {
        const page = [tagsOf(audience), before, limit + 1];
        const rows = yield* sort === 'newest'
          ? rowsOf<review.EntryRow>(selects.selectNewest, page)
          : rowsOf<review.EntryRow>(selects.selectDemanded, [...page, beforeDemand]);
        const total = yield* totalOf(selects.countPending, [tagsOf(audience)]);
        const { shown, last } = pageOf(rows, limit);
        const next = { nextBefore: last?.position, nextDemand: last?.demand };
        return { entries: shown.map(review.entryOf), ...next, total };
      }),
    decided: ({ verdict, audience }, { limit, before = { decidedAt: MAX, position: 0 } }) =>
      read(function* () {
        const page = [tagsOf(audience), before.decidedAt, before.position, limit + 1];
        const rows = yield* rowsOf<review.EntryRow>(selects.selectDecided(verdict), page);
        const total = yield* totalOf(selects.countDecided(verdict), [tagsOf(audience)]);
        const { shown, last } = pageOf(rows, limit);
        const next = last && { decidedAt: last.decidedAt!, position: last.position };
        return { entries: shown.map(review.entryOf), next, total };
      }),
    entriesIn: async (states) =>
      (await read(() => rowsOf<review.EntryRow>(selects.selectIn(states)))).map(review.entryOf),
    move: (entryId, transition) => change(() => move(entryId, transition)),
    async expire(now, { limit }) {
      // Nearly always there is none, and a change would wait for the disk.
      if ((await read(() => expired(now, 1))).length === 0) return [];
      return change(function* () {
        const reopened: ReviewEntry[] = [];
        for (const { entryId, state } of yield* expired(now, limit)) {
          const changes = { stale: true };
          reopened.push((yield* move(entryId, { from: state, to: 'reopening', changes }))!);
        }
        return reopened;
      });
    },
    approvedDocument: async (questionKey) =>
      (await read(() => firstOf<{ doc_id: string }>(review.SELECT_APPROVED, [questionKey])))?.doc_id,
    decidedAt: async (questionKey) =>
      (await read(() => firstOf<{ decided_at: number }>(review.SELECT_DECIDED_AT, [questionKey])))
        ?.decided_at,
    async ties(docId) {
      const values = docId === undefined ? [] : [docId];
      return (await read(() => rowsOf<RowOf<ReviewTie>>(review.selectTies(docId), values))).map(review.tieOf);
    },

    addFeedback: (given) =>
      write(function* () {
        const of = feedback.feedbackValues;
        const replaced = yield* firstOf<FeedbackRecord>(
          feedback.UPDATE_FEEDBACK,
          of(given, given.replaces ?? given.feedbackId),
        );
        if (replaced) return { ...replaced };
        const values = of(given, given.feedbackId);
        const added = (yield* firstOf<FeedbackRecord>(feedback.INSERT_FEEDBACK, values))!;
        yield* rowsOf(feedback.DELETE_UP_TO, [added.sequence - feedbackMax]);
        return { ...added };
      }),
    feedback: (filter, page) =>
      read(function* () {
        const { select, count } = feedback.feedbackList(filter, page);
        const rows = yield* rowsOf<FeedbackRecord>(select.sql, select.values);
        const { shown, last } = pageOf(rows, page.limit);
        const total = yield* totalOf(count.sql, count.values);
        return { feedback: shown.map((row) => ({ ...row })), nextBefore: last?.sequence, total };
      }),
    ratingCounts: ({ from, bucketMs }) =>
      read(() => rowsOf<feedback.RatingCount>(feedback.COUNT_RATINGS, [from, bucketMs])),
    ping,
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
}

function tagsOf(audience: readonly string[] | undefined): string | null {
  return audience ? JSON.stringify(audience) : null;
}

function* nextPosition(): Work<number> {
  return (yield* firstOf<{ next: number }>(review.NEXT_POSITION))!.next;
}

function* restOn(entry: number, versions: ReviewEntry['restsOn']): Work<void> {
  yield* rowsOf(review.DELETE_SOURCES, [entry]);
  for (const { docId, version } of versions) yield* rowsOf(review.INSERT_SOURCE, [entry, docId, version]);
}
