import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startOpenAiServer } from '../../../../test/model-servers/openai.ts';
import { withCorrelationId } from '../../../correlation.ts';
import { RefusedError } from '../../../errors.ts';
import { LANGUAGE_PROVIDERS, type LanguageProviderName } from '../../../model-providers.ts';
import { openTestModel } from './open-test-model.ts';

const PROVIDERS = Object.keys(LANGUAGE_PROVIDERS) as LanguageProviderName[];

describe('the registry of language models', () => {
  for (const provider of PROVIDERS) {
    it(`opens ${provider}, which calls where it is told, with its credentials`, async () => {
      // Knows the calls of OpenAI alone: what matters of the others here is what they ask.
      await using server = await startOpenAiServer();
      const { model } = await openTestModel(provider, { llmBaseUrl: server.baseUrl });
      await using opened = model;
      assert.equal(opened.id, `${provider}/model-of-test`);
      assert.equal(opened.contextTokens, LANGUAGE_PROVIDERS[provider].contextTokens);
      await withCorrelationId('id-of-test', async () => {
        const prompt = { system: 'Be brief.', messages: [{ role: 'user', text: 'Is it open?' }] } as const;
        const options = { completionTokensMax: 77, signal: AbortSignal.timeout(5_000) };
        try {
          for await (const _ of opened.generate(prompt, options));
        } catch (error) {
          assert.ok(error instanceof RefusedError, String(error));
        }
      });
      assert.equal(server.requests.length, 1);
      const [{ headers, body, path }] = server.requests as [(typeof server.requests)[number]];
      assert.equal(headers['x-correlation-id'], 'id-of-test');
      const sent = `${path} ${JSON.stringify(headers)} ${JSON.stringify(body)}`;
      for (const part of ['key-of-test', 'model-of-test', 'Be brief.', 'Is it open?', '77'])
        assert.ok(sent.includes(part), part);
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
});
