import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { fetch } from 'undici';
import { linkedSignal } from '../concurrency/deadline.ts';
import { createSemaphore } from '../concurrency/semaphore.ts';
import { asError } from '../errors.ts';
import type { KeyValueStore } from '../ports/key-value-store.ts';
import type { Logger } from '../ports/logger.ts';
import type { WebhookEvent } from '../ports/webhook-events.ts';

/** Deliveries that wait or run, each of one event to one receiver. Further ones are dropped. */
const DELIVERIES_MAX = 1_000;
const REQUESTS_AT_ONCE = 4;
/** A receiver answers at once, and works afterwards. */
const RESPONSE_TIMEOUT_MS = 10_000;
/** Pauses before each retry: four and a half hours in all. */
const RETRY_MS = [5_000, 30_000, 120_000, 600_000, 3_600_000, 10_800_000];
/** Each pause is up to a tenth longer. */
const JITTER = 0.1;
/** A stored delivery is given up after so long, even if no process ran. */
const STORED_MS = 86_400_000;
const PREFIX = 'webhook/';
const PAGE = 200;
const SECRET_PREFIX = 'whsec_';

interface Delivery {
  /** The same for each attempt. */
  readonly id: string;
  readonly url: string;
  readonly type: string;
  readonly body: string;
}

/**
 * Notifies receivers of events by signed requests, in the manner of Standard Webhooks. What was accepted is stored until
 * it is delivered, so that it survives a killed process; a receiver may get an event twice, under the same id, and events
 * in any order. Disposing of it stops deliveries; the next start resumes them.
 *
 * @param parts.secret `whsec_` and the key in base64.
 * @param parts.store Holds what is not delivered yet.
 * @see https://www.standardwebhooks.com
 */
export function createWebhooks(parts: {
  urls: readonly string[];
  secret: string;
  store: Pick<KeyValueStore, 'set' | 'delete' | 'list'>;
  newId: () => string;
  random: () => number;
  logger: Logger;
  /** Milliseconds since the epoch. */
  now: () => number;
  retryMs?: readonly number[];
}) {
  const { urls, store, newId, random, logger, now, retryMs = RETRY_MS } = parts;
  const key = Buffer.from(parts.secret.replace(SECRET_PREFIX, ''), 'base64');
  const stop = new AbortController();
  const semaphore = createSemaphore({ concurrency: REQUESTS_AT_ONCE, waitingMax: DELIVERIES_MAX });
  const running = new Map<string, Promise<void>>();
  let dropped = 0;

  /** @returns Why the receiver does not have it; undefined when it has. @throws The signal's reason. */
  async function attempt({ id, url, body }: Delivery): Promise<string | undefined> {
    const release = await semaphore.acquire(stop.signal);
    using limited = linkedSignal([stop.signal], {
      afterMs: RESPONSE_TIMEOUT_MS,
      reason: () => new Error(`no answer within ${RESPONSE_TIMEOUT_MS / 1_000} s`),
    });
    const { signal } = limited;
    try {
      const headers = signedHeaders({ id, body, key, atSeconds: Math.floor(now() / 1_000) });
      const response = await fetch(url, { method: 'POST', body, headers, signal, redirect: 'manual' });
      await response.body?.cancel();
      return response.ok ? undefined : `status ${response.status}`;
    } catch (error) {
      stop.signal.throwIfAborted();
      // What `fetch` throws only says that it failed.
      return asError((error as Error).cause ?? error).message;
    } finally {
      release?.();
    }
  }

  async function deliver(delivery: Delivery): Promise<void> {
    const { type, url } = delivery;
    for (let attempts = 0; ; attempts += 1) {
      const fault = await attempt(delivery);
      if (fault === undefined) return;
      // The path may hold a secret.
      const fields = { event: type, host: URL.parse(url)?.host ?? '', fault };
      const pauseMs = retryMs[attempts];
      if (pauseMs === undefined) return logger.error('A webhook was not delivered, and is given up', fields);
      if (attempts === 0) logger.warn('A webhook was not delivered; retrying', fields);
      await sleep(pauseMs * (1 + JITTER * random()), undefined, { signal: stop.signal, ref: false });
    }
  }

  async function carryOut(delivery: Delivery, stored: Promise<void>): Promise<void> {
    await stored.catch((error) => logger.warn('A webhook is not stored', { error: asError(error) }));
    try {
      await deliver(delivery);
      await store.delete(PREFIX + delivery.id);
    } catch (error) {
      if (!stop.signal.aborted) logger.warn('A webhook may be sent again', { error: asError(error) });
    }
  }

  function start(delivery: Delivery, stored?: Promise<void>): void {
    const work = carryOut(delivery, stored ?? Promise.resolve());
    running.set(
      delivery.id,
      work.finally(() => running.delete(delivery.id)),
    );
  }

  return {
    notify({ type, data }: WebhookEvent): void {
      if (stop.signal.aborted) return;
      const body = JSON.stringify({ type, timestamp: new Date(now()).toISOString(), data });
      for (const url of urls) {
        if (running.size >= DELIVERIES_MAX) {
          if (dropped++ === 0)
            logger.error('Webhooks are dropped as too many wait', { limit: DELIVERIES_MAX });
          continue;
        }
        dropped = 0;
        const delivery = { id: `msg_${newId()}`, url, type, body };
        start(delivery, store.set(PREFIX + delivery.id, JSON.stringify(delivery), { ttlMs: STORED_MS }));
      }
    },

    /** Resumes what an earlier process did not deliver. */
    async resume(): Promise<void> {
      let after: string | undefined;
      do {
        const page = await store.list(PREFIX, { limit: PAGE, ...(after !== undefined && { after }) });
        for (const { value } of page.entries) {
          const delivery = JSON.parse(value) as Delivery;
          // It may be that of a receiver that is no longer set.
          if (!urls.includes(delivery.url)) await store.delete(PREFIX + delivery.id);
          else if (!running.has(delivery.id) && running.size < DELIVERIES_MAX) start(delivery);
        }
        after = page.next;
      } while (after !== undefined);
    },

    async [Symbol.asyncDispose]() {
      stop.abort(new Error('Docent stops'));
      await Promise.allSettled(running.values());
    },
  };
}

function signedHeaders(of: { id: string; body: string; key: Buffer; atSeconds: number }) {
  const signature = createHmac('sha256', of.key)
    .update(`${of.id}.${of.atSeconds}.${of.body}`)
    .digest('base64');
  return {
    'user-agent': 'docent',
    'content-type': 'application/json',
    'webhook-id': of.id,
    'webhook-timestamp': String(of.atSeconds),
    'webhook-signature': `v1,${signature}`,
  };
}
