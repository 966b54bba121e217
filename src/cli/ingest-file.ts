import { basename } from 'node:path';
import { asError } from '../errors.ts';
import type { DocumentStatus } from '../http/schemas/ingest.ts';
import { ApiError, type DocumentClient } from './api-client.ts';
import type { DocumentFile } from './document-files.ts';
import { isBroken, patiently } from './patience.ts';

/** How often a status stream that breaks before the end of an ingest is reopened. */
const FOLLOWS_MAX = 5;

/** How the ingest of one file ended. */
export interface FileOutcome {
  readonly file: DocumentFile;
  readonly outcome: 'done' | 'skipped' | 'failed';
  /** Why it was skipped or failed. */
  readonly reason: string;
  /** Searchable passages. */
  readonly chunks: number;
}

/**
 * Uploads a file and waits until it is searchable. A refusal by the server is an outcome, not an error.
 *
 * @throws {Error} When the server cannot be reached, or rejects the key; the signal's reason when `signal` aborts.
 */
export async function ingestFile(
  file: DocumentFile,
  options: {
    client: Pick<DocumentClient, 'upload' | 'follow'>;
    tags: readonly string[];
    signal: AbortSignal;
    onWait?: (why: string) => void;
  },
): Promise<FileOutcome> {
  const { client, tags, signal } = options;
  if (file.reason !== undefined) return { file, outcome: 'skipped', reason: file.reason, chunks: 0 };
  if (file.error !== undefined) return { file, outcome: 'failed', reason: file.error, chunks: 0 };
  try {
    const fields = { doc_id: file.docId, tags };
    const upload = async () => client.upload(basename(file.name), await file.open(), fields, { signal });
    await patiently(upload, options);
    return outcomeOf(file, await ended(file.docId, options));
  } catch (error) {
    signal.throwIfAborted();
    if (isBroken(error) || (error instanceof ApiError && error.status === 401)) throw error;
    const outcome = error instanceof ApiError && error.status === 415 ? 'skipped' : 'failed';
    return { file, outcome, reason: asError(error).message, chunks: 0 };
  }
}

async function ended(
  docId: string,
  options: { client: Pick<DocumentClient, 'follow'>; signal: AbortSignal; onWait?: (why: string) => void },
): Promise<DocumentStatus> {
  const { client, signal } = options;
  for (let follows = 1; ; follows += 1) {
    try {
      return await patiently(() => lastOf(client.follow(docId, { signal })), options);
    } catch (error) {
      signal.throwIfAborted();
      const isOver = error instanceof ApiError && error.status >= 400 && error.status < 500;
      if (isOver || follows === FOLLOWS_MAX) throw error;
    }
  }
}

async function lastOf(statuses: AsyncIterable<DocumentStatus>): Promise<DocumentStatus> {
  let last: DocumentStatus | undefined;
  for await (const status of statuses) last = status;
  if (!last) throw new Error('The server told no status.');
  return last;
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
