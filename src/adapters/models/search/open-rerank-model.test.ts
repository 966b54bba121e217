import assert from 'node:assert/strict';
import { test } from 'node:test';
import { babbles, failsWith, staysSilent } from '../../../../test/model-servers/behaviour.ts';
import { startSearchModelServer } from '../../../../test/model-servers/search-models.ts';
import { RefusedError } from '../../../errors.ts';
import { CREDENTIALS, type Credentials, type RerankProviderName } from '../../../kernel/model-providers.ts';
import { createModelUsage } from '../model-usage.ts';
import { openRerankModel } from './open-rerank-model.ts';

const KEYS = Object.fromEntries(Object.keys(CREDENTIALS).map((key) => [key, 'key-of-test'])) as Credentials;
const LIMIT_MS = 60_000;
const silent = () => {};

async function open(provider: RerankProviderName, baseUrl: string, limitMs = LIMIT_MS) {
  const model = await openRerankModel(
    {
      ...KEYS,
      ...{ rerankProvider: provider, rerankModel: '', rerankBaseUrl: baseUrl },
      ...{ rerankTimeoutMs: limitMs, questionTimeoutMs: 60_000 },
    },
    {
      usage: createModelUsage({ prices: {} }),
      logger: { debug: silent, info: silent, warn: silent, error: silent, enabled: () => false },
      now: Date.now,
      elapsed: () => performance.now(),
      random: () => 0,
    },
  );
  assert.ok(model);
  return model;
}

/** The longer, the more relevant. */
const server = () => startSearchModelServer({ embed: () => [], relevance: (_, text) => text.length / 100 });

for (const provider of ['cohere', 'bedrock'] as const) {
  test(`${provider} ranks passages with the question`, async () => {
    await using fake = await server();
    await using model = await open(provider, fake.baseUrl);
    assert.deepEqual(await model.rerank('why?', ['bb', 'ccc', 'a', 'dd'], {}), [1, 0, 3, 2]);
    const { path, body } = fake.requests[0]!;
    assert.match(path, /\/rerank$/);
    assert.match(JSON.stringify(body), /why\?/);
    assert.match(JSON.stringify(body), /rerank-v3[.-]5/);
  });
}

test('a ranking that is late, failed or not whole is none', async () => {
  await using fake = await server();
  await using model = await open('cohere', fake.baseUrl, 200);
  const short = JSON.stringify({ results: [{ index: 0, relevance_score: 1 }] });
  for (const trouble of [staysSilent(), failsWith(400), babbles(short, 'application/json')]) {
    fake.next(trouble);
    await assert.rejects(model.rerank('why?', ['a', 'b'], {}), RefusedError);
  }
});
