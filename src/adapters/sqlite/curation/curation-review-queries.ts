import type {
  DecidedPage,
  DecisionPlace,
  DocumentVersion,
  HeldAnswer,
  HoldOutcome,
  PendingPageRequest,
  ReviewEntry,
  ReviewPage,
  ReviewState,
  ReviewTie,
  Transition,
} from '../../../ports/curation-store.ts';
import { pageOf } from '../../page-of.ts';
import type { Connection } from '../connection.ts';
import { all, one } from '../database.ts';
import { type EntryRow, entryColumns, entryOf } from './curation-entry-row.ts';

/** Queries on review entries; run each as one read or one write. */
export function createReviewQueries(connection: Connection) {
  const select = connection.prepare('SELECT * FROM entries WHERE entry_id = ?');
  const selectByQuestion = connection.prepare(
    `SELECT e.* FROM entry_questions q JOIN entries e ON e.entry = q.entry WHERE q.question_key = ?`,
  );
  const selectPending = connection.prepare(
    `SELECT * FROM entries WHERE state = 'pending' AND position < ? ORDER BY position DESC LIMIT ?`,
  );
  const selectDemanded = connection.prepare(
    `SELECT * FROM (SELECT e.*, ${DEMAND} AS demand FROM entries e WHERE state = 'pending')
     WHERE (demand, position) < (?1, ?2) ORDER BY demand DESC, position DESC LIMIT ?3`,
  );
  const selectDecided = connection.prepare(
    // The plus keeps SQLite from the index by state, with which it would sort all decided entries for each page.
    `SELECT * FROM entries WHERE decided_at IS NOT NULL AND +state IN (SELECT value FROM json_each(?1))
       AND (decided_at, position) < (?2, ?3)
     ORDER BY decided_at DESC, position DESC LIMIT ?4`,
  );
  const countDecided = connection.prepare(
    'SELECT COUNT(*) AS total FROM entries WHERE decided_at IS NOT NULL AND state IN (SELECT value FROM json_each(?))',
  );
  const countPending = connection.prepare(`SELECT COUNT(*) AS total FROM entries WHERE state = 'pending'`);
  const selectIn = connection.prepare(
    'SELECT * FROM entries WHERE state IN (SELECT value FROM json_each(?)) ORDER BY entry',
  );
  const selectNextPosition = connection.prepare('SELECT COALESCE(MAX(position), 0) + 1 AS next FROM entries');
  const insert = connection.prepare(
    `INSERT INTO entries (
       state, stale, question, answer, sources, mode, model, grounded, grounded_score, asked, correlation_id,
       decided_at, decided_by, doc_id, note, tags, statements, expires_at, position, approved_key, entry_id, created_at
     ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING entry`,
  );
  const update = connection.prepare(
    `UPDATE entries SET
       state = ?, stale = ?, question = ?, answer = ?, sources = ?, mode = ?, model = ?, grounded = ?,
       grounded_score = ?, asked = ?, correlation_id = ?, decided_at = ?, decided_by = ?, doc_id = ?, note = ?,
       tags = ?, statements = ?, expires_at = ?, position = ?, approved_key = COALESCE(?, approved_key)
     WHERE entry = ?`,
  );
  const raise = connection.prepare('UPDATE entries SET asked = asked + 1 WHERE entry = ? RETURNING *');
  const insertQuestion = connection.prepare(
    'INSERT INTO entry_questions (question_key, entry) VALUES (?, ?) ON CONFLICT DO NOTHING',
  );
  const selectSources = connection.prepare(
    'SELECT doc_id, version FROM entry_sources WHERE entry = ? ORDER BY doc_id',
  );
  const countDownvotes = connection.prepare(`SELECT ${DOWNVOTES} AS downvotes FROM (SELECT ? AS entry) e`);
  const deleteSources = connection.prepare('DELETE FROM entry_sources WHERE entry = ?');
  const insertSource = connection.prepare(
    'INSERT INTO entry_sources (doc_id, entry, version) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const selectApproved = connection.prepare(
    `SELECT doc_id FROM entries WHERE approved_key = ? AND doc_id IS NOT NULL AND state <> 'reopening'
     ORDER BY decided_at DESC, entry DESC LIMIT 1`,
  );
  const selectExpired = connection.prepare(
    `SELECT entry_id, state FROM entries WHERE expires_at <= ? AND doc_id IS NOT NULL
       AND +state IN ('approved', 'pending') ORDER BY expires_at LIMIT ?`,
  );
  const selectAllTies = connection.prepare(tiesWhere('TRUE'));
  const selectTiesOf = connection.prepare(tiesWhere('doc_id = ?1'));

  function entryFrom(row: EntryRow): ReviewEntry {
    const sources = all<{ doc_id: string; version: number }>(selectSources, row.entry);
    const restsOn = sources.map(({ doc_id: docId, version }) => ({ docId, version }));
    return entryOf(row, {
      restsOn,
      downvotes: one<{ downvotes: number }>(countDownvotes, row.entry)!.downvotes,
    });
  }

  function restOn(entry: number, versions: readonly DocumentVersion[]): void {
    deleteSources.run(entry);
    for (const { docId, version } of versions) insertSource.run(docId, entry, version);
  }

  const nextPosition = () => one<{ next: number }>(selectNextPosition)!.next;
  const pendingTotal = () => one<{ total: number }>(countPending)!.total;

  function move(entryId: string, { from, to, changes, approvedKey }: Transition): ReviewEntry | undefined {
    const row = one<EntryRow>(select, entryId);
    if (row?.state !== from) return undefined;
    const comesBack = to === 'pending' && from !== 'pending';
    const position = comesBack ? nextPosition() : row.position;
    const moved: ReviewEntry = { ...entryFrom(row), ...changes, state: to, position };
    update.run(...entryColumns(moved), approvedKey ?? null, row.entry);
    if (approvedKey !== undefined) insertQuestion.run(approvedKey, row.entry);
    if (changes?.restsOn) restOn(row.entry, changes.restsOn);
    return moved;
  }

  return {
    hold(answer: HeldAnswer, { pendingMax }: { pendingMax: number }): HoldOutcome {
      const known = one<EntryRow>(selectByQuestion, answer.questionKey);
      if (known?.state === 'pending') {
        return { outcome: 'held', entry: entryFrom(one<EntryRow>(raise, known.entry)!) };
      }
      if (known) return { outcome: 'decided', entry: entryFrom(known) };
      if (pendingTotal() >= pendingMax) return { outcome: 'full' };
      const { questionKey, now, ...held } = answer;
      const entry: ReviewEntry = { ...held, ...NEW, position: nextPosition(), createdAt: now };
      const { entry: key } = one<{ entry: number }>(
        insert,
        ...entryColumns(entry),
        null,
        entry.entryId,
        now,
      )!;
      insertQuestion.run(questionKey, key);
      restOn(key, answer.restsOn);
      return { outcome: 'held', entry: entryFrom(one<EntryRow>(select, entry.entryId)!) };
    },

    find(entryId: string): ReviewEntry | undefined {
      const row = one<EntryRow>(select, entryId);
      return row && entryFrom(row);
    },

    pending({ limit, sort = 'newest', before, beforeDemand }: PendingPageRequest): ReviewPage {
      const position = before ?? Number.MAX_SAFE_INTEGER;
      const rows =
        sort === 'newest'
          ? all<PendingRow>(selectPending, position, limit + 1)
          : all<PendingRow>(selectDemanded, beforeDemand ?? Number.MAX_SAFE_INTEGER, position, limit + 1);
      const { shown, last } = pageOf(rows, limit);
      return {
        entries: shown.map(entryFrom),
        nextBefore: last?.position,
        nextDemand: last?.demand,
        total: pendingTotal(),
      };
    },

    decided(
      { verdict }: { verdict?: 'approved' | 'rejected' },
      { limit, before }: { limit: number; before?: DecisionPlace },
    ): DecidedPage {
      const states = JSON.stringify(verdict ? DECIDED[verdict] : Object.values(DECIDED).flat());
      const { decidedAt, position } = before ?? { decidedAt: Number.MAX_SAFE_INTEGER, position: 0 };
      const rows = all<EntryRow>(selectDecided, states, decidedAt, position, limit + 1);
      const { shown, last } = pageOf(rows, limit);
      return {
        entries: shown.map(entryFrom),
        next: last && { decidedAt: last.decided_at!, position: last.position },
        total: one<{ total: number }>(countDecided, states)!.total,
      };
    },

    inStates: (states: readonly ReviewState[]): ReviewEntry[] =>
      all<EntryRow>(selectIn, JSON.stringify(states)).map(entryFrom),

    move,

    hasExpired: (now: number): boolean => selectExpired.get(now, 1) !== undefined,

    expire(now: number, { limit }: { limit: number }): ReviewEntry[] {
      const expired = all<Pick<EntryRow, 'entry_id' | 'state'>>(selectExpired, now, limit);
      const changes = { stale: true };
      return expired.map(({ entry_id, state }) => move(entry_id, { from: state, to: 'reopening', changes })!);
    },

    approvedDocument: (questionKey: string) => one<{ doc_id: string }>(selectApproved, questionKey)?.doc_id,

    ties: (docId: string | undefined): ReviewTie[] =>
      (docId === undefined ? all<TieRow>(selectAllTies) : all<TieRow>(selectTiesOf, docId)).map((row) => ({
        entryId: row.entry_id,
        state: row.state,
        stale: row.stale === 1,
        docId: row.doc_id,
        version: row.version,
      })),
  };
}

