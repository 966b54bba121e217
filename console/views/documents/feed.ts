import { apiKey } from '../../api/access.ts';
import { type DocumentEvent, followDocuments } from '../../api/documents.ts';
import { isAbort, problemOf } from '../../api/problem.ts';
import type { DocumentStatus } from '../../api/types.ts';
import { createStore } from '../../store.ts';
import { counts, listing, load, tellListing } from './listing.ts';
import { isOpen, missedUploads, tellUploads, uploads } from './upload-list.ts';

/** Events come in bursts; the page is rendered at this interval. */
const DRAW_EVERY_MS = 80;
const PAUSE_FIRST_MS = 1_000;
const PAUSE_MAX_MS = 30_000;

/** Whether the page is up to date: `live`, or as of when the connection broke. */
export const feedState = createStore<'connecting' | 'live' | 'broken'>('connecting');

/** Changes for an open document. */
export const lastChanged = createStore<ReadonlyMap<string, DocumentStatus>>(new Map());

/**
 * Follows all documents by one stream, which is reopened when it ends. A tab that nobody looks at leaves it: a browser has
 * six connections to a server for all its tabs, and the seventh would wait for ever.
 *
 * @returns Stops it.
 */
export function followFeed(): () => void {
  let controller: AbortController | undefined;
  const begin = (missed: 'nothing' | 'changes') => {
    controller = new AbortController();
    feedState.set('connecting');
    void keepFollowing(controller.signal, missed);
  };
  const attend = () => {
    if (!document.hidden && !controller) begin('changes');
    else if (document.hidden && !uploads.get().some(isOpen)) {
      controller?.abort();
      controller = undefined;
    }
  };
  if (!document.hidden) begin('nothing');
  document.addEventListener('visibilitychange', attend);
  return () => {
    document.removeEventListener('visibilitychange', attend);
    controller?.abort();
  };
}

async function keepFollowing(signal: AbortSignal, before: 'nothing' | 'changes'): Promise<void> {
  const draw = drawing();
  let pauseMs = PAUSE_FIRST_MS;
  let missed = before;
  while (!signal.aborted) {
    let needsKey = false;
    try {
      for await (const event of followDocuments({ signal })) {
        if (feedState.get() !== 'live') {
          feedState.set('live');
          pauseMs = PAUSE_FIRST_MS;
          if (missed === 'changes') void reload();
        }
        if (event.event === 'missed') void reload();
        else draw(event);
      }
    } catch (error) {
      if (isAbort(error)) return;
      const { code, retryAfterSeconds } = problemOf(error);
      needsKey = code === 'invalid_api_key';
      pauseMs = Math.max(pauseMs, (retryAfterSeconds ?? 0) * 1000);
    }
    missed = 'changes';
    feedState.set(needsKey ? 'connecting' : 'broken');
    await waitFor(needsKey ? Number.POSITIVE_INFINITY : pauseMs * (0.75 + Math.random() / 2), signal);
    pauseMs = Math.min(pauseMs * 2, PAUSE_MAX_MS);
  }
}

async function reload(): Promise<void> {
  await load();
  // Also for an open document.
  lastChanged.set(new Map(listing.get().docs.map((document) => [document.doc_id, document])));
  await missedUploads();
}

/** Collects events and updates the stores in batches. */
function drawing(): (event: Exclude<DocumentEvent, { event: 'missed' }>) => void {
  let documents = new Map<string, DocumentStatus>();
  let deleted = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function draw(): void {
    timer = undefined;
    tellListing({ documents: [...documents.values()], deleted });
    tellUploads([...documents.values()], deleted);
    lastChanged.set(documents);
    documents = new Map();
    deleted = new Set();
  }

  return (event) => {
    if (event.event === 'counts') {
      counts.set(event.data);
      return;
    }
    if (event.event === 'document') {
      deleted.delete(event.data.doc_id);
      documents.set(event.data.doc_id, event.data);
    } else {
      documents.delete(event.data.doc_id);
      deleted.add(event.data.doc_id);
    }
    if (timer === undefined) timer = setTimeout(draw, DRAW_EVERY_MS);
  };
}

/** Ends early when the network is back, the key has changed, or nobody follows any more. */
function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = Number.isFinite(ms) ? setTimeout(end, ms) : undefined;
    const forget = apiKey.subscribe(end);
    addEventListener('online', end);
    signal.addEventListener('abort', end);
    function end(): void {
      clearTimeout(timer);
      forget();
      removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      resolve();
    }
  });
}
