import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { EmbeddingInput, EmbeddingModel } from '../ports/embedding-model.ts';
import type { WeightedTerm } from '../ports/search-index.ts';
import { parseQuestion } from '../question/parsed-question.ts';
import { embedQuestion } from './embed-question.ts';

/** The weights of the terms that a model gets to embed. */
async function embeddedTerms(terms: readonly WeightedTerm[]): Promise<Record<string, number>> {
  const embedded: EmbeddingInput[] = [];
  const model: EmbeddingModel = {
    id: 'm',
    embed: async (inputs) => {
      embedded.push(...inputs);
      return inputs.map(() => Float32Array.of(1));
    },
  };
  await embedQuestion(
    { ...parseQuestion('question', ['en']), terms },
    { model, searchedModelId: 'm', onFailed: (error) => assert.fail(String(error)), signal: undefined },
  );
  const [input] = embedded;
  return Object.fromEntries(input!.terms.map((term, i) => [term, input!.counts[i]!]));
}

it('embeds what documents may say instead, a phrase in parts', async () => {
  const variants = [
    { terms: ['holiday'], weight: 0.5 },
    { terms: ['annual', 'leave'], weight: 0.5 },
  ];
  assert.deepEqual(await embeddedTerms([{ term: 'vacation', weight: 0.5, variants }]), {
    vacation: 0.5,
    holiday: 0.25,
    annual: 0.125,
    leave: 0.125,
  });
});

it('gives all variants of a term together no more weight than the term', async () => {
  const variants = ['b', 'c', 'd', 'e'].map((term) => ({ terms: [term], weight: 0.5 }));
  const weights = await embeddedTerms([{ term: 'a', weight: 1, variants }]);
  assert.deepEqual(weights, { a: 1, b: 0.25, c: 0.25, d: 0.25, e: 0.25 });
});

it('leaves a word of the question its weight when it is also a variant of another', async () => {
  const variants = [{ terms: ['leave'], weight: 0.5 }];
  const weights = await embeddedTerms([
    { term: 'vacation', weight: 1, variants },
    { term: 'leave', weight: 1 },
  ]);
  assert.deepEqual(weights, { vacation: 1, leave: 1 });
});
