import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openIngestingServer } from '../../../test/ingesting-server.ts';
import { DocumentText } from '../schemas/ingest.ts';
import { ChunkList } from '../schemas/ingest-summary.ts';
import { Problem } from '../schemas/problem.ts';

const TEXT = `We deliver tulips.\n\nOn Mondays only. 👩‍👩‍👧\n\n${'x'.repeat(120_000)}`;
const SETUP = 'Set it up like this:\n\n```\nexport PORT=80\nnpm run build --silent\n```\n\nThen it answers.';
const BYTES = Buffer.from(TEXT);
const DOCUMENT = '/api/v1/ingest/notes';

let both: Awaited<ReturnType<typeof openIngestingServer>>;
let stand: (typeof both)['stand'];

before(async () => {
  both = await openIngestingServer();
  stand = both.stand;
  await both.ingestion.upload('Blümen "neu".md', TEXT, { docId: 'notes' });
  await both.ingestion.settled('notes');
  await both.ingestion.upload('setup.md', SETUP, { docId: 'setup' });
  await both.ingestion.settled('setup');
});

after(() => both[Symbol.asyncDispose]());

async function problemAt(path: string, init?: RequestInit) {
  const response = await stand.get(path, init);
  const { status, code, errors } = Problem.parse(await response.json());
  assert.equal(response.status, status);
  return { status, code, fields: errors?.map(({ field }) => field), headers: response.headers };
}

describe('GET /api/v1/ingest/{doc_id}/text', () => {
  const read = async (query: string) =>
    DocumentText.parse(await (await stand.get(`${DOCUMENT}/text${query}`)).json());

  it('gives 100,000 units of the text, and the rest from there', async () => {
    const first = await read('');
    assert.deepEqual(
      [first.doc_id, first.version, first.from, first.to, first.length],
      ['notes', 1, 0, 100_000, TEXT.length],
    );
    const rest = await read(`?from=${first.to}`);
    assert.equal(rest.to, TEXT.length);
    assert.equal(first.text + rest.text, TEXT);
    assert.equal((await read(`?from=${TEXT.length + 9}`)).text, '');
  });

  it('gives any range, through the middle of a character too', async () => {
    assert.equal((await read('?from=11&to=17')).text, 'tulips');
    const within = TEXT.indexOf('👩') + 1;
    assert.equal((await read(`?from=${within}&to=${within + 1}`)).text, TEXT[within]);
  });

  it('says which lines are code, as a list of passages does', async () => {
    const at = '/api/v1/ingest/setup';
    const { text, code } = DocumentText.parse(await (await stand.get(`${at}/text?from=10`)).json());
    const lines = code.map(({ start, end }) => text.slice(start - 10, end - 10));
    assert.deepEqual(lines, ['export PORT=80\nnpm run build --silent']);
    const { chunks } = ChunkList.parse(await (await stand.get(`${at}/chunks`)).json());
    assert.deepEqual(
      chunks.flatMap((chunk) => chunk.code),
      code,
    );
  });

  it('gives a passage and its place by chunk_id', async () => {
    const passage = await read('?chunk_id=notes.1.0');
    assert.deepEqual([passage.from, passage.to, passage.text], [0, 18, 'We deliver tulips.']);
  });

  for (const [query, field] of [
    ['?from=-1', 'from'],
    ['?from=x', 'from'],
    ['?from=9&to=8', 'to'],
    ['?from=1&to=100002', 'to'],
    ['?chunk_id=notes.1.0&from=1', 'chunk_id'],
    ['?form=1', 'form'],
  ] as const) {
    it(`declines ${query}`, async () => {
      const { status, fields } = await problemAt(`${DOCUMENT}/text${query}`);
      assert.deepEqual([status, fields], [422, [field]]);
    });
  }

  it('knows neither unknown documents nor passages of other versions', async () => {
    assert.equal((await problemAt('/api/v1/ingest/none/text')).code, 'document_not_found');
    assert.equal((await problemAt(`${DOCUMENT}/text?chunk_id=notes.2.0`)).code, 'chunk_not_found');
  });
});

