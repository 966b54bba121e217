import { listDocuments } from '../../api/client.ts';
import { documentStatus, type Intake } from '../../api/documents.ts';
import { type ApiProblem, problemOf } from '../../api/problem.ts';
import type { Accepted, DocumentList, DocumentStatus } from '../../api/types.ts';
import { createStore } from '../../store.ts';

/** Documents requested one by one after the stream broke; more are looked up in the list, as requests are limited. */
const MISSED_MAX = 3;
const MISSED_AGAIN_MS = 3_000;
const PAGE = 200;

/** A file or URL from the choice to its outcome. */
export interface Upload extends Intake {
  readonly name: string;
  /** Its own, by which lists know it. */
  readonly id: string;
  /** Shared by those chosen together. */
  readonly choice: string;
  /** Of the request that it was sent with; null before, and once that was answered. */
  readonly idempotencyKey: string | null;
  readonly state: 'waiting' | 'sending' | 'accepted' | 'refused';
  /** Set once it is accepted. */
  readonly docId: string | null;
  readonly version: number;
  /** Its last known state. */
  readonly document: DocumentStatus | null;
  /** An earlier document of the same name, which answers beside it. */
  readonly earlier: DocumentStatus | null;
  /** Why it was refused. */
  readonly problem: ApiProblem | null;
}

/** In the order chosen. */
export const uploads = createStore<readonly Upload[]>([]);

let missedTimer: ReturnType<typeof setTimeout> | undefined;
/** Records received before the reply to their upload. */
const early = new Map<string, DocumentStatus>();

/** Drops one that was refused or has failed. */
export function dropUpload(id: string): void {
  uploads.set(uploads.get().filter((item) => item.id !== id));
}

/** Forgets finished ones, failed or not. */
export function clearEnded(): void {
  uploads.set(uploads.get().filter(isOpen));
}

/** Updates the uploads from document records, and forgets those whose document was deleted. */
export function tellUploads(
  documents: readonly DocumentStatus[],
  deleted: ReadonlySet<string> = new Set(),
): void {
  if (uploads.get().length === 0) return;
  const now = new Map(documents.map((document) => [document.doc_id, document]));
  const isSending = uploads.get().some(({ state }) => state === 'sending');
  if (isSending) for (const [docId, document] of now) early.set(docId, document);
  uploads.set(
    uploads
      .get()
      .filter(({ docId }) => docId === null || !deleted.has(docId))
      .map((item) => {
        const document = item.docId === null ? undefined : now.get(item.docId);
        return document && document.version >= item.version ? { ...item, document } : item;
      }),
  );
}

/** Requests the state of those without news while the stream was down, again later where that fails for now. */
export async function missedUploads(): Promise<void> {
  clearTimeout(missedTimer);
  const asking = { askForKey: 'never' } as const;
  const told = new Set<string | null>();
  const missed = () =>
    uploads.get().filter((item) => item.state === 'accepted' && isOpen(item) && !told.has(item.docId));
  const pages = Math.ceil(uploads.get().length / PAGE);
  let cursor: string | null = null;
  let isToRepeat = false;
  const failed = (problem: ApiProblem) => {
    isToRepeat ||= reasonToWait(problem) !== null || problem.code === 'unreadable';
  };
  try {
    for (let i = 0; i < pages && missed().length > MISSED_MAX; i++) {
      const page: DocumentList = await listDocuments({ limit: PAGE, ...(cursor && { cursor }) }, asking);
      tellUploads(page.docs);
      for (const { doc_id: docId } of page.docs) told.add(docId);
      cursor = page.next_cursor;
      if (cursor === null) break;
    }
  } catch (error) {
    failed(problemOf(error));
  }
  for (const { docId } of missed().slice(0, MISSED_MAX)) {
    try {
      tellUploads([await documentStatus(docId!, asking)]);
    } catch (error) {
      const problem = problemOf(error);
      if (problem.code === 'document_not_found') tellUploads([], new Set([docId!]));
      else failed(problem);
    }
  }
  clearTimeout(missedTimer);
  if (isToRepeat) missedTimer = setTimeout(() => void missedUploads(), MISSED_AGAIN_MS);
}

/** Whether it is unfinished. */
export function isOpen({ state, document }: Upload): boolean {
  if (state === 'waiting' || state === 'sending') return true;
  return state === 'accepted' && (document === null || isIngesting(document));
}

/** The progress of some, 0–1: of each, sending is a tenth. */
export function shareOf(all: readonly Upload[]): number {
  const shares = all.map((item) => {
    if (item.state === 'waiting' || item.state === 'sending') return 0;
    if (!isOpen(item)) return 1;
    return 0.1 + 0.9 * (item.document?.status === 'processing' ? item.document.progress : 0);
  });
  return shares.reduce((sum, share) => sum + share, 0) / all.length;
}

function isIngesting({ status }: Pick<DocumentStatus, 'status'>): boolean {
  return status === 'queued' || status === 'processing';
}

/** The server has it. */
export function accept(item: Upload, { doc_id: docId, version }: Accepted): void {
  const told = early.get(docId);
  const document = told && told.version >= version ? told : null;
  change([item], { state: 'accepted', docId, version, document });
}

/** No reply is awaited any more. */
export function forgetEarly(): void {
  early.clear();
}

export type WhyWait = 'rate limit' | 'unreachable' | 'busy';

/** Why it may work later; null where it will not. */
export function reasonToWait({ code, retryAfterSeconds }: ApiProblem): WhyWait | null {
  if (code === 'rate_limited') return 'rate limit';
  if (code === 'unreachable' || code === 'request_timeout') return 'unreachable';
  if (retryAfterSeconds !== null) return 'busy';
  return null;
}

export function change(batch: readonly Pick<Upload, 'id'>[], change: Partial<Upload>): void {
  const ids = new Set(batch.map(({ id }) => id));
  uploads.set(uploads.get().map((item) => (ids.has(item.id) ? { ...item, ...change } : item)));
}
