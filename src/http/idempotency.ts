import { createHash, randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { asError, RefusedError } from '../errors.ts';
import type { KeyValueStore } from '../ports/key-value-store.ts';
import type { Logger } from '../ports/logger.ts';
import { PROBLEMS } from './problems/problem-table.ts';
import { uuidV7 } from './requests/correlation-id.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route accepts `Idempotency-Key`: its handler works through an `Attempt`. */
    idempotent?: boolean;
  }
}

/** How long a key is remembered: a day. */
const TTL_MS = 86_400_000;
const RETRY_AFTER_SECONDS = 1;

export type Idempotency = ReturnType<typeof createIdempotency>;

export interface Attempt extends Disposable {
  /**
   * The reply of `work`, or the stored reply of an earlier attempt. Without a key `work` simply runs.
   *
   * @param content The request's content as JSON; equal content means the same request.
   * @param part Of a request with several parts, each with an effect of its own: its place. The attempt then runs until
   *   it is disposed of.
   * @throws {RefusedError} `idempotency_key_reused` when the key came with another request.
   */
  once<Body>(
    content: unknown,
    work: (minted: Minted) => Promise<KeptReply<Body>>,
    part?: number,
  ): Promise<KeptReply<Body>>;
}

/** The same values for every attempt at a request. */
export interface Minted {
  /** A UUIDv7: an id for what the request creates. */
  readonly id: string;
  /** When the first attempt began, in milliseconds since the epoch. */
  readonly at: number;
}

/** The status of a success is the route's own, so it is not stored. */
export interface KeptReply<Body> {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body;
}

interface Entry extends Minted {
  readonly fingerprint: string;
  /** Absent until there is one. */
  readonly reply?: KeptReply<unknown>;
}

/**
 * Lets a client that got no answer repeat a request without a second effect. Three writes in this order, each durable
 * before the next: the key with an id for what the request creates; the effect; the reply. Then the reply is sent. So
 * an answered request is on disk and is only answered again. A process killed before it stored the reply has
 * acknowledged nothing; the next attempt repeats the work with the first one's id and overwrites its result instead of
 * adding to it. Running requests are known in memory only: they end with the process.
 *
 * @param parts `store`: durable. `callerOf`: identifies the sender; keys are separate for each caller.
 */
export function createIdempotency(parts: {
  store: Pick<KeyValueStore, 'get' | 'set' | 'delete'>;
  callerOf: (request: FastifyRequest) => string;
  logger: Logger;
  now: () => number;
}) {
  const { store, callerOf, logger, now } = parts;
  const running = new Map<string, symbol>();

  const mint = (): Minted => ({ id: uuidV7(now(), randomUUID()), at: now() });
  const write = (key: string, entry: Entry) => store.set(key, JSON.stringify(entry), { ttlMs: TTL_MS });

  async function onceUnder<Body>(
    key: string,
    fingerprint: string,
    work: (minted: Minted) => Promise<KeptReply<Body>>,
  ): Promise<KeptReply<Body>> {
    const stored = await store.get(key);
    const former = stored === undefined ? undefined : (JSON.parse(stored) as Entry);
    if (former && former.fingerprint !== fingerprint)
      throw new RefusedError({ code: 'idempotency_key_reused' });
    if (former?.reply) {
      const { headers, body } = former.reply as KeptReply<Body>;
      return { headers: { ...headers, 'idempotent-replayed': 'true' }, body };
    }
    const entry = former ?? { fingerprint, ...mint() };
    if (!former) await write(key, entry);
    const reply = await done(() => work(entry), key);
    try {
      await write(key, { ...entry, reply });
    } catch (error) {
      // The effect is done; reporting a failure would do more harm.
      logger.error('Cannot store a reply for its idempotency key', { error: asError(error) });
    }
    return reply;
  }

  /** A declined request had no effect, so its key is free for the corrected request. */
  async function done<T>(work: () => Promise<T>, key: string): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const isDeclined = error instanceof RefusedError && PROBLEMS[error.refusal.code].status < 500;
      if (isDeclined) await store.delete(key);
      throw error;
    }
  }

  return {
    /**
     * Runs until `once` has settled or the attempt is disposed of, even if its client left long before.
     *
     * @throws {RefusedError} `invalid_idempotency_key`; `request_in_progress` while another attempt runs.
     */
    begin(request: FastifyRequest): Attempt {
      const given = request.headers['idempotency-key'];
      if (given === undefined) {
        return { once: (_content, work) => work(mint()), [Symbol.dispose]() {} };
      }
      if (typeof given !== 'string' || !/^[!-~]{1,128}$/.test(given)) {
        throw new RefusedError({ code: 'invalid_idempotency_key' });
      }
      const key = `idempotency/${digestOf([callerOf(request), given])}`;
      if (running.has(key)) {
        throw new RefusedError({ code: 'request_in_progress', retryAfterSeconds: RETRY_AFTER_SECONDS });
      }
      const mine = Symbol('attempt');
      running.set(key, mine);
      const end = () => {
        if (running.get(key) === mine) running.delete(key);
      };
      return {
        async once(content, work, part) {
          const fingerprint = digestOf([operationOf(request), content]);
          if (part !== undefined) return onceUnder(`${key}/${part}`, fingerprint, work);
          return onceUnder(key, fingerprint, work).finally(end);
        },
        [Symbol.dispose]: end,
      };
    },
  };
}

/** The legacy paths are the same operations. */
function operationOf({ method, routeOptions }: FastifyRequest): string {
  return `${method} ${routeOptions.url?.replace(/^\/api\/(?!v1\/)/, '/api/v1/')}`;
}

function digestOf(values: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('base64url');
}
