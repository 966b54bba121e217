import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type RouteOptions,
} from 'fastify';
import { type SeenUseCases, seenWith, type VisibilityStore } from '../access/seen-use-cases.ts';
import { asError, type Refusal, RefusedError } from '../errors.ts';
import { withCorrelationId } from '../kernel/correlation.ts';
import { EXTRACTIVE } from '../kernel/model-providers.ts';
import type { KeyValueStore } from '../ports/key-value-store.ts';
import type { Logger } from '../ports/logger.ts';
import { type AdmissionSettings, createAdmission } from './admission/admission.ts';
import { admitRequests } from './admission/admit-requests.ts';
import { type ConnectionLimits, limitConnections } from './admission/connection-limits.ts';
import { createIdempotency } from './idempotency.ts';
import { JSON_TYPE, readBodies } from './input/read-bodies.ts';
import type { UploadPace } from './input/upload-pace.ts';
import { legacyRoutes, markLegacyReplies } from './legacy.ts';
import { LIMITS, type Limits } from './limits.ts';
import type { ServiceMetrics } from './metrics/service-metrics.ts';
import { wordsFor } from './page-words.ts';
import { errorShapeOf } from './problems/error-shape.ts';
import { problemOf, sendProblem } from './problems/problem.ts';
import { refusalOf, refusalOfParserError } from './problems/refusal-of-error.ts';
import { boundRequests, ClientLeftError, type RequestLifetimes } from './requests/bound-requests.ts';
import { correlationIdOf } from './requests/correlation-id.ts';
import { bodyUnderway, cutOff, lingering } from './requests/lingering-close.ts';
import { createRequestContexts } from './requests/request-context.ts';
import { originForm } from './requests/request-target.ts';
import { apiRoutes } from './routes/api-routes.ts';
import { consoleRoutes } from './routes/console.ts';
import { documentationRoutes } from './routes/documentation.ts';
import { type HealthParts, healthRoutes } from './routes/health.ts';
import { mcpRoutes } from './routes/mcp.ts';
import { metricsRoutes } from './routes/metrics.ts';
import { openAiRoutes } from './routes/openai.ts';
import type { QuestionDefaults, RouteParts, Scope, UseCases } from './routes/route-parts.ts';
import { createSendStream } from './sse.ts';
import { WITHOUT_JSON_SCHEMAS } from './without-json-schemas.ts';

/** Only the operator can fix these, and the reply does not reveal the cause. */
const OF_THE_MACHINE: ReadonlySet<Refusal['code']> = new Set(['store_unavailable', 'disk_full']);
const BYTES_PER_MB = 1_048_576;

