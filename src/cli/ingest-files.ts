import { basename } from 'node:path';
import { type Accepted, ApiError, type Client, type DocumentStatus } from '@docent-server/client';
import { inParallel } from '../concurrency/in-parallel.ts';
import { asError } from '../errors.ts';
import { present } from '../kernel/present.ts';
import { KEY_NEEDED } from './api-client.ts';
import { type DocumentFile, isStored } from './document-files.ts';
import { documentStatuses, followIngests, type IngestEnds } from './ingest-ends.ts';
import { isBroken, patiently } from './patience.ts';

/** The server reads some while others are being sent. */
const BATCHES_AT_ONCE = 2;
const URLS_AT_ONCE = 8;
/** The most that a server takes in one request. */
const BATCH_FILES_MAX = 100;
/** Small enough for slow lines, and for proxies. */
const BATCH_BYTES_MAX = 8_388_608;

/** How the ingest of one file ended. */
export interface FileOutcome {
  readonly file: DocumentFile;
  readonly outcome: 'done' | 'skipped' | 'failed';
  /** Why it was skipped or failed. */
  readonly reason: string;
  /** Searchable passages. */
  readonly chunks: number;
}

interface Ingesting {
  readonly client: Pick<Client, 'uploadBatch' | 'changes' | 'status' | 'each' | 'post' | 'ingestEnd'>;
  readonly tags: readonly string[];
  readonly title?: string | undefined;
  readonly signal: AbortSignal;
}

/**
 * Uploads files, many in a request, and waits until each is searchable. A refusal by the server is an outcome, not an
 * error.
 *
 * @param onIngested Gets each file's outcome as soon as it is known.
 * @throws {Error} When the server cannot be reached, or rejects the key; the signal's reason when it aborts.
 */
export async function ingestFiles(
  files: readonly DocumentFile[],
  onIngested: (outcome: FileOutcome) => void,
  options: Ingesting,
): Promise<void> {
  const stored: DocumentFile[] = [];
  const urls: DocumentFile[] = [];
  for (const file of files) {
    if (file.reason !== undefined) onIngested(unread(file, file.reason));
    else if (file.error !== undefined) onIngested(failed(file, file.error));
    else (file.url === undefined ? stored : urls).push(file);
  }
  await inParallel(urls, URLS_AT_ONCE, (file) =>
    endAs(file, () => ingestUrl(file, file.url!, options), { ...options, onIngested }),
  );
  if (stored.length === 0) return;
  using ends = followIngests(options);
  const limit = { bytes: BATCH_BYTES_MAX };
  await inParallel(batchesOf(stored, limit), BATCHES_AT_ONCE, (batch) =>
    ingestBatch(batch, { ...options, ends, limit, onIngested }),
  );
}

/** @param limit Of the files of a batch together; it may shrink meanwhile. */
function* batchesOf(files: readonly DocumentFile[], limit: { readonly bytes: number }) {
  let batch: DocumentFile[] = [];
  let bytes = 0;
  for (const file of files) {
    if (batch.length === BATCH_FILES_MAX || (batch.length > 0 && bytes + file.bytes > limit.bytes)) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(file);
    bytes += file.bytes;
  }
  if (batch.length > 0) yield batch;
}

interface IngestingBatches extends Ingesting {
  readonly ends: IngestEnds;
  readonly limit: { bytes: number };
  readonly onIngested: (outcome: FileOutcome) => void;
}

async function ingestBatch(files: readonly DocumentFile[], options: IngestingBatches): Promise<void> {
  const { onIngested } = options;
  using followed = await options.ends.follow(files.map(({ docId }) => docId));
  const sent: Sent = { accepted: new Map(), withoutKey: [] };
  await send(files, sent, options);
  for (const outcome of await outcomesWithoutKey(sent.withoutKey, options)) onIngested(outcome);
  await Promise.all(
    [...sent.accepted].map(([file, accepted]) =>
      endAs(file, async () => outcomeOf(file, await followed.endOf(accepted)), options),
    ),
  );
}

/** What became of the files of a batch that have no outcome yet. */
interface Sent {
  readonly accepted: Map<DocumentFile, Accepted>;
  readonly withoutKey: DocumentFile[];
}

