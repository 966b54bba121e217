import { setTimeout as sleep } from 'node:timers/promises';
import type { DocumentRecord } from '../../ports/document.ts';
import type { StatusCounts } from '../../ports/document-list.ts';
import type { DocumentStore } from '../../ports/document-store.ts';
import { batchesOf } from '../embedding/batches.ts';
import type { DocumentChanges } from './document-changes.ts';

/** Shortest pause between events; changes of a document in between become one event. */
const PAUSE_MS = 100;
/** Records read in one lookup. */
const BATCH = 100;

export type DocumentEvent =
  /** First, and whenever the counts change. */
  | { readonly type: 'counts'; readonly counts: StatusCounts }
  /** A new or changed record. */
  | { readonly type: 'document'; readonly record: DocumentRecord }
  | { readonly type: 'deleted'; readonly docId: string }
  /** There were more changes than are stored: read the list again. */
  | { readonly type: 'missed' };

/** The changes of all documents, for as long as somebody follows. */
export type DocumentFeed = ReturnType<typeof createDocumentFeed>;

export function createDocumentFeed(parts: {
  documentStore: Pick<DocumentStore, 'getMany' | 'statusCounts'>;
  changes: Pick<DocumentChanges, 'followAll'>;
  pauseMs?: number;
}) {
  const { documentStore, changes, pauseMs = PAUSE_MS } = parts;

  async function* eventsOf(docIds: readonly string[]): AsyncGenerator<DocumentEvent> {
    for (const batch of batchesOf(docIds, BATCH)) {
      const records = new Map((await documentStore.getMany(batch)).map((record) => [record.docId, record]));
      for (const docId of batch) {
        const record = records.get(docId);
        if (record) yield { type: 'document', record };
        else yield { type: 'deleted', docId };
      }
    }
  }

  return {
    /**
     * A slow reader gets each changed document once, in its present state.
     *
     * @throws {RefusedError} `too_many_followers`.
     * @throws The signal's reason when `signal` aborts.
     */
    async *follow({ signal }: { signal: AbortSignal }): AsyncIterable<DocumentEvent> {
      using follower = changes.followAll();
      let lastSent = '';
      for (;;) {
        const counts = await documentStore.statusCounts();
        const now = JSON.stringify(counts);
        if (now !== lastSent) yield { type: 'counts', counts };
        lastSent = now;
        const changed = await follower.changed(signal);
        if (changed === 'too many') yield { type: 'missed' };
        else yield* eventsOf(changed);
        await sleep(pauseMs, undefined, { signal });
      }
    },
  };
}
