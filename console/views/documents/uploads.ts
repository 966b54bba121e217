import { listDocuments } from '../../api/client.ts';
import { documentStatus, type Intake, takeIn } from '../../api/documents.ts';
import { type ApiProblem, problemOf } from '../../api/problem.ts';
import type { DocumentList, DocumentStatus } from '../../api/types.ts';
import { place } from '../../router.ts';
import { createStore } from '../../store.ts';

/** Files sent in parallel. Browsers have six connections to a server, one of which is the event stream. */
const AT_ONCE = 3;
/** The size of the server's queue. */
export const UPLOADS_MAX = 10_000;
const PAUSE_FIRST_SECONDS = 2;
const PAUSE_MAX_SECONDS = 30;
/** Documents requested one by one after the stream broke; more are looked up in the list. */
const MISSED_MAX = 20;
const PAGE = 200;

/** A file or URL from the choice to its outcome. */
export interface Upload extends Intake {
  readonly name: string;
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
let pauseSeconds = PAUSE_FIRST_SECONDS;
let timer: ReturnType<typeof setTimeout> | undefined;
/** Records received before the reply to their upload. */
const early = new Map<string, DocumentStatus>();

/** Queues files and URLs. */
export function upload(
  chosen: readonly { readonly name: string; readonly content: Intake['content'] }[],
  { tags = [], replaces = null }: { tags?: readonly string[]; replaces?: string | null } = {},
): void {
  const added = chosen.map(({ name, content }) => ({
    name,
    content,
    tags,
    replaces,
    idempotencyKey: crypto.getRandomValues(new Uint32Array(4)).join('-'),
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

/** Sends it again, under the same key. */
export function uploadAgain(idempotencyKey: string): void {
  change(idempotencyKey, { state: 'waiting', problem: null });
  pump();
}

/** Drops one that was refused or has failed. */
export function dropUpload(idempotencyKey: string): void {
  uploads.set(uploads.get().filter((item) => item.idempotencyKey !== idempotencyKey));
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

/** Updates the uploads from document records. */
export function tellUploads(documents: readonly DocumentStatus[]): void {
  if (uploads.get().length === 0) return;
  const now = new Map(documents.map((document) => [document.doc_id, document]));
  if (sending > 0) for (const [docId, document] of now) early.set(docId, document);
  uploads.set(
    uploads.get().map((item) => {
      const document = item.docId === null ? undefined : now.get(item.docId);
      return document && document.version >= item.version ? { ...item, document } : item;
    }),
  );
}

/** Requests the state of those without news while the stream was down. */
export async function missedUploads(): Promise<void> {
  const asking = { askForKey: 'never' } as const;
  const missed = () => uploads.get().filter((item) => item.state === 'accepted' && isOpen(item));
  const pages = Math.ceil(uploads.get().length / PAGE);
  let cursor: string | null = null;
  try {
    for (let i = 0; i < pages && missed().length > MISSED_MAX; i++) {
      const page: DocumentList = await listDocuments({ limit: PAGE, ...(cursor && { cursor }) }, asking);
      tellUploads(page.docs);
      cursor = page.next_cursor;
      if (cursor === null) break;
    }
  } catch {
    // Not accessible, or gone again.
  }
  for (const { docId } of missed().slice(0, MISSED_MAX)) {
    try {
      tellUploads([await documentStatus(docId!, asking)]);
    } catch {
      // Deleted meanwhile, or not accessible.
    }
  }
}

/** Whether it is unfinished. */
export function isOpen({ state, document }: Upload): boolean {
  if (state === 'waiting' || state === 'sending') return true;
  return state === 'accepted' && (document === null || isIngesting(document));
}

function isIngesting({ status }: Pick<DocumentStatus, 'status'>): boolean {
  return status === 'queued' || status === 'processing';
}

/** Starts as many as may run in parallel. */
function pump(): void {
  while (sending < AT_ONCE && uploadPause.get() === null) {
    const next = uploads.get().find(({ state }) => state === 'waiting');
    if (!next) return;
    change(next.idempotencyKey, { state: 'sending' });
    sending += 1;
    void sendOne(next).finally(() => {
      sending -= 1;
      if (sending === 0) early.clear();
      pump();
    });
  }
}

async function sendOne(item: Upload): Promise<void> {
  const key = item.idempotencyKey;
  try {
    // Files wait for each other, perhaps longer than the user stays.
    const askForKey = place.get().view === 'documents' ? 'when needed' : 'never';
    const { accepted, restMs } = await takeIn(item, { askForKey });
    const { doc_id: docId, version } = accepted;
    const told = early.get(docId);
    const document = told && told.version >= version ? told : null;
    change(key, { state: 'accepted', docId, version, document });
    pauseSeconds = PAUSE_FIRST_SECONDS;
    if (restMs > 0) pause(restMs / 1000, { why: 'rate limit', title: '' });
  } catch (error) {
    const problem = problemOf(error);
    const why = reasonToWait(problem);
    if (why === null) {
      change(key, { state: 'refused', problem });
      return;
    }
    change(key, { state: 'waiting' });
    pause(problem.retryAfterSeconds ?? pauseSeconds, { why, title: problem.title });
    pauseSeconds = Math.min(pauseSeconds * 2, PAUSE_MAX_SECONDS);
  }
}

/** Temporary problems; the file is then sent again, under its key. */
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

function change(idempotencyKey: string, change: Partial<Upload>): void {
  uploads.set(
    uploads.get().map((item) => (item.idempotencyKey === idempotencyKey ? { ...item, ...change } : item)),
  );
}

addEventListener('online', () => {
  if (uploadPause.get()?.why === 'unreachable') resume();
});

/** Unsent files are lost with the page: the browser asks before it leaves. */
addEventListener('beforeunload', (event) => {
  if (uploads.get().some(({ state }) => state === 'waiting' || state === 'sending')) event.preventDefault();
});
