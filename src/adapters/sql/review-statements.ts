import type { HeldAnswer, ReviewEntry, ReviewState, ReviewTie } from '../../ports/curation-store.ts';
import { assignment, columns, insertion, type RowOf, valuesOf } from './fields.ts';

/** Statements on review entries that SQLite and PostgreSQL both run, and the values they take. */

/** A row of `entries`, with what is read beside it. */
export interface EntryRow extends RowOf<ReviewEntry> {
  readonly entry: number;
  /** Read where entries are sorted by it. */
  readonly demand?: number;
}

export function entryOf({ entry: _, demand: _demand, ...row }: EntryRow): ReviewEntry {
  return {
    ...row,
    stale: row.stale === 1,
    sources: JSON.parse(row.sources),
    restsOn: JSON.parse(row.restsOn),
    statements: JSON.parse(row.statements),
    tags: JSON.parse(row.tags),
    audience: row.audience === null ? null : JSON.parse(row.audience),
  };
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
  const entry = `e.entry, ${columns(['entryId', 'createdAt', ...COLUMNS], 'e')}, ${DOWNVOTES} AS downvotes,
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

export const NEXT_POSITION = 'SELECT COALESCE(MAX(position), 0) + 1 AS next FROM entries';
/** Value: the row's number, as those of the statements below. */
export const COUNT_ASKED = 'UPDATE entries SET asked = asked + 1 WHERE entry = $1';
export const DELETE_SOURCES = 'DELETE FROM entry_sources WHERE entry = $1';
export const INSERT_SOURCE =
  'INSERT INTO entry_sources (entry, doc_id, version) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING';
export const INSERT_QUESTION =
  'INSERT INTO entry_questions (entry, question_key) VALUES ($1, $2) ON CONFLICT DO NOTHING';

/** Of an entry that may change. */
const COLUMNS = [
  ...(['state', 'stale', 'question', 'answer', 'sources', 'mode', 'model', 'grounded'] as const),
  ...(['groundedScore', 'asked', 'correlationId', 'decidedAt', 'decidedBy', 'docId', 'note'] as const),
  ...(['tags', 'audience', 'statements', 'expiresAt', 'position'] as const),
];

/** Values: `entryValues`, entry id, time of creation. */
export const INSERT_ENTRY = `
  INSERT INTO entries ${insertion([...COLUMNS, 'entryId', 'createdAt'])} RETURNING entry`;

/** Values: `entryValues`, key of the approved question or null, the row's number. */
export const UPDATE_ENTRY = `
  UPDATE entries SET ${assignment(COLUMNS)}, approved_key = COALESCE($${COLUMNS.length + 1}, approved_key)
  WHERE entry = $${COLUMNS.length + 2}`;

export const entryValues = (entry: ReviewEntry) => valuesOf(entry, COLUMNS);

export function newEntry({ questionKey: _, now, ...held }: HeldAnswer, position: number): ReviewEntry {
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
export const SELECT_APPROVED = `
  SELECT doc_id FROM entries WHERE approved_key = $1 AND doc_id IS NOT NULL AND state <> 'reopening'
  ORDER BY decided_at DESC, entry DESC LIMIT 1`;

/** Value: key of a question. */
export const SELECT_DECIDED_AT = `
  SELECT e.decided_at FROM entry_questions q JOIN entries e ON e.entry = q.entry
  WHERE q.question_key = $1 AND e.decided_at IS NOT NULL`;

/** @param docId The value; without one, the ties of all documents. */
export function selectTies(docId: string | undefined): string {
  const condition = docId === undefined ? 'TRUE' : 'doc_id = $1';
  return `
    SELECT e.entry_id AS "entryId", e.state, e.stale, s.doc_id AS "docId", s.version
    FROM (SELECT * FROM entry_sources WHERE ${condition}) s JOIN entries e ON e.entry = s.entry
    WHERE e.state = 'pending' OR (e.state = 'approved' AND e.doc_id IS NOT NULL)
    UNION ALL
    SELECT entry_id, state, stale, doc_id, NULL FROM entries
    WHERE doc_id IS NOT NULL AND ${condition} AND state IN ('pending', 'approved')`;
}

export function tieOf(row: RowOf<ReviewTie>): ReviewTie {
  return { ...row, stale: row.stale === 1 };
}
