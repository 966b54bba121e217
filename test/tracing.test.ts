import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { createApiClient } from '../scripts/api-client.ts';
import { writes } from './model-servers/behaviour.ts';
import { startOpenAiServer } from './model-servers/openai.ts';
import type { ModelServer } from './model-servers/scripted-server.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import { until } from './until.ts';

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: readonly { key: string; value: { stringValue?: string; intValue?: number } }[];
}

const [SERVER, CLIENT] = [2, 3];
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';

describe('a trace', { timeout: 300_000 }, () => {
  const spans: Span[] = [];
  const services = new Set<string>();
  const authorizations = new Set<string | undefined>();
  /** A receiver of OTLP/HTTP in JSON. */
  const receiver = createServer(async (request, response) => {
    assert.equal(request.url, '/v1/traces');
    authorizations.add(request.headers.authorization);
    const body = (await json(request)) as {
      resourceSpans: {
        resource: { attributes: Span['attributes'] };
        scopeSpans: { spans: Span[] }[];
      }[];
    };
    for (const { resource, scopeSpans } of body.resourceSpans) {
      const name = resource.attributes.find(({ key }) => key === 'service.name');
      services.add(name!.value.stringValue!);
      for (const scope of scopeSpans) spans.push(...scope.spans);
    }
    response.setHeader('content-type', 'application/json').end('{}');
  });
  let model: ModelServer;
  let server: ServerProcess;

  before(async () => {
    await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
    model = await startOpenAiServer();
    server = await startServer({
      settings: {
        LLM_PROVIDER: 'openai-compatible',
        LLM_MODEL: 'm',
        LLM_BASE_URL: model.baseUrl,
        OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`,
        OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer t0ken',
        OTEL_SERVICE_NAME: 'docent-test',
      },
    });
    const client = createApiClient(server.url);
    await client.upload('notice.md', Buffer.from('# Leaving\n\nThe notice period is three months.'));
    await client.settled(60_000, () => {});
  });
  after(async () => {
    await server?.[Symbol.asyncDispose]();
    await model?.[Symbol.asyncDispose]();
    receiver.closeAllConnections();
    receiver.close();
  });

  it('leads from the caller to the request, the retrieval and the model', async () => {
    model.answer(writes('The notice period is three months. [1]'));
    const response = await fetch(`${server.url}/api/v1/chat`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        traceparent: `00-${TRACE}-${PARENT}-01`,
        'x-correlation-id': 'traced-question',
      },
      body: JSON.stringify({ question: 'How long is the notice period?' }),
    });
    assert.equal(response.status, 200);
    await response.text();
    // Spans that wait are sent when Docent stops.
    await server.stop('SIGTERM');
    const ours = () => spans.filter(({ traceId }) => traceId === TRACE);
    await until(() => ours().length >= 3);
    const attributesOf = (span: Span) =>
      Object.fromEntries(span.attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));

    const request = ours().find(({ kind }) => kind === SERVER)!;
    assert.deepEqual([request.name, request.parentSpanId], ['POST /api/v1/chat', PARENT]);
    const { 'docent.correlation_id': correlationId, 'http.response.status_code': status } =
      attributesOf(request);
    assert.deepEqual([correlationId, status], ['traced-question', 200]);
    const retrieval = ours().find(({ name }) => name === 'retrieval')!;
    assert.equal(retrieval.parentSpanId, request.spanId);
    const calls = ours().filter(({ kind }) => kind === CLIENT);
    assert.ok(calls.length > 0 && calls.every(({ name }) => name === 'model call'));
    const received = model.requests.map(({ headers }) => headers.traceparent);
    for (const call of calls) {
      assert.equal(attributesOf(call)['url.path'], '/v1/chat/completions');
      assert.ok(received.includes(`00-${TRACE}-${call.spanId}-01`), 'the model gets the span as its parent');
    }
    assert.deepEqual([[...services], [...authorizations]], [['docent-test'], ['Bearer t0ken']]);
    assert.ok(!JSON.stringify(spans).includes('notice period'), 'no question and no document is in a trace');
  });
});
