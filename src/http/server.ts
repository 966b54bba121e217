import fastifySwagger from '@fastify/swagger';
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import type { z } from 'zod';
import { withCorrelationId } from '../correlation.ts';
import { asError, type Refusal, RefusedError } from '../errors.ts';
import type { KeyValueStore } from '../ports/key-value-store.ts';
import type { Logger } from '../ports/logger.ts';
import { type AdmissionSettings, createAdmission } from './admission.ts';
import { type ApiParts, apiRoutes } from './api-routes.ts';
import { correlationIdOf } from './correlation-id.ts';
import { createIdempotency } from './idempotency.ts';
import { parseJsonBody } from './json-body.ts';
import { legacyRoutes } from './legacy.ts';
import { LIMITS, type Limits } from './limits.ts';
import { announcesBody, bodyUnderway, cutOff, lingering } from './lingering-close.ts';
import type { ServiceMetrics } from './metrics/service-metrics.ts';
import { openApiOptions } from './openapi.ts';
import { problemOf, sendProblem } from './problem.ts';
import { refusalOf, refusalOfParserError } from './refusal-of-error.ts';
import { createRequestContexts } from './request-context.ts';
import { ClientLeftError, createRequestLifetimes, shuttingDown } from './request-lifetime.ts';
import { originForm } from './request-target.ts';
import { declineFields, needsBody, validatorOf } from './request-validation.ts';
import { allowHeader, createRouteTable } from './route-table.ts';
import { consoleRoutes } from './routes/console.ts';
import { documentationRoutes } from './routes/documentation.ts';
import { HEALTH_PATH, type HealthParts, healthRoutes } from './routes/health.ts';
import { metricsRoutes } from './routes/metrics.ts';
import { sendEvents } from './sse.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Body type of the route, when it is not JSON. */
    bodyType?: string;
  }
}

const JSON_TYPE = 'application/json';
const BYTES_PER_MB = 1_048_576;

/** The parts of the routes, except those the server makes itself. */
type RouteParts = Omit<ApiParts, 'idempotency' | 'lifetimes' | 'limits' | 'fileBytesMax' | 'sendStream'>;

export interface ServerParts extends Omit<RouteParts, 'settings'> {
  /** Called once at start-up for `/health`, and at every `/ready`. */
  readonly probes: HealthParts['probes'];
  /** Counts the requests of each client. */
  readonly counters: Pick<KeyValueStore, 'increment'>;
  /** Stores the replies given under an `Idempotency-Key`; durable. */
  readonly answered: Pick<KeyValueStore, 'get' | 'set' | 'delete'>;
  /** Served at `/metrics`; absent when metrics are off. */
  readonly metrics?: Pick<ServiceMetrics, 'requestEnded' | 'contentType' | 'text'> | undefined;
  readonly logger: Logger;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** A subset of `Config`. */
  readonly settings: ApiParts['settings'] &
    AdmissionSettings & {
      readonly maxFileSizeMb: number;
      /** A day as YYYY-MM-DD, or empty. */
      readonly legacySunset: string;
    };
  /** Shortens waits, in tests. */
  readonly limits?: Partial<Limits>;
}

