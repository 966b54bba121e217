import { asError } from '../errors.ts';
import type { IngestError } from '../ports/document.ts';
import type { DocumentStore } from '../ports/document-store.ts';
import type { Logger } from '../ports/logger.ts';
import type { SearchIndex } from '../ports/search-index.ts';

/** Attempts to put a version into the index before it is taken back: about half a minute. */
const ATTEMPTS_MAX = 6;
const FIRST_REPAIR_MS = 500;
const DELAY_MAX_MS = 60_000;

/**
 * Brings the index in step with the store after a failed change, with growing delays. A version that the index never
 * accepts is taken back, so that its ingest counts as failed and can be retried. A removal is retried as long as the
 * service lives; no answer shows the document meanwhile, as the store no longer has it.
 *
 * Disposing of it stops it; the next start builds the index from the store.
 */
export interface IndexRepair extends Disposable {
  /** Call when changing a document has failed, in the index or in the store. */
  later(docId: string, error: unknown): void;
  /** Call when the index has the document as the store has it. */
  done(docId: string): void;
  /** Whether the document waits for repair: the index may differ from the store. */
  isWaiting(docId: string): boolean;
  /** Ids of the documents waiting for repair. */
  waiting(): string[];
}

/**
 * @param parts.inTurn Runs work on a document while no other change of it runs and no embedding model is replaced.
 * @param parts.onRepaired Called when the index matches the store again, or the version was taken back.
 */
export function createIndexRepair(parts: {
  documentStore: Pick<DocumentStore, 'get' | 'liveChunks' | 'withdraw'>;
  searchIndex: Pick<SearchIndex, 'replaceDocument' | 'removeDocument'>;
  inTurn: (docId: string, work: () => Promise<void>) => Promise<void>;
  onRepaired: (docId: string) => Promise<void>;
  logger: Logger;
  now: () => number;
  firstRepairMs?: number | undefined;
}): IndexRepair {
  const {
    documentStore,
    searchIndex,
    inTurn,
    onRepaired,
    logger,
    now,
    firstRepairMs = FIRST_REPAIR_MS,
  } = parts;
  /** At most one entry a document. */
  const waiting = new Map<string, { attempts: number; timer?: NodeJS.Timeout }>();
  let isClosed = false;

  function later(docId: string, error: unknown): void {
    const attempts = waiting.get(docId)?.attempts ?? 0;
    forget(docId);
    const delayMs = Math.min(DELAY_MAX_MS, firstRepairMs * 2 ** attempts);
    logger.error('A document may differ in the search index after a failed change; it is put in step', {
      ...{ doc_id: docId, attempts, retry_ms: delayMs, error: asError(error) },
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
    // A newer version was indexed meanwhile, or the service stops.
    if (attempts === undefined || isClosed) return;
    try {
      await follow(docId).catch((error) => giveUp(docId, { attempts, error }));
      forget(docId);
      await onRepaired(docId);
    } catch (error) {
      later(docId, error);
    }
  }

  /** Indexes what the store has published, or removes what it has not. */
  async function follow(docId: string): Promise<void> {
    for await (const { version, chunks } of documentStore.liveChunks(docId)) {
      await searchIndex.replaceDocument(docId, version, chunks);
      return;
    }
    await searchIndex.removeDocument(docId);
  }

  /** @throws `error` when it is too early to give up, or nothing can be taken back. */
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
