import type { CitedSource } from '../ports/cited-source.ts';
import type {
  DocumentVersion,
  HeldGrounding,
  HeldStatement,
  ReviewEntry,
  ReviewState,
} from '../ports/curation-store.ts';

/** A row of `entries`, as `SELECT *` returns it. */
export interface EntryRow {
  readonly entry: number;
  readonly entry_id: string;
  readonly position: number;
  readonly state: ReviewState;
  readonly stale: number;
  readonly question: string;
  readonly answer: string;
  readonly sources: string;
  readonly mode: string;
  readonly model: string;
  readonly grounded: HeldGrounding;
  readonly grounded_score: number | null;
  readonly statements: string;
  readonly asked: number;
  readonly correlation_id: string;
  readonly created_at: number;
  readonly decided_at: number | null;
  readonly decided_by: string | null;
  readonly doc_id: string | null;
  readonly note: string | null;
  readonly tags: string;
  readonly expires_at: number | null;
}

export function entryOf(
  row: EntryRow,
  { restsOn, downvotes }: { restsOn: readonly DocumentVersion[]; downvotes: number },
): ReviewEntry {
  return {
    entryId: row.entry_id,
    position: row.position,
    state: row.state,
    stale: row.stale === 1,
    question: row.question,
    answer: row.answer,
    sources: (JSON.parse(row.sources) as CitedSource[]).map((source) => ({ ...OF_UNKNOWN_PLACE, ...source })),
    restsOn,
    mode: row.mode,
    model: row.model,
    grounded: row.grounded,
    groundedScore: row.grounded_score,
    statements: JSON.parse(row.statements) as HeldStatement[],
    asked: row.asked,
    correlationId: row.correlation_id,
    createdAt: row.created_at,
    decidedAt: row.decided_at,
    decidedBy: row.decided_by,
    downvotes,
    docId: row.doc_id,
    note: row.note,
    tags: JSON.parse(row.tags) as string[],
    expiresAt: row.expires_at,
  };
}

/** Entries older than this column have none. */
const OF_UNKNOWN_PLACE = { start: 0, end: 0, quotes: [] } as const;

/** The mutable columns of an entry, in the order written. */
export function entryColumns(entry: ReviewEntry): (string | number | null)[] {
  return [
    ...[entry.state, entry.stale ? 1 : 0, entry.question, entry.answer, JSON.stringify(entry.sources)],
    ...[entry.mode, entry.model, entry.grounded, entry.groundedScore, entry.asked, entry.correlationId],
    ...[
      entry.decidedAt,
      entry.decidedBy,
      entry.docId,
      entry.note,
      JSON.stringify(entry.tags),
      JSON.stringify(entry.statements),
      entry.expiresAt,
      entry.position,
    ],
  ];
}