/** The HTTP server, ready to listen: limits, request context, routes and API documentation. */
export async function buildServer(parts: ServerParts): Promise<FastifyInstance> {
  const { logger, now, settings, counters, metrics } = parts;
  const limits: Limits = { ...LIMITS, ...parts.limits };
  const contexts = createRequestContexts({ logger, now, onEnded: metrics?.requestEnded });
  const admission = createAdmission({ settings, counters, logger, now });
  const idempotency = createIdempotency({
    store: parts.answered,
    callerOf: admission.callerOf,
    logger,
    now,
  });
  const lifetimes = createRequestLifetimes();
  const routes = createRouteTable();
  let stopping = false;

  /** An error's problem reply; internal errors are logged. */
  function problemOfError(error: unknown, request: FastifyRequest) {
    const refusal = refusalOf(error, {
      limitMs: settings.questionTimeoutMs,
      contentType: request.headers['content-type'] ?? '',
      accepted: request.routeOptions.config?.bodyType ?? JSON_TYPE,
    });
    if (!refusal) logBug(logger, error);
    return problemOf(refusal, request.id);
  }

  const app = Fastify({
    genReqId: (request) => correlationIdOf(request.headers['x-correlation-id'], now()),
    http: {
      maxHeaderSize: limits.headerBytesMax,
      headersTimeout: limits.headersTimeoutMs,
      connectionsCheckingInterval: Math.min(1_000, limits.headersTimeoutMs),
      // Node would answer by itself, without a correlation id; see the hook.
      requireHostHeader: false,
    },
    requestTimeout: limits.uploadTimeoutMs,
    rewriteUrl: ({ url = '/' }) => originForm(url),
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    bodyLimit: limits.jsonBytesMax,
    // Ids are looked up, not measured: a long one is an unknown document.
    routerOptions: { maxParamLength: limits.headerBytesMax },
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      const context = contexts.begin(request.id, request.raw, reply.raw, undefined);
      void withCorrelationId(request.id, async () => {
        const [asked, answer] = [request as FastifyRequest, reply as FastifyReply];
        const counted = admission.count(asked, answer);
        context.counted = counted;
        const refusal = await counted;
        if (context.isRefused) return;
        sendProblem(answer, problemOfError(refusal ? new RefusedError(refusal) : error, asked));
      });
    },
    clientErrorHandler: (error, socket) => {
      const { code } = error as NodeJS.ErrnoException;
      const left = code === 'ECONNRESET' || (code === 'HPE_INVALID_EOF_STATE' && contexts.isUnderway(socket));
      if (left) socket.destroy();
      else void contexts.refuse(refusalOfParserError(error), socket, () => admission.countUnparsed(socket));
    },
  });
  // Node would close the connection silently.
  app.server.on('connect', (request, connection) => {
    const socket = connection as typeof request.socket;
    const reason = 'CONNECT is for proxies, and this is none.';
    const count = () => admission.countUnparsed(socket);
    void contexts.refuse({ code: 'invalid_request', reason }, socket, count, request);
  });
  // An unknown expectation may be ignored (RFC 9110, 10.1.1); Node would answer 417.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));

  app.addHook('onRoute', ({ method, url, schema }) => {
    routes.add({ method, url, hinted: schema !== undefined && !schema.hide && !schema.deprecated });
  });
  app.addHook('onRequest', (request, reply, done) => {
    const context = contexts.begin(request.id, request.raw, reply.raw, request.routeOptions.url);
    void withCorrelationId(request.id, async () => {
      try {
        const counted = admission.count(request, reply);
        context.counted = counted;
        const tooMany = await counted;
        if (context.isRefused) return;
        const refusal = tooMany ?? refusalAtSight(request) ?? admission.refusalOfKey(request);
        if (refusal) done(new RefusedError(refusal));
        else if (request.method === 'OPTIONS') answerOptions(request, reply);
        else done();
      } catch (error) {
        done(error as Error);
      }
    });
  });
  app.addHook('preParsing', (request, reply, _payload, done) => {
    if (bodyUnderway(request) && request.routeOptions.config.bodyType === undefined) {
      const refuse = () => reply.send(new RefusedError({ code: 'request_timeout' }));
      const timer = setTimeout(refuse, limits.jsonTimeoutMs);
      request.raw.once('close', () => clearTimeout(timer));
      request.raw.once('end', () => clearTimeout(timer));
    }
    done();
  });
  // The type of an empty body is meaningless; Fastify would decline any but JSON.
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    if (!announcesBody(request) && !needsBody(request)) delete request.headers['content-type'];
    done();
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    if (stopping) reply.header('connection', 'close');
    const whole = typeof payload === 'string' || Buffer.isBuffer(payload);
    if (!whole || reply.statusCode < 400 || !bodyUnderway(request)) return done(null, payload);
    reply.header('connection', 'close').header('content-length', Buffer.byteLength(payload));
    done(null, lingering(request.raw, payload, limits));
  });
  app.addHook('preClose', async () => {
    stopping = true;
    setTimeout(() => app.server.closeAllConnections(), limits.shutdownCutMs).unref();
    await lifetimes.stop({ graceMs: limits.shutdownGraceMs });
  });
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    // The client has left; nobody can be answered.
    if ((error as Error) instanceof ClientLeftError || cutOff(request)) return reply.hijack();
    return sendProblem(reply, problemOfError(error, request));
  });

  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    JSON_TYPE,
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      if (body.length === 0 && !needsBody(request)) return undefined;
      const value = parseJsonBody(body, { depthMax: limits.jsonDepthMax });
      if (request.routeOptions.schema?.body === undefined) declineFields(value);
      return value;
    },
  );
  app.setValidatorCompiler<z.ZodType>(({ schema, httpPart }) => validatorOf(schema, httpPart ?? 'body'));
  // Schemas type the replies; validating each again would turn a mistake of ours into a 500.
  app.setSerializerCompiler(() => (value) => JSON.stringify(value));

  /** Refusals that need only the request's head. */
  function refusalAtSight(request: FastifyRequest): Refusal | undefined {
    const { method, headers, raw } = request;
    // A server that finishes its work is alive, though not ready.
    if (stopping && request.routeOptions.url !== HEALTH_PATH) return shuttingDown().refusal;
    if (headers.host === undefined && raw.httpVersion === '1.1') {
      return { code: 'invalid_request', reason: 'A request of HTTP/1.1 names its Host.' };
    }
    if (!request.is404) return undefined;
    const path = request.url.split('?', 1)[0]!;
    const allowed = routes.methodsAt(path);
    if (method === 'OPTIONS' && (allowed.length > 0 || path === '*')) return undefined;
    if (allowed.length > 0) return { code: 'method_not_allowed', method, allowed };
    const nearest = routes.nearest(path);
    return { code: 'route_not_found', method, path, ...(nearest && { nearest }) };
  }

  /** Answers OPTIONS and CORS preflights. */
  function answerOptions(request: FastifyRequest, reply: FastifyReply): void {
    const methods = routes.methodsAt(request.url.split('?', 1)[0]!);
    reply
      .code(204)
      .headers({ allow: allowHeader(methods), ...admission.preflightHeaders(request, methods) })
      .send();
  }

  const api = apiRoutes({
    ...parts,
    ...{ idempotency, lifetimes, limits },
    fileBytesMax: settings.maxFileSizeMb * BYTES_PER_MB,
    sendStream: (request, reply, events, signal) => {
      reply.hijack();
      return sendEvents(reply, events, {
        signal,
        heartbeatMs: limits.heartbeatMs,
        onError: (error) =>
          error instanceof ClientLeftError
            ? undefined
            : { event: 'error', data: problemOfError(error, request).problem },
      });
    },
  });

  await app.register(fastifySwagger, openApiOptions(parts.version));
  await app.register(api, { prefix: '/api/v1' });
  const older = legacyRoutes(api, { sunset: settings.legacySunset });
  await app.register(older, { prefix: '/api' });
  const { probes, version } = parts;
  await app.register(healthRoutes({ probes, version, limits, logger }));
  if (metrics) await app.register(metricsRoutes(metrics));
  await app.register(documentationRoutes);
  await app.register(consoleRoutes);
  await app.ready();
  return app;
}

function logBug(logger: Logger, error: unknown): void {
  const known = asError(error);
  logger.error('Unexpected error', { error: known, stack: known.stack });
}
