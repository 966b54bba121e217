import { listDocuments } from '../../api/client.ts';
import { documentStatus, type Intake, takeIn, takeInFiles } from '../../api/documents.ts';
import { newId } from '../../api/new-id.ts';
import { type ApiProblem, problemOf, problemOfBody } from '../../api/problem.ts';
import type { Accepted, DocumentList, DocumentStatus } from '../../api/types.ts';
import { place } from '../../router.ts';
import { createStore } from '../../store.ts';

/** Requests in parallel. Browsers have six connections to a server, one of which is the event stream. */
const AT_ONCE = 2;
/** A request's files: a server takes 100, but the progress of a batch shows only once it has arrived. */
const BATCH_FILES_MAX = 25;
const BATCH_BYTES_MAX = 2_097_152;
/** The size of the server's queue. */
export const UPLOADS_MAX = 10_000;
/** The status of refusals that pass. */
const BUSY = 503;
const PAUSE_FIRST_SECONDS = 2;
const PAUSE_MAX_SECONDS = 30;
/** Documents requested one by one after the stream broke; more are looked up in the list, as requests are limited. */
const MISSED_MAX = 3;
const MISSED_AGAIN_MS = 3_000;
const PAGE = 200;

/** A file or URL from the choice to its outcome. */
export interface Upload extends Intake {
  readonly name: string;
  /** Its own, by which lists know it. */
  readonly id: string;
  /** Of the request that it was sent with; null before, and once that was answered. */
  readonly idempotencyKey: string | null;
  readonly state: 'waiting' | 'sending' | 'accepted' | 'refused';
  /** Set once it is accepted. */
  readonly docId: string | null;
  readonly version: number;
  /** Its last known state. */
  readonly document: DocumentStatus | null;
  /** Why it was refused. */
  readonly problem: ApiProblem | null;
}

/** In the order chosen. */
export const uploads = createStore<readonly Upload[]>([]);

/** What delays all of them, and until when; null while nothing does. */
export const uploadPause = createStore<Pause | null>(null);

interface Pause {
  readonly untilMs: number;
  readonly why: 'rate limit' | 'unreachable' | 'busy';
  /** The server's title for it. */
  readonly title: string;
}

let sending = 0;
let batchBytesMax = BATCH_BYTES_MAX;
/** Where the user chose the last of them. */
let chosenIn = '';
let pauseSeconds = PAUSE_FIRST_SECONDS;
let timer: ReturnType<typeof setTimeout> | undefined;
let missedTimer: ReturnType<typeof setTimeout> | undefined;
/** Records received before the reply to their upload. */
const early = new Map<string, DocumentStatus>();

/** Queues files and URLs. */
export function upload(
  chosen: readonly { readonly name: string; readonly content: Intake['content'] }[],
  { tags = [], replaces = null }: { tags?: readonly string[]; replaces?: string | null } = {},
): void {
  chosenIn = place.get().view;
  const added = chosen.map(({ name, content }) => ({
    name,
    content,
    tags,
    replaces,
    id: newId(),
    idempotencyKey: null,
    state: 'waiting' as const,
    docId: null,
    version: 0,
    document: null,
    problem: null,
  }));
  // Finished ones make room.
  const before = uploads.get().some(isOpen)
    ? uploads.get()
    : uploads.get().filter(({ state }) => state === 'refused');
  uploads.set([...before, ...added]);
  pump();
}

/** Sends one again that was refused. */
export function uploadAgain(id: string): void {
  change([{ id }], { state: 'waiting', problem: null });
  pump();
}

/** Drops one that was refused or has failed. */
export function dropUpload(id: string): void {
  uploads.set(uploads.get().filter((item) => item.id !== id));
}

