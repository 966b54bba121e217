import type { FastifyReply } from 'fastify';
import { endsWithin } from '../../ends-within.ts';
import { RefusedError } from '../../errors.ts';

/** The client closed the connection before it had the whole answer: no reply can reach it. */
export class ClientLeftError extends Error {
  override readonly name = 'ClientLeftError';
}

/** What can end a request early: its deadline, its client, or the server's stop. */
export interface RequestLifetime extends Disposable {
  /** Aborts with the `RefusedError` to answer with, or with a `ClientLeftError`. */
  readonly signal: AbortSignal;
}

export interface RequestLifetimes {
  /** Dispose of it when the answer is complete. */
  begin(
    response: FastifyReply['raw'],
    options: {
      limitMs: number;
      /** It never ends by itself: a stop ends it at once. */
      endsWithServer?: boolean;
    },
  ): RequestLifetime;
  /** Whether `stop` was called. */
  isStopping(): boolean;
  /** Lets running requests finish within `graceMs`, then aborts them. */
  stop(options: { graceMs: number }): Promise<void>;
}

const RETRY_AFTER_STOP_SECONDS = 5;

export function shuttingDown(): RefusedError {
  return new RefusedError({ code: 'shutting_down', retryAfterSeconds: RETRY_AFTER_STOP_SECONDS });
}

export function createRequestLifetimes(): RequestLifetimes {
  const underway = new Set<AbortController>();
  const endless = new Set<AbortController>();
  let onLastEnd: (() => void) | undefined;
  let isStopping = false;

  return {
    begin(response, { limitMs, endsWithServer = false }) {
      // One controller with its own timer: a signal made by AbortSignal.any can be collected before it fires.
      const controller = new AbortController();
      const timer = setTimeout(
        () => controller.abort(new RefusedError({ code: 'deadline_exceeded', limitMs })),
        limitMs,
      );
      // The response shows that the client has left; the request closes as soon as its body is read.
      const onClose = () => {
        if (!response.writableFinished)
          controller.abort(new ClientLeftError('The client closed the connection'));
      };
      response.once('close', onClose);
      if (endsWithServer) endless.add(controller);
      underway.add(controller);
      return {
        signal: controller.signal,
        [Symbol.dispose]() {
          clearTimeout(timer);
          response.off('close', onClose);
          endless.delete(controller);
          underway.delete(controller);
          if (underway.size === 0) onLastEnd?.();
        },
      };
    },

    isStopping: () => isStopping,

    async stop({ graceMs }) {
      isStopping = true;
      for (const controller of endless) controller.abort(shuttingDown());
      if (underway.size === 0) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      onLastEnd = resolve;
      await endsWithin(promise, graceMs);
      for (const controller of underway) controller.abort(shuttingDown());
    },
  };
}
