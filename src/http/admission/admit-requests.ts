import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Refusal, RefusedError } from '../../errors.ts';
import { withCorrelationId } from '../../kernel/correlation.ts';
import { currentTracing } from '../../kernel/tracing.ts';
import { type RequestLifetimes, shuttingDown } from '../requests/bound-requests.ts';
import { hostFault } from '../requests/host-header.ts';
import type { RequestContexts } from '../requests/request-context.ts';
import { pathOf } from '../requests/request-target.ts';
import { HEALTH_PATH } from '../routes/health.ts';
import type { Admission } from './admission.ts';
import { allowHeader, createRouteTable } from './route-table.ts';

/**
 * Gives every request its context, counts it, and refuses or answers at once what needs only its head. Call it before
 * the routes are registered.
 */
export function admitRequests(
  app: FastifyInstance,
  parts: { contexts: RequestContexts; admission: Admission; lifetimes: Pick<RequestLifetimes, 'isStopping'> },
): void {
  const { contexts, admission, lifetimes } = parts;
  const routes = createRouteTable();
  app.decorateRequest('caller', null as never);

  app.addHook('onRoute', ({ method, url, schema, config }) => {
    // No route of the API is open because nobody thought of it.
    if (/^\/(?:api|v1)\//.test(url) && config?.key === undefined)
      throw new Error(`Cannot serve ${url} as its config must say who may use it: set key`);
    routes.add({ method, url, hinted: schema !== undefined && !schema.hide && !schema.deprecated });
  });

  app.addHook('onRequest', (request, reply, done) => {
    const context = contexts.begin(request, reply);
    const admit = async () => {
      try {
        const tooMany = await context.counted;
        if (context.isRefused) return;
        const refusal = tooMany ?? refusalAtSight(request) ?? (await admission.refusalOfKey(request, reply));
        if (refusal) done(new RefusedError(refusal));
        else if (request.method === 'OPTIONS') answerOptions(request, reply);
        else done();
      } catch (error) {
        done(error as Error);
      }
    };
    inRequestSpan(request, reply, () => void withCorrelationId(request.id, admit));
  });

  /** What `next` leads to belongs to the request's span, if traces are on. */
  function inRequestSpan(request: FastifyRequest, reply: FastifyReply, next: () => void): void {
    const tracing = currentTracing();
    if (!tracing) {
      next();
      return;
    }
    const { method, headers, id } = request;
    const of = { method, route: request.routeOptions.url, headers };
    const span = tracing.serve(of, { 'docent.correlation_id': id }, next);
    reply.raw.once('close', () => span.end(reply.raw.statusCode));
  }

  function refusalAtSight(request: FastifyRequest): Refusal | undefined {
    const { method, raw } = request;
    // A server that finishes its work is alive, though not ready.
    if (lifetimes.isStopping() && request.routeOptions.url !== HEALTH_PATH) return shuttingDown().refusal;
    const reason = hostFault(raw);
    if (reason !== undefined) return { code: 'invalid_request', reason };
    if (!request.is404) return undefined;
    const path = pathOf(request.url);
    const allowed = routes.methodsAt(path);
    if (method === 'OPTIONS' && (allowed.length > 0 || path === '*')) return undefined;
    if (allowed.length > 0) return { code: 'method_not_allowed', method, allowed };
    const nearest = routes.nearest(path);
    return { code: 'route_not_found', method, path, ...(nearest && { nearest }) };
  }

  /** Answers OPTIONS and CORS preflights. */
  function answerOptions(request: FastifyRequest, reply: FastifyReply): void {
    const methods = routes.methodsAt(pathOf(request.url));
    reply
      .code(204)
      .headers({ allow: allowHeader(methods), ...admission.preflightHeaders(request, methods) })
      .send();
  }
}
