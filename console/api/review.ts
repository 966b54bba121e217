import { reviewer } from './access.ts';
import { type Page, queryOf } from './page.ts';
import { type ApiRequest, send, sendForJson } from './request.ts';
import type { ChatMode, DocumentText, Grounded, Source, Statement } from './types.ts';

type Asking = Pick<ApiRequest, 'signal'>;

/** A given answer under review; its texts are untrusted. */
export interface ReviewEntry {
  readonly entry_id: string;
  readonly question: string;
  readonly answer: string;
  readonly sources: readonly Source[];
  readonly status: 'pending' | 'approved' | 'rejected';
  /** Whether one of its sources was replaced or deleted since, or its approval has expired. */
  readonly stale: boolean;
  readonly grounded: Grounded | null;
  readonly grounded_score: number | null;
  /** Sentences of `answer`; empty when it was edited, or they are unknown. */
  readonly statements: readonly Statement[];
  readonly asked: number;
  readonly mode: ChatMode;
  readonly model: string;
  readonly correlation_id: string;
  readonly downvotes: number;
  readonly created_at: string;
  readonly decided_at: string | null;
  readonly decided_by: string | null;
  readonly note: string | null;
  readonly tags: readonly string[];
  /** When the approved answer stops being given; null for never. In the past once it has. */
  readonly expires_at: string | null;
  readonly doc_id: string | null;
}

/** A reviewer's changes before approval; absent fields stay. */
export interface Edits {
  readonly question?: string;
  readonly answer?: string;
  readonly note?: string;
  readonly tags?: readonly string[];
  /** Null for never; absent for the server's default. */
  readonly expires_at?: string | null;
}

export type PendingSort = 'demand' | 'newest';
export type Verdict = 'approved' | 'rejected';

const PAGE = 100;

export function listPending(
  { sort, cursor }: { sort: PendingSort; cursor: string | null },
  asking: Asking,
): Promise<Page<ReviewEntry>> {
  return listed('pending', { sort, cursor }, asking);
}

export function listDecided(
  { status, cursor }: { status: Verdict | ''; cursor: string | null },
  asking: Asking,
): Promise<Page<ReviewEntry>> {
  return listed('decided', { status, cursor }, asking);
}

export function reviewEntry(entryId: string, asking: Asking = {}): Promise<ReviewEntry> {
  return sendForJson({ path: `/api/v1/review/${encodeURIComponent(entryId)}`, ...asking });
}

/** Resolves when the answer is searchable. */
export async function approve(entryId: string, json: Edits): Promise<void> {
  await decide(entryId, 'approve', json);
}

export async function reject(entryId: string, json: Pick<Edits, 'note'>): Promise<void> {
  await decide(entryId, 'reject', json);
}

/** Takes a decision back. Resolves when the entry is in the queue, and an approved answer is no longer given. */
export async function reopen(entryId: string): Promise<void> {
  await send({ method: 'POST', path: `/api/v1/review/${encodeURIComponent(entryId)}/reopen` });
}

/** The cited passage, if the cited version of the document is still published. */
export function passageText(
  { doc_id, chunk_id }: Pick<Source, 'doc_id' | 'chunk_id'>,
  asking: Asking,
): Promise<DocumentText> {
  const path = `/api/v1/ingest/${encodeURIComponent(doc_id)}/text${queryOf({ chunk_id })}`;
  return sendForJson({ path, ...asking });
}

async function decide(entryId: string, verb: 'approve' | 'reject', json: object): Promise<void> {
  const by = reviewer.get();
  await send({
    method: 'POST',
    path: `/api/v1/review/${encodeURIComponent(entryId)}/${verb}`,
    json,
    ...(by !== '' && { headers: { 'X-User-Id': by } }),
  });
}

async function listed(
  list: 'pending' | 'decided',
  query: Readonly<Record<string, string | null>>,
  asking: Asking,
): Promise<Page<ReviewEntry>> {
  const path = `/api/v1/review/${list}${queryOf({ ...query, limit: PAGE })}`;
  const reply = await sendForJson<
    { [Name in typeof list]: ReviewEntry[] } & { next_cursor: string | null; total: number }
  >({ path, ...asking });
  return { items: reply[list], nextCursor: reply.next_cursor, total: reply.total };
}
