import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { babbles, failsWith, staysSilent, writes } from '../../../../test/model-servers/behaviour.ts';
import { startOpenAiServer } from '../../../../test/model-servers/openai.ts';
import { startSearchModelServer } from '../../../../test/model-servers/search-models.ts';
import { IngestFailure, RefusedError } from '../../../errors.ts';
import {
  CREDENTIALS,
  type Credentials,
  type EmbeddingProviderName,
} from '../../../kernel/model-providers.ts';
import { createModelUsage } from '../model-usage.ts';
import { openEmbeddingModels } from './open-embedding-models.ts';

const KEYS = Object.fromEntries(Object.keys(CREDENTIALS).map((key) => [key, 'key-of-test'])) as Credentials;
const LIMIT_MS = 60_000;

type Settings = Parameters<typeof openEmbeddingModels>[0];

async function open(provider: EmbeddingProviderName, settings: Partial<Settings>) {
  const lines: string[] = [];
  const write = (message: string, fields: object = {}) =>
    void lines.push(`${message} ${JSON.stringify(fields)}`);
  const usage = createModelUsage({ prices: {} });
  const models = await openEmbeddingModels(
    {
      ...KEYS,
      ...{ embeddingProvider: provider, embeddingModel: 'model-of-test', embeddingBaseUrl: '' },
      ...{ embeddingApiKey: 'key-of-test', embeddingInputChars: 0, embeddingConcurrency: 2 },
      ...{ embeddingTimeoutMs: LIMIT_MS, questionTimeoutMs: 60_000, dataDir: '/nowhere' },
      ...settings,
    },
    {
      usage,
      logger: { debug: write, info: write, warn: write, error: write, enabled: () => true },
      now: Date.now,
      elapsed: () => performance.now(),
      random: () => 0,
    },
  );
  assert.ok(models);
  return { models, model: models.wanted.open({ dimensions: undefined }), usage, lines };
}

const inputsOf = (...texts: string[]) => texts.map((text) => ({ text, terms: [], counts: [] }));
const PASSAGES = { purpose: 'passage' } as const;
const QUESTION = { purpose: 'question' } as const;
const refusedAs = (code: string) => (error: unknown) =>
  error instanceof RefusedError && error.refusal.code === code;