/**
 * Thumbs down on answers to one of the questions of entry `e`. An entry has few questions, so the join begins with
 * them; by itself SQLite would begin with all thumbs down, for every entry.
 */
const DOWNVOTES = `(
  SELECT COUNT(*) FROM entry_questions q CROSS JOIN feedback f ON f.question_key = q.question_key
  WHERE q.entry = e.entry AND f.rating = 'down'
)`;
const DEMAND = `(
  e.asked + 3 * ${DOWNVOTES} + CASE e.grounded WHEN 'unsupported' THEN 2 WHEN 'partial' THEN 1 ELSE 0 END
)`;

/** A decision is visible before it is carried out. */
const DECIDED = { approved: ['approving', 'approved'], rejected: ['rejecting', 'rejected'] } as const;

interface PendingRow extends EntryRow {
  readonly demand?: number;
}

const NEW = {
  state: 'pending',
  stale: false,
  asked: 1,
  decidedAt: null,
  decidedBy: null,
  downvotes: 0,
  docId: null,
  note: null,
  tags: [],
  expiresAt: null,
} as const;

function tiesWhere(condition: string): string {
  return `
    SELECT e.entry_id, e.state, e.stale, s.doc_id, s.version
    FROM (SELECT * FROM entry_sources WHERE ${condition}) s JOIN entries e ON e.entry = s.entry
    WHERE e.state = 'pending' OR (e.state = 'approved' AND e.doc_id IS NOT NULL)
    UNION ALL
    SELECT entry_id, state, stale, doc_id, NULL FROM entries
    WHERE doc_id IS NOT NULL AND ${condition} AND state IN ('pending', 'approved')`;
}

interface TieRow {
  readonly entry_id: string;
  readonly state: ReviewTie['state'];
  readonly stale: number;
  readonly doc_id: string;
  readonly version: number | null;
}
