import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { answerTo, openHttpStand, source } from '../../test/http-stand.ts';
import type { AnswerQuestion } from '../answering/answer.ts';
import { Health } from './schemas/health.ts';

const question = { question: 'What does a family ticket cost?' };
const TESTS_MS = 20_000;
/** Longer than the tests may take: what ends, has not waited for it. */
const NEVER_MS = 2 * TESTS_MS;
const settings = { questionTimeoutMs: NEVER_MS };

/** Answers nothing until aborted; `reached` resolves when this many questions are running. */
function hanging(questions: number): { answerQuestion: AnswerQuestion; reached: Promise<void> } {
  const { promise: reached, resolve } = Promise.withResolvers<void>();
  let left = questions;
  return {
    reached,
    async *answerQuestion(_question, { signal }) {
      left -= 1;
      if (left === 0) resolve();
      yield { type: 'sources', sources: [source] };
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      throw signal.reason;
    },
  };
}

describe('a server that is closed', { timeout: TESTS_MS }, () => {
  it('finishes running answers', async () => {
    const { promise: reached, resolve } = Promise.withResolvers<void>();
    await using stand = await openHttpStand({
      settings,
      limits: { shutdownGraceMs: NEVER_MS, shutdownCutMs: NEVER_MS },
      answerQuestion: async function* (asked, { correlationId }) {
        resolve();
        await sleep(200);
        yield { type: 'done', answer: answerTo(asked, correlationId) };
      },
    });
    const pending = stand.postJson('/api/v1/chat', question);
    await reached;
    await stand.server.close();
    assert.equal((await pending).status, 200);
  });

  it('ends streams with an error event, and other answers with 503, when their time is over', async () => {
    const { answerQuestion, reached } = hanging(2);
    await using stand = await openHttpStand({
      settings,
      answerQuestion,
      limits: { shutdownGraceMs: 50, shutdownCutMs: NEVER_MS, keepAliveTimeoutMs: NEVER_MS },
    });
    const stream = await stand.postJson('/api/v1/chat/stream', question);
    const plain = stand.postJson('/api/v1/chat', question);
    await reached;
    const closed = stand.server.close();
    assert.match(await stream.text(), /event: error\ndata: \{.*"code":"shutting_down".*\}\n\n$/);
    const response = await plain;
    assert.equal(response.status, 503);
    assert.equal(response.headers.get('retry-after'), '5');
    await closed;
  });

  it('closes idle connections, and those on which a request never ends', async () => {
    await using stand = await openHttpStand({ limits: { shutdownCutMs: 300, keepAliveTimeoutMs: NEVER_MS } });
    const port = Number(new URL(stand.url).port);
    const idle = connect(port, '127.0.0.1');
    idle.write('GET /health HTTP/1.1\r\nHost: a\r\n\r\n');
    const slow = connect(port, '127.0.0.1');
    slow.write(
      'POST /api/v1/chat HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
    );
    for (const socket of [idle, slow]) socket.on('error', () => {}).resume();
    await stand.timings(1);
    await stand.server.close();
  });

  it('refuses new requests, but still reports that it is alive', async () => {
    const { answerQuestion } = hanging(1);
    await using stand = await openHttpStand({
      settings,
      answerQuestion,
      limits: { shutdownGraceMs: NEVER_MS, shutdownCutMs: NEVER_MS },
    });
    const stream = await stand.postJson('/api/v1/chat/stream', question);
    const closed = stand.server.close();
    for (const path of ['/ready', '/api/v1/ingest/docs']) {
      const response = await stand.get(path);
      assert.equal(response.status, 503);
      assert.equal(response.headers.get('connection'), 'close');
      assert.match(await response.text(), /"code":"shutting_down"/);
    }
    const health = await stand.get('/health');
    assert.equal(health.status, 200);
    assert.equal(health.headers.get('connection'), 'close');
    assert.equal(Health.parse(await health.json()).status, 'ok');
    await stream.body?.cancel();
    await closed;
  });
});
