import type { CurationStore, ReviewEntry, Transition } from '../../../ports/curation-store.ts';
import * as feedback from '../../sql/feedback-statements.ts';
import * as review from '../../sql/review-statements.ts';
import type { Connection, Queries } from '../connection.ts';
import { migrate } from '../migrations.ts';
import { pingOf } from '../ping.ts';
import { createAccess, recordAudit } from './access.ts';
import { CURATION_MIGRATIONS } from './curation-schema.ts';

/** Anyone who may ask may give feedback, some 20 KB at a time: unbounded, it could fill the disk. */
const FEEDBACK_MAX = 1_000_000;
/** Any number that no other program locks: changes of entries come one after another, as decisions are few. */
const ENTRIES_LOCK = 0x646f6333;

const SELECTS = review.reviewStatements({
  sources: `coalesce(
    json_agg(json_build_object('docId', s.doc_id, 'version', s.version) ORDER BY s.doc_id), '[]'
  )::text`,
  unindexedState: 'state',
  isWithin: (column, parameter) => `${column}::jsonb <@ ${parameter}::jsonb`,
});

/**
 * Review and feedback in PostgreSQL. Disposing of it closes the connection.
 *
 * @param options.feedbackMax Records stored; beyond it each new one drops the oldest.
 */
export async function openPostgresCurationStore(
  connection: Connection,
  { feedbackMax = FEEDBACK_MAX }: { feedbackMax?: number } = {},
): Promise<CurationStore> {
  await migrate(connection, 'reviews', CURATION_MIGRATIONS);
  const { query } = connection;

  const change = <T>(work: (queries: Queries) => Promise<T>) =>
    connection.transaction(async (queries) => {
      await queries.query('SELECT pg_advisory_xact_lock($1)', [ENTRIES_LOCK]);
      return work(queries);
    });

  return {
    ...createAccess(connection),
    hold: (answer, { pendingMax }) =>
      change(async (queries) => {
        const [known] = await queries.query<review.EntryRow>(SELECTS.selectByQuestion, [answer.questionKey]);
        if (known?.state === 'pending') {
          await queries.query(review.COUNT_ASKED, [known.entry]);
          return { outcome: 'held', entry: review.entryOf({ ...known, asked: known.asked + 1 }) };
        }
        if (known) return { outcome: 'decided', entry: review.entryOf(known) };
        if ((await totalOf(queries, SELECTS.countPending(false))) >= pendingMax) return { outcome: 'full' };
        const entry = review.newEntry(answer, await nextPosition(queries));
        const values = [...review.entryValues(entry), entry.entryId, entry.createdAt];
        const [inserted] = await queries.query<{ entry: number }>(review.INSERT_ENTRY, values);
        await queries.query(review.INSERT_QUESTION, [inserted!.entry, answer.questionKey]);
        await restOn(queries, inserted!.entry, answer.restsOn);
        return { outcome: 'held', entry: (await find(queries, entry.entryId))! };
      }),
    entry: (entryId) => find(connection, entryId),
    async pending({ limit, sort = 'newest', before = MAX, beforeDemand = MAX, audience }) {
      const tags = audience ? [JSON.stringify(audience)] : [];
      const isLimited = audience !== undefined;
      const page = sort === 'newest' ? [before, limit + 1] : [before, limit + 1, beforeDemand];
      const select = sort === 'newest' ? SELECTS.selectNewest(isLimited) : SELECTS.selectDemanded(isLimited);
      const rows = await query<review.EntryRow>(select, [...page, ...tags]);
      const total = await totalOf(connection, SELECTS.countPending(isLimited), tags);
      return review.pendingPageOf(rows, limit, total);
    },
    async decided({ verdict, audience }, { limit, before = { decidedAt: MAX, position: 0 } }) {
      const tags = audience ? [JSON.stringify(audience)] : [];
      const isLimited = audience !== undefined;
      const page = [before.decidedAt, before.position, limit + 1, ...tags];
      const rows = await query<review.EntryRow>(SELECTS.selectDecided(verdict, isLimited), page);
      const total = await totalOf(connection, SELECTS.countDecided(verdict, isLimited), tags);
      return review.decidedPageOf(rows, limit, total);
    },
    entriesIn: async (states) => (await query<review.EntryRow>(SELECTS.selectIn(states))).map(review.entryOf),
    move: (entryId, transition) => change((queries) => move(queries, entryId, transition)),
    async expire(now, { limit }) {
      // Nearly always there is none.
      if ((await expired(connection, now, 1)).length === 0) return [];
      return change(async (queries) => {
        const reopened: ReviewEntry[] = [];
        for (const { entry_id: entryId, state } of await expired(queries, now, limit)) {
          const changes = { stale: true };
          reopened.push((await move(queries, entryId, { from: state, to: 'reopening', changes }))!);
        }
        return reopened;
      });
    },
    approvedDocument: async (questionKey) =>
      (await query<{ doc_id: string }>(review.SELECT_APPROVED, [questionKey]))[0]?.doc_id,
    decidedAt: async (questionKey) =>
      (await query<{ decided_at: number }>(review.SELECT_DECIDED_AT, [questionKey]))[0]?.decided_at,
    ties: async (docId) =>
      (await query<review.TieRow>(review.selectTies(docId), docId === undefined ? [] : [docId])).map(
        review.tieOf,
      ),

    addFeedback: (given) =>
      connection.transaction(async (queries) => {
        const of = feedback.feedbackValues;
        const [replaced] = await queries.query<feedback.FeedbackRow>(
          feedback.UPDATE_FEEDBACK,
          of(given, given.replaces ?? given.feedbackId),
        );
        if (replaced) return feedback.feedbackOf(replaced);
        const [added] = await queries.query<feedback.FeedbackRow>(
          feedback.INSERT_FEEDBACK,
          of(given, given.feedbackId),
        );
        await queries.query(feedback.DELETE_UP_TO, [added!.sequence - feedbackMax]);
        return feedback.feedbackOf(added!);
      }),
    async feedback(filter, page) {
      const { select, count } = feedback.feedbackList(filter, page);
      const rows = await query<feedback.FeedbackRow>(select.sql, select.values);
      const [counted] = await query<{ total: number }>(count.sql, count.values);
      return feedback.feedbackPageOf(rows, page.limit, counted!.total);
    },
    ratingCounts: ({ from, bucketMs }) =>
      query<feedback.RatingCount>(feedback.COUNT_RATINGS, [from, bucketMs]),

    ping: pingOf(connection),
    [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
  };
}

/** Beyond any position, demand or time. */
const MAX = Number.MAX_SAFE_INTEGER;

async function totalOf({ query }: Queries, sql: string, values: readonly string[] = []): Promise<number> {
  return (await query<{ total: number }>(sql, values))[0]!.total;
}

async function nextPosition({ query }: Queries): Promise<number> {
  return (await query<{ next: number }>(review.NEXT_POSITION))[0]!.next;
}

async function find({ query }: Queries, entryId: string): Promise<ReviewEntry | undefined> {
  const [row] = await query<review.EntryRow>(SELECTS.select, [entryId]);
  return row && review.entryOf(row);
}

function expired({ query }: Queries, now: number, limit: number) {
  return query<Pick<review.EntryRow, 'entry_id' | 'state'>>(SELECTS.selectExpired, [now, limit]);
}

async function restOn({ query }: Queries, entry: number, versions: ReviewEntry['restsOn']): Promise<void> {
  await query(review.DELETE_SOURCES, [entry]);
  for (const { docId, version } of versions) await query(review.INSERT_SOURCE, [entry, docId, version]);
}

async function move(
  queries: Queries,
  entryId: string,
  transition: Transition,
): Promise<ReviewEntry | undefined> {
  const [row] = await queries.query<review.EntryRow>(SELECTS.select, [entryId]);
  if (row?.state !== transition.from) return undefined;
  const { to, changes, approvedKey } = transition;
  const position = review.comesBack(transition) ? await nextPosition(queries) : row.position;
  const moved: ReviewEntry = { ...review.entryOf(row), ...changes, state: to, position };
  await queries.query(review.UPDATE_ENTRY, [...review.entryValues(moved), approvedKey ?? null, row.entry]);
  if (approvedKey !== undefined) await queries.query(review.INSERT_QUESTION, [row.entry, approvedKey]);
  if (changes?.restsOn) await restOn(queries, row.entry, changes.restsOn);
  if (transition.audit) await recordAudit(queries, transition.audit);
  return moved;
}
