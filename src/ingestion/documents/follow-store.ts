import { setTimeout as sleep } from 'node:timers/promises';
import { asError } from '../../errors.ts';
import type { DocumentStore } from '../../ports/document-store.ts';
import type { Logger } from '../../ports/logger.ts';
import { warned } from '../warned.ts';

/** Pause before following the changes again after the store has failed. */
const RETRY_MS = 1_000;

/** What to do when a process has changed something, this one included. */
interface Reactions {
  onDocument(docId: string): void;
  /** There may have been further changes. */
  onMissed(): void;
  onModel(): Promise<void>;
  /** Somebody asked for all embeddings to be made again; the leading process does so. */
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
      if (change === 'request')
        await onRequest().catch(warned(logger, 'Cannot start embedding all documents again'));
      if (change === 'model' || change === 'missed')
        await onModel().catch(warned(logger, 'Cannot open the embedding model that another process stored'));
    }
  }

  async function followOn(): Promise<void> {
    while (!signal.aborted) {
      try {
        await follow();
      } catch (error) {
        if (signal.aborted) return;
        logger.warn('Lost the changes of other processes; following them again', { error: asError(error) });
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