describe('an embedding model of a provider', () => {
  for (const provider of ['openai', 'azure', 'mistral', 'openai-compatible'] as const) {
    it(`embeds through ${provider}, which is called at its URL, with its credentials`, async () => {
      await using server = await startOpenAiServer({ embed: () => [3, 0, 4] });
      const { models, model, usage } = await open(provider, { embeddingBaseUrl: server.baseUrl });
      await using _ = models;
      const vectors = await model.embed(inputsOf('one', 'two'), PASSAGES);
      assert.deepEqual(vectors, [Float32Array.of(0.6, 0, 0.8), Float32Array.of(0.6, 0, 0.8)]);
      assert.equal(model.id, `${provider}/model-of-test#2`);
      const [{ headers, body }] = server.requests as [(typeof server.requests)[number]];
      assert.deepEqual([body.model, body.input], ['model-of-test', ['one', 'two']]);
      assert.match(JSON.stringify(headers), /key-of-test/);
      assert.equal(usage.snapshot().get(`${provider}/model-of-test`)?.promptTokens, 2);
    });
  }

  it('tells Cohere, Gemini and Amazon what a text is embedded for', async () => {
    await using server = await startSearchModelServer({ embed: () => [1, 0] });
    const sent: unknown[] = [];
    for (const provider of ['cohere', 'google', 'bedrock'] as const) {
      const { models, model } = await open(provider, { embeddingBaseUrl: server.baseUrl });
      await using _ = models;
      for (const [purpose, texts] of [
        ['question', ['one']],
        ['passage', ['one', 'two']],
      ] as const) {
        const vectors = await model.embed(inputsOf(...texts), { purpose });
        assert.deepEqual(
          vectors,
          texts.map(() => Float32Array.of(1, 0)),
        );
        const { body } = server.requests.at(-1)!;
        sent.push(body.input_type ?? body.taskType ?? body.requests?.[0].taskType ?? body.inputText);
      }
    }
    assert.deepEqual(sent, [
      ...['search_query', 'search_document', 'RETRIEVAL_QUERY', 'RETRIEVAL_DOCUMENT'],
      ...['one', 'two'],
    ]);
  });

  it('sends what a family of models was trained with before each text, and where a passage stands', async () => {
    await using server = await startOpenAiServer();
    const { models, model } = await open('openai-compatible', {
      embeddingBaseUrl: server.baseUrl,
      embeddingModel: 'intfloat/multilingual-e5-base',
    });
    await using _ = models;
    const inputs = [{ ...inputsOf('one')[0]!, title: 'Castle', section: 'Hours' }];
    await model.embed(inputsOf('one'), QUESTION);
    await model.embed(inputs, PASSAGES);
    assert.deepEqual(
      server.requests.map(({ body }) => body.input),
      [['query: one'], ['passage: Castle\nHours\n\none']],
    );
  });

  it('bounds a call by its texts and characters, and a text by what the model takes', async () => {
    await using server = await startOpenAiServer();
    const { models, model } = await open('openai-compatible', {
      embeddingBaseUrl: server.baseUrl,
      embeddingInputChars: 1_000,
    });
    await using _ = models;
    const long = `${'a'.repeat(999)}😀 and more`;
    const vectors = await model.embed(inputsOf(...Array.from({ length: 300 }, () => long), ''), PASSAGES);
    assert.equal(vectors.length, 301);
    const sent = server.requests.map(({ body }) => body.input as string[]);
    assert.deepEqual(
      sent.map((texts) => texts.length),
      [80, 80, 80, 61],
    );
    assert.ok(sent.flat().every((text) => text.length <= 1_000 && text.isWellFormed() && text !== ''));
  });

  it('sends Mistral no more texts in a call than it takes', async () => {
    await using server = await startOpenAiServer();
    const { models, model } = await open('mistral', { embeddingBaseUrl: server.baseUrl });
    await using _ = models;
    await model.embed(inputsOf(...Array.from({ length: 40 }, (_, i) => `text ${i}`)), PASSAGES);
    assert.deepEqual(
      server.requests.map(({ body }) => body.input.length),
      [32, 8],
    );
  });

  it('refuses vectors of other dimensions than those that are kept, and names both', async () => {
    let dimensions = 8;
    await using server = await startOpenAiServer({ embed: () => new Array(dimensions).fill(1) });
    const { models, model } = await open('openai-compatible', { embeddingBaseUrl: server.baseUrl });
    await using _ = models;
    await model.embed(inputsOf('one'), PASSAGES);
    dimensions = 6;
    const mismatch = (error: unknown) =>
      error instanceof IngestFailure &&
      error.code === 'embedding_failed' &&
      / 6 dimensions as the stored ones of openai-compatible\/model-of-test#2 have 8\./.test(error.message);
    await assert.rejects(model.embed(inputsOf('one'), PASSAGES), mismatch);
    await assert.rejects(models.wanted.open({ dimensions: 8 }).embed(inputsOf('one'), QUESTION), mismatch);
    assert.equal(
      (await models.wanted.open({ dimensions: undefined }).embed(inputsOf('one'), QUESTION)).length,
      1,
    );
  });

  it('takes no vector that is not of finite numbers, nor fewer vectors than texts', async () => {
    await using server = await startOpenAiServer();
    const vectors: unknown[] = [[], [1e300, 1e300], ['1', '2'], '12'];
    const replies = [...vectors.map((embedding) => ({ data: [{ embedding }] })), { data: [] }, {}];
    for (const body of [...replies.map((reply) => JSON.stringify(reply)), '<html>']) {
      const { models, model } = await open('openai-compatible', { embeddingBaseUrl: server.baseUrl });
      await using _ = models;
      server.next(babbles(body, 'application/json'));
      await assert.rejects(model.embed(inputsOf('one'), PASSAGES), refusedAs('model_failed'), body);
    }
  });

  it('retries temporary failures once, and permanent ones never', async () => {
    await using server = await startOpenAiServer();
    const { models, model, lines } = await open('openai-compatible', { embeddingBaseUrl: server.baseUrl });
    await using _ = models;
    server.next(failsWith(500));
    assert.equal((await model.embed(inputsOf('one'), PASSAGES)).length, 1);
    assert.equal(server.requests.length, 2);

    server.next(failsWith(401, { message: 'words of the provider' }));
    await assert.rejects(model.embed(inputsOf('one'), PASSAGES), refusedAs('model_failed'));
    assert.equal(server.requests.length, 3);
    assert.ok(lines.some((line) => line.includes('words of the provider')));

    server.next(failsWith(429, { retryAfter: '90' }));
    await assert.rejects(model.embed(inputsOf('one'), QUESTION), (error) => {
      assert.ok(error instanceof RefusedError && error.refusal.code === 'model_busy');
      return error.refusal.retryAfterSeconds === 90;
    });

    // A document may wait until somebody pays, but asking again now is of no use.
    const asked = server.requests.length;
    server.next(failsWith(429, { body: '{"error":{"code":"insufficient_quota"}}' }));
    await assert.rejects(model.embed(inputsOf('one'), PASSAGES), refusedAs('model_busy'));
    assert.equal(server.requests.length, asked + 1);
  });

  it('keeps its keys out of the log, though the provider repeats them', async () => {
    await using server = await startOpenAiServer();
    const { models, model, lines } = await open('openai-compatible', {
      embeddingBaseUrl: server.baseUrl,
      embeddingApiKey: 'sk-secret-of-test',
    });
    await using _ = models;
    server.answer(failsWith(401, { message: 'Incorrect API key: sk-secret-of-test, key-of-test.' }));
    await assert.rejects(model.embed(inputsOf('one'), QUESTION), refusedAs('model_failed'));
    assert.match(lines.join(), /Incorrect API key/);
    assert.doesNotMatch(lines.join(), /sk-secret|key-of/);
  });

  for (const [what, answer] of [
    ['its content', failsWith(400, { message: 'The input was flagged' })],
    ['its length', failsWith(413, { message: 'Input is too long' })],
    [
      'its length, as llama.cpp does',
      failsWith(500, { message: 'input (992 tokens) is too large to process' }),
    ],
  ] as const) {
    it(`gives no direction to a passage that is declined for ${what}, and embeds the others`, async () => {
      await using server = await startOpenAiServer({ embed: () => [1, 0] });
      const { models, model } = await open('openai-compatible', { embeddingBaseUrl: server.baseUrl });
      await using _ = models;
      server.answer(({ body }) => (/forbidden/.test(JSON.stringify(body.input)) ? answer : writes('')));
      const texts = Array.from({ length: 20 }, (_, at) =>
        at === 3 || at === 17 ? 'forbidden' : `text ${at}`,
      );
      const vectors = await model.embed(inputsOf(...texts), PASSAGES);
      assert.deepEqual(
        vectors.map(([x]) => x),
        texts.map((text) => (text === 'forbidden' ? 0 : 1)),
      );
      assert.ok(server.requests.length <= 20, `${server.requests.length} calls`);
      await assert.rejects(model.embed(inputsOf('forbidden'), QUESTION), refusedAs('model_failed'));
    });
  }

  it('fails where the provider declines whatever it is asked', async () => {
    await using server = await startOpenAiServer();
    const { models, model } = await open('openai-compatible', { embeddingBaseUrl: server.baseUrl });
    await using _ = models;
    server.answer(failsWith(400, { message: 'API key not valid' }));
    await assert.rejects(model.embed(inputsOf('one', 'two'), PASSAGES), refusedAs('model_failed'));
    assert.equal(server.requests.length, 2);
  });

  it('leaves a question no longer than its share of the time, and spares a provider that is down', async () => {
    await using server = await startOpenAiServer();
    const { models, model } = await open('openai-compatible', {
      ...{ embeddingBaseUrl: server.baseUrl, embeddingTimeoutMs: 300 },
    });
    await using _ = models;
    server.answer(staysSilent());
    await assert.rejects(model.embed(inputsOf('one'), QUESTION), refusedAs('model_busy'));
    server.answer(failsWith(503));
    for (let at = 0; at < 6; at++) await model.embed(inputsOf('one'), QUESTION).catch(() => {});
    const asked = server.requests.length;
    await assert.rejects(model.embed(inputsOf('one'), QUESTION), refusedAs('model_busy'));
    assert.equal(server.requests.length, asked);
  });

  it('reopens the earlier model from its description unless its key would go elsewhere', async () => {
    await using server = await startOpenAiServer();
    const before = await open('openai-compatible', { embeddingBaseUrl: server.baseUrl, embeddingApiKey: '' });
    const { stored } = before.models.wanted;
    assert.ok(!Buffer.from(stored.payload).toString().includes('key-of-test'));
    await before.models[Symbol.asyncDispose]();

    const { models } = await open('openai', { embeddingApiKey: '' });
    await using _ = models;
    const reopened = (await models.reopen(stored))?.({ dimensions: 8 });
    assert.equal((await reopened?.embed(inputsOf('one'), QUESTION))?.length, 1);
    const { models: keyed } = await open('openai', { embeddingApiKey: 'for another server' });
    await using __ = keyed;
    assert.equal(await keyed.reopen(stored), undefined);
    assert.equal(await keyed.reopen({ id: 'x', payload: Buffer.from('learned') }), undefined);
  });

  it('starts without the old model when its folder or package is gone', async () => {
    const { models, lines } = await open('openai-compatible', { embeddingBaseUrl: 'http://localhost:1' });
    await using _ = models;
    const kept = { provider: 'transformers', model: '/no/such/folder', baseUrl: '' };
    const stored = { id: 'transformers//no/such/folder#2', payload: Buffer.from(JSON.stringify(kept)) };
    assert.equal(await models.reopen(stored), undefined);
    assert.ok(lines.some((line) => line.includes('Old embedding model not opened')));
  });
});
