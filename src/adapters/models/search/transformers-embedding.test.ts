import assert from 'node:assert/strict';
import { mkdtemp, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { test } from 'node:test';
import { ProviderFailure } from '../provider-failure.ts';
import { openTransformersEmbedding } from './transformers-embedding.ts';

const PURPOSE = { purpose: 'passage', signal: AbortSignal.timeout(60_000) } as const;

/** In the package's stead, which is not among the dependencies: what it was asked for, and vectors of two numbers. */
function standIn({ failures = 0 } = {}) {
  const asked: unknown[] = [];
  const env = { localModelPath: '', allowRemoteModels: true, cacheDir: null as string | null };
  let left = failures;
  return {
    asked,
    env,
    load: async () => ({
      env,
      pipeline: async (_task: string, model: string) => {
        if (left-- > 0) throw new Error('no network');
        asked.push(model);
        return async (texts: string[], options: object) => {
          asked.push(options);
          return {
            dims: [texts.length, 2],
            data: Float32Array.from(texts.flatMap((text) => [text.length, 0])),
          };
        };
      },
    }),
  };
}

test('a local model is loaded once, with the first text, and its files are kept', async () => {
  const { asked, env, load } = standIn();
  const model = await openTransformersEmbedding({
    id: 't',
    model: 'BAAI/bge-m3',
    cacheFolder: '/kept',
    load,
  });
  assert.deepEqual(asked, []);
  const { vectors } = await model.embed(['a', 'bb'], PURPOSE);
  await model.embed(['c'], PURPOSE);
  assert.deepEqual(vectors, [Float32Array.of(1, 0), Float32Array.of(2, 0)]);
  const pooled = { pooling: 'cls', normalize: true };
  assert.deepEqual(asked, ['BAAI/bge-m3', pooled, pooled]);
  assert.deepEqual([env.cacheDir, env.allowRemoteModels], ['/kept', true]);
});

test('a model in a folder is taken from there, and nothing is fetched', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'docent-model-'));
  try {
    const { asked, env, load } = standIn();
    const model = await openTransformersEmbedding({ id: 't', model: folder, cacheFolder: '/kept', load });
    await model.embed(['a'], PURPOSE);
    assert.deepEqual([env.localModelPath, env.allowRemoteModels], [dirname(folder), false]);
    assert.equal(asked[0], basename(folder));
  } finally {
    await rmdir(folder);
  }
});

test('a model that cannot be loaded is a passing failure, and tried again with the next text', async () => {
  const { load } = standIn({ failures: 1 });
  const model = await openTransformersEmbedding({ id: 't', model: 'a/b', cacheFolder: '/kept', load });
  await assert.rejects(model.embed(['a'], PURPOSE), ProviderFailure);
  assert.equal((await model.embed(['a'], PURPOSE)).vectors.length, 1);
});
