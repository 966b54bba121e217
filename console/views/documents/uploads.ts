import { documentStatus, type Intake, takeIn, takeInFiles } from '../../api/documents.ts';
import { newId } from '../../api/new-id.ts';
import { type ApiProblem, problemOf, problemOfBody } from '../../api/problem.ts';
import { place } from '../../router.ts';
import { createStore } from '../../store.ts';
import {
  accept,
  change,
  forgetEarly,
  isOpen,
  missedUploads,
  reasonToWait,
  type Upload,
  uploads,
  type WhyWait,
} from './upload-list.ts';

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

/** What delays all of them, and until when; null while nothing does. */
export const uploadPause = createStore<Pause | null>(null);

interface Pause {
  readonly untilMs: number;
  readonly why: WhyWait;
  /** The server's title for it. */
  readonly title: string;
}

let sending = 0;
let batchBytesMax = BATCH_BYTES_MAX;
/** Where the user chose the last of them. */
let chosenIn = '';
let pauseSeconds = PAUSE_FIRST_SECONDS;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Queues files and URLs. */
export function upload(
  chosen: readonly { readonly name: string; readonly content: Intake['content'] }[],
  { tags = [], replaces = null }: { tags?: readonly string[]; replaces?: string | null } = {},
): void {
  chosenIn = place.get().view;
  const choice = newId();
  const added = chosen.map(({ name, content }) => ({
    name,
    content,
    tags,
    replaces,
    id: newId(),
    choice,
    idempotencyKey: null,
    state: 'waiting' as const,
    docId: null,
    version: 0,
    document: null,
    earlier: null,
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

/** Drops those not sent yet. */
export function dropWaiting(): void {
  uploads.set(uploads.get().filter(({ state }) => state !== 'waiting'));
  resume();
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
        if (sending === 0) forgetEarly();
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
    void findEarlier(first, taken.outcome.doc_id);
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
      if (accepted) {
        accept(item, accepted);
        void findEarlier(item, accepted.doc_id);
      } else {
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

/** The server numbers the id of a file whose name is taken by another one, which may be its earlier version. */
async function findEarlier({ id, choice, name, replaces }: Upload, docId: string): Promise<void> {
  const [suffix, number] = /-(\d+)$/.exec(docId) ?? [];
  const isNumbered = suffix !== undefined && !name.replace(/\.[^.]*$/, '').endsWith(number!);
  if (replaces !== null || !isNumbered) return;
  const earlierId = docId.slice(0, -suffix.length);
  // Chosen together, they are files of different folders.
  if (uploads.get().some((item) => item.choice === choice && item.docId === earlierId)) return;
  const earlier = await documentStatus(earlierId, { askForKey: 'never' }).catch(() => null);
  if (earlier?.source.filename === name && earlier.status === 'done') change([{ id }], { earlier });
}

/** They are sent again later where the problem is temporary. */
function decline(batch: readonly Upload[], problem: ApiProblem): void {
  const why = reasonToWait(problem);
  change(batch, why ? { state: 'waiting' } : { state: 'refused', problem, idempotencyKey: null });
  if (why === null || uploadPause.get() !== null) return;
  pause(problem.retryAfterSeconds ?? pauseSeconds, { why, title: problem.title });
  pauseSeconds = Math.min(pauseSeconds * 2, PAUSE_MAX_SECONDS);
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

addEventListener('online', () => {
  if (uploadPause.get()?.why === 'unreachable') resume();
});

/** Unsent files are lost with the page: the browser asks before it leaves. */
addEventListener('beforeunload', (event) => {
  if (uploads.get().some(({ state }) => state === 'waiting' || state === 'sending')) event.preventDefault();
});
