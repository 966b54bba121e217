import { setTimeout as sleep } from 'node:timers/promises';
import { asError } from '../../errors.ts';
import type { DocumentStore } from '../../ports/document-store.ts';
import type { Logger } from '../../ports/logger.ts';
import { warned } from '../warned.ts';

/** Pause before following the changes again after the store has failed. */
const RETRY_MS = 1_000;

/**
 * Follows what processes change, this one included, until disposed of.
 *
 * @param parts.onMissed There may have been further changes.
 * @param parts.onRequest Somebody asked for all embeddings to be made again; the leading process does so.
 */
export function followStore(parts: {
  documentStore: Pick<DocumentStore, 'changes'>;
  logger: Logger;
  onDocument: (docId: string) => void;
  onMissed: () => void;
  onModel: () => Promise<void>;
  onRequest: () => Promise<void>;
}): AsyncDisposable {
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
