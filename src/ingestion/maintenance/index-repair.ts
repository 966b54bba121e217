import { asError } from '../../errors.ts';
import type { DocumentStore } from '../../ports/document-store.ts';
import type { Logger } from '../../ports/logger.ts';
import type { SearchIndex } from '../../ports/search-index.ts';

const FIRST_REPAIR_MS = 500;
const DELAY_MAX_MS = 60_000;

/**
 * Makes the index match the store again after a failed change, with growing delays, until it succeeds or the service
 * stops. No answer shows a wrong version meanwhile, because the store does not have it.
 *
 * Disposing of it stops it.
 *
 * @param parts.runExclusive Runs work on a document while no other change of it runs and no embedding model is replaced.
 * @param parts.onRepaired Called when the index matches the store again.
 */
export function createIndexRepair(parts: {
  documentStore: Pick<DocumentStore, 'get' | 'liveChunks'>;
  searchIndex: Pick<SearchIndex, 'stage' | 'retire' | 'remove'>;
  runExclusive: (docId: string, work: () => Promise<void>) => Promise<void>;
  onRepaired: (docId: string) => Promise<void>;
  logger: Logger;
  firstRepairMs?: number | undefined;
}) {
  const { documentStore, searchIndex, runExclusive, onRepaired, logger } = parts;
  const { firstRepairMs = FIRST_REPAIR_MS } = parts;
  /** At most one entry a document. */
  const waiting = new Map<string, { attempts: number; timer?: NodeJS.Timeout }>();
  let isClosed = false;

  /** Call when changing a document has failed, in the index or in the store. */
  function later(docId: string, error: unknown): void {
    const attempts = waiting.get(docId)?.attempts ?? 0;
    forget(docId);
    const delayMs = Math.min(DELAY_MAX_MS, firstRepairMs * 2 ** attempts);
    logger.error('A document may be outdated in the search index after a failed change; repairing it', {
      ...{ doc_id: docId, attempts, retry_ms: delayMs, error: asError(error) },
    });
    if (isClosed) return;
    const timer = setTimeout(() => void runExclusive(docId, () => attempt(docId)), delayMs).unref();
    waiting.set(docId, { attempts: attempts + 1, timer });
  }

  function forget(docId: string): void {
    clearTimeout(waiting.get(docId)?.timer);
    waiting.delete(docId);
  }

  async function attempt(docId: string): Promise<void> {
    // The index matches the store by now, or the service stops.
    if (!waiting.has(docId) || isClosed) return;
    try {
      await follow(docId);
      forget(docId);
      await onRepaired(docId);
    } catch (error) {
      later(docId, error);
    }
  }

  /** Indexes what the store has published, or removes what it has not. */
  async function follow(docId: string): Promise<void> {
    for await (const { version, chunks } of documentStore.liveChunks(docId)) {
      await searchIndex.stage(docId, version, chunks);
      await searchIndex.retire(docId, version);
      return;
    }
    // A version that another attempt is about to publish stays.
    const record = await documentStore.get(docId);
    await searchIndex.remove(docId, record ? record.version - 1 : Number.MAX_SAFE_INTEGER);
  }

  return {
    later,
    /** Call when the index has the document as the store has it. */
    done: forget,
    [Symbol.dispose]() {
      isClosed = true;
      for (const docId of [...waiting.keys()]) forget(docId);
    },
  };
}
