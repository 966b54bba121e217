import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { EmbeddingModel } from '../../../ports/embedding-model.ts';
import { withQuestionMemory } from './question-memory.ts';

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

describe('a model with a memory of questions', () => {
  it('embeds an equal question once', async () => {
    const model = countingModel();
    const remembering = withQuestionMemory(model);
    const first = await remembering.embed(inputsOf('How long?'), QUESTION);
    assert.deepEqual(await remembering.embed(inputsOf('How long?'), QUESTION), first);
    await remembering.embed(inputsOf('how long?'), QUESTION);
    assert.deepEqual(model.called, ['How long?', 'how long?']);
    assert.equal(remembering.id, 'counting');
  });

  it('embeds passages each time, as they may be embedded in another way than an equal question', async () => {
    const model = countingModel();
    const remembering = withQuestionMemory(model);
    await remembering.embed(inputsOf('The same'), QUESTION);
    await remembering.embed(inputsOf('The same'), { purpose: 'passage' });
    await remembering.embed(inputsOf('The same', 'another'), { purpose: 'passage' });
    assert.deepEqual(model.called, ['The same', 'The same', 'The same', 'another']);
  });

  it('remembers no failure', async () => {
    const model = countingModel(1);
    const remembering = withQuestionMemory(model);
    await assert.rejects(remembering.embed(inputsOf('Why?'), QUESTION), /busy/);
    assert.deepEqual(await remembering.embed(inputsOf('Why?'), QUESTION), [Float32Array.of(4)]);
  });

  it('stays within its bound', async () => {
    const model = countingModel();
    const remembering = withQuestionMemory(model, { bytesMax: 20_000 });
    for (let n = 0; n < 10; n++) await remembering.embed(inputsOf(`Question ${n}`), QUESTION);
    await remembering.embed(inputsOf('Question 0'), QUESTION);
    await remembering.embed(inputsOf('Question 9'), QUESTION);
    assert.deepEqual(model.called.slice(10), ['Question 0']);
  });

  it('throws the reason of a signal that has aborted, known question or not', async () => {
    const remembering = withQuestionMemory(countingModel());
    await remembering.embed(inputsOf('Why?'), QUESTION);
    const signal = AbortSignal.abort(new Error('gone'));
    await assert.rejects(remembering.embed(inputsOf('Why?'), { ...QUESTION, signal }), /gone/);
  });
});
