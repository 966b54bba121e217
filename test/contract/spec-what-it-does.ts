import assert from 'node:assert/strict';
import { until } from '../until.ts';
import { QUESTION } from './bench.ts';
import { type Chapter, heldBy, holds, saysNothing } from './row.ts';
import type { LogLine } from './service.ts';
import { POOL_QUESTION, startWithModel } from './with-model.ts';

export const introduction: Chapter = {
  document: 'service-interface.md',
  section: '',
  rows: [
    saysNothing(
      'This document covers the whole service',
      'It covers chat, document ingestion',
      'It is the only document',
      'Base address',
    ),
  ],
};

export const whatItDoes: Chapter = {
  document: 'service-interface.md',
  section: '1. What the service does',
  rows: [
    holds('Answers questions posed through a chat endpoint.', async ({ open }) => {
      const reply = await open.ask(QUESTION);
      assert.match(reply.word('answer'), /24 euros/);
    }),
    heldBy(
      'Response: `{answer, sources, meta}`.',
      'A reply holds an answer, a list of sources and metadata.',
    ),
    heldBy('Stream (`text/event-stream`)', 'A streamed variant of the same operation exists.'),
    heldBy(
      ['202 `{doc_id, status: "queued"', 'from the moment it answers', '`POST /api/v1/ingest` downloads'],
      'Ingests documents into the KB, either from a remote URL or from an uploaded local file.',
    ),
    heldBy(
      ['202 `{doc_id, status: "queued", version}`', 'Status: `{doc_id, title, status'],
      'Ingestion is asynchronous: the request is accepted and the status is polled.',
    ),
    heldBy(
      ['`GET /api/v1/ingest/docs` →', '`DELETE /api/v1/ingest/{doc_id}` → 200'],
      'Lists and deletes ingested documents.',
    ),
    heldBy('Entry: `{entry_id', 'Holds synthesized answers for human review.'),
    heldBy(
      ['`POST …/approve`', 'An approved answer is a document', '`POST …/reject`'],
      ['An approved answer is embedded into the KB.', 'A rejected answer is discarded.'],
    ),
    heldBy(
      ['`POST /api/v1/feedback` `{rating', '`GET /api/v1/feedback?rating='],
      ['Collects thumbs-up and thumbs-down feedback on answers.', 'Operators can list it.'],
    ),
    heldBy(
      'Conversation memory: last turns',
      'Keeps conversation memory scoped per user, by the `X-User-Id` request header.',
    ),
    heldBy(
      '`/health` and `/ready` are unversioned.',
      'Exposes a cached health probe and a live readiness probe.',
    ),
    heldBy('`/ready`: 200', 'The service depends on a key-value store and a vector store.'),
  ],
};

export const crossCutting: Chapter = {
  document: 'service-interface.md',
  section: '1. What the service does › Cross-cutting behavior',
  rows: [
    holds('Every request carries a correlation ID in the `X-Correlation-Id` header.', async ({ open }) => {
      await open.get('/health', { 'x-correlation-id': 'carried-1' });
      assert.equal((await open.logged('[carried-1] request ')).length, 1);
    }),
    heldBy(
      ['an incoming `X-Correlation-Id` is kept', 'generated ids are UUIDv7.'],
      'The service preserves the header if the client sends it, otherwise it injects one.',
    ),
    holds(
      'The same ID is propagated through all logging for the request, including calls to the key-value store, the vector store',
      async ({ open }) => {
        await open.ask(QUESTION, {}, { 'x-correlation-id': 'chain-chat', 'x-user-id': 'chain' });
        await open.logged('[chain-chat] request ');
        const lines = (await open.logged('[chain-chat]')).join('\n');
        for (const store of ['store=memory', 'store="search index"', 'store=documents'])
          assert.ok(lines.includes(store), store);
      },
    ),
    holds('and the ingest steps.', async ({ open }) => {
      const file = { name: 'chain.txt', text: 'A text about chains.' };
      const accepted = await open.upload(file, {}, { 'x-correlation-id': 'chain-ingest' });
      await open.settled(accepted.word('doc_id'));
      await open.logged('[chain-ingest] Ingest done');
      const lines = (await open.logged('[chain-ingest]')).join('\n');
      for (const call of ['call=accept ', 'call=stageChunks', 'call=stage ', 'call=publish'])
        assert.ok(lines.includes(call), call);
    }),
    holds('the language model', async () => {
      await using stand = await startWithModel();
      await stand.service.ask(POOL_QUESTION, {}, { 'x-correlation-id': 'chain-model' });
      const lines = await stand.service.logged('[chain-model] Language model called');
      assert.match(lines.join(), /model=openai-compatible\/model-of-test/);
      assert.equal(stand.provider.requests[0]!.headers['x-correlation-id'], 'chain-model');
    }),
    heldBy('Every response carries `X-Correlation-Id` and', 'Every response carries `X-Correlation-Id`.'),
    holds('In chat responses the same value is in `meta.correlation_id`.', async ({ open }) => {
      const reply = await open.ask(QUESTION, {}, { 'x-correlation-id': 'the-same' });
      assert.equal(reply.at('meta.correlation_id'), 'the-same');
      assert.equal(reply.headers.get('x-correlation-id'), 'the-same');
      const stream = await open.call('POST', '/api/v1/chat/stream', { body: { question: QUESTION } });
      assert.ok(stream.text.includes(`"correlation_id":"${stream.headers.get('x-correlation-id')}"`));
    }),
    holds(
      'For every request, one timing log entry records: method, path, status code, duration in milliseconds and correlation ID.',
      async ({ open }) => {
        await open.call('DELETE', '/api/v1/ingest/nobody?secret=1', {
          headers: { 'x-correlation-id': 'timed-1' },
        });
        const lines = await open.logged('[timed-1] request ');
        assert.equal(lines.length, 1);
        assert.match(
          lines[0]!,
          /\[timed-1\] request method=DELETE path=\/api\/v1\/ingest\/nobody status=404 duration_ms=\d+(\.\d+)?$/,
        );
      },
    ),
    holds(
      'With `LOG_FORMAT=json`, each log line is a JSON object with the fields `timestamp`, `level`, `correlation_id` and `message`.',
      async ({ keyed }) => {
        await keyed.get('/health', { 'x-correlation-id': 'as-json' });
        await keyed.logged('"as-json"');
        for (const line of keyed.logFile().trimEnd().split('\n')) {
          const entry = JSON.parse(line) as LogLine;
          assert.deepEqual(Object.keys(entry), ['timestamp', 'level', 'correlation_id', 'message']);
          assert.equal(new Date(entry.timestamp).toISOString(), entry.timestamp);
          assert.match(entry.level, /^(debug|info|warn|error)$/);
        }
      },
    ),
    holds('With `LOG_FORMAT=text` (the default), lines are plain text.', async ({ limited, nextClient }) => {
      await limited.get('/health', { 'x-correlation-id': 'as-text', 'x-forwarded-for': nextClient() });
      const [line] = await limited.logged('as-text');
      assert.match(line!, /^\d{4}-\d\d-\d\dT[\d:.]+Z INFO {2}\[as-text\] request /);
    }),
    holds('Logs go to the console and to a rotating file `logs/app.log`', async ({ open }) => {
      await open.get('/health', { 'x-correlation-id': 'both-places' });
      const [line] = await open.logged('[both-places] request ');
      await until(() => open.output().includes(line!));
    }),
    heldBy('| Log file |', 'capped at 10 MB with 5 rotated backups.'),
  ],
};
