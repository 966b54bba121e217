import type { Client, DocumentStatus } from '@docent-server/client';
import { ApiError } from '@docent-server/client';

/** Documents that are looked up one by one; more are looked up in the list, of which one request gives 200. */
const SINGLE_MAX = 10;
const PAGE = 200;

/**
 * The statuses of those of the documents that there are, by id, in few requests: at most two for each document.
 *
 * @throws {ApiError} The signal's reason.
 */
export async function documentStatuses(
  docIds: readonly string[],
  { client, signal }: { client: Pick<Client, 'status' | 'each'>; signal: AbortSignal },
): Promise<Map<string, DocumentStatus>> {
  const left = new Set(docIds);
  const found = new Map<string, DocumentStatus>();
  const add = (status: DocumentStatus) => {
    if (left.delete(status.doc_id)) found.set(status.doc_id, status);
  };
  if (left.size > SINGLE_MAX) {
    let looksLeft = docIds.length * PAGE;
    for await (const status of client.each('/api/v1/ingest/docs', {}, { signal })) {
      add(status);
      if (left.size === 0 || --looksLeft === 0) break;
    }
    if (looksLeft > 0) left.clear();
  }
  for (const docId of [...left]) {
    try {
      add(await client.status(docId, { signal }));
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 404)) throw error;
    }
  }
  return found;
}
