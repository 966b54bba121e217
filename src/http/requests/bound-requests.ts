import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Limits } from '../limits.ts';
import type { LifetimeRule, RequestLifetime, RequestLifetimes } from './request-lifetime.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Without a rule, or where it gives none, a request has `requestTimeoutMs`. */
    lifetime?: (request: FastifyRequest) => LifetimeRule | undefined;
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
  { lifetimes, limits }: { lifetimes: RequestLifetimes; limits: Pick<Limits, 'requestTimeoutMs'> },
): void {
  app.decorateRequest('lifetime');
  app.addHook('preValidation', (request, reply, done) => {
    const rule = request.routeOptions.config.lifetime?.(request);
    const lifetime = lifetimes.begin(reply.raw, rule ?? { limitMs: limits.requestTimeoutMs });
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
