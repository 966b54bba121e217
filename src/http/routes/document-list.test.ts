import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openHttpStand } from '../../../test/http-stand.ts';
import { eventsOf, openIngestingServer } from '../../../test/ingesting-server.ts';
import { DocumentList, DocumentStatus } from '../schemas/ingest.ts';
import { ChunkList, CorpusSummaryReply } from '../schemas/ingest-summary.ts';
import { Problem } from '../schemas/problem.ts';

const EVENTS = { headers: { accept: 'text/event-stream' } };

describe('GET /api/v1/ingest/docs as a stream', () => {
  it('begins with the counts, sends records as they change and ids that are gone, and is kept open', async () => {
    await using both = await openIngestingServer({ limits: { heartbeatMs: 20 } });
    const response = await both.stand.get('/api/v1/ingest/docs', EVENTS);
    assert.match(response.headers.get('content-type')!, /^text\/event-stream/);
    assert.equal(response.headers.get('vary'), 'Accept');
    const events = eventsOf(response);
    assert.deepEqual((await events.next()).value, {
      event: 'counts',
      data: { queued: 0, processing: 0, done: 0, skipped: 0, failed: 0 },
    });
    assert.equal((await events.next()).value?.event, 'comment');
    await both.ingestion.upload('one.txt', 'alpha');
    for await (const { event, data } of events) {
      if (event === 'document' && DocumentStatus.parse(data).status === 'done') break;
    }
    const later = eventsOf(await both.stand.get('/api/v1/ingest/docs', EVENTS));
    await later.next();
    await both.ingestion.catalog.remove('one');
    for await (const { event, data } of later) {
      if (event === 'comment') continue;
      assert.deepEqual({ event, data }, { event: 'deleted', data: { doc_id: 'one' } });
      break;
    }
  });

  it('ends at once when the server stops, with a problem that says so', async () => {
    const both = await openIngestingServer({ limits: { shutdownGraceMs: 60_000 } });
    try {
      const events = eventsOf(await both.stand.get('/api/v1/ingest/docs', EVENTS));
      await events.next();
      const closed = both.stand.server.close();
      const { value } = await events.next();
      assert.equal(value?.event, 'error');
      assert.equal(Problem.parse(value?.data).code, 'shutting_down');
      await closed;
    } finally {
      await both[Symbol.asyncDispose]();
    }
  });

  it('needs the key where the list does', async () => {
    await using both = await openIngestingServer({
      settings: { apiKey: 'secret', requireAuthForIngest: true },
    });
    assert.equal((await both.stand.get('/api/v1/ingest/docs', EVENTS)).status, 401);
    const headers = { ...EVENTS.headers, 'x-api-key': 'secret' };
    const response = await both.stand.get('/api/v1/ingest/docs', { headers });
    assert.equal(response.status, 200);
    await response.body?.cancel();
  });
});

describe('GET /api/v1/ingest/docs with sort', () => {
  it('goes through all pages of an order, and takes no cursor of another', async () => {
    await using both = await openIngestingServer();
    for (const title of ['pear', 'Apple', 'fig'])
      await both.ingestion.upload(`${title}.txt`, title, { title });
    const seen: string[] = [];
    let cursor = '';
    let ofTitles = '';
    do {
      const reply = await both.stand.get(
        `/api/v1/ingest/docs?sort=title&limit=1${cursor && `&cursor=${cursor}`}`,
      );
      const page = DocumentList.parse(await reply.json());
      seen.push(...page.docs.map(({ title }) => title));
      cursor = page.next_cursor ?? '';
      ofTitles ||= cursor;
    } while (cursor !== '');
    assert.deepEqual(seen, ['Apple', 'fig', 'pear']);
    for (const query of [`cursor=${ofTitles}`, `sort=size&cursor=${ofTitles}`, 'sort=title&cursor=W10']) {
      const refused = await both.stand.get(`/api/v1/ingest/docs?${query}`);
      assert.equal(refused.status, 400, query);
      assert.equal(Problem.parse(await refused.json()).code, 'invalid_cursor');
    }
    assert.equal((await both.stand.get('/api/v1/ingest/docs?sort=colour')).status, 422);
  });
});

describe('GET /api/v1/ingest/{doc_id}/chunks', () => {
  it('lists the passages page by page, each where it stands in the text', async () => {
    await using both = await openIngestingServer();
    await both.ingestion.upload('one.txt', 'alpha beta\n\ngamma\n\ndelta');
    await both.ingestion.settled('one');
    const { text } = (await (await both.stand.get('/api/v1/ingest/one/text?from=0&to=99')).json()) as {
      text: string;
    };
    const seen: string[] = [];
    for (let cursor = ''; ; ) {
      const page = ChunkList.parse(
        await (await both.stand.get(`/api/v1/ingest/one/chunks?limit=2${cursor}`)).json(),
      );
      assert.equal(page.total, 3);
      for (const chunk of page.chunks) {
        assert.equal(chunk.position, seen.length);
        assert.equal(text.slice(chunk.start, chunk.end), chunk.text);
        seen.push(chunk.text);
      }
      if (page.next_cursor === null) break;
      cursor = `&cursor=${page.next_cursor}`;
    }
    assert.deepEqual(seen, ['alpha beta', 'gamma', 'delta']);
    const unknown = await both.stand.get('/api/v1/ingest/none/chunks');
    assert.equal(Problem.parse(await unknown.json()).code, 'document_not_found');
    assert.equal((await both.stand.get('/api/v1/ingest/one/chunks?cursor=x')).status, 400);
  });

  it('says of a document that does not answer yet that it has none', async () => {
    await using both = await openIngestingServer();
    await both.ingestion.upload('one.txt', ' ');
    await both.ingestion.settled('one');
    const response = await both.stand.get('/api/v1/ingest/one/chunks');
    assert.equal(response.status, 404);
    assert.equal(Problem.parse(await response.json()).code, 'content_not_available');
  });
});

describe('GET /api/v1/ingest/summary', () => {
  it('tells counts and sizes', async () => {
    await using stand = await openHttpStand({
      corpusSummary: async () => ({
        documents: 3,
        byStatus: { queued: 1, processing: 0, done: 2, skipped: 0, failed: 0 },
        chunks: 12,
        originalBytes: 100,
        diskBytes: 500,
        outdated: 3,
        embedding: {
          ...{ model: 'old/model', declined: null },
          reindexing: {
            ...{ model: 'new/model', embedded: 4, chunks: 12, state: 'waiting' },
            declined: { reason: 'text_declined', passages: 2 },
          },
        },
      }),
    });
    const summary = CorpusSummaryReply.parse(await (await stand.get('/api/v1/ingest/summary')).json());
    assert.deepEqual([summary.documents, summary.by_status.done, summary.bytes_on_disk], [3, 2, 500]);
    assert.equal(summary.outdated, 3);
    assert.deepEqual(summary.embedding, {
      ...{ model: 'old/model', declined: null },
      reindexing: {
        ...{ model: 'new/model', embedded: 4, chunks: 12, state: 'waiting' },
        declined: { reason: 'text_declined', passages: 2 },
      },
    });
  });
});
