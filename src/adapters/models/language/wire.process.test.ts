import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import { startAnthropicServer } from '../../../../test/model-servers/anthropic.ts';
import { eventFrame, frameOf, startBedrockServer } from '../../../../test/model-servers/bedrock.ts';
import {
  babbles,
  endsEarly,
  failsWith,
  failsWithin,
  refuses,
  saysNothing,
  stalls,
  staysSilent,
  tears,
  tearsAtOnce,
  writes,
} from '../../../../test/model-servers/behaviour.ts';
import { startCohereServer } from '../../../../test/model-servers/cohere.ts';
import { startGoogleServer } from '../../../../test/model-servers/google.ts';
import { openTestModel } from '../../../../test/model-servers/open-test-model.ts';
import { startOpenAiServer } from '../../../../test/model-servers/openai.ts';
import type { ModelServer } from '../../../../test/model-servers/scripted-server.ts';
import { RefusedError } from '../../../errors.ts';
import { withCorrelationId } from '../../../kernel/correlation.ts';
import { LANGUAGE_PROVIDERS, type LanguageProviderName } from '../../../kernel/model-providers.ts';
import type { FinishReason, LanguageModel, ModelPart } from '../../../ports/language-model.ts';

const CHAT = '/v1/chat/completions';
const BEARER = ['authorization', /^Bearer key-of-test$/] as const;

/** Every way into a provider, over HTTP to a server that speaks its protocol. */
const FAMILIES: readonly {
  provider: LanguageProviderName;
  start: () => Promise<ModelServer>;
  path: string;
  key: readonly [header: string, value: RegExp];
  /** How a declined answer ends where the provider has no word for that: its filter speaks in the answer. */
  refusedAs?: FinishReason;
}[] = [
  { provider: 'openai-compatible', start: startOpenAiServer, path: CHAT, key: BEARER },
  { provider: 'openai', start: startOpenAiServer, path: CHAT, key: BEARER },
  {
    provider: 'azure',
    start: startOpenAiServer,
    path: CHAT,
    key: ['api-key', /^key-of-test$/],
  },
  { provider: 'groq', start: () => startOpenAiServer({ dialect: 'groq' }), path: CHAT, key: BEARER },
  {
    provider: 'mistral',
    start: () => startOpenAiServer({ dialect: 'mistral' }),
    path: CHAT,
    key: BEARER,
  },
  {
    provider: 'anthropic',
    start: startAnthropicServer,
    path: '/v1/messages',
    key: ['x-api-key', /^key-of-test$/],
  },
  {
    provider: 'google',
    start: startGoogleServer,
    path: '/v1beta/models/model-of-test:streamGenerateContent?alt=sse',
    key: ['x-goog-api-key', /^key-of-test$/],
  },
  { provider: 'cohere', start: startCohereServer, path: '/v2/chat', key: BEARER, refusedAs: 'stop' },
  {
    provider: 'bedrock',
    start: startBedrockServer,
    path: '/model/model-of-test/converse-stream',
    key: [
      'authorization',
      /^AWS4-HMAC-SHA256 Credential=key-of-test\/\d{8}\/key-of-test\/bedrock\/aws4_request, .*Signature=[0-9a-f]{64}$/,
    ],
  },
];

/** What all adapters have in common is tried with our own client and with one of the SDK. */
const WITH_FAULTS: ReadonlySet<LanguageProviderName> = new Set(['openai-compatible', 'anthropic']);

const PROMPT = {
  system: 'Answer from the passages.',
  messages: [
    { role: 'user', text: 'When does the pool open?' },
    { role: 'assistant', text: 'At 9:00.' },
    { role: 'user', text: 'And on Sundays?' },
  ],
} as const;

const TEXT = 'Auf „Sonntage“ gilt: 10–12 Uhr, c’est ça. 日曜日は10時から 🏊 open.';

