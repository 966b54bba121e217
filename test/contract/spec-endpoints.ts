import assert from 'node:assert/strict';
import { RefusedError } from '../../src/errors.ts';
import { openHttpStand } from '../http-stand.ts';
import { QUESTION } from './bench.ts';
import { assertInvalid, assertProblem, valueAt } from './reply.ts';
import { type Chapter, heldBy, holds, saysNothing } from './row.ts';
import { getFrom } from './stand.ts';

const document = 'service-interface.md';

export const endpoints: Chapter = {
  document,
  section: '4. Endpoints',
  rows: [
    saysNothing(
      'All paths are relative to {base_url}.',
      'Authentication is explained in section 5.',
      'Rules:',
    ),
    holds('Versioned paths start with `/api/v1`.', async ({ open }) => {
      const { paths } = (await open.get('/openapi.json')).at() as { paths: object };
      // The paths of OpenAI's API are not ours to choose.
      const others = Object.keys(paths).filter((path) => !/^\/(?:api|v1)\//.test(path));
      assert.deepEqual(others.sort(), ['/health', '/ready']);
    }),
    holds(
      '| POST | /api/v1/chat | Ask a question. | JSON body, header `X-User-Id` optional. | JSON object with `answer`, `sources[]`, `meta`. |',
      async ({ open }) => {
        for (const headers of [{}, { 'x-user-id': 'ada' }]) {
          const reply = await open.ask(QUESTION, {}, headers);
          assert.equal(reply.headers.get('content-type'), 'application/json; charset=utf-8');
          assert.deepEqual(Object.keys(reply.at() as object), ['answer', 'sources', 'related', 'meta']);
        }
      },
    ),
    holds(
      '| POST | /api/v1/chat/stream | Same body as chat, streamed. | Same as chat. | Server-sent events (SSE) stream. |',
      async ({ open }) => {
        const body = { question: QUESTION, mode: 'strict', top_k: 3 };
        const stream = await open.post('/api/v1/chat/stream', body);
        assert.match(stream.headers.get('content-type')!, /^text\/event-stream/);
        const done = /^event: done\ndata: (.*)$/m.exec(stream.text)![1]!;
        assert.equal(
          valueAt(JSON.parse(done), 'answer'),
          (await open.post('/api/v1/chat', body)).at('answer'),
        );
      },
    ),
    heldBy(
      '| Location | On 202',
      '| POST | /api/v1/ingest | Ingest a document from a remote URL. | JSON body. | 202 with a `Location` header. |',
    ),
    heldBy(
      '| Location | On 202',
      '| POST | /api/v1/ingest/upload | Ingest an uploaded local file. | Multipart form. | 202 with a `Location` header. |',
    ),
    heldBy(
      ['Status: `{doc_id, title, status', '| Location | On 202'],
      '| GET | /api/v1/ingest/status/{doc_id} | Poll ingest status of a document. | Path parameter `doc_id`. | Status of the ingest. |',
    ),
    heldBy(
      'stable under concurrent inserts',
      '| GET | /api/v1/ingest/docs | List ingested documents, paginated. | Query: `limit`, `cursor`. | A page of documents. |',
    ),
    holds(
      '| DELETE | /api/v1/ingest/{doc_id} | Delete a document. | Path parameter `doc_id`; `X-API-Key`. | Result of the deletion. |',
      async ({ keyed, nextName }) => {
        const docId = (await keyed.ingest({ name: `${nextName()}.txt`, text: 'Some text.' })).word('doc_id');
        const path = `/api/v1/ingest/${docId}`;
        assertProblem(await keyed.call('DELETE', path, { headers: { 'x-api-key': '' } }), { status: 401 });
        assert.equal((await keyed.call('DELETE', path)).at('status'), 'deleted');
        assertProblem(await keyed.get(`/api/v1/ingest/status/${docId}`), { status: 404 });
      },
    ),
    holds(
      '| GET | /api/v1/review/pending | List synthesized answers awaiting review. | Query: `limit`, `cursor`; key-gated. | A page of review entries. |',
      async ({ keyed, synthesize }) => {
        const older = await synthesize(keyed);
        const newer = await synthesize(keyed);
        assertProblem(await keyed.get('/api/v1/review/pending', { 'x-api-key': '' }), { status: 401 });
        const first = await keyed.get('/api/v1/review/pending?limit=1');
        const second = await keyed.get(`/api/v1/review/pending?limit=1&cursor=${first.word('next_cursor')}`);
        assert.deepEqual(
          [first, second].map((page) => page.at('pending.0.entry_id')),
          [newer.entryId, older.entryId],
        );
      },
    ),
    heldBy(
      ['An approved answer is embedded into the KB.', '`POST …/approve`', 'An approved answer is a document'],
      '| POST | /api/v1/review/{entry_id}/approve | Approve an answer and embed it into the KB. | Path parameter `entry_id`; key-gated. | Result of the approval. |',
    ),
    heldBy(
      '`POST …/reject`',
      '| POST | /api/v1/review/{entry_id}/reject | Reject an answer and discard it. | Path parameter `entry_id`; key-gated. | Result of the rejection. |',
    ),
    heldBy(
      ['`POST /api/v1/feedback` `{rating', '`POST /api/v1/feedback`, chat'],
      '| POST | /api/v1/feedback | Submit thumbs-up or thumbs-down feedback. Open (no key). | JSON body. | Result of the submission. |',
    ),
    holds(
      '| GET | /api/v1/feedback | List feedback (operator). | Query: `rating`, `limit`, `cursor`; key-gated. | A page of feedback. |',
      async ({ keyed }) => {
        for (const reason of ['older', 'newer'])
          await keyed.post('/api/v1/feedback', { rating: 'down', reason });
        assertProblem(await keyed.get('/api/v1/feedback', { 'x-api-key': '' }), { status: 401 });
        const first = await keyed.get('/api/v1/feedback?rating=down&limit=1');
        const second = await keyed.get(
          `/api/v1/feedback?rating=down&limit=1&cursor=${first.word('next_cursor')}`,
        );
        assert.deepEqual(
          [first, second].map((page) => page.at('feedback.0.reason')),
          ['newer', 'older'],
        );
      },
    ),
    heldBy(
      '`/health` always 200',
      '| GET | /health | Cached startup health. | None. | Reports `ok` or `degraded`. |',
    ),
    heldBy(
      ['`/ready`: 200', '`/ready` returns 200 only if', '| Key-value store or vector store down'],
      '| GET | /ready | Live readiness probe. | None. | 200 with a JSON object whose `status` is `ready`; or 503 with dependency-specific error detail. |',
    ),
    holds(
      [
        '`/ready` returns 200 only if both the key-value store and the vector store respond at that moment.',
        'Otherwise it returns 503, and the detail names the failing dependency.',
      ],
      async () => {
        const down = { kv_store: false, vector_store: false };
        const probe = (name: keyof typeof down) => async () => {
          if (down[name]) throw new Error('connection refused');
        };
        await using stand = await openHttpStand({
          probes: { kv_store: probe('kv_store'), vector_store: probe('vector_store') },
        });
        assert.equal((await getFrom(stand, '/ready')).status, 200);
        for (const name of ['kv_store', 'vector_store'] as const) {
          down[name] = true;
          const reply = await getFrom(stand, '/ready');
          assertProblem(reply, { status: 503 });
          assert.match(reply.word('detail'), new RegExp(`^${name} `));
          down[name] = false;
        }
        assert.equal((await getFrom(stand, '/ready')).status, 200);
      },
    ),
    holds('The ingest operations respond 202 when the ingest is accepted.', async ({ open, nextName }) => {
      assert.equal((await open.upload({ name: `${nextName()}.txt`, text: 'Some text.' })).status, 202);
      assert.equal((await open.post('/api/v1/ingest', { url: 'http://docs.example.org/d.txt' })).status, 202);
      await using stand = await openHttpStand({
        catalog: {
          acceptUrl: async () => {
            throw new RefusedError({ code: 'queue_full', limit: 1, retryAfterSeconds: 7 });
          },
        } as never,
      });
      assert.equal(
        (await stand.postJson('/api/v1/ingest', { url: 'http://docs.example.org/d.txt' })).status,
        503,
      );
    }),
    holds(
      '`POST /api/v1/ingest` downloads the document from the given URL, subject to the SSRF rules in section 5.',
      async ({ open }) => {
        // A name that nobody has: accepted, tried, and put off for that reason.
        const accepted = await open.post('/api/v1/ingest', { url: 'http://docs.example.org/e.txt' });
        const [tried] = await open.logged(`[${accepted.headers.get('x-correlation-id')}] Ingest `);
        assert.match(tried ?? '', /download_failed/);
      },
    ),
    holds(
      'Uploaded or staged file paths are validated so that they cannot escape the intended ingest directory.',
      async ({ open, nextName }) => {
        for (const name of [
          '../../../escape.txt',
          '..\\..\\escape.txt',
          '/etc/escape.txt',
          'C:\\escape.txt',
        ]) {
          const text = `Text of ${nextName()}.`;
          const status = await open.ingest({ name, text });
          assert.match(status.word('doc_id'), /^[A-Za-z0-9_-]+$/);
          assert.doesNotMatch(status.word('source.filename'), /^\.\.|^\/|\//);
        }
      },
    ),
    holds(
      'Files are also checked for an allowed extension and, for PDFs, for a `%PDF` header, and against `MAX_FILE_SIZE_MB`.',
      async ({ open }) => {
        for (const name of ['a.exe', 'a.js', 'a', 'a.pdf.exe', 'a.png', 'a.doc'])
          assertProblem(await open.upload({ name, text: 'Some text.' }), {
            status: 415,
            code: 'unsupported_file_type',
          });
        for (const text of ['Some text.', ' %PDF-1.7', '\u0000%PDF-1.7', '%pdf-1.7'])
          assertProblem(await open.upload({ name: 'a.pdf', text }), {
            status: 415,
            code: 'unsupported_file_type',
          });
        assertProblem(await open.upload({ name: 'a.txt', text: 'a '.repeat(600_000) }), {
          status: 413,
          code: 'file_too_large',
        });
      },
    ),
    holds('`limit` and `cursor` implement pagination.', async ({ open }) => {
      for (const list of ['ingest/docs', 'review/pending', 'feedback']) {
        assertInvalid(await open.get(`/api/v1/${list}?limit=0`), 'limit');
        assertProblem(await open.get(`/api/v1/${list}?cursor=nonsense`), {
          status: 400,
          code: 'invalid_cursor',
        });
      }
    }),
  ],
};
