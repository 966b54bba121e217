import { setTimeout as sleep } from 'node:timers/promises';
import { asError } from '../errors.ts';
import type { DocumentStore } from '../ports/document-store.ts';
import type { Logger } from '../ports/logger.ts';

/** Before the changes are listened to again, after the store has failed. */
const RETRY_MS = 1_000;

/** What to do when another process has changed something; what this one changes is told as well. */
interface Reactions {
  onDocument(docId: string): void;
  /** There may have been more than was told. */
  onMissed(): void;
  onModel(): Promise<void>;
  /** The embeddings are to be made again, by the process that keeps them up. */
  onRequest(): Promise<void>;
}

/** Follows what other processes change, until disposed of. */
export function followStore(
  parts: Reactions & { documentStore: Pick<DocumentStore, 'changes'>; logger: Logger },
): AsyncDisposable {
  const { documentStore, logger, onDocument, onMissed, onModel, onRequest } = parts;
  const closing = new AbortController();
  const { signal } = closing;

  async function follow(): Promise<void> {
    for await (const change of documentStore.changes(signal)) {
      if (typeof change === 'object') onDocument(change.docId);
      if (change === 'missed') onMissed();
      if (change === 'request') await orWarn('The embeddings could not be made again', onRequest());
      if (change === 'model' || change === 'missed')
        await orWarn('The embedding model of another process could not be read', onModel());
    }
  }

  async function orWarn(what: string, work: Promise<void>): Promise<void> {
    await work.catch((error: unknown) => logger.warn(what, { error: asError(error) }));
  }

  async function followOn(): Promise<void> {
    while (!signal.aborted) {
      try {
        await follow();
      } catch (error) {
        if (signal.aborted) return;
        logger.warn('Changes of other processes are followed again', { error: asError(error) });
      }
      await sleep(RETRY_MS, undefined, { signal }).catch(() => {});
      if (!signal.aborted) onMissed();
    }
  }

  const followed = followOn();
  return {
    async [Symbol.asyncDispose]() {
      closing.abort(new Error('Following is closing'));
      await followed;
    },
  };
}
