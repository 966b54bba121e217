import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { answerTo, openHttpStand, source } from '../../../test/http-stand.ts';
import type { AnswerQuestion } from '../../answering/answer.ts';
import { RefusedError } from '../../errors.ts';
import { LIMITS } from '../limits.ts';
import { Problem } from '../schemas/problem.ts';

const UUID = '2f1d8a3c-9f60-4a53-9d2b-6d6a7c1f0b11';
const question = { question: 'What does a family ticket cost?' };

/** The events of a stream, comments left out. */
function eventsOf(text: string): { event: string; data: Record<string, unknown> }[] {
  return text
    .split('\n\n')
    .filter((frame) => frame !== '' && !frame.startsWith(':'))
    .map((frame) => {
      const match = /^event: (\w+)\ndata: (.*)$/.exec(frame);
      assert.ok(match, frame);
      return { event: match[1]!, data: JSON.parse(match[2]!) };
    });
}

/** Yields a source, then waits for its abort. */
function hanging(onStop: (reason: unknown) => void = () => {}): AnswerQuestion {
  return async function* (_question, { signal }) {
    yield { type: 'sources', sources: [source] };
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    onStop(signal.reason);
    throw signal.reason;
  };
}

/** One connection for all. */
function keptAlive(): Agent & Disposable {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return Object.assign(agent, { [Symbol.dispose]: () => agent.destroy() });
}

describe('POST /api/v1/chat', () => {
  it('asks with the settings where the request says nothing', async () => {
    await using stand = await openHttpStand({ newUuid: () => UUID });
    await stand.postJson('/api/v1/chat', { q: '  short?  ' });
    assert.deepEqual(stand.asked[0], {
      text: 'short?',
      mode: 'learning',
      language: 'auto',
      topK: 5,
      scoreThreshold: 0.35,
      given: { topK: false, scoreThreshold: false },
      filter: {},
      userId: 'anonymous',
      conversationId: `anonymous-${UUID}`,
    });
  });

  it('asks with what the request says', async () => {
    await using stand = await openHttpStand();
    const body = {
      question: 'x'.repeat(2000),
      mode: 'strict',
      lang: 'pt-BR',
      top_k: 20,
      score_threshold: 0,
      filter: { doc_ids: ['a'], tags: ['b'] },
      conversation_id: 'c.1',
    };
    await stand.postJson('/api/v1/chat', body, { 'x-user-id': 'Ada@example.org' });
    assert.deepEqual(stand.asked[0], {
      text: body.question,
      mode: 'strict',
      language: 'pt-BR',
      topK: 20,
      scoreThreshold: 0,
      given: { topK: true, scoreThreshold: true },
      filter: { docIds: ['a'], tags: ['b'] },
      userId: 'Ada@example.org',
      conversationId: 'c.1',
    });
  });

  it('counts 2,000 characters as people do', async () => {
    await using stand = await openHttpStand();
    const response = await stand.postJson('/api/v1/chat', { question: '🎟'.repeat(2000) });
    assert.equal(response.status, 200);
  });

  it('gives up at the deadline, even on work that ignores its signal', async () => {
    const settings = { questionTimeoutMs: 100 };
    for (const answerQuestion of [hanging(), deaf]) {
      await using stand = await openHttpStand({ settings, answerQuestion });
      const response = await stand.postJson('/api/v1/chat', question);
      assert.equal(response.status, 504);
      assert.equal(Problem.parse(await response.json()).code, 'deadline_exceeded');
    }
  });

  it('replies with the refusal that the answer ended in', async () => {
    await using stand = await openHttpStand({
      // biome-ignore lint/correctness/useYield: it never gets to an event
      answerQuestion: async function* () {
        throw new RefusedError({ code: 'store_unavailable', dependency: 'kv_store', retryAfterSeconds: 5 });
      },
    });
    const response = await stand.postJson('/api/v1/chat', question);
    assert.equal(response.status, 503);
    assert.equal(response.headers.get('retry-after'), '5');
  });
});

