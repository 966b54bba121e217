import type { FastifyReply } from 'fastify';
import { endsWithin, type LinkedSignal, linkedSignal } from '../../concurrency/deadline.ts';
import { RefusedError } from '../../errors.ts';

/** The client closed the connection before it had the whole answer: no reply can reach it. */
export class ClientLeftError extends Error {
  override readonly name = 'ClientLeftError';
}

/** What can end a request early: its deadline, its client, or the server's stop. It is over when the response closes. */
export interface RequestLifetime {
  /** Aborts with the `RefusedError` to answer with, or with a `ClientLeftError`. */
  readonly signal: AbortSignal;
  abort(reason: RefusedError): void;
}

export interface LifetimeRule {
  readonly limitMs: number;
  /** For requests that never end by themselves: a stop of the server ends them at once. */
  readonly endsWithServer?: boolean;
}

export type RequestLifetimes = ReturnType<typeof createRequestLifetimes>;

const RETRY_AFTER_STOP_SECONDS = 5;

export function shuttingDown(): RefusedError {
  return new RefusedError({ code: 'shutting_down', retryAfterSeconds: RETRY_AFTER_STOP_SECONDS });
}

export function createRequestLifetimes() {
  const active = new Set<LinkedSignal>();
  const endless = new Set<LinkedSignal>();
  let onLastEnd: (() => void) | undefined;
  let isStopping = false;

  return {
    begin(response: FastifyReply['raw'], { limitMs, endsWithServer = false }: LifetimeRule): RequestLifetime {
      const reason = () => new RefusedError({ code: 'deadline_exceeded', limitMs });
      const lifetime = linkedSignal([], { afterMs: limitMs, reason });
      // The response shows that the client has left; the request closes as soon as its body is read.
      const onClose = () => {
        if (!response.writableFinished)
          lifetime.abort(new ClientLeftError('The client closed the connection'));
        lifetime[Symbol.dispose]();
        endless.delete(lifetime);
        active.delete(lifetime);
        if (active.size === 0) onLastEnd?.();
      };
      if (endsWithServer) endless.add(lifetime);
      active.add(lifetime);
      // It closed while the request was being counted: no other event would come.
      if (response.destroyed) onClose();
      else response.once('close', onClose);
      return lifetime;
    },

    /** Whether `stop` was called. */
    isStopping: () => isStopping,

    /** Lets running requests finish within `graceMs`, then aborts them. */
    async stop({ graceMs }: { graceMs: number }): Promise<void> {
      isStopping = true;
      for (const lifetime of endless) lifetime.abort(shuttingDown());
      if (active.size === 0) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      onLastEnd = resolve;
      await endsWithin(promise, graceMs);
      for (const lifetime of active) lifetime.abort(shuttingDown());
    },
  };
}
