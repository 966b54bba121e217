import type {
  CurationStore,
  DocumentVersion,
  HeldAnswer,
  HoldOutcome,
  ReviewEntry,
  ReviewTie,
  Transition,
} from '../../../ports/curation-store.ts';
import { type EntryRow, entryColumns, entryOf } from '../../curation-entry-row.ts';
import { pageOf } from '../../page-of.ts';
import type { Queries } from '../connection.ts';

/** Any number that no other program locks: changes of entries come one after another, as decisions are few. */
const ENTRIES_LOCK = 0x646f6333;

/** Thumbs down on answers to one of the questions of entry `e`. */
const DOWNVOTES = `(
  SELECT count(*) FROM entry_questions q JOIN feedback f ON f.question_key = q.question_key
  WHERE q.entry = e.entry AND f.rating = 'down'
)`;
const DEMAND = `(
  e.asked + 3 * ${DOWNVOTES} + CASE e.grounded WHEN 'unsupported' THEN 2 WHEN 'partial' THEN 1 ELSE 0 END
)`;
const SOURCES = `(
  SELECT coalesce(json_agg(json_build_object('docId', s.doc_id, 'version', s.version) ORDER BY s.doc_id), '[]')::text
  FROM entry_sources s WHERE s.entry = e.entry
)`;
const ENTRY = `e.*, ${DOWNVOTES} AS downvotes, ${SOURCES} AS rests_on`;

interface FoundEntry extends EntryRow {
  readonly downvotes: number;
  readonly rests_on: string;
  readonly demand?: number;
}

/** A decision is visible before it is carried out. */
const DECIDED = { approved: ['approving', 'approved'], rejected: ['rejecting', 'rejected'] } as const;

