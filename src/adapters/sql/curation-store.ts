import type {
  CurationStore,
  HeldAnswer,
  ReviewEntry,
  ReviewState,
  ReviewTie,
  Transition,
} from '../../ports/curation-store.ts';
import { pageOf } from '../page-of.ts';
import { createSqlAccessStore, recordAudit } from './access-store.ts';
import { createSqlFeedbackStore } from './feedback-store.ts';
import { assignment, columns, decoded, insertion, type RowOf, valuesOf } from './fields.ts';
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
    readonly selects: ReturnType<typeof reviewStatements>;
    readonly feedbackMax: number;
  },
): CurationStore {
  const { read, write, ping } = database;
  const { change = write, selects } = options;

  function* find(entryId: string): Work<ReviewEntry | undefined> {
    const row = yield* firstOf<EntryRow>(selects.select, [entryId]);
    return row && entryOf(row);
  }

  function expired(now: number, limit: number) {
    return rowsOf<Pick<EntryRow, 'entryId' | 'state'>>(selects.selectExpired, [now, limit]);
  }

  function* move(entryId: string, transition: Transition): Work<ReviewEntry | undefined> {
    const row = yield* firstOf<EntryRow>(selects.select, [entryId]);
    if (!row || ![transition.from].flat().includes(row.state)) return undefined;
    const { to = row.state, changes, approvedKey } = transition;
    // One that comes back goes to the head of the queue.
    const position = to === 'pending' && row.state !== to ? yield* nextPosition() : row.position;
    const moved: ReviewEntry = { ...entryOf(row), ...changes, state: to, position };
    yield* rowsOf(UPDATE_ENTRY, [...valuesOf(moved, COLUMNS), approvedKey ?? null, row.entry]);
    if (approvedKey !== undefined) yield* rowsOf(INSERT_QUESTION, [row.entry, approvedKey]);
    if (changes?.restsOn) yield* restOn(row.entry, changes.restsOn);
    if (transition.audit) yield* recordAudit(transition.audit);
    return moved;
  }

  return {
    ...createSqlAccessStore(database),
    ...createSqlFeedbackStore(database, options),
    hold: (answer, { pendingMax }) =>
      change(function* () {
        const known = yield* firstOf<EntryRow>(selects.selectByQuestion, [answer.questionKey]);
        if (known?.state === 'pending') {
          yield* rowsOf('UPDATE entries SET asked = asked + 1 WHERE entry = $1', [known.entry]);
          return { outcome: 'held', entry: entryOf({ ...known, asked: known.asked + 1 }) };
        }
        if (known) return { outcome: 'decided', entry: entryOf(known) };
        if ((yield* totalOf(selects.countPending, [null])) >= pendingMax) return { outcome: 'full' };
        const entry = newEntry(answer, yield* nextPosition());
        const inserted = yield* firstOf<{ entry: number }>(INSERT_ENTRY, valuesOf(entry, INSERTED));
        const row = inserted!.entry;
        yield* rowsOf(INSERT_QUESTION, [row, answer.questionKey]);
        yield* restOn(row, answer.restsOn);
        return { outcome: 'held', entry: (yield* find(entry.entryId))! };
      }),
    entry: (entryId) => read(() => find(entryId)),
    pending: ({ limit, sort = 'newest', before = MAX, beforeDemand = MAX, audience }) =>
      read(function* () {
        const page = [tagsOf(audience), before, limit + 1];
        const rows = yield* sort === 'newest'
          ? rowsOf<EntryRow>(selects.selectNewest, page)
          : rowsOf<EntryRow>(selects.selectDemanded, [...page, beforeDemand]);
        const total = yield* totalOf(selects.countPending, [tagsOf(audience)]);
        const { shown, last } = pageOf(rows, limit);
        const next = { nextBefore: last?.position, nextDemand: last?.demand };
        return { entries: shown.map(entryOf), ...next, total };
      }),
    decided: ({ verdict, audience }, { limit, before = { decidedAt: MAX, position: 0 } }) =>
      read(function* () {
        const page = [tagsOf(audience), before.decidedAt, before.position, limit + 1];
        const rows = yield* rowsOf<EntryRow>(selects.selectDecided(verdict), page);
        const total = yield* totalOf(selects.countDecided(verdict), [tagsOf(audience)]);
        const { shown, last } = pageOf(rows, limit);
        const next = last && { decidedAt: last.decidedAt!, position: last.position };
        return { entries: shown.map(entryOf), next, total };
      }),
    entriesIn: async (states) => (await read(() => rowsOf<EntryRow>(selects.selectIn(states)))).map(entryOf),
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
      (await read(() => firstOf<{ doc_id: string }>(SELECT_APPROVED, [questionKey])))?.doc_id,
    decidedAt: async (questionKey) =>
      (await read(() => firstOf<{ decided_at: number }>(SELECT_DECIDED_AT, [questionKey])))?.decided_at,
    async ties(docId) {
      const values = docId === undefined ? [] : [docId];
      const rows = await read(() => rowsOf<RowOf<ReviewTie>>(selectTies(docId), values));
      return rows.map((row) => decoded<ReviewTie>(row, TIE_TYPES));
    },
    ping,
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
}

function tagsOf(audience: readonly string[] | undefined): string | null {
  return audience ? JSON.stringify(audience) : null;
}

function nextPosition(): Work<number> {
  return totalOf('SELECT COALESCE(MAX(position), 0) + 1 AS total FROM entries');
}

function* restOn(entry: number, versions: ReviewEntry['restsOn']): Work<void> {
  yield* rowsOf('DELETE FROM entry_sources WHERE entry = $1', [entry]);
  const insert =
    'INSERT INTO entry_sources (entry, doc_id, version) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING';
  for (const { docId, version } of versions) yield* rowsOf(insert, [entry, docId, version]);
}

/** A row of `entries`, with what is read beside it. */
interface EntryRow extends RowOf<ReviewEntry> {
  readonly entry: number;
  /** Read where entries are sorted by it. */
  readonly demand?: number;
}

function entryOf({ entry: _, demand: _demand, ...row }: EntryRow): ReviewEntry {
  return decoded<ReviewEntry>(row, {
    booleans: ['stale'],
    json: ['sources', 'restsOn', 'statements', 'tags', 'audience'],
  });
}

/** How a database says it. */
interface Dialect {
  /** Makes JSON of the sources `s` of an entry, ordered by `s.doc_id`. */
  readonly sources: string;
  /** The column `state` in a condition for which its index is of no use. */
  readonly unindexedState: string;
  /** That a JSON array of texts is within another one, which `parameter` stands for. */
  readonly isWithin: (column: string, parameter: string) => string;
}

export function reviewStatements({ sources, unindexedState, isWithin }: Dialect) {
  const entry = `e.entry, ${columns(INSERTED, 'e')}, ${DOWNVOTES} AS downvotes,
    (SELECT ${sources} FROM entry_sources s WHERE s.entry = e.entry) AS "restsOn"`;
  const entries = `SELECT ${entry} FROM entries e`;
  const decided = (states: string) => `decided_at IS NOT NULL AND ${unindexedState} IN (${states})`;
  /** That an entry may be seen with the tags `$1`; all entries with null. */
  const isSeen = `(CAST($1 AS text) IS NULL OR (audience IS NOT NULL AND ${isWithin('audience', '$1')}))`;
  const isExpired = `expires_at <= $1 AND doc_id IS NOT NULL AND ${unindexedState} IN ('approved', 'pending')`;
  return {
    /** Value: entry id. */
    select: `${entries} WHERE entry_id = $1`,
    /** Value: key of a question. */
    selectByQuestion: `${entries} WHERE entry = (SELECT entry FROM entry_questions WHERE question_key = $1)`,
    /** Values: tags, position that they are before, rows. */
    selectNewest: `${entries} WHERE state = 'pending' AND ${isSeen} AND position < $2 ORDER BY position DESC LIMIT $3`,
    /** Values: tags, position that they are before, rows, demand that they are before. */
    selectDemanded: `
      SELECT * FROM (
        SELECT ${entry}, ${DEMAND} AS demand FROM entries e WHERE state = 'pending' AND ${isSeen}) p
      WHERE (demand, position) < ($4, $2) ORDER BY demand DESC, position DESC LIMIT $3`,
    /** Values: tags. */
    countPending: `SELECT COUNT(*) AS total FROM entries WHERE state = 'pending' AND ${isSeen}`,
    /** Values: tags, time and position of a decision that they are before, rows. */
    selectDecided: (verdict: Verdict | undefined) =>
      `${entries} WHERE ${decided(statesOf(verdict))} AND ${isSeen} AND (decided_at, position) < ($2, $3)
       ORDER BY decided_at DESC, position DESC LIMIT $4`,
    /** Values: tags. */
    countDecided: (verdict: Verdict | undefined) =>
      `SELECT COUNT(*) AS total FROM entries WHERE ${decided(statesOf(verdict))} AND ${isSeen}`,
    selectIn: (states: readonly ReviewState[]) =>
      `${entries} WHERE state IN (${listOf(states)}) ORDER BY entry`,
    /** Values: time, rows. */
    selectExpired: `SELECT entry_id AS "entryId", state FROM entries WHERE ${isExpired} ORDER BY expires_at LIMIT $2`,
  };
}

type Verdict = 'approved' | 'rejected';

/** A decision is visible before it is carried out. */
const DECIDED: Readonly<Record<Verdict, readonly ReviewState[]>> = {
  approved: ['approving', 'approved'],
  rejected: ['rejecting', 'rejected'],
};

function statesOf(verdict: Verdict | undefined): string {
  return listOf(verdict ? DECIDED[verdict] : Object.values(DECIDED).flat());
}

function listOf(states: readonly ReviewState[]): string {
  return states.map((state) => `'${state}'`).join(', ');
}

/**
 * Thumbs down on answers to one of the questions of entry `e`. An entry has few questions, so the join begins with
 * them; by itself SQLite would begin with every negative rating, for each entry.
 */
const DOWNVOTES = `(
  SELECT COUNT(*) FROM entry_questions q CROSS JOIN feedback f
  WHERE f.question_key = q.question_key AND q.entry = e.entry AND f.rating = 'down'
)`;
const DEMAND = `(
  e.asked + 3 * ${DOWNVOTES} + CASE e.grounded WHEN 'unsupported' THEN 2 WHEN 'partial' THEN 1 ELSE 0 END
)`;

const INSERT_QUESTION =
  'INSERT INTO entry_questions (entry, question_key) VALUES ($1, $2) ON CONFLICT DO NOTHING';

/** Of an entry that may change. */
const COLUMNS = [
  ...(['state', 'stale', 'question', 'answer', 'sources', 'mode', 'model', 'grounded'] as const),
  ...(['groundedScore', 'asked', 'correlationId', 'decidedAt', 'decidedBy', 'docId', 'note'] as const),
  ...(['tags', 'audience', 'statements', 'expiresAt', 'position'] as const),
];

const INSERTED = [...COLUMNS, 'entryId' as const, 'createdAt' as const];

/** Values: those of `INSERTED`. */
const INSERT_ENTRY = `INSERT INTO entries ${insertion(INSERTED)} RETURNING entry`;

/** Values: those of `COLUMNS`, key of the approved question or null, the row's number. */
const UPDATE_ENTRY = `
  UPDATE entries SET ${assignment(COLUMNS)}, approved_key = COALESCE($${COLUMNS.length + 1}, approved_key)
  WHERE entry = $${COLUMNS.length + 2}`;

function newEntry({ questionKey: _, now, ...held }: HeldAnswer, position: number): ReviewEntry {
  return {
    ...held,
    position,
    state: 'pending',
    stale: false,
    asked: 1,
    createdAt: now,
    decidedAt: null,
    decidedBy: null,
    downvotes: 0,
    docId: null,
    note: null,
    tags: [],
    expiresAt: null,
  };
}

/** Value: key of a question. */
const SELECT_APPROVED = `
  SELECT doc_id FROM entries WHERE approved_key = $1 AND doc_id IS NOT NULL AND state <> 'reopening'
  ORDER BY decided_at DESC, entry DESC LIMIT 1`;

/** Value: key of a question. */
const SELECT_DECIDED_AT = `
  SELECT e.decided_at FROM entry_questions q JOIN entries e ON e.entry = q.entry
  WHERE q.question_key = $1 AND e.decided_at IS NOT NULL`;

/** @param docId The value; without one, the ties of all documents. */
function selectTies(docId: string | undefined): string {
  const condition = docId === undefined ? 'TRUE' : 'doc_id = $1';
  return `
    SELECT e.entry_id AS "entryId", e.state, e.stale, s.doc_id AS "docId", s.version
    FROM (SELECT * FROM entry_sources WHERE ${condition}) s JOIN entries e ON e.entry = s.entry
    WHERE e.state = 'pending' OR (e.state = 'approved' AND e.doc_id IS NOT NULL)
    UNION ALL
    SELECT entry_id, state, stale, doc_id, NULL FROM entries
    WHERE doc_id IS NOT NULL AND ${condition} AND state IN ('pending', 'approved')`;
}

const TIE_TYPES = { booleans: ['stale'], json: [] } as const;
