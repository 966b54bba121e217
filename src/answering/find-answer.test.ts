import assert from 'node:assert/strict';
import { test } from 'node:test';
import { passageOf } from '../../test/passage-of.ts';
import type { Side } from '../retrieval/neighbours.ts';
import type { Passage } from '../retrieval/passage.ts';
import { standaloneQuery } from './conversation/follow-up.ts';
import { analysePassage } from './extraction/passage-analysis.ts';
import { findAnswer } from './find-answer.ts';

const QUESTION = 'Within how many days has a refund of the handbook to be asked for?';
const NEXT = passageOf('terms', 'The refund of the handbook has to be asked for within 14 days.');

/** The quoted texts, and where reading continued. */
async function found(passages: readonly Passage[], { topK = 5, question = QUESTION, around = NEXT } = {}) {
  const asked: (readonly [string, readonly Side[]])[] = [];
  const { extracted, passages: read } = await findAnswer(
    { mode: 'learning', topK },
    { passages },
    {
      query: standaloneQuery(question, { turns: [], summary: [] }, { languages: ['en'], idf: () => 3 }),
      language: 'en',
      corpus: { chunks: 1_000, idf: () => 3 },
      analyse: analysePassage,
      retriever: {
        async neighbours({ text }, sides) {
          asked.push([text, sides]);
          return [around];
        },
      },
      signal: AbortSignal.timeout(5_000),
    },
  );
  const texts = extracted.map(({ passage, sentence }) =>
    passage.text.slice(sentence.start, sentence.end).trim(),
  );
  return { texts, asked, read: read.length };
}

test('the next chunk is read when the best sentence ends its passage, and may answer better', async () => {
  const terms = passageOf('terms', 'Books are sold here. A refund of the handbook has to be asked for.');
  const { texts, asked } = await found([terms]);
  assert.deepEqual(asked, [[terms.text, ['behind']]]);
  assert.equal(texts[0], NEXT.text);
});

test('no neighbour is read when the best sentence is within its passage', async () => {
  const terms = passageOf(
    'terms',
    'Books are here. The refund of the handbook is asked for. Pens are sold here.',
  );
  assert.deepEqual((await found([terms])).asked, []);
});

test('a probable answer needs nothing more', async () => {
  const text = 'Books are sold here. The harbour museum of Bergen opened in 1987.';
  const history = passageOf('history', text, { title: 'The harbour museum of Bergen' });
  const question = 'When did the harbour museum of Bergen open?';
  assert.deepEqual((await found([history], { question })).asked, []);
  const { asked } = await found([history], { question: 'When did the fishing school of Narvik open?' });
  assert.deepEqual(asked, [[text, ['behind']]]);
});

test('a question limited to one passage gets one', async () => {
  assert.deepEqual((await found([passageOf('terms', 'A refund is asked for.')], { topK: 1 })).asked, []);
});

test('a neighbour that was already found is not read twice', async () => {
  const terms = passageOf('terms', 'A refund of the handbook has to be asked for.');
  const pens = passageOf('terms', 'Pens are sold in March.', { chunkId: 'terms.1.1' });
  const { asked, read } = await found([terms, pens], { around: pens });
  assert.equal(asked.length, 1);
  assert.equal(read, 2);
});
