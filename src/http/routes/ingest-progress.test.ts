import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { openHttpStand } from '../../../test/http-stand.ts';
import { eventsOf, openIngestingServer } from '../../../test/ingesting-server.ts';
import { prepareText } from '../../../test/ingestion-stand.ts';
import { asksForEvents } from '../header-fields.ts';
import { Accepted, DocumentStatus } from '../schemas/ingest.ts';
import { Problem } from '../schemas/problem.ts';

const EVENTS = { headers: { accept: 'text/event-stream' } };

/** The server before real ingestion, in which parsing waits until it is released. */
async function openBoth(options: Parameters<typeof openHttpStand>[0] = {}) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const both = await openIngestingServer(options, {
    prepare: async (file, { onStage, signal }) => {
      onStage?.('chunking', 0);
      await Promise.race([released, new Promise((resolve) => signal.addEventListener('abort', resolve))]);
      return prepareText(file);
    },
  });
  return { ...both, release };
}

describe('GET /api/v1/ingest/status/{doc_id} as a stream', () => {
  it('sends the status at once, at each change, and says when it has ended', async () => {
    await using both = await openBoth({ limits: { heartbeatMs: 50 } });
    await both.ingestion.upload('one.txt', 'alpha');
    const response = await both.stand.get('/api/v1/ingest/status/one', EVENTS);
    assert.match(response.headers.get('content-type')!, /^text\/event-stream/);
    assert.equal(response.headers.get('vary'), 'Accept');
    const seen: string[] = [];
    let isAlive = false;
    let isChunking = false;
    for await (const { event, data } of eventsOf(response)) {
      if (event === 'comment') isAlive = true;
      else {
        const { status, stage } = DocumentStatus.parse(data);
        seen.push(`${event}: ${status} ${stage}`);
        isChunking ||= stage === 'chunking';
      }
      if (isAlive && isChunking) both.release();
    }
    assert.deepEqual(new Set(seen).size, seen.length, `something came twice: ${seen}`);
    assert.deepEqual(seen.slice(-3), ['status: processing chunking', 'status: done null', 'done: done null']);
    assert.ok(isAlive, 'a comment kept the connection open');
  });

  it('returns JSON unless events are requested', async () => {
    await using both = await openBoth();
    await both.ingestion.upload('one.txt', 'alpha');
    const response = await both.stand.get('/api/v1/ingest/status/one');
    assert.equal(response.headers.get('vary'), 'Accept');
    assert.equal(DocumentStatus.parse(await response.json()).doc_id, 'one');
  });

  it('answers an unknown document with a problem, and ends with one when the document is removed', async () => {
    await using both = await openBoth();
    const unknown = await both.stand.get('/api/v1/ingest/status/none', EVENTS);
    assert.equal(unknown.status, 404);
    assert.equal(Problem.parse(await unknown.json()).code, 'document_not_found');

    await both.ingestion.upload('one.txt', 'alpha');
    const events = eventsOf(await both.stand.get('/api/v1/ingest/status/one', EVENTS));
    await events.next();
    await both.ingestion.catalog.remove('one');
    const rest: { event: string; data?: unknown }[] = [];
    for await (const event of events) rest.push(event);
    assert.equal(rest.at(-1)?.event, 'error');
    assert.equal(Problem.parse(rest.at(-1)?.data).code, 'document_not_found');
  });

  it('stops following when the client leaves', async () => {
    await using both = await openBoth();
    await both.ingestion.upload('one.txt', 'alpha');
    const controller = new AbortController();
    const response = await both.stand.get('/api/v1/ingest/status/one', {
      ...EVENTS,
      signal: controller.signal,
    });
    await eventsOf(response).next();
    controller.abort();
    const [timing] = await both.stand.timings(1);
    assert.equal(timing?.fields.path, '/api/v1/ingest/status/one');
    assert.equal(timing?.fields.aborted, true);
  });
});

describe('POST /api/v1/ingest/{doc_id}/retry', () => {
  it('queues what has failed again, and nothing else', async () => {
    await using both = await openBoth();
    both.release();
    const retry = (docId: string) => both.stand.get(`/api/v1/ingest/${docId}/retry`, { method: 'POST' });
    await both.ingestion.upload('one.txt', '   ', { docId: 'one' });
    assert.equal((await both.ingestion.settled('one')).status, 'failed');
    const response = await retry('one');
    assert.equal(response.status, 202);
    assert.deepEqual(Accepted.parse(await response.json()), { doc_id: 'one', status: 'queued', version: 1 });
    assert.equal(response.headers.get('location'), '/api/v1/ingest/status/one');

    await both.ingestion.upload('two.txt', 'beta', { docId: 'two' });
    await both.ingestion.settled('two');
    for (const [docId, status, code] of [
      ['two', 409, 'ingest_not_failed'],
      ['none', 404, 'document_not_found'],
    ] as const) {
      const refused = await retry(docId);
      assert.equal(refused.status, status);
      assert.equal(Problem.parse(await refused.json()).code, code);
    }
  });
});

for (const [accept, expected] of [
  ['text/event-stream', true],
  ['application/json, TEXT/EVENT-STREAM; q=0.5', true],
  ['text/event-stream;q=0', false],
  ['text/*', false],
  ['*/*', false],
  [undefined, false],
] as const) {
  it(`${accept} asks for ${expected ? 'events' : 'JSON'}`, () =>
    assert.equal(asksForEvents(accept), expected));
}
