import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { failsWith, stalls, staysSilent, writes } from '../../../../test/model-servers/behaviour.ts';
import { openTestModel } from '../../../../test/model-servers/open-test-model.ts';
import { startOpenAiServer } from '../../../../test/model-servers/openai.ts';
import { RefusedError } from '../../../errors.ts';
import type { LanguageModel } from '../../../ports/language-model.ts';

/** As llama.cpp says it. */
const EXCEEDED =
  '{"error":{"code":400,"message":"request (2280 tokens) exceeds the available context size (1024 tokens), try increasing it","type":"exceed_context_size_error","n_prompt_tokens":2280,"n_ctx":1024}}';

describe('a resilient model', () => {
  it('in an outage calls the provider at most 1.1 times a question, and comes back after it', async (t) => {
    const clock = { ms: 0 };
    const { server, model } = await open(t, {}, () => clock.ms);
    server.answer(failsWith(500));
    const questions = 60;
    for (let i = 0; i < questions; i++) {
      await assert.rejects(read(model), RefusedError);
      // Slow enough for the breaker to stay closed: so each question is a call at least.
      clock.ms += 6_000;
    }
    assert.ok(server.requests.length >= questions);
    assert.ok(server.requests.length <= 1.1 * questions, `${server.requests.length} calls`);
    server.answer(writes('Back again.'));
    assert.equal(await read(model), 'Back again.');
  });

  it('probes a provider that is down every five seconds, and declines all other calls at once', async (t) => {
    const clock = { ms: 0 };
    const { server, model, usage } = await open(t, {}, () => clock.ms);
    server.answer(failsWith(503));
    const codes = new Map<string, number>();
    for (let i = 0; i < 200; i++) {
      const { refusal } = await refused(read(model));
      codes.set(refusal.code, (codes.get(refusal.code) ?? 0) + 1);
      clock.ms += 100;
    }
    // Five until it opens, at 0.4 s at the latest, and then the probes of 20 s.
    assert.ok(server.requests.length >= 7 && server.requests.length <= 9, `${server.requests.length} calls`);
    assert.ok(codes.get('model_busy')! > 180);
    server.answer(writes('Back again.'));
    clock.ms += 5_000;
    assert.equal(await read(model), 'Back again.');
    assert.equal(await read(model), 'Back again.');
    const counters = usage.snapshot().get(model.id)!;
    assert.equal(counters.calls, server.requests.length);
    assert.equal(counters.failures, server.requests.length - 2);
    assert.equal(counters.declined, codes.get('model_busy'));
  });

  it('says when to retry while the breaker is open', async (t) => {
    const { server, model } = await open(t, {}, () => 0);
    server.answer(failsWith(503));
    for (let i = 0; i < 5; i++) await refused(read(model));
    assert.deepEqual((await refused(read(model))).refusal, { code: 'model_busy', retryAfterSeconds: 5 });
  });

  it('calls no more than so many at a time, and lets no more wait than may', async (t) => {
    const { server, model } = await open(t, { llmConcurrency: 2, llmQueueLimit: 3 });
    server.answer(writes('One two three.', { tokenMs: 40 }));
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => read(model)));
    const declined = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    assert.equal(declined.length, 3);
    for (const { refusal } of declined)
      assert.deepEqual(refusal, { code: 'model_busy', retryAfterSeconds: 1 });
    const ends = await Promise.all(server.requests.map(({ ended }) => ended));
    for (const { atMs } of server.requests) {
      const open = server.requests.filter((other, i) => other.atMs <= atMs && ends[i]!.atMs > atMs);
      assert.ok(open.length <= 2, `${open.length} calls at a time`);
    }
  });

  it('does not keep a client waiting who has left', async (t) => {
    const { server, model } = await open(t, { llmConcurrency: 1 });
    server.answer(staysSilent());
    const leaving = new AbortController();
    const calls = [read(model, leaving.signal), read(model, leaving.signal)];
    const gone = calls.map((call) => assert.rejects(call, /gone/));
    while (server.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    leaving.abort(new Error('gone'));
    await Promise.all(gone);
    assert.equal(server.requests.length, 1);
    assert.equal((await server.requests[0]!.ended).how, 'left');
  });

  it('does not mistake a slow reader for a silent provider', async (t) => {
    const { server, model } = await open(t, { llmIdleTimeoutMs: 1_000 });
    server.answer(writes('One two three.'));
    let text = '';
    for await (const part of generate(model)) {
      if (part.type !== 'text') continue;
      if (text === '') await new Promise((resolve) => setTimeout(resolve, 2_500));
      text += part.delta;
    }
    assert.equal(text, 'One two three.');
  });

  it('counts tokens and what they cost, and logs each call', async (t) => {
    const { server, model, usage, lines } = await open(t);
    server.next(failsWith(500), writes('Yes.', { usage: { promptTokens: 2_000, completionTokens: 500 } }));
    await read(model);
    assert.deepEqual(usage.snapshot().get('openai-compatible/model-of-test'), {
      calls: 2,
      failures: 1,
      retries: 1,
      declined: 0,
      promptTokens: 2_000,
      completionTokens: 500,
      cost: 0.004,
    });
    const [failed, succeeded] = lines.filter(({ message }) => message.startsWith('Language model'));
    assert.equal(failed!.fields.status, 500);
    assert.equal(failed!.fields.attempt, 1);
    assert.equal(succeeded!.fields.model, 'openai-compatible/model-of-test');
    assert.equal(succeeded!.fields.attempt, 2);
    assert.equal(succeeded!.fields.prompt_tokens, 2_000);
    assert.equal(succeeded!.fields.completion_tokens, 500);
    assert.equal(succeeded!.fields.finish, 'stop');
  });

  it('logs what the provider says of a wrong key, but for the key', async (t) => {
    const { server, model, lines } = await open(t, { llmApiKey: 'sk-secret-of-test' });
    server.answer(failsWith(401, { message: 'Incorrect API key: sk-secret-of-test, key-of-test.' }));
    const { cause } = await refused(read(model));
    const [{ message, fields }] = lines as [(typeof lines)[number]];
    assert.match(message, /rejected: look at its key/);
    assert.match(String(fields.said), /Incorrect API key: \*\*\*, \*\*\*\./);
    assert.doesNotMatch(JSON.stringify([lines, cause]), /sk-secret|key-of/);
  });

  it('names the setting behind a call that is rejected, and says why one was given up', async (t) => {
    const { server, model, lines } = await open(t);
    server.next(failsWith(404), failsWith(400, { body: EXCEEDED }), failsWith(400));
    for (let i = 0; i < 3; i++) await refused(read(model));
    const leaving = new AbortController();
    server.next(staysSilent());
    const call = assert.rejects(read(model, leaving.signal));
    while (server.requests.length < 4) await new Promise((resolve) => setTimeout(resolve, 5));
    leaving.abort(new Error('The client is gone'));
    await call;
    assert.deepEqual(
      lines.map(({ message, fields }) => [message, fields.why]),
      [
        ['Language model call rejected: look at LLM_BASE_URL and LLM_MODEL', undefined],
        ['Language model call rejected: look at LLM_CONTEXT_TOKENS, as the prompt was too long', undefined],
        ['Language model call rejected: look at its settings', undefined],
        ['Language model call given up', 'The client is gone'],
      ],
    );
  });

  it('names the setting behind a call that ended in silence', async (t) => {
    const { server, model, lines } = await open(t, { llmFirstTokenTimeoutMs: 1_000, llmIdleTimeoutMs: 60 });
    server.next(staysSilent(), stalls('It is'));
    for (let i = 0; i < 2; i++) await refused(read(model));
    assert.deepEqual(
      lines.map(({ fields }) => fields.said),
      [
        'nothing came for 1000 ms (LLM_FIRST_TOKEN_TIMEOUT_MS)',
        'nothing came for 60 ms (LLM_IDLE_TIMEOUT_MS)',
      ],
    );
  });

  it('logs skipped calls once in ten seconds, with their number', async (t) => {
    const clock = { ms: 0 };
    const { server, model, lines } = await open(t, {}, () => clock.ms);
    server.answer(failsWith(503));
    for (let i = 0; i < 120; i++) {
      await refused(read(model));
      clock.ms += 100;
    }
    const skipped = lines.filter(({ message }) => message === 'Language model not called');
    assert.deepEqual(
      skipped.map(({ fields }) => [fields.why, fields.since_last]),
      [
        ['The provider is down', 1],
        // Two calls probed whether it is back.
        ['The provider is down', 98],
      ],
    );
  });
});

async function open(t: TestContext, settings = {}, elapsed?: () => number) {
  const server = await startOpenAiServer();
  t.after(() => server[Symbol.asyncDispose]());
  const stand = await openTestModel(
    'openai-compatible',
    { llmBaseUrl: server.baseUrl, ...settings },
    elapsed,
  );
  t.after(() => stand.model[Symbol.asyncDispose]());
  return { server, ...stand };
}

function generate(model: LanguageModel, signal: AbortSignal = AbortSignal.timeout(60_000)) {
  const prompt = { system: 'Be brief.', messages: [{ role: 'user', text: 'Is it open?' }] } as const;
  return model.generate(prompt, { completionTokensMax: 100, signal });
}

async function read(model: LanguageModel, signal?: AbortSignal): Promise<string> {
  let text = '';
  for await (const part of generate(model, signal)) if (part.type === 'text') text += part.delta;
  return text;
}

async function refused(work: Promise<unknown>): Promise<RefusedError> {
  const error = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  assert.ok(error instanceof RefusedError, String(error));
  return error;
}