describe('POST /api/v1/chat/stream', () => {
  it('keeps the connection open for the next request', async () => {
    await using stand = await openHttpStand();
    using agent = keptAlive();
    const ask = async () => {
      const asking = request(`${stand.url}/api/v1/chat/stream`, {
        method: 'POST',
        agent,
        headers: { 'content-type': 'application/json' },
      }).end(JSON.stringify(question));
      const [response] = await once(asking, 'response');
      assert.match((await response.setEncoding('utf8').toArray()).join(''), /event: done/);
      return asking.reusedSocket;
    };
    assert.deepEqual([await ask(), await ask()], [false, true]);
    const startedAt = performance.now();
    await stand.server.close();
    assert.ok(
      performance.now() - startedAt < LIMITS.keepAliveTimeoutMs / 2,
      'the connection holds nothing up',
    );
  });

  it('begins the response before the first event', async () => {
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    await using stand = await openHttpStand({
      settings: { questionTimeoutMs: 600_000 },
      answerQuestion: async function* (asked, { correlationId }) {
        await begun;
        yield { type: 'done', answer: answerTo(asked, correlationId) };
      },
    });
    const response = await stand.postJson('/api/v1/chat/stream', question);
    assert.equal(response.status, 200);
    begin();
    assert.match(await response.text(), /event: done/);
  });

  it('has the headers of an older path', async () => {
    await using stand = await openHttpStand();
    const response = await stand.postJson('/api/chat/stream', question);
    assert.equal(response.headers.get('deprecation'), '@1795219200');
    assert.equal(eventsOf(await response.text()).at(-1)!.event, 'done');
  });

  it('ends with an error event when the answer breaks off, without details of a bug', async () => {
    await using stand = await openHttpStand({
      answerQuestion: async function* () {
        yield { type: 'token', delta: 'A family' };
        throw new Error('secret');
      },
    });
    const response = await stand.postJson('/api/v1/chat/stream', question);
    const text = await response.text();
    const last = eventsOf(text).at(-1)!;
    assert.equal(last.event, 'error');
    assert.equal(Problem.parse(last.data).code, 'internal_error');
    assert.equal(last.data.correlation_id, response.headers.get('x-correlation-id'));
    assert.doesNotMatch(text, /secret/);
    assert.match(String(stand.log.find(({ level }) => level === 'error')!.fields.error), /secret/);
  });

  it('ends with an error event when the events stop before the answer', async () => {
    await using stand = await openHttpStand({
      answerQuestion: async function* () {
        yield { type: 'token', delta: 'A family' };
      },
    });
    const events = eventsOf(await (await stand.postJson('/api/v1/chat/stream', question)).text());
    assert.deepEqual(
      events.map(({ event }) => event),
      ['token', 'error'],
    );
  });

  it('ends with an error event when the deadline has passed', async () => {
    const settings = { questionTimeoutMs: 100 };
    for (const answerQuestion of [hanging(), deaf]) {
      await using stand = await openHttpStand({ settings, answerQuestion });
      const events = eventsOf(await (await stand.postJson('/api/v1/chat/stream', question)).text());
      assert.equal(events.at(-1)!.data.code, 'deadline_exceeded');
    }
  });

  it('stops the work at once when the client leaves, and not at its deadline', async () => {
    const stopped = Promise.withResolvers<unknown>();
    await using stand = await openHttpStand({
      settings: { questionTimeoutMs: 600_000 },
      answerQuestion: hanging(stopped.resolve),
    });
    const controller = new AbortController();
    const response = await fetch(`${stand.url}/api/v1/chat/stream`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(question),
      signal: controller.signal,
    });
    await response.body!.getReader().read();
    controller.abort();
    assert.equal(((await stopped.promise) as Error).name, 'ClientLeftError');
    const [timing] = await stand.timings(1);
    assert.equal(timing!.fields.status, 200);
    assert.equal(timing!.fields.aborted, true);
    assert.deepEqual(stand.errors(), []);
  });

  it('waits for a reader that is slow, and holds no more than the buffers of its connection', async () => {
    let sent = 0;
    const settings = { questionTimeoutMs: 700 };
    await using stand = await openHttpStand({
      settings,
      answerQuestion: async function* () {
        for (;;) {
          sent += 100_000;
          yield { type: 'token', delta: 'x'.repeat(100_000) };
        }
      },
    });
    const body = JSON.stringify(question);
    const socket = connect(Number(new URL(stand.url).port), '127.0.0.1');
    socket.on('error', () => {});
    socket.pause();
    socket.write(
      `POST /api/v1/chat/stream HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    // The reader takes nothing, so that the deadline cuts it off.
    const [timing] = await stand.timings(1);
    assert.equal(timing!.fields.aborted, true);
    assert.ok(sent < 50_000_000, `${sent} bytes were taken from the answer`);
    socket.destroy();
  });
});

/** Heeds no signal and never answers. */
const deaf: AnswerQuestion = async function* () {
  yield { type: 'sources', sources: [] };
  await new Promise(() => {});
};
