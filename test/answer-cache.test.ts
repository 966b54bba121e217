import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createApiClient } from '../scripts/api-client.ts';
import type { ChatAnswer } from '../src/http/schemas/chat.ts';
import { writes } from './model-servers/behaviour.ts';
import { startOpenAiServer } from './model-servers/openai.ts';
import type { ModelServer } from './model-servers/scripted-server.ts';
import { type OpenServer, openServer } from './open-server.ts';
import { until } from './until.ts';

const QUESTION = 'Within how many days are refunds paid?';
const SETTLE_TIMEOUT_MS = 120_000;
const VERSIONS = 6;
const ASKERS = 4;

describe('The server with an answer cache', () => {
  let provider: ModelServer;
  let server: OpenServer;
  let client: ReturnType<typeof createApiClient>;
  let users = 0;

  const ask = async (question: string, options: object = {}) => {
    const reply = await client.call('/api/v1/chat', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-user-id': `u${users++}` },
      body: JSON.stringify({ question, ...options }),
    });
    return (await reply.json()) as ChatAnswer;
  };
  const ingest = async (docId: string, text: string) => {
    await client.upload(`${docId}.txt`, Buffer.from(text), { doc_id: docId });
    await client.settled(SETTLE_TIMEOUT_MS);
  };
  const policy = (days: number) => `Refunds are paid within ${days} days of the return.`;

  before(async () => {
    provider = await startOpenAiServer();
    // Says what the first passage says.
    provider.answer(({ body }) => {
      const [, days] = /paid within (\d+) days/.exec(body.messages.at(-1).content) ?? [];
      return writes(days ? `Refunds are paid within ${days} days [1]. In gold.` : 'NO_ANSWER', {
        usage: { promptTokens: 1_000_000, completionTokens: 0 },
      });
    });
    server = await openServer({
      settings: {
        LLM_PROVIDER: 'openai-compatible',
        LLM_MODEL: 'house-model',
        LLM_BASE_URL: provider.baseUrl,
        LLM_PRICES: '{"house-model":{"prompt":0.5,"completion":2}}',
        ANSWER_CACHE_SIZE: '100',
        REVIEW_POLICY: 'unsupported',
      },
    });
    client = createApiClient(server.url);
  });
  after(async () => {
    await server?.[Symbol.asyncDispose]();
    await provider?.[Symbol.asyncDispose]();
  });

  it('gives an answer again, with the review entry it is held under, and counts what it cost once', async () => {
    await ingest('policy', policy(14));
    const first = await ask(QUESTION);
    const again = await ask('within how many days are refunds paid');
    assert.deepEqual([first.meta.cached, again.meta.cached], [undefined, true]);
    assert.deepEqual([again.answer, again.sources], [first.answer, first.sources]);
    assert.notEqual(again.meta.review_entry_id, null);
    assert.equal(again.meta.review_entry_id, first.meta.review_entry_id);
    assert.notEqual(again.meta.correlation_id, first.meta.correlation_id);
    assert.equal(provider.requests.length, 1);
    const pending = await (await client.call('/api/v1/review/pending')).json();
    assert.deepEqual(
      (pending as { pending: { asked: number }[] }).pending.map(({ asked }) => asked),
      [2],
    );
    const summary = async () =>
      (await (await client.call('/api/v1/quality/summary')).json()) as {
        rows: { answers: number; cost_usd: number | null }[];
        models: { cost_usd: number | null }[];
        model_calls: { calls: number; cost_usd: number | null }[];
      };
    // Answers are noted within a second.
    await until(async () => (await summary()).rows.at(-1)!.answers >= 2);
    const { rows, models, model_calls } = await summary();
    const today = rows.at(-1)!;
    assert.deepEqual(
      [today.answers, today.cost_usd, models[0]!.cost_usd, model_calls[0]!.calls],
      [2, 0.5, 0.5, 1],
    );
  });

  it('has an answer written anew that a reviewer has rejected', async () => {
    const { meta } = await ask(QUESTION);
    const calls = provider.requests.length;
    const path = `/api/v1/review/${meta.review_entry_id}/reject`;
    assert.equal((await client.call(path, { method: 'POST' })).status, 200);
    assert.equal((await ask(QUESTION)).meta.cached, undefined);
    assert.equal(provider.requests.length, calls + 1);
  });

  it('never cites a document from what it was, however questions and new versions meet', async () => {
    let published = 0;
    let isOver = false;
    const seen = new Set<string>();
    let reused = 0;
    const asker = async () => {
      while (!isOver) {
        const since = published;
        const { answer, sources, meta } = await ask(QUESTION);
        const [, days] = /within (\d+) days/.exec(answer) ?? [];
        assert.ok(Number(days) - 100 >= since, `${answer} after version ${since}`);
        assert.match(sources[0]!.snippet, new RegExp(`${days} days`));
        seen.add(`${sources[0]!.chunk_id} ${days}`);
        if (meta.cached) reused++;
      }
    };
    await ingest('policy', policy(100));
    const asking = Promise.all(Array.from({ length: ASKERS }, asker));
    try {
      for (let version = 1; version <= VERSIONS; version++) {
        await ingest('policy', policy(100 + version));
        published = version;
        await ask(QUESTION);
        await ask(QUESTION);
      }
    } finally {
      isOver = true;
      await asking;
    }
    assert.ok(reused > 0, 'some were reused');
    const chunks = [...seen].map((pair) => pair.split(' ')[0]);
    assert.equal(new Set(chunks).size, chunks.length, 'each version has one text');
  });

  it('gives no answer from a document that is deleted, nor from one of the same id that says otherwise', async () => {
    await ingest('policy', policy(7));
    await ask(QUESTION);
    assert.equal((await ask(QUESTION)).meta.cached, true);
    await client.remove('policy');
    assert.equal((await ask(QUESTION)).meta.refused, true);
    await ingest('policy', policy(8));
    const { answer, meta } = await ask(QUESTION);
    assert.match(answer, /within 8 days/);
    assert.equal(meta.cached, undefined);
  });

  it('follows a document that is called otherwise', async () => {
    await client.upload('policy.txt', Buffer.from(policy(8)), { doc_id: 'policy', title: 'Another name' });
    await client.settled(SETTLE_TIMEOUT_MS);
    const { sources, meta } = await ask(QUESTION);
    assert.deepEqual([sources[0]!.label, meta.cached], ['Another name', undefined]);
  });

  it('gives what was approved before anything that was kept', async () => {
    await ingest('leave', 'Every employee gets 30 days of paid leave a year.');
    provider.next(writes('Every employee gets 30 days of paid leave [1]. It is a gift.'));
    const question = 'How many days of paid leave does every employee get?';
    const { meta } = await ask(question);
    assert.equal((await ask(question)).meta.cached, true);
    const reply = await client.call(`/api/v1/review/${meta.review_entry_id}/approve`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ answer: 'Thirty days of paid leave.' }),
    });
    assert.equal(reply.status, 200);
    const given = await ask(question);
    assert.deepEqual([given.answer, given.meta.cached], ['Thirty days of paid leave. [1]', undefined]);
  });
});
