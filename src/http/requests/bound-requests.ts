import type { FastifyInstance, FastifyReply } from 'fastify';
import { asksForEvents } from '../header-fields.ts';
import type { Limits } from '../limits.ts';
import type { RequestLifetime, RequestLifetimes } from './request-lifetime.ts';

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

/**
 * Gives every request a deadline and a signal for what it waits for. When the signal aborts, the request is answered at
 * once, even if its handler ignores the signal; an answer that is not yet sent whole is cut off. To be called
 * before the routes are registered.
 */
export function boundRequests(
  app: FastifyInstance,
  parts: { lifetimes: RequestLifetimes; limits: Limits; questionTimeoutMs: number },
): void {
  const { lifetimes, limits, questionTimeoutMs } = parts;
  const rules = {
    request: { limitMs: limits.requestTimeoutMs },
    question: { limitMs: questionTimeoutMs },
    upload: { limitMs: limits.uploadTimeoutMs },
    ingest: { limitMs: limits.followTimeoutMs },
    documents: { limitMs: limits.followTimeoutMs, endsWithServer: true },
  };
  app.decorateRequest('lifetime');
  app.addHook('preValidation', (request, reply, done) => {
    const { lifetime: own = 'request', follows } = request.routeOptions.config;
    const isFollowing = follows && asksForEvents(request.headers.accept);
    const lifetime = lifetimes.begin(reply.raw, rules[isFollowing ? follows : own]);
    request.lifetime = lifetime;
    const { signal } = lifetime;
    if (signal.aborted) return done(signal.reason);
    signal.addEventListener('abort', () => end(reply, signal.reason), { once: true });
    done();
  });
}

function end(reply: FastifyReply, reason: unknown): void {
  // A stream of events sends the reason itself.
  if (isHijacked(reply)) return;
  if (reply.raw.headersSent) reply.raw.destroy();
  else reply.send(reason);
}

function isHijacked({ sent, raw }: FastifyReply): boolean {
  return sent && !raw.writableEnded;
}
