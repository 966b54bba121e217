import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { OpenAiError } from '../../src/http/schemas/openai.ts';
import { exchange, type RawResponse } from '../http-exchange.ts';
import { type ServerProcess, startServer } from '../server-process.ts';
import { STUB_DNS } from '../stub-dns.ts';
import { documentedReplies, operationAt } from './documented-reply.ts';
import { malformedRequests } from './malformed-request.ts';
import { MEMORY_PROBE, type MemoryUse, memoryOf } from './memory-probe.ts';
import type { ApiDocument, RawRequest } from './request-draft.ts';

const SEED = 20_261_121;
const REQUESTS = 2_000;
/** Sent at the same time. */
const BATCH = 10;
/**
 * What the process may hold more after all requests than after the first of them, which load and warm most of it: 2.4 to
 * 6.3 MB were measured.
 */
const GROWTH_MB_MAX = 9;
const WARM_UP_SHARE = 0.4;

describe(`${REQUESTS} malformed requests, made from the API document`, { timeout: 600_000 }, () => {
  let server: ServerProcess;
  let api: ApiDocument;
  before(async () => {
    server = await startServer({
      settings: {
        RATE_LIMIT_PER_MINUTE: '1000000',
        MAX_FILE_SIZE_MB: '1',
        NODE_OPTIONS: `${STUB_DNS} ${MEMORY_PROBE}`,
      },
    });
    // What is loaded once, for questions in other languages, is no growth.
    for (const question of ['Was kostet eine Familienkarte?', '家庭票多少钱?']) {
      const body = JSON.stringify({ question });
      await fetch(`${server.url}/api/v1/chat`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
    }
    // What requests ask for: `castle` is a document, and an answer.
    const form = new FormData();
    form.set('doc_id', 'castle');
    form.set('file', new Blob(['The castle opens at nine.']), 'castle.txt');
    await fetch(`${server.url}/api/v1/ingest/upload`, { method: 'POST', body: form });
    await fetch(`${server.url}/api/v1/chat`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-correlation-id': 'castle' },
      body: '{"question":"When does the castle open?"}',
    });
    api = (await (await fetch(`${server.url}/openapi.json`)).json()) as ApiDocument;
  });
  after(() => server[Symbol.asyncDispose]());

  it('are each answered by a problem or done, and change nothing about the server', async (t) => {
    const port = Number(new URL(server.url).port);
    const statuses = new Map<number, number>();
    const codes = new Map<string, number>();
    const operations = new Set<string>();
    const assertDocumented = documentedReplies(api);
    let sent = 0;
    let unanswered = 0;
    let warm: MemoryUse | undefined;

    await fc.assert(
      fc.asyncProperty(
        fc.array(malformedRequests(api), { minLength: BATCH, maxLength: BATCH }),
        async (requests) => {
          await Promise.all(
            requests.map(async (request) => {
              const response = await exchange(port, request.bytes, request);
              sent += 1;
              operations.add(request.operation);
              if (!response) {
                assert.equal(request.isWhole, false, `no answer to ${shown(request)}`);
                unanswered += 1;
                return;
              }
              statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
              const operation = operationAt(api, request.bytes.toString('latin1').split('\r\n', 1)[0]!);
              if (operation) assertDocumented(operation, response, aboutOf(response, request));
              const code = codeOf(response, request);
              if (code !== undefined) codes.set(code, (codes.get(code) ?? 0) + 1);
            }),
          );
          if (sent >= REQUESTS * WARM_UP_SHARE) warm ??= await memoryOf(server);
        },
      ),
      { seed: SEED, numRuns: REQUESTS / BATCH },
    );

    const end = await memoryOf(server);
    const growthMb = end.heldMb - warm!.heldMb;
    const log = readFileSync(join(server.folder, 'logs', 'app.log'), 'utf8');
    const figures = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
    t.diagnostic(`${sent} requests, ${unanswered} cut off and unanswered; ${figures.join(', ')}`);
    t.diagnostic(`codes: ${[...codes].map(([code, count]) => `${code} ${count}`).join(', ')}`);
    t.diagnostic(
      `held: ${warm!.heldMb.toFixed(1)} MB after the first ${WARM_UP_SHARE * 100} %, ${end.heldMb.toFixed(1)} MB at the end; resident: ${end.residentMb.toFixed(0)} MB`,
    );

    const documented = Object.values(api.paths).flatMap((methods) => Object.keys(methods));
    assert.ok(operations.size > documented.length, 'some operations were left out');
    assert.ok(
      [...codes.values()].reduce((sum, count) => sum + count, 0) > sent * 0.6,
      'they are hardly malformed',
    );
    assert.ok(codes.size >= 12, `only ${[...codes.keys()]}`);
    assert.doesNotMatch(log, /Unexpected error|Uncaught/);
    assert.ok(growthMb < GROWTH_MB_MAX, `${growthMb} MB more`);
    assert.equal((await fetch(`${server.url}/ready`)).status, 200);
    assert.equal((await server.stop('SIGTERM')).code, 0);
  });
});

/** Fails unless the response is one that the service gives; its code, if it is a problem with a body. */
function codeOf({ status, headers, body }: RawResponse, request: RawRequest): string | undefined {
  const text = body.toString();
  const about = aboutOf({ status, body }, request);
  const id = headers.get('x-correlation-id') ?? '';
  assert.match(id, /^[!-~]{1,128}$/, about);
  for (const name of ['limit', 'remaining', 'reset'])
    assert.match(headers.get(`x-ratelimit-${name}`) ?? '', /^\d+$/, about);
  assert.equal(headers.get('x-injected'), undefined, about);
  if (status < 400) return undefined;
  assert.ok(status < 500 || status === 503 || status === 504, about);
  // What cannot be parsed as a request is at no address, and answered by a problem.
  const isOpenAi = headers.get('content-type') === 'application/json';
  if (isOpenAi) assert.match(request.operation, / \/v1\//, about);
  else assert.equal(headers.get('content-type'), 'application/problem+json', about);
  if (request.isHead) return undefined;
  const problem = JSON.parse(text) as Record<string, unknown>;
  if (isOpenAi) return OpenAiError.parse(problem).error.code;
  for (const name of ['type', 'title', 'detail', 'code']) assert.equal(typeof problem[name], 'string', about);
  assert.equal(problem.status, status, about);
  assert.equal(problem.correlation_id, id, about);
  return problem.code as string;
}

function aboutOf({ status, body }: Pick<RawResponse, 'status' | 'body'>, request: RawRequest): string {
  return `${status} ${body.toString().slice(0, 300)} to ${shown(request)}`;
}

function shown({ operation, faults, bytes }: RawRequest): string {
  return `${operation} with ${faults.join(', ')}: ${JSON.stringify(bytes.toString('latin1').slice(0, 600))}`;
}
