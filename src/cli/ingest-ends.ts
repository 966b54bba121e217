import { setTimeout as sleep } from 'node:timers/promises';
import type { Accepted, Client, DocumentEvent, DocumentStatus } from '@docent-server/client';
import { begun } from '../concurrency/begun.ts';
import { linkedSignal, untilAborted } from '../concurrency/deadline.ts';
import { createNotifier } from '../concurrency/notifier.ts';
import { ifThere } from './api-client.ts';
import { patiently } from './patience.ts';

/** Streams in a row that break before they told of a document. */
const BREAKS_MAX = 5;
const REOPEN_PAUSE_MS = 1_000;

/** Tells how ingests end, by one stream for all of them: a server counts the requests of a client. */
export function followIngests(options: {
  client: Pick<Client, 'changes' | 'status' | 'each'>;
  signal: AbortSignal;
  reopenPauseMs?: number;
}) {
  const { client, reopenPauseMs = REOPEN_PAUSE_MS } = options;
  const over = linkedSignal([options.signal]);
  const { signal } = over;
  const opened = Promise.withResolvers<void>();
  const followed = new Map<string, ReturnType<typeof createNewest<DocumentStatus | 'unknown'>>>();
  keepFollowing().catch((error) => over.abort(error));

  async function keepFollowing(): Promise<never> {
    for (let breaks = 1; ; breaks += 1) {
      const changes = await patiently(() => begun(client.changes({ signal })), { signal });
      opened.resolve();
      try {
        // Whatever has changed before has not been told.
        lookUp().catch((error) => over.abort(error));
        for await (const change of changes) {
          if (change.event !== 'counts') breaks = 0;
          tell(change);
        }
      } catch (error) {
        if (signal.aborted || breaks >= BREAKS_MAX) throw error;
      }
      await sleep(reopenPauseMs, undefined, { signal });
    }
  }

  function tell(change: DocumentEvent): void {
    if (change.event === 'document') followed.get(change.data.doc_id)?.put(change.data);
    else if (change.event === 'deleted') followed.get(change.data.doc_id)?.put('unknown');
    else if (change.event === 'missed') lookUp().catch((error) => over.abort(error));
  }

  async function lookUp(): Promise<void> {
    const docIds = [...followed.keys()];
    const statuses = await documentStatuses(docIds, { client, signal });
    for (const docId of docIds) followed.get(docId)?.put(statuses.get(docId) ?? 'unknown');
  }

  return {
    /** Follows documents that are about to be sent, until that is disposed of. @throws The signal's reason. */
    async follow(docIds: readonly string[]) {
      await untilAborted(opened.promise, signal);
      for (const docId of docIds) followed.set(docId, createNewest());
      return {
        /**
         * Waits until this version of a document, or a later one, is done, skipped or failed.
         *
         * @throws {ApiError} When the document is deleted meanwhile, or the server cannot be followed; the signal's reason.
         */
        async endOf({ doc_id: docId, version }: Accepted): Promise<DocumentStatus> {
          const newest = followed.get(docId)!;
          for (;;) {
            const told = await newest.take(signal);
            const status = told === 'unknown' ? await client.status(docId, { signal }) : told;
            if (status.version >= version && ENDED.has(status.status)) return status;
          }
        },
        [Symbol.dispose]() {
          for (const docId of docIds) followed.delete(docId);
        },
      };
    },
    [Symbol.dispose]: () => over.abort(),
  };
}

export type IngestEnds = ReturnType<typeof followIngests>;

const ENDED: ReadonlySet<DocumentStatus['status']> = new Set(['done', 'skipped', 'failed']);

/** Keeps the last value put in until it is taken. */
function createNewest<T>() {
  let value: T;
  const notifier = createNotifier();
  let filled = notifier.next();
  return {
    put(given: T): void {
      value = given;
      notifier.notify();
    },
    /** @throws The signal's reason. */
    async take(signal: AbortSignal): Promise<T> {
      await untilAborted(filled, signal);
      filled = notifier.next();
      return value;
    },
  };
}

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
    const status = await ifThere(client.status(docId, { signal }));
    if (status) add(status);
  }
  return found;
}
