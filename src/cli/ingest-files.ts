import { basename } from 'node:path';
import { ApiError, type Client, type DocumentStatus } from '@docent-server/client';
import { inParallel } from '../concurrency/in-parallel.ts';
import { asError } from '../errors.ts';
import { contentHashOf } from './content-hash.ts';
import type { DocumentFile } from './document-files.ts';
import { followIngests, type IngestEnds } from './ingest-ends.ts';
import { isBroken, patiently } from './patience.ts';

/** Files in flight: the server reads some while others are being sent. */
const FILES_AT_ONCE = 8;

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
  readonly client: Pick<Client, 'upload' | 'changes' | 'status' | 'post' | 'ingestEnd'>;
  readonly tags: readonly string[];
  readonly title?: string | undefined;
  readonly signal: AbortSignal;
  /** Gets why the server is waited for. */
  readonly onWait?: (why: string) => void;
}

/**
 * Uploads files and waits until each is searchable. A refusal by the server is an outcome, not an error.
 *
 * @param onIngested Gets each file's outcome as soon as it is known.
 * @throws {Error} When the server cannot be reached, or rejects the key; the signal's reason when it aborts.
 */
export async function ingestFiles(
  files: readonly DocumentFile[],
  onIngested: (outcome: FileOutcome) => void,
  options: Ingesting,
): Promise<void> {
  using ends = followIngests(options);
  await inParallel(files, FILES_AT_ONCE, async (file) => onIngested(await ingestFile(file, ends, options)));
}

async function ingestFile(file: DocumentFile, ends: IngestEnds, options: Ingesting): Promise<FileOutcome> {
  const { client, tags, title, signal } = options;
  const unread = file.isNamed ? 'failed' : 'skipped';
  if (file.reason !== undefined) return { file, outcome: unread, reason: file.reason, chunks: 0 };
  if (file.error !== undefined) return { file, outcome: 'failed', reason: file.error, chunks: 0 };
  try {
    if (file.url !== undefined) return await ingestUrl(file, file.url, options);
    const fields = { doc_id: file.docId, tags, ...(title !== undefined && { title }) };
    const upload = async () => client.upload(basename(file.name), await file.open(), fields, { signal });
    return outcomeOf(file, await ends.endOf(file.docId, () => patiently(upload, options)));
  } catch (error) {
    signal.throwIfAborted();
    if (isBroken(error)) throw error;
    if (error instanceof ApiError && error.status === 401) return withoutKey(file, error, options);
    const outcome = error instanceof ApiError && error.status === 415 ? unread : 'failed';
    return { file, outcome, reason: asError(error).message, chunks: 0 };
  }
}

async function ingestUrl(
  file: DocumentFile,
  url: string,
  { client, tags, title, signal, onWait }: Ingesting,
): Promise<FileOutcome> {
  const body = {
    url,
    ...(file.docId !== '' && { doc_id: file.docId }),
    ...(title !== undefined && { title }),
    ...(tags.length > 0 && { tags: [...tags] }),
  };
  const waiting = { signal, ...(onWait && { onWait }) };
  const { doc_id: docId } = await patiently(() => client.post('/api/v1/ingest', { body, signal }), waiting);
  const named = { ...file, docId };
  return outcomeOf(named, await patiently(() => client.ingestEnd(docId, { signal }), waiting));
}

/**
 * A server may take new documents from everyone, and ask for the key before one is replaced: then a file that it has is
 * no fault.
 *
 * @throws {ApiError} `refusal`, when the server needs the key for everything.
 */
async function withoutKey(
  file: DocumentFile,
  refusal: ApiError,
  { client, signal }: Ingesting,
): Promise<FileOutcome> {
  const there = await client.status(file.docId, { signal }).catch(() => undefined);
  signal.throwIfAborted();
  if (!there) throw refusal;
  const isUnchanged = there.status !== 'failed' && there.content_hash === (await contentHashOf(file));
  const [outcome, reason] = isUnchanged
    ? (['skipped', UNCHANGED] as const)
    : (['failed', refusal.message] as const);
  return { file, outcome, reason, chunks: 0 };
}

function outcomeOf(file: DocumentFile, status: DocumentStatus): FileOutcome {
  const { chunks, duplicate_of: duplicateOf, error } = status;
  if (status.status === 'done') return { file, outcome: 'done', reason: '', chunks };
  if (status.status === 'failed')
    return { file, outcome: 'failed', reason: error?.message ?? 'no reason was told', chunks };
  const reason = duplicateOf === file.docId ? UNCHANGED : `the same as ${duplicateOf}`;
  return { file, outcome: 'skipped', reason, chunks };
}

export const UNCHANGED = 'unchanged';