for (const { provider, start, path, key, refusedAs = 'refused' } of FAMILIES) {
  describe(`the wire of ${provider}`, () => {
    const open = async (t: TestContext, settings = {}) => {
      const server = await start();
      t.after(() => server[Symbol.asyncDispose]());
      const stand = await openTestModel(provider, { llmBaseUrl: server.baseUrl, ...settings });
      t.after(() => stand.model[Symbol.asyncDispose]());
      return { server, ...stand };
    };

    it('gives the text as it comes, and its usage at the end', async (t) => {
      const { server, model } = await open(t);
      server.next(writes(TEXT, { usage: { promptTokens: 25, completionTokens: 17 } }));
      const { text, finish } = await read(model);
      assert.equal(text, TEXT);
      assert.deepEqual(finish, {
        type: 'finish',
        reason: 'stop',
        usage: { promptTokens: 25, completionTokens: 17 },
      });
    });

    for (const chunkBytes of WITH_FAULTS.has(provider) ? [1, 3, 7, 64] : [1]) {
      it(`reads a stream that is cut every ${chunkBytes} bytes`, async (t) => {
        const { server, model } = await open(t);
        server.next(writes(TEXT, { chunkBytes }));
        assert.equal((await read(model)).text, TEXT);
      });
    }

    it('sends the prompt, the bound, the key and the correlation id where they belong', async (t) => {
      const { server, model } = await open(t);
      await withCorrelationId('id-of-test', () => read(model));
      assert.equal(model.id, `${provider}/model-of-test`);
      assert.equal(model.contextTokens, LANGUAGE_PROVIDERS[provider].contextTokens);
      const [request] = server.requests;
      const said = JSON.stringify(request!.body);
      assert.match(`${request!.path} ${said}`, /model-of-test/);
      for (const text of [PROMPT.system, ...PROMPT.messages.map((message) => message.text)])
        assert.ok(said.includes(text), text);
      assert.match(said, /"(max_tokens|maxTokens|maxOutputTokens|max_completion_tokens)":300/);
      assert.match(said, /"temperature":0\.2/);
      assert.equal(request!.headers['x-correlation-id'], 'id-of-test');
      assert.equal(request!.path, path);
      const [header, value] = key;
      assert.match(String(request!.headers[header]), value);
    });

    it('tells why an answer ends', async (t) => {
      const { server, model } = await open(t);
      server.next(writes('To be', { finish: 'length' }), refuses(), saysNothing());
      assert.equal((await read(model)).finish.reason, 'length');
      assert.equal((await read(model)).finish.reason, refusedAs);
      const nothing = await read(model);
      assert.equal(nothing.text, '');
      assert.equal(nothing.finish.reason, 'stop');
    });

    it('waits as long as Retry-After says, and then asks once more', async (t) => {
      const { server, model } = await open(t);
      server.next(failsWith(429, { retryAfter: '0.3' }));
      const { text } = await read(model);
      assert.equal(text, 'A short answer.');
      assert.equal(server.requests.length, 2);
      assert.ok(server.requests[1]!.atMs - server.requests[0]!.atMs >= 290);
    });

    it('is busy for as long as the provider says when that is longer than a question may take', async (t) => {
      const { server, model } = await open(t);
      server.next(failsWith(429, { retryAfter: '3600' }));
      await assert.rejects(read(model), refusal({ code: 'model_busy', retryAfterSeconds: 3600 }));
      assert.equal(server.requests.length, 1);
    });

    it("calls once when the key or the request is rejected, and only logs the provider's message", async (t) => {
      const { server, model, lines } = await open(t);
      server.answer(failsWith(401, { message: 'Incorrect API key provided: sk-secret\nERROR forged' }));
      await assert.rejects(read(model), (error) => {
        assert.ok(refusal({ code: 'model_failed' })(error));
        assert.doesNotMatch(
          JSON.stringify((error as RefusedError).refusal) + (error as Error).message,
          /secret/,
        );
        return true;
      });
      assert.equal(server.requests.length, 1);
      assert.match(JSON.stringify(lines), /sk-secret/);
    });

    for (const [what, behaviour] of [
      ['a torn connection', tears('The pool opens')],
      ['a stream without its end', endsEarly('The pool opens')],
      ['an error within the stream', failsWithin('The pool opens', 'secret words')],
    ] as const) {
      it(`fails on ${what} after the first token, and does not ask again`, async (t) => {
        const { server, model } = await open(t);
        server.answer(behaviour);
        const texts: string[] = [];
        await assert.rejects(
          async () => {
            for await (const part of generate(model)) if (part.type === 'text') texts.push(part.delta);
          },
          refusal({ code: 'model_failed' }),
        );
        assert.match(texts.join(''), /^The/);
        assert.equal(server.requests.length, 1);
      });
    }

    if (!WITH_FAULTS.has(provider)) return;

    it('asks twice, and no more, of a server that fails', async (t) => {
      const { server, model } = await open(t);
      server.answer(failsWith(500));
      await assert.rejects(read(model), refusal({ code: 'model_failed' }));
      assert.equal(server.requests.length, 2);
    });

    it('asks once more of a server that went away before its first word', async (t) => {
      const { server, model } = await open(t);
      server.next(tearsAtOnce());
      assert.equal((await read(model)).text, 'A short answer.');
      assert.equal(server.requests.length, 2);
    });

    it('asks once where an account has no money left, and where a filter takes the question amiss', async (t) => {
      const { server, model, lines } = await open(t);
      const error = { message: 'You exceeded your current quota', type: 'insufficient_quota' };
      server.next(
        failsWith(429, { body: JSON.stringify({ error: { ...error, code: 'insufficient_quota' } }) }),
      );
      await assert.rejects(read(model), refusal({ code: 'model_failed' }));
      server.next(failsWith(400, { body: '{"error":{"message":"filtered","code":"content_filter"}}' }));
      await assert.rejects(read(model), refusal({ code: 'model_failed' }));
      assert.equal(server.requests.length, 2);
      assert.match(lines[0]!.message, /account is used up/);
      assert.match(lines[1]!.message, /filter/);
    });

    it('asks once for a response that is compressed unasked, and says so', async (t) => {
      const { server, model, lines } = await open(t);
      server.next(babbles(gzipSync('data: {}\n\n'), undefined, { 'content-encoding': 'gzip' }));
      await assert.rejects(read(model), refusal({ code: 'model_failed' }));
      assert.equal(server.requests.length, 1);
      assert.match(String(lines[0]!.fields.said), /compressed/);
      server.next(failsWith(401, { headers: { 'content-encoding': 'gzip' } }));
      await assert.rejects(read(model), refusal({ code: 'model_failed' }));
      assert.equal(lines[1]!.fields.status, 401);
    });

    for (const [what, behaviour] of [
      ['a page of HTML', babbles('<html>Welcome to the portal</html>', 'text/html')],
      ['events that are not JSON', babbles('data: {"choices":[{\n\ndata: what?\n\n')],
      ['JSON of another shape', babbles('data: [1,2,3]\n\ndata: 7\n\n')],
      ['nothing', babbles('')],
    ] as const) {
      it(`fails on ${what}`, async (t) => {
        const { server, model } = await open(t);
        server.answer(behaviour);
        await assert.rejects(read(model), refusal({ code: 'model_failed' }));
      });
    }

    it('gives up on a server that says nothing, and lets go of it', async (t) => {
      const { server, model } = await open(t, { llmFirstTokenTimeoutMs: 1_500 });
      server.answer(staysSilent());
      await assert.rejects(read(model), refusal({ code: 'model_failed' }));
      assert.equal((await server.requests[0]!.ended).how, 'left');
      assert.equal(server.requests.length, 1);
    });

    it('gives up on a stream that stalls, and lets go of it', async (t) => {
      const { server, model } = await open(t, { llmIdleTimeoutMs: 100 });
      server.answer(stalls('The pool opens'));
      await assert.rejects(read(model), refusal({ code: 'model_failed' }));
      assert.equal((await server.requests[0]!.ended).how, 'left');
    });

    it('ends the call when the client leaves', async (t) => {
      const { server, model } = await open(t);
      server.answer(writes(TEXT, { tokenMs: 50 }));
      const leaving = new AbortController();
      const reason = new Error('the client left');
      await assert.rejects(
        async () => {
          for await (const _ of generate(model, leaving.signal)) leaving.abort(reason);
        },
        (error) => error === reason,
      );
      assert.equal((await server.requests[0]!.ended).how, 'left');
    });

    it('ends the call when whoever reads breaks off', async (t) => {
      const { server, model } = await open(t);
      server.answer(stalls('The pool opens'));
      for await (const part of generate(model)) if (part.type === 'text') break;
      assert.equal((await server.requests[0]!.ended).how, 'left');
    });
  });
}

