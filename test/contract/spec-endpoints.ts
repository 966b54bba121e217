import assert from 'node:assert/strict';
import { type Chapter, heldBy, holds, saysNothing } from './row.ts';

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
    heldBy(
      ['Response: `{answer, sources, meta}`.', 'Optional. Defaults to anonymous.'],
      '| POST | /api/v1/chat | Ask a question. | JSON body, header `X-User-Id` optional. | JSON object with `answer`, `sources[]`, `meta`. |',
    ),
    heldBy(
      'Stream (`text/event-stream`)',
      '| POST | /api/v1/chat/stream | Same body as chat, streamed. | Same as chat. | Server-sent events (SSE) stream. |',
    ),
    heldBy(
      '202 `{doc_id, status: "queued", version}`',
      '| POST | /api/v1/ingest | Ingest a document from a remote URL. | JSON body. | 202 with a `Location` header. |',
    ),
    heldBy(
      '202 `{doc_id, status: "queued", version}`',
      '| POST | /api/v1/ingest/upload | Ingest an uploaded local file. | Multipart form. | 202 with a `Location` header. |',
    ),
    heldBy(
      ['Status: `{doc_id, title, status', '202 `{doc_id, status: "queued"'],
      '| GET | /api/v1/ingest/status/{doc_id} | Poll ingest status of a document. | Path parameter `doc_id`. | Status of the ingest. |',
    ),
    heldBy(
      'stable under concurrent inserts',
      '| GET | /api/v1/ingest/docs | List ingested documents, paginated. | Query: `limit`, `cursor`. | A page of documents. |',
    ),
    heldBy(
      ['When `API_KEY` is set, `DELETE', '`DELETE /api/v1/ingest/{doc_id}` → 200'],
      '| DELETE | /api/v1/ingest/{doc_id} | Delete a document. | Path parameter `doc_id`; `X-API-Key`. | Result of the deletion. |',
    ),
    heldBy(
      ['`GET /api/v1/review/pending` →', 'The review operations'],
      '| GET | /api/v1/review/pending | List synthesized answers awaiting review. | Query: `limit`, `cursor`; key-gated. | A page of review entries. |',
    ),
    heldBy(
      ['`POST …/approve`', 'An approved answer is a document'],
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
    heldBy(
      ['`GET /api/v1/feedback?rating=', 'The review operations'],
      '| GET | /api/v1/feedback | List feedback (operator). | Query: `rating`, `limit`, `cursor`; key-gated. | A page of feedback. |',
    ),
    heldBy(
      '`/health` always 200',
      '| GET | /health | Cached startup health. | None. | Reports `ok` or `degraded`. |',
    ),
    heldBy(
      '`/ready`: 200',
      '| GET | /ready | Live readiness probe. | None. | 200 with a JSON object whose `status` is `ready`; or 503 with dependency-specific error detail. |',
    ),
    heldBy('`/ready`: 200', [
      '`/ready` returns 200 only if both the key-value store and the vector store respond at that moment.',
      'Otherwise it returns 503, and the detail names the failing dependency.',
    ]),
    heldBy(
      '202 `{doc_id, status: "queued", version}`',
      'The ingest operations respond 202 when the ingest is accepted.',
    ),
    holds(
      '`POST /api/v1/ingest` downloads the document from the given URL, subject to the SSRF rules in section 5.',
      async ({ open }) => {
        // A name that nobody has: accepted, tried, and put off for that reason.
        const accepted = await open.post('/api/v1/ingest', { url: 'http://docs.example.org/e.txt' });
        const [tried] = await open.logged(`[${accepted.headers.get('x-correlation-id')}] Ingest `);
        assert.match(tried ?? '', /download_failed/);
      },
    ),
    heldBy(
      '| Ingest path guard |',
      'Uploaded or staged file paths are validated so that they cannot escape the intended ingest directory.',
    ),
    heldBy(
      ['415 wrong type', '413 too large'],
      'Files are also checked for an allowed extension and, for PDFs, for a `%PDF` header, and against `MAX_FILE_SIZE_MB`.',
    ),
    heldBy(['`limit` 1–200', "400 what can't be parsed"], '`limit` and `cursor` implement pagination.'),
  ],
};