/** Queries on review entries, by those of a connection or of a transaction. */
export function reviewQueries({ query }: Queries) {
  async function entries(condition: string, values: readonly unknown[]): Promise<FoundEntry[]> {
    return query<FoundEntry>(`SELECT ${ENTRY} FROM entries e ${condition}`, values);
  }

  async function one(entryId: string): Promise<FoundEntry | undefined> {
    return (await entries('WHERE entry_id = $1', [entryId]))[0];
  }

  async function restOn(entry: number, versions: readonly DocumentVersion[]): Promise<void> {
    await query('DELETE FROM entry_sources WHERE entry = $1', [entry]);
    for (const { docId, version } of versions)
      await query('INSERT INTO entry_sources VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
        docId,
        entry,
        version,
      ]);
  }

  const addQuestion = (key: string, entry: number) =>
    query('INSERT INTO entry_questions VALUES ($1, $2) ON CONFLICT DO NOTHING', [key, entry]);
  const count = async (condition: string, values: readonly unknown[] = []) =>
    (await query<{ total: number }>(`SELECT count(*) AS total FROM entries WHERE ${condition}`, values))[0]!
      .total;
  const nextPosition = async () =>
    (await query<{ next: number }>('SELECT coalesce(max(position), 0) + 1 AS next FROM entries'))[0]!.next;

  async function move(
    entryId: string,
    { from, to, changes, approvedKey }: Transition,
  ): Promise<ReviewEntry | undefined> {
    const row = await one(entryId);
    if (row?.state !== from) return undefined;
    const comesBack = to === 'pending' && from !== 'pending';
    const position = comesBack ? await nextPosition() : row.position;
    const moved: ReviewEntry = { ...found(row), ...changes, state: to, position };
    await query(
      `UPDATE entries SET
         state = $1, stale = $2, question = $3, answer = $4, sources = $5, mode = $6, model = $7, grounded = $8,
         grounded_score = $9, asked = $10, correlation_id = $11, decided_at = $12, decided_by = $13, doc_id = $14,
         note = $15, tags = $16, statements = $17, expires_at = $18, position = $19,
         approved_key = coalesce($20, approved_key)
       WHERE entry = $21`,
      [...entryColumns(moved), approvedKey ?? null, row.entry],
    );
    if (approvedKey !== undefined) await addQuestion(approvedKey, row.entry);
    if (changes?.restsOn) await restOn(row.entry, changes.restsOn);
    return moved;
  }

  return {
    /** Waits for other changes of entries; for use in a transaction. */
    lock: () => query('SELECT pg_advisory_xact_lock($1)', [ENTRIES_LOCK]),

    async hold(answer: HeldAnswer, { pendingMax }: { pendingMax: number }): Promise<HoldOutcome> {
      const [known] = await entries(
        'WHERE entry = (SELECT entry FROM entry_questions WHERE question_key = $1)',
        [answer.questionKey],
      );
      if (known?.state === 'pending') {
        await query('UPDATE entries SET asked = asked + 1 WHERE entry = $1', [known.entry]);
        return { outcome: 'held', entry: found({ ...known, asked: known.asked + 1 }) };
      }
      if (known) return { outcome: 'decided', entry: found(known) };
      if ((await count("state = 'pending'")) >= pendingMax) return { outcome: 'full' };
      const { questionKey, now, ...held } = answer;
      const entry: ReviewEntry = { ...held, ...NEW, position: await nextPosition(), createdAt: now };
      const [inserted] = await query<{ entry: number }>(
        `INSERT INTO entries (
           state, stale, question, answer, sources, mode, model, grounded, grounded_score, asked, correlation_id,
           decided_at, decided_by, doc_id, note, tags, statements, expires_at, position, entry_id, created_at
         ) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)
         RETURNING entry`,
        [...entryColumns(entry), entry.entryId, now],
      );
      await addQuestion(questionKey, inserted!.entry);
      await restOn(inserted!.entry, answer.restsOn);
      return { outcome: 'held', entry: found((await one(entry.entryId))!) };
    },

    async entry(entryId: string): Promise<ReviewEntry | undefined> {
      const row = await one(entryId);
      return row && found(row);
    },

    pending: (async ({ limit, sort = 'newest', before = MAX, beforeDemand = MAX }) => {
      const rows = await query<FoundEntry>(
        sort === 'newest'
          ? `SELECT ${ENTRY} FROM entries e WHERE state = 'pending' AND position < $1 ORDER BY position DESC LIMIT $2`
          : `SELECT * FROM (SELECT ${ENTRY}, ${DEMAND} AS demand FROM entries e WHERE state = 'pending') p
             WHERE (demand, position) < ($3, $1) ORDER BY demand DESC, position DESC LIMIT $2`,
        [before, limit + 1, ...(sort === 'newest' ? [] : [beforeDemand])],
      );
      const { shown, last } = pageOf(rows, limit);
      return {
        entries: shown.map(found),
        nextBefore: last?.position,
        nextDemand: last?.demand,
        total: await count("state = 'pending'"),
      };
    }) satisfies CurationStore['pending'],

    decided: (async ({ verdict }, { limit, before = { decidedAt: MAX, position: 0 } }) => {
      const states = verdict ? DECIDED[verdict] : Object.values(DECIDED).flat();
      const decided = 'decided_at IS NOT NULL AND state = ANY($1)';
      const rows = await entries(
        `WHERE ${decided} AND (decided_at, position) < ($2, $3) ORDER BY decided_at DESC, position DESC LIMIT $4`,
        [states, before.decidedAt, before.position, limit + 1],
      );
      const { shown, last } = pageOf(rows, limit);
      return {
        entries: shown.map(found),
        next: last && { decidedAt: last.decided_at!, position: last.position },
        total: await count(decided, [states]),
      };
    }) satisfies CurationStore['decided'],

    entriesIn: (async (states) =>
      (await entries('WHERE state = ANY($1) ORDER BY entry', [states])).map(
        found,
      )) satisfies CurationStore['entriesIn'],

    move,

    async expire(now: number, { limit }: { limit: number }): Promise<ReviewEntry[]> {
      const expired = await query<Pick<EntryRow, 'entry_id' | 'state'>>(
        `SELECT entry_id, state FROM entries WHERE ${EXPIRED} ORDER BY expires_at LIMIT $2`,
        [now, limit],
      );
      const reopened: ReviewEntry[] = [];
      for (const { entry_id: entryId, state } of expired)
        reopened.push((await move(entryId, { from: state, to: 'reopening', changes: { stale: true } }))!);
      return reopened;
    },

    hasExpired: async (now: number) =>
      (await query(`SELECT 1 FROM entries WHERE ${EXPIRED} LIMIT 1`, [now])).length > 0,

    async approvedDocument(questionKey: string): Promise<string | undefined> {
      const [row] = await query<{ doc_id: string }>(
        `SELECT doc_id FROM entries WHERE approved_key = $1 AND doc_id IS NOT NULL AND state <> 'reopening'
         ORDER BY decided_at DESC, entry DESC LIMIT 1`,
        [questionKey],
      );
      return row?.doc_id;
    },

    async ties(docId: string | undefined): Promise<ReviewTie[]> {
      const condition = docId === undefined ? 'TRUE' : 'doc_id = $1';
      const rows = await query<TieRow>(
        `SELECT e.entry_id, e.state, e.stale, s.doc_id, s.version
         FROM (SELECT * FROM entry_sources WHERE ${condition}) s JOIN entries e ON e.entry = s.entry
         WHERE e.state = 'pending' OR (e.state = 'approved' AND e.doc_id IS NOT NULL)
         UNION ALL
         SELECT entry_id, state, stale, doc_id, NULL FROM entries
         WHERE doc_id IS NOT NULL AND ${condition} AND state IN ('pending', 'approved')`,
        docId === undefined ? [] : [docId],
      );
      return rows.map((row) => ({
        entryId: row.entry_id,
        state: row.state,
        stale: row.stale === 1,
        docId: row.doc_id,
        version: row.version,
      }));
    },
  };
}

const EXPIRED = `expires_at <= $1 AND doc_id IS NOT NULL AND state IN ('approved', 'pending')`;

/** Beyond any position or time. */
const MAX = Number.MAX_SAFE_INTEGER;

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

interface TieRow {
  readonly entry_id: string;
  readonly state: ReviewTie['state'];
  readonly stale: number;
  readonly doc_id: string;
  readonly version: number | null;
}

function found(row: FoundEntry): ReviewEntry {
  return entryOf(row, { restsOn: JSON.parse(row.rests_on), downvotes: row.downvotes });
}
