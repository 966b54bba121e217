import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openTestModel } from '../../../../test/model-servers/open-test-model.ts';
import { startOpenAiServer } from '../../../../test/model-servers/openai.ts';
import {
  CREDENTIALS,
  type Credentials,
  LANGUAGE_PROVIDERS,
  type LanguageProviderName,
} from '../../../kernel/model-providers.ts';
import { ProviderFailure } from '../provider-failure.ts';
import type { ProviderHttp } from '../provider-http.ts';
import { openProviderModel } from './open-language-model.ts';

const PROVIDERS = Object.keys(LANGUAGE_PROVIDERS) as LanguageProviderName[];

const PROMPT = { system: 'Be brief.', messages: [{ role: 'user', text: 'Is it open?' }] } as const;

/** Without a setting of their own; a server like OpenAI's has none. */
const PUBLIC_ADDRESSES: Readonly<Record<Exclude<LanguageProviderName, 'openai-compatible'>, string>> = {
  openai: 'https://api.openai.com/v1/chat/completions',
  anthropic: 'https://api.anthropic.com/v1/messages',
  google:
    'https://generativelanguage.googleapis.com/v1beta/models/model-of-test:streamGenerateContent?alt=sse',
  azure: 'https://of-test.openai.azure.com/openai/v1/chat/completions',
  bedrock: 'https://bedrock-runtime.of-test.amazonaws.com/model/model-of-test/converse-stream',
  mistral: 'https://api.mistral.ai/v1/chat/completions',
  groq: 'https://api.groq.com/openai/v1/chat/completions',
  cohere: 'https://api.cohere.com/v2/chat',
};

describe('the registry of language models', () => {
  for (const [provider, url] of Object.entries(PUBLIC_ADDRESSES)) {
    it(`calls ${provider} at its public address where no other is set`, async () => {
      const asked: string[] = [];
      const fetch = async (input: string | URL | Request) => {
        asked.push(String(input));
        return new Response('{}', { status: 500 });
      };
      const post: ProviderHttp['post'] = async (url) => {
        asked.push(url);
        throw new Error('It cannot be reached.');
      };
      const { model } = await openProviderModel(
        provider as LanguageProviderName,
        {
          ...(Object.fromEntries(Object.keys(CREDENTIALS).map((key) => [key, 'of-test'])) as Credentials),
          ...{ llmModel: 'model-of-test', llmBaseUrl: '', llmApiKey: '', llmContextTokens: 0 },
        },
        { http: { fetch, post } as ProviderHttp, now: Date.now },
      );
      const options = { completionTokensMax: 77, signal: AbortSignal.timeout(60_000) };
      await assert.rejects(async () => {
        for await (const _ of model.generate(PROMPT, options));
      }, ProviderFailure);
      assert.deepEqual(asked, [url]);
    });
  }

  it('takes the default model where none is set, and the tokens that are set', async () => {
    for (const provider of PROVIDERS) {
      const { model: name } = LANGUAGE_PROVIDERS[provider];
      if (name === null) continue;
      const { model } = await openTestModel(provider, { llmModel: '', llmContextTokens: 4_096 });
      await using opened = model;
      assert.equal(opened.id, `${provider}/${name}`);
      assert.equal(opened.contextTokens, 4_096);
    }
  });

  it('asks default models that reason by themselves to reason little, and leaves others as they are', async () => {
    await using server = await startOpenAiServer();
    for (const [provider, llmModel, effort, temperature] of [
      ['openai', '', 'none', 0.2],
      ['groq', '', 'low', 0.2],
      // Models of OpenAI that reason refuse a temperature.
      ['openai', 'gpt-5.5', undefined, undefined],
      ['azure', 'o4-mini', undefined, undefined],
      ['openai', 'gpt-5-chat-latest', undefined, 0.2],
      ['openai', 'gpt-4.1-mini', undefined, 0.2],
      ['openai-compatible', 'gpt-5.5', undefined, 0.2],
    ] as const) {
      const { model } = await openTestModel(provider, { llmModel, llmBaseUrl: server.baseUrl });
      await using opened = model;
      const options = { completionTokensMax: 77, temperature: 0.2, signal: AbortSignal.timeout(60_000) };
      for await (const _ of opened.generate(PROMPT, options));
      const { body } = server.requests.at(-1)!;
      assert.deepEqual(
        [body.reasoning_effort, body.temperature],
        [effort, temperature],
        `${provider} ${llmModel}`,
      );
    }
  });

  it('bounds a completion by the field that the provider knows, and asks for usage only where it must', async () => {
    await using server = await startOpenAiServer();
    for (const [provider, field, isAsked] of [
      ['openai', 'max_completion_tokens', true],
      ['azure', 'max_completion_tokens', true],
      ['mistral', 'max_tokens', false],
      ['groq', 'max_tokens', false],
      ['openai-compatible', 'max_tokens', true],
    ] as const) {
      const { model } = await openTestModel(provider, { llmBaseUrl: server.baseUrl });
      await using opened = model;
      for await (const _ of opened.generate(PROMPT, {
        completionTokensMax: 77,
        signal: AbortSignal.timeout(60_000),
      }));
      const { body } = server.requests.at(-1)!;
      const { max_tokens, max_completion_tokens, stream_options } = body;
      assert.deepEqual(
        { max_tokens, max_completion_tokens, [field]: 77 },
        { max_tokens, max_completion_tokens },
      );
      assert.equal(stream_options !== undefined, isAsked, provider);
    }
  });
});
