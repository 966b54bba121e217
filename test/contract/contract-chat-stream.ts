import assert from 'node:assert/strict';
import { LIMITS } from '../../src/http/limits.ts';
import { answerTo, openHttpStand, source } from '../http-stand.ts';
import { QUESTION } from './bench.ts';
import { assertInvalid, assertProblem, valueAt } from './reply.ts';
import { holds, type Row } from './row.ts';
import { getFrom } from './stand.ts';

/** Answers as they come about. */
export const stream: readonly Row[] = [
  holds(
    [
      'Stream (`text/event-stream`): `sources` `{sources}` once retrieval is done → `token` `{delta}`, repeated → `done` `{answer, sources, meta}`, the authoritative result (a client replaces what it has shown)',
    ],
    async ({ open }) => {
      const body = { question: QUESTION, mode: 'strict', top_k: 3 };
      const stream = await open.post('/api/v1/chat/stream', body);
      assert.equal(stream.headers.get('content-type'), 'text/event-stream; charset=utf-8');
      const events = eventsIn(stream.text);
      const names = events.map(({ event }) => event);
      assert.deepEqual(names, ['sources', ...names.slice(1, -1).map(() => 'token'), 'done']);
      const plain = await open.post('/api/v1/chat', body);
      const done = events.at(-1)!.data;
      assert.equal(valueAt(done, 'answer'), plain.at('answer'));
      assert.deepEqual(valueAt(done, 'sources'), plain.at('sources'));
      assert.deepEqual(valueAt(events[0]!.data, 'sources'), plain.at('sources'));
      const told = valueAt(events.slice(1, -1), '*.data.delta') as string[];
      assert.equal(told.join(''), plain.at('answer'));
    },
  ),
  holds('or `error` with a problem object.', async () => {
    await using stand = await openHttpStand({
      answerQuestion: async function* () {
        yield { type: 'sources', sources: [source] };
        throw new Error('a bug');
      },
    });
    const { text, headers } = await getFrom(stand, '/api/v1/chat/stream', POST_HELLO);
    const [, last] = eventsIn(text);
    assert.equal(last!.event, 'error');
    assert.equal(valueAt(last!.data, 'code'), 'internal_error');
    assert.equal(valueAt(last!.data, 'correlation_id'), headers.get('x-correlation-id'));
  }),
  holds('A comment line every 15 s keeps proxies open;', async () => {
    assert.equal(LIMITS.heartbeatMs, 15_000);
    const { promise: heard, resolve: hear } = Promise.withResolvers<void>();
    await using stand = await openHttpStand({
      limits: { heartbeatMs: 20 },
      answerQuestion: async function* (question, { correlationId }) {
        await heard;
        yield { type: 'done', answer: answerTo(question, correlationId) };
      },
    });
    const response = await stand.get('/api/v1/chat/stream', POST_HELLO);
    let text = '';
    for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
      text += piece;
      if ((text.match(/^:.*\n\n/gm) ?? []).length >= 3) hear();
    }
    assert.match(text, /event: done/);
  }),
  holds('`Cache-Control: no-cache`, `X-Accel-Buffering: no`.', async ({ open }) => {
    const { headers } = await open.post('/api/v1/chat/stream', { question: 'hello' });
    assert.deepEqual([headers.get('cache-control'), headers.get('x-accel-buffering')], ['no-cache', 'no']);
  }),
  holds('When the client leaves, the model call is aborted.', async () => {
    const begun = Promise.withResolvers<void>();
    const aborted = Promise.withResolvers<unknown>();
    await using stand = await openHttpStand({
      settings: { questionTimeoutMs: 600_000 },
      answerQuestion: async function* (_question, { signal }) {
        yield { type: 'sources', sources: [source] };
        signal.addEventListener('abort', () => aborted.resolve(signal.reason));
        begun.resolve();
        await aborted.promise;
      },
    });
    const leaving = new AbortController();
    const response = await stand.get('/api/v1/chat/stream', { ...POST_HELLO, signal: leaving.signal });
    await begun.promise;
    leaving.abort();
    await response.text().catch(() => {});
    assert.equal(((await aborted.promise) as Error).name, 'ClientLeftError');
  }),
  holds('Validation errors come as plain problem responses before the stream starts.', async ({ open }) => {
    assertInvalid(await open.post('/api/v1/chat/stream', { question: '', top_k: 0 }), 'question', 'top_k');
    assertProblem(await open.post('/api/v1/chat/stream', '{'), 400);
    assertProblem(await open.post('/api/v1/chat/stream', { question: 'a' }, { 'x-user-id': 'a b' }), 400);
  }),
];

const POST_HELLO = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: '{"question":"hello"}',
} as const;

function eventsIn(stream: string): { event: string; data: unknown }[] {
  return [...stream.matchAll(/^event: (\w+)\ndata: (.*)\n\n/gm)].map(([, event, data]) => ({
    event: event!,
    data: JSON.parse(data!),
  }));
}
