import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createApiClient } from '../scripts/api-client.ts';
import type { ChatAnswer } from '../src/http/schemas/chat.ts';
import { failsWith, stalls, tears, writes } from './model-servers/behaviour.ts';
import { startOpenAiServer } from './model-servers/openai.ts';
import type { ModelServer } from './model-servers/scripted-server.ts';
import { type OpenServer, openServer } from './open-server.ts';

const DOCUMENT = `# Refund policy

Refunds are paid within 14 days of the return. Damaged items are replaced at no charge.

# Leave

Every employee gets 30 days of paid leave a year. Unused leave days expire in March.
`;
const REFUNDS = 'Within how many days are refunds paid?';
const ANSWER = 'Refunds are paid within 14 days of the return [1]. They are paid in gold coins.';
/** Of one token in the stream that the provider sends. */
const TOKEN_MS = 60;

describe('The server with a language model', () => {
  let provider: ModelServer;
  let server: OpenServer;

  const start = async (settings: Record<string, string> = {}) => {
    const started = await openServer({
      settings: {
        LLM_PROVIDER: 'openai-compatible',
        LLM_MODEL: 'house-model',
        LLM_BASE_URL: provider.baseUrl,
        ESCALATION_MESSAGE: 'Ask the front desk.',
        ...settings,
      },
    });
    const api = createApiClient(started.url);
    const form = new FormData();
    form.set('file', new Blob([DOCUMENT]), 'policy.md');
    await api.call('/api/v1/ingest/upload', { method: 'POST', body: form });
    await api.settled(120_000);
    return started;
  };
  let users = 0;
  const ask = async (question: string, body: object = {}, user = `u${users++}`) => {
    const response = await fetch(`${server.url}/api/v1/chat`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-user-id': user },
      body: JSON.stringify({ question, ...body }),
    });
    return { status: response.status, reply: (await response.json()) as ChatAnswer };
  };

  before(async () => {
    provider = await startOpenAiServer();
    server = await start();
  });
  after(async () => {
    await server?.[Symbol.asyncDispose]();
    await provider?.[Symbol.asyncDispose]();
  });

  it('answers with the model’s sentences, verified and cited', async () => {
    provider.next(writes(ANSWER, { chunkBytes: 7 }));
    const { status, reply } = await ask(REFUNDS);
    assert.equal(status, 200);
    assert.equal(reply.answer, ANSWER);
    assert.deepEqual(
      reply.sources.map(({ n }) => n),
      [1],
    );
    assert.match(reply.meta.model, /house-model/);
    assert.deepEqual(
      reply.meta.statements.map(({ verdict }) => verdict),
      ['supported', 'unsupported'],
    );
    assert.deepEqual(reply.meta.usage, { prompt_tokens: 11, completion_tokens: 16 });
    assert.equal(reply.meta.synthesized, true);
    assert.notEqual(
      reply.meta.review_entry_id,
      null,
      'what is written beyond the passages is held for review',
    );
    const { messages, max_tokens, max_completion_tokens } = provider.requests.at(-1)!.body;
    assert.deepEqual(
      messages.map(({ role }: { role: string }) => role),
      ['system', 'user'],
    );
    assert.ok(!messages[0].content.includes('Refund'), 'no text of a document is in the system message');
    assert.match(messages[1].content, /Refunds are paid within 14 days/);
    assert.equal(max_tokens ?? max_completion_tokens, 2_000);
  });

  it('withholds in strict, refuses what nothing supports, and asks no model where nothing is found', async () => {
    provider.next(writes(ANSWER));
    assert.equal(
      (await ask(REFUNDS, { mode: 'strict' })).reply.answer,
      'Refunds are paid within 14 days of the return [1].',
    );
    provider.next(writes('NO_ANSWER'));
    const { reply } = await ask(REFUNDS);
    assert.deepEqual([reply.meta.refused, reply.sources], [true, []]);
    assert.match(reply.answer, /may help\. Ask the front desk\.$/);
    const asked = provider.requests.length;
    assert.equal((await ask('Where do qwibbles zorblax?')).reply.meta.refused, true);
    assert.equal((await ask('Hello!')).reply.meta.refused, false);
    assert.equal(provider.requests.length, asked + 1);
    const { messages } = provider.requests.at(-1)!.body;
    assert.match(messages[0].content, /You do not answer it/, 'it only words the question');
  });

  it('streams each sentence within one sentence of the model, and stops the model when the client leaves', async () => {
    const sourcesTold = Promise.withResolvers<void>();
    const firstTold = Promise.withResolvers<void>();
    // The first piece waits until the sources are told, and the third of the second sentence for the first sentence.
    provider.next(writes(ANSWER, { waits: { 0: sourcesTold.promise, 12: firstTold.promise } }));
    const events = await streamed({ question: REFUNDS }, server.url, (event) => {
      if (event === 'sources') sourcesTold.resolve();
      else firstTold.resolve();
    });
    assert.deepEqual(
      events.map(({ event }) => event),
      ['sources', 'token', 'token', 'done'],
    );
    assert.equal(JSON.parse(events[1]!.data).delta, 'Refunds are paid within 14 days of the return [1].');

    provider.next(stalls('Refunds are paid within 14 days of the return [1]. Then they'));
    const controller = new AbortController();
    const response = await open({ question: REFUNDS }, controller.signal);
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    for (let seen = ''; !seen.includes('event: token'); ) seen += (await reader.read()).value;
    controller.abort();
    assert.equal((await provider.requests.at(-1)!.ended).how, 'left');
  });

  it('rewrites a follow-up by the model', async () => {
    provider.next(writes('Refunds are paid within 14 days of the return [1].'));
    await ask(REFUNDS, {}, 'ann');
    provider.next(
      writes('What happens with damaged items?'),
      writes('Damaged items are replaced at no charge.'),
    );
    const { reply } = await ask('And if they are broken?', {}, 'ann');
    assert.equal(reply.answer, 'Damaged items are replaced at no charge. [1]');
    assert.equal(reply.meta.retrieval.query, 'What happens with damaged items?');
  });

  it('quotes when the provider is down, cut off or silent', async () => {
    for (const trouble of [
      failsWith(500),
      failsWith(400),
      tears('Refunds are paid within 14 days of the return [1]. Then'),
    ]) {
      provider.answer(trouble);
      const { status, reply } = await ask(REFUNDS);
      assert.deepEqual([status, reply.meta.model, reply.meta.refused], [200, 'extractive', false]);
      assert.equal(reply.meta.fallback, true);
      assert.match(reply.answer, /Refunds are paid within 14 days of the return\.(?:.|\n)* \[1\]$/);
    }
    assert.doesNotMatch(
      server.output(),
      /server had an error while processing your request\.[^"]*\n.*Refunds/,
    );
    assert.match(server.output(), /language model failed/i);
  });

  it('says so where it quotes instead of a model, in the reply, the stream and the trace, and nowhere else', async () => {
    const replyOf = async () =>
      JSON.parse((await streamed({ question: REFUNDS })).at(-1)!.data) as ChatAnswer;
    provider.answer(failsWith(400));
    const quoted = await replyOf();
    assert.equal(quoted.meta.fallback, true);
    assert.equal((await traceOf(quoted.meta.correlation_id)).fallback, true);
    const { reply } = await ask('Where do qwibbles zorblax?');
    assert.deepEqual([reply.meta.refused, 'fallback' in reply.meta], [true, false], 'no model was asked');
    const withoutQuotation = await ask('Where do qwibbles zorblax?', { mode: 'open' });
    assert.deepEqual(
      [withoutQuotation.reply.meta.refused, withoutQuotation.reply.meta.fallback],
      [true, true],
    );
    provider.answer(writes('Refunds are paid within 14 days of the return [1].'));
    const written = await replyOf();
    assert.ok(!('fallback' in written.meta));
    assert.equal((await traceOf(written.meta.correlation_id)).fallback, false);
  });

  it('says who gave a verdict, in the reply and in the trace, and that an answer was cut off', async () => {
    await using other = await start({ VERIFY_WITH_MODEL: 'true' });
    const said = 'Refunds are paid within 14 days of the return [1]. We swap broken goods for free [1].';
    provider.next(writes(`${said} And then`, { finish: 'length' }), writes('{"1": "supported"}'));
    const events = await streamed({ question: REFUNDS }, other.url);
    const { answer, meta } = JSON.parse(events.at(-1)!.data) as ChatAnswer;
    assert.deepEqual([answer, meta.truncated, meta.grounded], [said, true, 'supported']);
    const verdicts = meta.statements.map(({ verdict, rules_verdict: byRules }) => [verdict, byRules]);
    assert.deepEqual(verdicts, [
      ['supported', undefined],
      ['supported', 'unsupported'],
    ]);
    const { statements } = await traceOf(meta.correlation_id, other.url);
    assert.deepEqual(statements, meta.statements);
  });

  it('tells the failure instead where that is wanted', async () => {
    await using other = await start({ FALLBACK: 'error' });
    provider.answer(failsWith(400, { message: 'secret words of the provider' }));
    const response = await fetch(`${other.url}/api/v1/chat`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ question: REFUNDS }),
    });
    const problem = await response.text();
    assert.deepEqual([response.status, JSON.parse(problem).code], [502, 'model_failed']);
    assert.ok(!problem.includes('secret words'));
  });

  it('lets no more wait for a slow provider than may, tells the others when to come again, and stays quick', async () => {
    await using other = await start({ FALLBACK: 'error', LLM_CONCURRENCY: '2', LLM_QUEUE_LIMIT: '3' });
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    provider.answer(writes('Refunds are paid within 14 days of the return [1].', { waits: { 0: released } }));
    const calls = provider.requests.length;
    let ended = 0;
    const asking = Promise.all(
      Array.from({ length: 60 }, () =>
        fetch(`${other.url}/api/v1/chat`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-user-id': `u${users++}` },
          body: JSON.stringify({ question: REFUNDS }),
        }).finally(() => {
          ended += 1;
        }),
      ),
    );
    while (ended < 55) await new Promise((resolve) => setTimeout(resolve, 10));
    // Nobody waits for the provider who asks it nothing.
    assert.equal((await fetch(`${other.url}/health`)).status, 200);
    assert.equal(ended, 55);
    release();
    const replies = await asking;
    const busy = replies.filter(({ status }) => status === 503);
    assert.equal(busy.length, 55);
    for (const reply of busy) {
      assert.equal(reply.headers.get('retry-after'), '1');
      assert.equal(((await reply.json()) as { code: string }).code, 'model_busy');
    }
    assert.equal(provider.requests.length, calls + 5);
  });

  it('tells the text as it comes where that is wanted, and ends with what is verified', async () => {
    await using other = await start({ STREAM_VERIFY: 'off' });
    provider.next(writes(ANSWER, { tokenMs: TOKEN_MS }));
    const events = await streamed({ question: REFUNDS, mode: 'strict' }, other.url);
    const tokens = events.filter(({ event }) => event === 'token').map(({ data }) => JSON.parse(data).delta);
    assert.equal(tokens.join(''), ANSWER);
    assert.equal(tokens[0], 'Refunds');
    assert.equal(
      JSON.parse(events.at(-1)!.data).answer,
      'Refunds are paid within 14 days of the return [1].',
    );
  });

  async function traceOf(correlationId: string, url = server.url) {
    let trace: Response;
    // It is written after the answer was sent.
    do trace = await fetch(`${url}/api/v1/chat/${correlationId}/trace`);
    while (trace.status === 404);
    return (await trace.json()) as { fallback: boolean; statements: ChatAnswer['meta']['statements'] };
  }

  async function open(body: object, signal?: AbortSignal, url = server.url): Promise<Response> {
    return fetch(`${url}/api/v1/chat/stream`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-user-id': `u${users++}` },
      body: JSON.stringify(body),
      ...(signal && { signal }),
    });
  }

  async function streamed(body: object, url = server.url, onEvent: (event: string) => void = () => {}) {
    const response = await open(body, undefined, url);
    const events: { event: string; data: string }[] = [];
    let rest = '';
    for await (const text of response.body!.pipeThrough(new TextDecoderStream())) {
      rest += text;
      for (let end = rest.indexOf('\n\n'); end >= 0; end = rest.indexOf('\n\n')) {
        const [, event, data] = /event: (\w+)\ndata: (.*)/.exec(rest.slice(0, end)) ?? [];
        if (event && data) {
          events.push({ event, data });
          onEvent(event);
        }
        rest = rest.slice(end + 2);
      }
    }
    return events;
  }
});