describe('GET /api/v1/ingest/{doc_id}/original', () => {
  const download = (headers: Record<string, string> = {}) => stand.get(`${DOCUMENT}/original`, { headers });

  it('sends the bytes to be saved under their name, and never to be shown', async () => {
    const response = await download();
    assert.equal(response.status, 200);
    assert.deepEqual(Buffer.from(await response.arrayBuffer()), BYTES);
    const header = (name: string) => response.headers.get(name);
    assert.equal(header('content-type'), 'text/markdown');
    assert.equal(header('content-length'), String(BYTES.length));
    assert.equal(
      header('content-disposition'),
      `attachment; filename="Blumen _neu_.md"; filename*=UTF-8''Bl%C3%BCmen%20%22neu%22.md`,
    );
    assert.equal(header('x-content-type-options'), 'nosniff');
    assert.equal(header('content-security-policy'), "default-src 'none'; sandbox");
    assert.equal(header('accept-ranges'), 'bytes');
  });

  it('sends a part', async () => {
    const response = await download({ range: 'bytes=11-16' });
    assert.equal(response.status, 206);
    assert.equal(response.headers.get('content-range'), `bytes 11-16/${BYTES.length}`);
    assert.equal(await response.text(), 'tulips');
  });

  it('sends all when the part would be of other bytes than those before it', async () => {
    const etag = (await download({ range: 'bytes=0-0' })).headers.get('etag')!;
    assert.equal((await download({ range: 'bytes=0-0', 'if-range': etag })).status, 206);
    assert.equal((await download({ range: 'bytes=0-0', 'if-range': '"other"' })).status, 200);
  });

  it('sends nothing that the client has', async () => {
    const etag = (await download()).headers.get('etag')!;
    const response = await download({ 'if-none-match': `"other", ${etag}` });
    assert.deepEqual([response.status, await response.text()], [304, '']);
    assert.deepEqual(
      [response.headers.get('etag'), response.headers.get('cache-control')],
      [etag, 'private, no-cache'],
    );
    assert.equal((await download({ 'if-none-match': '"other"' })).status, 200);
  });

  it('declines a part that is not there', async () => {
    const { status, code, headers } = await problemAt(`${DOCUMENT}/original`, {
      headers: { range: `bytes=${BYTES.length}-` },
    });
    assert.deepEqual([status, code], [416, 'range_not_satisfiable']);
    assert.equal(headers.get('content-range'), `bytes */${BYTES.length}`);
  });

  it('tells the headers alone to HEAD', async () => {
    const response = await stand.get(`${DOCUMENT}/original`, { method: 'HEAD' });
    assert.equal(response.headers.get('content-length'), String(BYTES.length));
    assert.equal(await response.text(), '');
  });

  it('knows no unknown document', async () => {
    assert.equal((await problemAt('/api/v1/ingest/none/original')).code, 'document_not_found');
  });

  it('closes the file when the client leaves', async () => {
    const controller = new AbortController();
    const response = await stand.get(`${DOCUMENT}/original`, { signal: controller.signal });
    controller.abort();
    await assert.rejects(response.arrayBuffer());
    await stand.server.close();
  });
});

describe('documents that are named like a part of the API', () => {
  const NAMES = ['status', 'docs', 'upload', 'summary', 'text', 'chunks', 'original'];
  it('are read like any other, and have a status', async () => {
    await using own = await openIngestingServer();
    for (const prefix of ['/api/v1', '/api'])
      for (const docId of NAMES) {
        const text = `This is ${docId}.`;
        await own.ingestion.upload('a.txt', text, { docId });
        await own.ingestion.settled(docId);
        const get = async (path: string) => await own.stand.get(`${prefix}/ingest/${path}`);
        const status = (await (await get(`status/${docId}`)).json()) as { doc_id: string };
        assert.equal(status.doc_id, docId);
        const found = DocumentText.parse(await (await get(`${docId}/text?from=0`)).json());
        assert.deepEqual([found.doc_id, found.text], [docId, text]);
        const { chunks } = (await (await get(`${docId}/chunks?limit=1`)).json()) as { chunks: unknown[] };
        assert.equal(chunks.length, 1);
        assert.equal(await (await get(`${docId}/original`)).text(), text);
        assert.equal((await get(`${docId}/text?what=x`)).status, 422);
        await own.ingestion.catalog.remove(docId);
      }
  });

  it('give way to the status of a document that is named like a part of them', async () => {
    await using own = await openIngestingServer();
    const read = async (path: string) => (await own.stand.get(`/api/v1/ingest/${path}`)).text();
    const detailOf = (body: string) => Problem.parse(JSON.parse(body)).detail;
    assert.match(detailOf(await read('status/text')), /no document "text"/);
    await own.ingestion.upload('a.txt', 'This is status.', { docId: 'status' });
    await own.ingestion.settled('status');
    assert.match(await read('status/text'), /This is status/);
    await own.ingestion.upload('a.txt', 'This is text.', { docId: 'text' });
    await own.ingestion.settled('text');
    assert.equal((JSON.parse(await read('status/text')) as { doc_id: string }).doc_id, 'text');
    assert.match(await read('status/chunks'), /This is status/);
    const headers = { accept: 'text/event-stream' };
    const events = await own.stand.get('/api/v1/ingest/status/text', { headers });
    assert.match(await events.text(), /event: done\ndata: \{"doc_id":"text"/);
  });
});