/** Drops those not sent yet. */
export function dropWaiting(): void {
  uploads.set(uploads.get().filter(({ state }) => state !== 'waiting'));
  resume();
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
  if (sending > 0) for (const [docId, document] of now) early.set(docId, document);
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

/** Starts as many requests as may run in parallel. */
function pump(): void {
  while (sending < AT_ONCE && uploadPause.get() === null) {
    const batch = nextBatch();
    if (batch.length === 0) return;
    const idempotencyKey = batch[0]!.idempotencyKey ?? newId();
    change(batch, { state: 'sending', idempotencyKey });
    sending += 1;
    void send(batch, idempotencyKey)
      .catch((error) => decline(batch, problemOf(error)))
      .finally(() => {
        sending -= 1;
        if (sending === 0) early.clear();
        pump();
      });
  }
}

/** What is sent next: files together, or one item. What got no reply is repeated as it was. */
function nextBatch(): Upload[] {
  const waiting = uploads.get().filter(({ state }) => state === 'waiting');
  const [first] = waiting;
  if (!first || fileOf(first) === null) return waiting.slice(0, 1);
  const { idempotencyKey, tags } = first;
  const batch: Upload[] = [];
  let bytes = 0;
  for (const item of waiting) {
    const file = fileOf(item);
    if (file === null || item.tags !== tags || item.idempotencyKey !== idempotencyKey) continue;
    bytes += file.size;
    const isFull = batch.length === BATCH_FILES_MAX || (bytes > batchBytesMax && batch.length > 0);
    if (isFull && idempotencyKey === null) break;
    batch.push(item);
  }
  return batch;
}

/** A file that can be sent with others: to replace a document may take another key. */
function fileOf({ content, replaces }: Upload): File | null {
  return 'file' in content && replaces === null ? content.file : null;
}

async function send(batch: readonly Upload[], idempotencyKey: string): Promise<void> {
  const [first] = batch as [Upload];
  const files = batch.map(fileOf).filter((file) => file !== null);
  // Files wait for each other, perhaps longer than the user stays.
  const askForKey = place.get().view === chosenIn ? 'when needed' : 'never';
  const options = { askForKey, idempotencyKey } as const;
  let restMs: number;
  if (files.length === 0) {
    const taken = await takeIn(first, options);
    accept(first, taken.outcome);
    restMs = taken.restMs;
  } else {
    const taken = await takeInFiles(files, first.tags, options);
    if (taken === 'too large') {
      batchBytesMax = files.reduce((bytes, { size }) => bytes + size, 0) / 2;
      change(batch, { state: 'waiting', idempotencyKey: null });
      return;
    }
    const { outcome } = taken;
    restMs = taken.restMs;
    for (const [i, item] of batch.entries()) {
      const { accepted = null, problem = outcome.problem } = outcome.files[i] ?? {};
      if (accepted) accept(item, accepted);
      else {
        change([item], { idempotencyKey: null });
        const retryAfterSeconds = problem!.status === BUSY ? pauseSeconds : null;
        decline([item], problemOfBody(problem!, { retryAfterSeconds }));
      }
    }
  }
  pauseSeconds = PAUSE_FIRST_SECONDS;
  // Its documents may have been read before their ids were known here.
  if (first.idempotencyKey !== null) void missedUploads();
  if (restMs > 0) pause(restMs / 1000, { why: 'rate limit', title: '' });
}

function accept(item: Upload, { doc_id: docId, version }: Accepted): void {
  const told = early.get(docId);
  const document = told && told.version >= version ? told : null;
  change([item], { state: 'accepted', docId, version, document });
}

/** They are sent again later where the problem is temporary. */
function decline(batch: readonly Upload[], problem: ApiProblem): void {
  const why = reasonToWait(problem);
  change(batch, why ? { state: 'waiting' } : { state: 'refused', problem, idempotencyKey: null });
  if (why === null || uploadPause.get() !== null) return;
  pause(problem.retryAfterSeconds ?? pauseSeconds, { why, title: problem.title });
  pauseSeconds = Math.min(pauseSeconds * 2, PAUSE_MAX_SECONDS);
}

function reasonToWait({ code, retryAfterSeconds }: ApiProblem): Pause['why'] | null {
  if (code === 'rate_limited') return 'rate limit';
  if (code === 'unreachable' || code === 'request_timeout') return 'unreachable';
  if (retryAfterSeconds !== null) return 'busy';
  return null;
}

function pause(seconds: number, told: Pick<Pause, 'why' | 'title'>): void {
  const untilMs = Math.max(Date.now() + seconds * 1000, uploadPause.get()?.untilMs ?? 0);
  uploadPause.set({ untilMs, ...told });
  clearTimeout(timer);
  timer = setTimeout(resume, untilMs - Date.now());
}

function resume(): void {
  clearTimeout(timer);
  uploadPause.set(null);
  pump();
}

function change(batch: readonly Pick<Upload, 'id'>[], change: Partial<Upload>): void {
  const ids = new Set(batch.map(({ id }) => id));
  uploads.set(uploads.get().map((item) => (ids.has(item.id) ? { ...item, ...change } : item)));
}

addEventListener('online', () => {
  if (uploadPause.get()?.why === 'unreachable') resume();
});

/** Unsent files are lost with the page: the browser asks before it leaves. */
addEventListener('beforeunload', (event) => {
  if (uploads.get().some(({ state }) => state === 'waiting' || state === 'sending')) event.preventDefault();
});
