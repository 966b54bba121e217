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
import { type EntryRow, entryColumns, entryOf } from '../../curation-entry-row.ts';
import { pageOf } from '../../page-of.ts';
import type { Connection } from '../connection.ts';
import { all, one } from '../database.ts';
import { prepareReviewStatements } from './curation-review-statements.ts';

/** Queries on review entries; run each as one read or one write. */
export function createReviewQueries(connection: Connection) {
  const sql = prepareReviewStatements(connection);

  function entryFrom(row: EntryRow): ReviewEntry {
    const sources = all<{ doc_id: string; version: number }>(sql.selectSources, row.entry);
    const restsOn = sources.map(({ doc_id: docId, version }) => ({ docId, version }));
    return entryOf(row, {
      restsOn,
      downvotes: one<{ downvotes: number }>(sql.countDownvotes, row.entry)!.downvotes,
    });
  }

  function restOn(entry: number, versions: readonly DocumentVersion[]): void {
    sql.deleteSources.run(entry);
    for (const { docId, version } of versions) sql.insertSource.run(docId, entry, version);
  }

  const nextPosition = () => one<{ next: number }>(sql.selectNextPosition)!.next;
  const pendingTotal = () => one<{ total: number }>(sql.countPending)!.total;

  function move(entryId: string, { from, to, changes, approvedKey }: Transition): ReviewEntry | undefined {
    const row = one<EntryRow>(sql.select, entryId);
    if (row?.state !== from) return undefined;
    const comesBack = to === 'pending' && from !== 'pending';
    const position = comesBack ? nextPosition() : row.position;
    const moved: ReviewEntry = { ...entryFrom(row), ...changes, state: to, position };
    sql.update.run(...entryColumns(moved), approvedKey ?? null, row.entry);
    if (approvedKey !== undefined) sql.insertQuestion.run(approvedKey, row.entry);
    if (changes?.restsOn) restOn(row.entry, changes.restsOn);
    return moved;
  }

  return {
    hold(answer: HeldAnswer, { pendingMax }: { pendingMax: number }): HoldOutcome {
      const known = one<EntryRow>(sql.selectByQuestion, answer.questionKey);
      if (known?.state === 'pending') {
        return { outcome: 'held', entry: entryFrom(one<EntryRow>(sql.raise, known.entry)!) };
      }
      if (known) return { outcome: 'decided', entry: entryFrom(known) };
      if (pendingTotal() >= pendingMax) return { outcome: 'full' };
      const { questionKey, now, ...held } = answer;
      const entry: ReviewEntry = { ...held, ...NEW, position: nextPosition(), createdAt: now };
      const { entry: key } = one<{ entry: number }>(
        sql.insert,
        ...entryColumns(entry),
        null,
        entry.entryId,
        now,
      )!;
      sql.insertQuestion.run(questionKey, key);
      restOn(key, answer.restsOn);
      return { outcome: 'held', entry: entryFrom(one<EntryRow>(sql.select, entry.entryId)!) };
    },

    find(entryId: string): ReviewEntry | undefined {
      const row = one<EntryRow>(sql.select, entryId);
      return row && entryFrom(row);
    },

    pending({ limit, sort = 'newest', before, beforeDemand }: PendingPageRequest): ReviewPage {
      const position = before ?? Number.MAX_SAFE_INTEGER;
      const rows =
        sort === 'newest'
          ? all<PendingRow>(sql.selectPending, position, limit + 1)
          : all<PendingRow>(sql.selectDemanded, beforeDemand ?? Number.MAX_SAFE_INTEGER, position, limit + 1);
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
      const rows = all<EntryRow>(sql.selectDecided, states, decidedAt, position, limit + 1);
      const { shown, last } = pageOf(rows, limit);
      return {
        entries: shown.map(entryFrom),
        next: last && { decidedAt: last.decided_at!, position: last.position },
        total: one<{ total: number }>(sql.countDecided, states)!.total,
      };
    },

    inStates: (states: readonly ReviewState[]): ReviewEntry[] =>
      all<EntryRow>(sql.selectIn, JSON.stringify(states)).map(entryFrom),

    move,

    hasExpired: (now: number): boolean => sql.selectExpired.get(now, 1) !== undefined,

    expire(now: number, { limit }: { limit: number }): ReviewEntry[] {
      const expired = all<Pick<EntryRow, 'entry_id' | 'state'>>(sql.selectExpired, now, limit);
      const changes = { stale: true };
      return expired.map(({ entry_id, state }) => move(entry_id, { from: state, to: 'reopening', changes })!);
    },

    approvedDocument: (questionKey: string) =>
      one<{ doc_id: string }>(sql.selectApproved, questionKey)?.doc_id,

    ties(docId: string | undefined): ReviewTie[] {
      const rows =
        docId === undefined ? all<TieRow>(sql.selectAllTies) : all<TieRow>(sql.selectTiesOf, docId);
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

interface TieRow {
  readonly entry_id: string;
  readonly state: ReviewTie['state'];
  readonly stale: number;
  readonly doc_id: string;
  readonly version: number | null;
}
