import { context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { asError } from '../../errors.ts';
import { setTracing, type Tracing } from '../../kernel/tracing.ts';

/** Packages of OpenTelemetry that nobody needs without traces. */
const TRACING_PACKAGES = [
  '@opentelemetry/sdk-trace',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/context-async-hooks',
  '@opentelemetry/resources',
  '@opentelemetry/core',
];

/** Probes and scrapers ask every few seconds. */
const IGNORED_ROUTES: ReadonlySet<string | undefined> = new Set(['/health', '/ready', '/metrics']);
/** For one export, and for what is left when Docent stops. */
const EXPORT_TIMEOUT_MS = 5_000;

/**
 * Sends spans to an OTLP/HTTP receiver. Spans wait in a bounded queue, and are dropped when it is full or the receiver
 * does not answer: nothing waits for it. Disposing of it sends what is left.
 *
 * @param options.endpoint Without the path `/v1/traces`.
 * @param options.sampleRatio Share of the traces that begin here, 0–1; a caller's decision is followed.
 * @throws {Error} With a message for the operator, when the packages are not installed.
 */
export async function openTracing(options: {
  endpoint: string;
  headers: Readonly<Record<string, string>>;
  serviceName: string;
  version: string;
  sampleRatio: number;
}): Promise<AsyncDisposable> {
  const [sdk, exporter, hooks, resources, core] = await loadPackages();
  const provider = new sdk.TracerProvider({
    resource: resources.resourceFromAttributes({
      'service.name': options.serviceName,
      'service.version': options.version,
    }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(options.sampleRatio) }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: new exporter.OTLPTraceExporter({
          url: `${options.endpoint}/v1/traces`,
          headers: { ...options.headers },
          timeoutMillis: EXPORT_TIMEOUT_MS,
        }),
        exportTimeoutMillis: EXPORT_TIMEOUT_MS,
      }),
    ],
  });
  context.setGlobalContextManager(new hooks.AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new core.W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  setTracing(tracingWith(options.version));
  return {
    async [Symbol.asyncDispose]() {
      setTracing(undefined);
      await provider.shutdown().catch(() => {});
      for (const api of [trace, propagation, context]) api.disable();
    },
  };
}

async function loadPackages() {
  try {
    return await Promise.all([
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/context-async-hooks'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/core'),
    ]);
  } catch (error) {
    throw new Error(
      `Cannot send traces as OTEL_EXPORTER_OTLP_ENDPOINT needs packages that are not installed: npm install ${TRACING_PACKAGES.join(' ')}`,
      { cause: error },
    );
  }
}

function tracingWith(version: string): Tracing {
  const tracer = trace.getTracer('docent', version);
  return {
    serve({ method, route, headers }, attributes, next) {
      if (IGNORED_ROUTES.has(route)) {
        next();
        return { end() {} };
      }
      const parent = propagation.extract(context.active(), headers);
      const span = tracer.startSpan(
        `${method} ${route ?? 'unknown'}`,
        {
          kind: SpanKind.SERVER,
          attributes: {
            'http.request.method': method,
            ...(route !== undefined && { 'http.route': route }),
            ...attributes,
          },
        },
        parent,
      );
      context.with(trace.setSpan(parent, span), next);
      return { end: (status) => endWith(span, status, 500) };
    },

    async span(name, attributes, work) {
      const span = tracer.startSpan(name, { attributes });
      try {
        return await context.with(trace.setSpan(context.active(), span), work);
      } catch (error) {
        fail(span, error);
        throw error;
      } finally {
        span.end();
      }
    },

    call(name, attributes) {
      const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes });
      const headers: Record<string, string> = {};
      propagation.inject(trace.setSpan(context.active(), span), headers);
      return {
        headers,
        end(outcome) {
          if ('status' in outcome) return endWith(span, outcome.status, 400);
          fail(span, outcome.error);
          span.end();
        },
      };
    },
  };
}

/** @param failsFrom A server is not at fault for what a client does wrong. */
function endWith(span: Span, status: number, failsFrom: number): void {
  if (!span.isRecording()) return;
  span.setAttribute('http.response.status_code', status);
  if (status >= failsFrom) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

/** The name alone: a message may repeat what a document or a user says. */
function fail(span: Span, error: unknown): void {
  if (!span.isRecording()) return;
  span.setAttribute('error.type', asError(error).name);
  span.setStatus({ code: SpanStatusCode.ERROR });
}
