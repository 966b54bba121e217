import type { Client, DocumentStatus } from '@docent-server/client';
import { ApiError } from '@docent-server/client';
import { patiently } from './patience.ts';

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
  options: {
    client: Pick<Client, 'status' | 'each'>;
    signal: AbortSignal;
    onWait?: ((why: string) => void) | undefined;
  },
): Promise<Map<string, DocumentStatus>> {
  const { client, signal } = options;
  const left = new Set(docIds);
  const found = new Map<string, DocumentStatus>();
  const add = (status: DocumentStatus) => {
    if (left.delete(status.doc_id)) found.set(status.doc_id, status);
  };
  if (left.size > SINGLE_MAX) {
    let looksLeft = docIds.length * PAGE;
    await patiently(async () => {
      for await (const status of client.each('/api/v1/ingest/docs', {}, { signal })) {
        add(status);
        if (left.size === 0 || --looksLeft === 0) return;
      }
      left.clear();
    }, options);
  }
  for (const docId of [...left]) {
    try {
      add(await patiently(() => client.status(docId, { signal }), options));
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 404)) throw error;
    }
  }
  return found;
}