export interface ServerParts extends UseCases, SeenUseCases {
  readonly documentStore: VisibilityStore;
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
  readonly settings: QuestionDefaults &
    AdmissionSettings &
    ConnectionLimits &
    UploadPace & {
      readonly llmProvider: string;
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
  const admission = createAdmission({ settings, keys: parts.keys, counters, logger, now });
  const contexts = createRequestContexts({ admission, logger, now, onEnded: metrics?.requestEnded });
  const idempotency = createIdempotency({
    store: parts.answered,
    callerOf: admission.callerOf,
    logger,
    now,
  });

  /** An error's problem reply; internal errors and those of the machine are logged. */
  function problemOfError(error: unknown, request: FastifyRequest) {
    const refusal = refusalOf(error, {
      limitMs: settings.questionTimeoutMs,
      limitBytes: request.routeOptions.bodyLimit ?? limits.jsonBytesMax,
      contentType: request.headers['content-type'] ?? '',
      accepted: request.routeOptions.config?.bodyType ?? JSON_TYPE,
    });
    if (!refusal) logger.error('Unexpected error', { error: asError(error), stack: asError(error).stack });
    else if (OF_THE_MACHINE.has(refusal.code))
      logger.warn('A store failed a request', { code: refusal.code, error: asError(error) });
    return problemOf(refusal, request.id, wordsFor(request.headers['accept-language']));
  }

  const app = Fastify({
    ...boundsOf(limits),
    schemaController: WITHOUT_JSON_SCHEMAS,
    genReqId: (request) => correlationIdOf(request.headers['x-correlation-id'], now()),
    rewriteUrl: ({ url = '/' }) => originForm(url),
    frameworkErrors: (error, framework, answer) => {
      const [request, reply] = [framework as FastifyRequest, answer as FastifyReply];
      const context = contexts.begin(request, reply);
      void withCorrelationId(request.id, async () => {
        const refusal = await context.counted;
        if (context.isRefused) return;
        sendProblem(reply, problemOfError(refusal ? new RefusedError(refusal) : error, request));
      });
    },
    clientErrorHandler: (error, socket) => {
      const { code } = error as NodeJS.ErrnoException;
      const left = code === 'ECONNRESET' || (code === 'HPE_INVALID_EOF_STATE' && contexts.isActive(socket));
      if (left) socket.destroy();
      else void contexts.refuse(refusalOfParserError(error), socket);
    },
  });
  // Node would close the connection silently.
  app.server.on('connect', (request, connection) => {
    const reason = 'CONNECT is for proxies; this server is not one.';
    void contexts.refuse({ code: 'invalid_request', reason }, connection as typeof request.socket, request);
  });
  // An unknown expectation may be ignored (RFC 9110, 10.1.1); Node would answer 417.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  limitConnections(app.server, { limits: settings, clientAt: admission.clientAt, logger, now });
  const lifetimes = boundRequests(app, { limits, questionTimeoutMs: settings.questionTimeoutMs });
  markLegacyReplies(app, { sunset: settings.legacySunset });
  admitRequests(app, { contexts, admission, lifetimes });
  readBodies(app, limits);
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    // The client has left; there is nobody to answer.
    if ((error as Error) instanceof ClientLeftError || cutOff(request)) return reply.hijack();
    return errorShapeOf(request).send(reply, problemOfError(error, request));
  });
  closeGently(app, { lifetimes, limits });

  const routeParts: RouteParts = {
    ...parts,
    seenBy: ({ caller: { tags } }) => (tags === null ? parts : seenWith(tags, parts, parts.documentStore)),
    ...{ idempotency, clientOf: admission.clientOf, refusalOf: admission.refusalOf },
    problemOf: problemOfError,
    fileBytesMax: settings.maxFileSizeMb * BYTES_PER_MB,
    sendStream: createSendStream({
      heartbeatMs: limits.heartbeatMs,
      lastEvent: (error, request) => errorShapeOf(request).event(problemOfError(error, request)),
    }),
  };
  const api = apiRoutes(routeParts);

  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => void routes.push(route));
  await app.register(api, { prefix: '/api/v1' });
  await app.register(legacyRoutes(api), { prefix: '/api' });
  const scope: Scope = app.withTypeProvider();
  openAiRoutes(scope, routeParts);
  mcpRoutes(scope, routeParts);
  await healthRoutes(scope, { ...parts, limits });
  if (metrics) metricsRoutes(scope, metrics);
  await app.register(documentationRoutes, { routes, version: parts.version });
  await app.register(consoleRoutes, { isQuoting: settings.llmProvider === EXTRACTIVE });
  await app.ready();
  return app;
}

/** Fastify's own limits and timeouts. */
function boundsOf(limits: Limits) {
  return {
    http: {
      maxHeaderSize: limits.headerBytesMax,
      headersTimeout: limits.headersTimeoutMs,
      connectionsCheckingInterval: Math.min(1_000, limits.headersTimeoutMs),
      // Node would answer by itself, without a correlation id; `admitRequests` refuses.
      requireHostHeader: false,
    },
    requestTimeout: limits.uploadTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    bodyLimit: limits.jsonBytesMax,
    // Ids are looked up, not measured: a long one is an unknown document.
    routerOptions: { maxParamLength: limits.headerBytesMax },
    return503OnClosing: false,
  };
}

/** Closes a connection only when the client has read its answer, and all of them when the server stops. */
function closeGently(
  app: FastifyInstance,
  { lifetimes, limits }: { lifetimes: RequestLifetimes; limits: Limits },
): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (lifetimes.isStopping()) reply.header('connection', 'close');
    const whole = typeof payload === 'string' || Buffer.isBuffer(payload);
    if (!whole || !bodyUnderway(request)) return done(null, payload);
    reply.header('connection', 'close').header('content-length', Buffer.byteLength(payload));
    done(null, lingering(request.raw, payload, limits));
  });
  app.addHook('preClose', async () => {
    setTimeout(() => app.server.closeAllConnections(), limits.shutdownCutMs).unref();
    await lifetimes.stop({ graceMs: limits.shutdownGraceMs });
  });
}