for (const [what, bytes] of [
  ['a frame that was damaged on the way', damaged(eventFrame('messageStart', { role: 'assistant' }))],
  [
    'a frame whose payload is not JSON',
    frameOf({ ':event-type': 'messageStart', ':message-type': 'event' }, '{"ro'),
  ],
  ['a frame that claims more bytes than come', eventFrame('messageStart', {}).subarray(0, 40)],
  [
    'a throttling within a stream that began well',
    frameOf(
      { ':exception-type': 'throttlingException', ':message-type': 'exception' },
      '{"message":"Slow down"}',
    ),
  ],
] as const) {
  it(`bedrock fails on ${what}`, async () => {
    await using server = await startBedrockServer();
    const { model } = await openTestModel('bedrock', { llmBaseUrl: server.baseUrl });
    await using _ = model;
    server.answer(babbles(bytes, 'application/vnd.amazon.eventstream'));
    await assert.rejects(read(model), (error) => error instanceof RefusedError);
  });
}

function damaged(frame: Buffer): Buffer {
  frame[frame.length - 10]! ^= 1;
  return frame;
}

it('a provider that cannot be reached is a model that failed', async () => {
  const { model } = await openTestModel('openai-compatible', { llmBaseUrl: 'http://127.0.0.1:9/v1' });
  await using _ = model;
  await assert.rejects(read(model), refusal({ code: 'model_failed' }));
});

function generate(model: LanguageModel, signal: AbortSignal = AbortSignal.timeout(60_000)) {
  return model.generate(PROMPT, { completionTokensMax: 300, temperature: 0.2, signal });
}

async function read(model: LanguageModel) {
  let text = '';
  const finishes: Extract<ModelPart, { type: 'finish' }>[] = [];
  for await (const part of generate(model)) {
    if (part.type === 'text') text += part.delta;
    else if (part.type === 'finish') finishes.push(part);
  }
  assert.equal(finishes.length, 1);
  return { text, finish: finishes[0]! };
}

function refusal(expected: object) {
  return (error: unknown) => {
    assert.ok(error instanceof RefusedError, String(error));
    assert.deepEqual(error.refusal, expected);
    return true;
  };
}
