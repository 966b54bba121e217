import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { EmbeddingModel } from '../../../ports/embedding-model.ts';
import { withQuestionCache } from './question-cache.ts';

const QUESTION = { purpose: 'question' } as const;
const inputsOf = (...texts: string[]) => texts.map((text) => ({ text, terms: [], counts: [] }));

/** Counts calls by text; vectors are the texts' lengths. */
function countingModel(failures = 0): EmbeddingModel & { readonly called: string[] } {
  const called: string[] = [];
  let left = failures;
  return {
    id: 'counting',
    called,
    async embed(inputs) {
      called.push(...inputs.map(({ text }) => text));
      if (left-- > 0) throw new Error('busy');
      return inputs.map(({ text }) => Float32Array.of(text.length));
    },
  };
}

describe('a model with a cache of questions', () => {
  it('embeds an equal question once', async () => {
    const model = countingModel();
    const cached = withQuestionCache(model);
    const first = await cached.embed(inputsOf('How long?'), QUESTION);
    assert.deepEqual(await cached.embed(inputsOf('How long?'), QUESTION), first);
    await cached.embed(inputsOf('how long?'), QUESTION);
    assert.deepEqual(model.called, ['How long?', 'how long?']);
    assert.equal(cached.id, 'counting');
  });

  it('embeds passages each time, as they may be embedded in another way than an equal question', async () => {
    const model = countingModel();
    const cached = withQuestionCache(model);
    await cached.embed(inputsOf('The same'), QUESTION);
    await cached.embed(inputsOf('The same'), { purpose: 'passage' });
    await cached.embed(inputsOf('The same', 'another'), { purpose: 'passage' });
    assert.deepEqual(model.called, ['The same', 'The same', 'The same', 'another']);
  });

  it('caches no failure', async () => {
    const model = countingModel(1);
    const cached = withQuestionCache(model);
    await assert.rejects(cached.embed(inputsOf('Why?'), QUESTION), /busy/);
    assert.deepEqual(await cached.embed(inputsOf('Why?'), QUESTION), [Float32Array.of(4)]);
  });

  it('stays within its bound', async () => {
    const model = countingModel();
    const cached = withQuestionCache(model, { bytesMax: 20_000 });
    for (let n = 0; n < 10; n++) await cached.embed(inputsOf(`Question ${n}`), QUESTION);
    await cached.embed(inputsOf('Question 0'), QUESTION);
    await cached.embed(inputsOf('Question 9'), QUESTION);
    assert.deepEqual(model.called.slice(10), ['Question 0']);
  });

  it('throws the reason of a signal that has aborted, known question or not', async () => {
    const cached = withQuestionCache(countingModel());
    await cached.embed(inputsOf('Why?'), QUESTION);
    const signal = AbortSignal.abort(new Error('gone'));
    await assert.rejects(cached.embed(inputsOf('Why?'), { ...QUESTION, signal }), /gone/);
  });
});
