import type { IngestError } from '../ports/document.ts';
import type { DocumentStore } from '../ports/document-store.ts';
import type { Logger } from '../ports/logger.ts';
import type { SearchIndex } from '../ports/search-index.ts';

/** How often a version that the index did not take is put in again before it is taken back: about half a minute. */
const ATTEMPTS_MAX = 6;
const FIRST_DELAY_MS = 500;
const DELAY_MAX_MS = 60_000;

/**
 * Brings the index in step with the store where changing it has failed: again and again, less and less often. A version
 * that it does not take in the end is taken back, so that its ingest has failed and can be tried again; what it does
 * not let go of is tried as long as the service lives (no answer shows it: it is in the store no more).
 *
 * Disposing of it stops it; the next start builds the index from the store.
 */
export interface IndexRepair extends Disposable {
  /** To be told of a document whose change in the index has failed. */
  later(docId: string, error: unknown): void;
  /** To be told that the index has the document as the store has it. */
  done(docId: string): void;
  /** Whether the index may not have the document as the store has it. */
  isWaiting(docId: string): boolean;
  /** All of which that is so. */
  waiting(): string[];
}

/**
 * @param parts.inTurn Runs work on a document when no other change of it runs, and no embedding model is replaced.
 * @param parts.onRepaired Told when the document is as the store has it, or taken back.
 */
export function createIndexRepair(parts: {
  documentStore: Pick<DocumentStore, 'get' | 'liveChunks' | 'withdraw'>;
  searchIndex: Pick<SearchIndex, 'replaceDocument' | 'removeDocument'>;
  inTurn: (docId: string, work: () => Promise<void>) => Promise<void>;
  onRepaired: (docId: string) => Promise<void>;
  logger: Logger;
  now: () => number;
  firstDelayMs?: number;
}): IndexRepair {
  const {
    documentStore,
    searchIndex,
    inTurn,
    onRepaired,
    logger,
    now,
    firstDelayMs = FIRST_DELAY_MS,
  } = parts;
  /** At most as many as there are documents. */
  const waiting = new Map<string, { attempts: number; timer?: NodeJS.Timeout }>();
  let isClosed = false;

  function later(docId: string, error: unknown): void {
    const attempts = waiting.get(docId)?.attempts ?? 0;
    forget(docId);
    const delayMs = Math.min(DELAY_MAX_MS, firstDelayMs * 2 ** attempts);
    const asError = error instanceof Error ? error : new Error(String(error));
    logger.error('The search index did not follow a change of a document; it is tried again', {
      ...{ doc_id: docId, attempts, retry_ms: delayMs, error: asError },
    });
    if (isClosed) return;
    const timer = setTimeout(() => void inTurn(docId, () => attempt(docId)), delayMs).unref();
    waiting.set(docId, { attempts: attempts + 1, timer });
  }

  function forget(docId: string): void {
    clearTimeout(waiting.get(docId)?.timer);
    waiting.delete(docId);
  }

  async function attempt(docId: string): Promise<void> {
    const attempts = waiting.get(docId)?.attempts;
    // Meanwhile a newer version was put in, or the service stops.
    if (attempts === undefined || isClosed) return;
    try {
      await follow(docId).catch((error) => giveUp(docId, { attempts, error }));
      forget(docId);
      await onRepaired(docId);
    } catch (error) {
      later(docId, error);
    }
  }

  /** Puts in what answers by the store, or takes out what does not. */
  async function follow(docId: string): Promise<void> {
    for await (const { version, chunks } of documentStore.liveChunks(docId)) {
      await searchIndex.replaceDocument(docId, version, chunks);
      return;
    }
    await searchIndex.removeDocument(docId);
  }

  /** @throws `error` when it is too early to give up, or there is nothing to take back. */
  async function giveUp(
    docId: string,
    { attempts, error }: { attempts: number; error: unknown },
  ): Promise<void> {
    const version = (await documentStore.get(docId))?.liveVersion ?? null;
    if (attempts < ATTEMPTS_MAX || version === null) throw error;
    await documentStore.withdraw(docId, { version, error: NOT_INDEXED, now: now() });
    logger.error('A document was taken back, as the search index does not take it', {
      doc_id: docId,
      version,
    });
    await onRepaired(docId);
    await searchIndex.removeDocument(docId);
  }

  return {
    later,
    done: forget,
    isWaiting: (docId) => waiting.has(docId),
    waiting: () => [...waiting.keys()],
    [Symbol.dispose]() {
      isClosed = true;
      for (const docId of [...waiting.keys()]) forget(docId);
    },
  };
}

const NOT_INDEXED: IngestError = {
  code: 'internal_error',
  message:
    'The service could not put the document into its search index, so nothing of it answers. Try it again; if that ' +
    'fails too, the log of the service names the cause.',
};
