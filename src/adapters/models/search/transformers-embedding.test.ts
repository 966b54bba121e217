import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { writeTinyOnnxModel } from '../../../../test/model-servers/tiny-onnx-model.ts';
import { ProviderFailure } from '../provider-failure.ts';
import { openTransformersEmbedding } from './transformers-embedding.ts';

const STAND_IN = new URL('../../../../test/model-servers/transformers-stand-in.ts', import.meta.url).href;
const PACKAGE = '@huggingface/transformers';
const LONG_MS = 60_000;
const passage = () => ({ purpose: 'passage', signal: AbortSignal.timeout(LONG_MS) }) as const;
const question = () => ({ purpose: 'question', signal: AbortSignal.timeout(LONG_MS) }) as const;

function failed(kind: ProviderFailure['kind'], said: RegExp) {
  return (error: unknown) => error instanceof ProviderFailure && error.kind === kind && said.test(error.said);
}

/** The caller closes it. */
async function opened(of: { model: string; cacheFolder?: string; source?: string }) {
  const model = await openTransformersEmbedding({ id: 't', cacheFolder: '/kept', ...of });
  return { ...model, [Symbol.asyncDispose]: model[Symbol.asyncDispose]! };
}

describe('A local embedding model, with a stand-in for its package', () => {
  const open = (model: string) => opened({ model, source: STAND_IN });
  const vectorOf = async (model: string, text: string) => {
    await using opened = await open(model);
    return [...((await opened.embed([text], passage())).vectors[0] as Float32Array)];
  };

  it('makes one vector of those of the tokens as the family of the model does, unless the model does', async () => {
    assert.deepEqual(await vectorOf('a/b', 'a bb ccc'), [6, 3]);
    assert.deepEqual(await vectorOf('BAAI/bge-m3', 'a bb ccc'), [1, 1]);
    assert.deepEqual(await vectorOf('Qwen/Qwen3-Embedding-0.6B', 'a bb ccc'), [3, 1]);
    assert.deepEqual(await vectorOf('a/whole', 'a bb ccc'), [7, 7]);
  });

  it('reads from the folder of a model how, whatever its name', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'docent-model-'));
    try {
      await writeTinyOnnxModel(join(folder, 'bge-m3'), { vectors: { car: [1] } });
      await mkdir(join(folder, 'bge-m3', '1_Pooling'));
      const vectorBy = async (modes: object | string) => {
        const written = typeof modes === 'string' ? modes : JSON.stringify(modes);
        await writeFile(join(folder, 'bge-m3', '1_Pooling', 'config.json'), written);
        return vectorOf(join(folder, 'bge-m3'), 'a bb ccc');
      };
      assert.deepEqual(
        await vectorBy({ pooling_mode_cls_token: false, pooling_mode_mean_tokens: true }),
        [6, 3],
      );
      assert.deepEqual(await vectorBy({ pooling_mode_cls_token: true }), [1, 1]);
      assert.deepEqual(await vectorBy({ pooling_mode_lasttoken: true }), [3, 1]);
      assert.deepEqual(await vectorBy({ pooling_mode_mean_sqrt_len_tokens: true }), [6, 3]);
      assert.deepEqual(await vectorBy({ word_embedding_dimension: 2 }), [1, 1], 'as its family does');
      for (const modes of [
        { pooling_mode_max_tokens: true },
        { pooling_mode_mean_tokens: true, pooling_mode_cls_token: true },
      ])
        await assert.rejects(vectorBy(modes), /bge-m3 as its vectors are made by pooling_mode_m/);
      for (const torn of ['{', '[]', '"']) await assert.rejects(vectorBy(torn), /Cannot read .*1_Pooling/);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('loads a model of the hub once, with the first text, and keeps its files', async () => {
    await using model = await open('a/b');
    await model.embed(['one'], passage());
    await assert.rejects(model.embed(['tell'], passage()), (error) => {
      assert.ok(error instanceof ProviderFailure);
      const told = JSON.parse(error.said.replace('Error: ', ''));
      assert.deepEqual(
        [told.model, told.subfolder, told.cacheDir, told.local_files_only, told.loads],
        ['a/b', 'onnx', '/kept', false, 1],
      );
      return true;
    });
  });

  it('takes what the model does not take for a text that is declined, and works on', async () => {
    await using model = await open('a/b');
    await assert.rejects(model.embed(['tell'], passage()), failed('rejected', /feature-extraction/));
    assert.equal((await model.embed(['one'], passage())).vectors.length, 1);
  });

  it('tries to load it again with the next text', async () => {
    await using model = await open('a/away');
    await assert.rejects(
      model.embed(['one'], passage()),
      failed('unavailable', /^a\/away is not in \/kept and does not come from .* hub: .*fetch failed/),
    );
    assert.equal((await model.embed(['one'], passage())).vectors.length, 1);
  });

  it('starts another thread where one ended', async () => {
    await using model = await open('a/b');
    await assert.rejects(model.embed(['end'], passage()), failed('unavailable', /aborted/));
    assert.equal((await model.embed(['one'], passage())).vectors.length, 1);
  });

  it('lets the server work meanwhile, and questions go before passages', async () => {
    await using model = await open('a/b');
    const done: string[] = [];
    const turns = setInterval(() => done.push('turn'), 20);
    const note = (name: string, embedded: Promise<unknown>) => embedded.then(() => done.push(name));
    await Promise.all([
      note('first', model.embed(['slow'], passage())),
      note('second', model.embed(['slow'], passage())),
      note('asked', model.embed(['one'], question())),
    ]);
    clearInterval(turns);
    assert.equal(done[0], 'turn');
    assert.deepEqual(
      done.filter((name) => name !== 'turn'),
      ['first', 'asked', 'second'],
    );
  });

  it('rejects at once when aborted, whether the text is being computed or waiting', async () => {
    await using model = await open('a/b');
    const left = new AbortController();
    const texts = ['slow', 'tell'].map((text) =>
      model.embed([text], { purpose: 'passage', signal: left.signal }),
    );
    left.abort(new Error('left'));
    for (const text of texts) await assert.rejects(text, /left/);
    await assert.rejects(model.embed(['one'], { purpose: 'passage', signal: left.signal }), /left/);
    assert.equal((await model.embed(['one'], question())).vectors.length, 1);
  });

  it('reports what is missing: the package, the folder, or one of its files', async () => {
    await assert.rejects(
      opened({ model: 'a/b', source: 'no-such-package' }),
      /a\/b as @hug.* not installed\. Run: npm install --ignore-scripts @hug/,
    );
    await assert.rejects(open('/no/such/folder'), /\/no\/such\/folder as there is no such folder/);
    const folder = await mkdtemp(join(tmpdir(), 'docent-model-'));
    try {
      await assert.rejects(open(folder), /as the folder lacks config\.json, .*onnx\/model\.onnx$/);
      await writeFile(join(folder, 'model.safetensors'), '');
      await assert.rejects(
        open(folder),
        /onnx\/model\.onnx\. Export it: optimum-cli export onnx .* NEW_FOLDER$/,
      );
      await writeTinyOnnxModel(join(folder, 'broken'), { vectors: { car: [1] } });
      await assert.rejects(open(join(folder, 'broken')), /does not load it: Error: fetch failed/);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

function isInstalled(): boolean {
  try {
    return import.meta.resolve(PACKAGE) !== '';
  } catch {
    return false;
  }
}

const skip = isInstalled() ? false : `needs: npm install --no-save ${PACKAGE}`;
describe(`A local embedding model, with ${PACKAGE}`, { skip }, () => {
  let folder: string;
  const open = (name: string) => opened({ model: join(folder, name), cacheFolder: join(folder, 'kept') });

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'docent-model-'));
    await writeTinyOnnxModel(join(folder, 'a'), { vectors: { car: [1, 0], opens: [0, 1] } });
    await writeTinyOnnxModel(join(folder, 'other', 'b'), { vectors: { car: [0, 0, 1], red: [0, 1, 0] } });
  });
  after(() => rm(folder, { recursive: true }));

  it('reads two models from two folders, side by side', async () => {
    await using a = await open('a');
    await using b = await open('other/b');
    const embedded = async (model: typeof a, ...texts: string[]) =>
      (await model.embed(texts, passage())).vectors.map((vector) => [...(vector as Float32Array)]);
    assert.deepEqual(await embedded(a, 'The car opens.', 'Nothing'), [
      [1, 1],
      [0, 0],
    ]);
    assert.deepEqual(await embedded(b, 'A RED car'), [[0, 1, 1]]);
    // It cuts at what the model takes, the token for the end of the text with the rest.
    assert.deepEqual(await embedded(a, 'car '.repeat(2_000)), [[511, 0]]);
  });

  it('reads a folder in which the model is beside the other files, as optimum writes it', async () => {
    const flat = join(folder, 'flat');
    await cp(join(folder, 'a'), flat, { recursive: true });
    await rename(join(flat, 'onnx', 'model.onnx'), join(flat, 'model.onnx'));
    await using model = await open('flat');
    const [vector] = (await model.embed(['The car opens.'], passage())).vectors;
    assert.deepEqual([...(vector as Float32Array)], [1, 1]);
  });

  it('says at once which folder it does not load, and why', async () => {
    for (const [name, file, content] of [
      ['torn', 'onnx/model.onnx', undefined],
      ['garbled', 'tokenizer.json', '{'],
    ] as const) {
      await cp(join(folder, 'a'), join(folder, name), { recursive: true });
      if (content === undefined) await truncate(join(folder, name, file), 60);
      else await writeFile(join(folder, name, file), content);
      await assert.rejects(open(name), /Cannot open the embedding model .* as @hug.* does not load it: \w+/);
    }
  });
});