/** Sends files; in parts if they are too large for the server, or a proxy. */
async function send(files: readonly DocumentFile[], sent: Sent, options: IngestingBatches): Promise<void> {
  const { signal, limit, onIngested } = options;
  const left = new Set(files);
  try {
    await patiently(() => sendOnce(left, sent, options), options);
  } catch (error) {
    signal.throwIfAborted();
    const status = error instanceof ApiError ? error.status : undefined;
    if (isBroken(error) || status === 401) throw error;
    if (status === 413 && files.length > 1) {
      const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
      limit.bytes = Math.min(limit.bytes, Math.ceil(bytes / 2));
      for (const part of batchesOf([...left], limit)) await send(part, sent, options);
    } else for (const file of left) onIngested(failed(file, asError(error).message));
  }
}

/**
 * Sends files once, and removes from `left` those that need not be sent again.
 *
 * @throws {ApiError} When files are left.
 */
async function sendOnce(left: Set<DocumentFile>, sent: Sent, options: IngestingBatches): Promise<void> {
  const { client, tags, title, onIngested } = options;
  const opened: { file: DocumentFile; content: Blob }[] = [];
  for (const file of left) {
    try {
      opened.push({ file, content: await file.open() });
    } catch (error) {
      left.delete(file);
      onIngested(failed(file, asError(error).message));
    }
  }
  if (opened.length === 0) return;
  const named = opened.map(({ file, content }) =>
    present({ name: basename(file.name), content, doc_id: file.docId, title }),
  );
  const reply = await client.uploadBatch(named, { tags });
  let why = reply.problem;
  for (const [i, { accepted, problem }] of reply.files.entries()) {
    const { file } = opened[i]!;
    if (problem && (problem.status >= 500 || problem.code === 'body_too_large')) {
      why ??= problem;
      continue;
    }
    left.delete(file);
    if (accepted) sent.accepted.set(file, accepted);
    else if (problem!.status === 401) sent.withoutKey.push(file);
    else onIngested((problem!.status === 415 ? unread : failed)(file, problem!.detail));
  }
  if (why) throw new ApiError(why.detail, { status: why.status, problem: why });
}

/** Calls `onIngested` with what `work` gives, or a failure. @throws When the server cannot be reached. */
async function endAs(
  file: DocumentFile,
  work: () => Promise<FileOutcome>,
  { signal, onIngested }: Pick<IngestingBatches, 'signal' | 'onIngested'>,
): Promise<void> {
  try {
    onIngested(await work());
  } catch (error) {
    signal.throwIfAborted();
    if (isBroken(error)) throw error;
    onIngested(failed(file, asError(error).message));
  }
}

async function ingestUrl(
  file: DocumentFile,
  url: string,
  { client, tags, title, signal }: Ingesting,
): Promise<FileOutcome> {
  const body = present({
    ...{ url, doc_id: file.docId || undefined, title },
    tags: tags.length > 0 ? [...tags] : undefined,
  });
  const post = () => client.post('/api/v1/ingest', { body });
  const { doc_id: docId } = await patiently(post, { signal });
  const named = { ...file, docId };
  return outcomeOf(named, await patiently(() => client.ingestEnd(docId), { signal }));
}

/**
 * A server may take new documents from everyone, and ask for the key before one is replaced: then a file that it has is
 * no fault.
 */
async function outcomesWithoutKey(
  files: readonly DocumentFile[],
  options: Ingesting,
): Promise<FileOutcome[]> {
  const statuses = await documentStatuses(
    files.map(({ docId }) => docId),
    options,
  );
  return Promise.all(
    files.map(async (file) => {
      const isUnchanged = await isStored(file, statuses.get(file.docId));
      return isUnchanged ? skipped(file, UNCHANGED) : failed(file, KEY_NEEDED);
    }),
  );
}

function unread(file: DocumentFile, reason: string): FileOutcome {
  return file.isNamed ? failed(file, reason) : skipped(file, reason);
}

function skipped(file: DocumentFile, reason: string): FileOutcome {
  return { file, outcome: 'skipped', reason, chunks: 0 };
}

function failed(file: DocumentFile, reason: string): FileOutcome {
  return { file, outcome: 'failed', reason, chunks: 0 };
}

function outcomeOf(file: DocumentFile, status: DocumentStatus): FileOutcome {
  const { chunks, duplicate_of: duplicateOf, error } = status;
  if (status.status === 'done') return { file, outcome: 'done', reason: '', chunks };
  if (status.status === 'failed') return failed(file, error?.message ?? 'no reason was told');
  return skipped(file, duplicateOf === file.docId ? UNCHANGED : `the same as ${duplicateOf}`);
}

export const UNCHANGED = 'unchanged';
