import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { PassageParts } from '../../../ports/embedding-model.ts';
import { readPassage } from '../../../retrieval/reranking/passage-reading.ts';
import { analyze } from '../../../text/analyzer.ts';
import { openWordEmbedding } from './word-embedding.ts';

const model = openWordEmbedding(readFileSync(new URL('english.bin', import.meta.url)));

function reading(text: string, section: string | null) {
  return readPassage({ chunkId: text, text, title: 'Handbook', section, language: 'en' });
}

async function embedded(terms: readonly string[]): Promise<Float32Array> {
  const counts = terms.map(() => 1);
  const [vector] = await model.embed([{ text: '', terms, counts }], { purpose: 'question' });
  return vector!;
}

const compare = (question: Float32Array, passage: PassageParts) =>
  model.comparePartsTo!(question)(passage, 'en')!;

function dotProduct(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, component, k) => sum + component * b[k]!, 0);
}

test('cosines are those of the parts embedded by themselves', async () => {
  const passage = reading(
    'Salaries are paid monthly. Holidays need approval by a manager.',
    'Time off › Holidays',
  );
  const question = await embedded(analyze('Who signs off my vacation?', 'en').map(({ term }) => term));
  const { heading, sentence } = compare(question, passage);
  const sentences = [0, 1].map((s) => passage.terms.filter((_, token) => passage.sentences[token] === s));
  const [salaries, holidays] = await Promise.all(
    sentences.map(async (terms) => dotProduct(question, await embedded(terms))),
  );
  assert.ok(holidays! > salaries!);
  assert.ok(Math.abs(sentence - holidays!) < 0.002);
  assert.ok(Math.abs(heading - dotProduct(question, await embedded(passage.headingTerms))) < 0.002);
});

test('a second question is compared with what is cached of a passage', async () => {
  const passage = reading('Holidays need approval by a manager.', 'Time off');
  const [vacation, salary] = await Promise.all([['vacat'], ['salari']].map(embedded));
  const first = compare(vacation!, passage);
  assert.ok(first.heading > compare(salary!, passage).heading);
  assert.deepEqual(compare(vacation!, passage), first);
});

test('parts without a known word are as near as nothing', async () => {
  const question = await embedded(['vacat']);
  for (const text of ['', 'Zzzxq zzzxr.'])
    assert.deepEqual(compare(question, reading(text, null)), { heading: 0, sentence: 0 });
});

test('parts in a language without trained vectors are not compared', async () => {
  const question = await embedded(['vacat']);
  assert.equal(model.comparePartsTo!(question)(reading('Urlaub ist frei.', null), 'de'), undefined);
});
