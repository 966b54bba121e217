import type { FastifyInstance, FastifyReply } from 'fastify';
import { endsWithin, type LinkedSignal, linkedSignal } from '../../concurrency/deadline.ts';
import { RefusedError } from '../../errors.ts';
import { asksForEvents } from '../header-fields.ts';
import type { Limits } from '../limits.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How long a request may take: as long as a question or an upload, or else `requestTimeoutMs`. */
    lifetime?: 'question' | 'upload';
    /** What clients may follow as events instead of getting JSON. */
    follows?: 'ingest' | 'documents';
  }
  interface FastifyRequest {
    /** From the time that its body was read on. */
    lifetime: RequestLifetime;
  }
}

/** The client closed the connection before it had the whole answer: no reply can reach it. */
export class ClientLeftError extends Error {
  override readonly name = 'ClientLeftError';
}

/** What can end a request early: its deadline, its client, or the server's stop. It is over when the response closes. */
interface RequestLifetime {
  /** Aborts with the `RefusedError` to answer with, or with a `ClientLeftError`. */
  readonly signal: AbortSignal;
  abort(reason: RefusedError): void;
}

const RETRY_AFTER_STOP_SECONDS = 5;

export function shuttingDown(): RefusedError {
  return new RefusedError({ code: 'shutting_down', retryAfterSeconds: RETRY_AFTER_STOP_SECONDS });
}

export type RequestLifetimes = ReturnType<typeof boundRequests>;

/**
 * Gives every request a deadline and a signal for what it waits for. When the signal aborts, the request is answered at
 * once, even if its handler ignores the signal; an answer that is not yet sent whole is cut off. To be called
 * before the routes are registered.
 */
export function boundRequests(
  app: FastifyInstance,
  { limits, questionTimeoutMs }: { limits: Limits; questionTimeoutMs: number },
) {
  const limitsMs = {
    request: limits.requestTimeoutMs,
    question: questionTimeoutMs,
    upload: limits.uploadTimeoutMs,
    ingest: limits.followTimeoutMs,
    documents: limits.followTimeoutMs,
  };
  const active = new Set<LinkedSignal>();
  /** They never end by themselves: a stop of the server ends them at once. */
  const endless = new Set<LinkedSignal>();
  let onLastEnd: (() => void) | undefined;
  let isStopping = false;

  app.decorateRequest('lifetime');
  app.addHook('preValidation', (request, reply, done) => {
    const { lifetime: own = 'request', follows } = request.routeOptions.config;
    const name = follows && asksForEvents(request.headers.accept) ? follows : own;
    const lifetime = begin(reply.raw, { limitMs: limitsMs[name], endsWithServer: name === 'documents' });
    request.lifetime = lifetime;
    const { signal } = lifetime;
    if (signal.aborted) return done(signal.reason);
    signal.addEventListener('abort', () => end(reply, signal.reason), { once: true });
    done();
  });

  function begin(
    response: FastifyReply['raw'],
    { limitMs, endsWithServer }: { limitMs: number; endsWithServer: boolean },
  ): LinkedSignal {
    const reason = () => new RefusedError({ code: 'deadline_exceeded', limitMs });
    const lifetime = linkedSignal([], { afterMs: limitMs, reason });
    // The response shows that the client has left; the request closes as soon as its body is read.
    const onClose = () => {
      if (!response.writableFinished) lifetime.abort(new ClientLeftError('The client closed the connection'));
      lifetime[Symbol.dispose]();
      endless.delete(lifetime);
      active.delete(lifetime);
      if (active.size === 0) onLastEnd?.();
    };
    active.add(lifetime);
    if (endsWithServer) endless.add(lifetime);
    // It closed while the request was being counted: no other event would come.
    if (response.destroyed) onClose();
    else response.once('close', onClose);
    return lifetime;
  }

  return {
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

function end(reply: FastifyReply, reason: unknown): void {
  // A stream of events sends the reason itself.
  if (reply.sent && !reply.raw.writableEnded) return;
  if (reply.raw.headersSent) reply.raw.destroy();
  else reply.send(reason);
}
