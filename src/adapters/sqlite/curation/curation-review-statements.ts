import type { Connection } from '../connection.ts';

/** What `curation-review-queries.ts` runs. */
export function prepareReviewStatements(connection: Connection) {
  return {
    select: connection.prepare('SELECT * FROM entries WHERE entry_id = ?'),
    selectByQuestion: connection.prepare(
      `SELECT e.* FROM entry_questions q JOIN entries e ON e.entry = q.entry WHERE q.question_key = ?`,
    ),
    selectPending: connection.prepare(
      `SELECT * FROM entries WHERE state = 'pending' AND position < ? ORDER BY position DESC LIMIT ?`,
    ),
    selectDemanded: connection.prepare(
      `SELECT * FROM (SELECT e.*, ${DEMAND} AS demand FROM entries e WHERE state = 'pending')
       WHERE (demand, position) < (?1, ?2) ORDER BY demand DESC, position DESC LIMIT ?3`,
    ),
    selectDecided: connection.prepare(
      // The plus keeps SQLite from the index by state, with which it would sort all decided entries for each page.
      `SELECT * FROM entries WHERE decided_at IS NOT NULL AND +state IN (SELECT value FROM json_each(?1))
         AND (decided_at, position) < (?2, ?3)
       ORDER BY decided_at DESC, position DESC LIMIT ?4`,
    ),
    countDecided: connection.prepare(
      'SELECT COUNT(*) AS total FROM entries WHERE decided_at IS NOT NULL AND state IN (SELECT value FROM json_each(?))',
    ),
    countPending: connection.prepare(`SELECT COUNT(*) AS total FROM entries WHERE state = 'pending'`),
    selectIn: connection.prepare(
      'SELECT * FROM entries WHERE state IN (SELECT value FROM json_each(?)) ORDER BY entry',
    ),
    selectNextPosition: connection.prepare('SELECT COALESCE(MAX(position), 0) + 1 AS next FROM entries'),
    insert: connection.prepare(
      `INSERT INTO entries (
         state, stale, question, answer, sources, mode, model, grounded, grounded_score, asked, correlation_id,
         decided_at, decided_by, doc_id, note, tags, statements, expires_at, position, approved_key, entry_id, created_at
       ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING entry`,
    ),
    update: connection.prepare(
      `UPDATE entries SET
         state = ?, stale = ?, question = ?, answer = ?, sources = ?, mode = ?, model = ?, grounded = ?,
         grounded_score = ?, asked = ?, correlation_id = ?, decided_at = ?, decided_by = ?, doc_id = ?, note = ?,
         tags = ?, statements = ?, expires_at = ?, position = ?, approved_key = COALESCE(?, approved_key)
       WHERE entry = ?`,
    ),
    raise: connection.prepare('UPDATE entries SET asked = asked + 1 WHERE entry = ? RETURNING *'),
    insertQuestion: connection.prepare(
      'INSERT INTO entry_questions (question_key, entry) VALUES (?, ?) ON CONFLICT DO NOTHING',
    ),
    selectSources: connection.prepare(
      'SELECT doc_id, version FROM entry_sources WHERE entry = ? ORDER BY doc_id',
    ),
    countDownvotes: connection.prepare(`SELECT ${DOWNVOTES} AS downvotes FROM (SELECT ? AS entry) e`),
    deleteSources: connection.prepare('DELETE FROM entry_sources WHERE entry = ?'),
    insertSource: connection.prepare(
      'INSERT INTO entry_sources (doc_id, entry, version) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    ),
    selectApproved: connection.prepare(
      `SELECT doc_id FROM entries WHERE approved_key = ? AND doc_id IS NOT NULL AND state <> 'reopening'
       ORDER BY decided_at DESC, entry DESC LIMIT 1`,
    ),
    selectExpired: connection.prepare(
      `SELECT entry_id, state FROM entries WHERE expires_at <= ? AND doc_id IS NOT NULL
         AND +state IN ('approved', 'pending') ORDER BY expires_at LIMIT ?`,
    ),
    selectAllTies: connection.prepare(tiesWhere('TRUE')),
    selectTiesOf: connection.prepare(tiesWhere('doc_id = ?1')),
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

function tiesWhere(condition: string): string {
  return `
    SELECT e.entry_id, e.state, e.stale, s.doc_id, s.version
    FROM (SELECT * FROM entry_sources WHERE ${condition}) s JOIN entries e ON e.entry = s.entry
    WHERE e.state = 'pending' OR (e.state = 'approved' AND e.doc_id IS NOT NULL)
    UNION ALL
    SELECT entry_id, state, stale, doc_id, NULL FROM entries
    WHERE doc_id IS NOT NULL AND ${condition} AND state IN ('pending', 'approved')`;
}
