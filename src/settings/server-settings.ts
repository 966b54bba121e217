import { z } from 'zod';
import { httpUrl, number, type Setting, secret, secretList, text, whole } from './setting-kinds.ts';

/** Limits on what the server may use of the machine, and clients of the server. */
export const SERVER_SETTINGS = {
  memoryBudgetMb: whole(
    'MEMORY_BUDGET_MB',
    'Memory for Docent and its parser processes, in MB; caches and heaps follow it. 0: half of the memory of the machine or container, at most 2048, with only the limit of Node for the heap of the server.',
    { fallback: 0, min: 0, max: 1_000_000 },
  ),
  connectionsMax: whole(
    'CONNECTIONS_MAX',
    'Maximum number of open connections. Further ones are closed at once.',
    { fallback: 2_000, min: 10, max: 100_000 },
  ),
  connectionsPerClientMax: whole(
    'CONNECTIONS_PER_CLIENT_MAX',
    'Maximum number of open connections from one client address, or one IPv6 /64 network. Connections of TRUSTED_PROXIES do not count.',
    { fallback: 1_000, min: 1, max: 100_000 },
  ),
  uploadStallTimeoutMs: whole(
    'UPLOAD_STALL_TIMEOUT_MS',
    'How long an upload may stall before it ends with 408, in milliseconds.',
    { fallback: 30_000, min: 100, max: 600_000 },
  ),
  uploadBytesPerSecondMin: whole(
    'UPLOAD_BYTES_PER_SECOND_MIN',
    'Minimum speed of an upload. A slower one ends with 408 after some time.',
    { fallback: 1_024, min: 1, max: 1_000_000 },
  ),
  otlpEndpoint: httpUrl(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'Receiver of OpenTelemetry traces by OTLP/HTTP, without /v1/traces. Empty: no traces. Needs packages that a start without them names.',
  ),
  otlpHeaders: secretList(
    'OTEL_EXPORTER_OTLP_HEADERS',
    (text) => /^[\w-]+=[ -~]*$/.test(text),
    'name=value',
    'Headers that the receiver of traces needs, such as authorization=Bearer ….',
  ),
  otelServiceName: text('OTEL_SERVICE_NAME', 'docent', 'Name of this service in traces.'),
  traceSampleRatio: number(
    'TRACE_SAMPLE_RATIO',
    'Share of requests that are traced. A request that comes with a trace follows its decision.',
    { fallback: 1, min: 0, max: 1 },
  ),
  // A URL may be all that protects its receiver.
  webhookUrls: secretList(
    'WEBHOOK_URLS',
    (text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''),
    'URLs such as https://hooks.example.org/docent',
    'URLs to notify when an ingest ended, an answer is held for review, or one is rated down.',
  ),
  webhookSecret: {
    ...secret('WEBHOOK_SECRET', 'Key to sign webhooks with. Needed with WEBHOOK_URLS.'),
    takes: 'whsec_ and 24 to 64 random bytes in base64, such as echo whsec_$(openssl rand -base64 32) prints',
    schema: z.union([z.literal(''), z.string().regex(/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/)]),
  },
} as const satisfies Record<string, Setting>;

/** Nobody could tell unsigned notifications from forged ones. */
export function webhookComplaints(config: Readonly<Record<string, unknown>>): string[] {
  const { webhookUrls, webhookSecret } = config;
  return Array.isArray(webhookUrls) && webhookUrls.length > 0 && webhookSecret === ''
    ? ['WEBHOOK_SECRET must be set together with WEBHOOK_URLS']
    : [];
}
