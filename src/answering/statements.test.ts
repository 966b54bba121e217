import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { CitedSentence } from './citation.ts';
import type { SentenceVerdict } from './grounding/verify-sentence.ts';
import { answerParts, statementsOf } from './statements.ts';

const SUPPORTED: SentenceVerdict = { verdict: 'supported', score: 1, alarms: [] };

test('the range of every statement is its sentence in the answer, whatever it holds', () => {
  const sentence: fc.Arbitrary<CitedSentence> = fc.record(
    {
      text: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
      citations: fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 3 }),
    },
    { noNullPrototype: true },
  );
  fc.assert(
    fc.property(fc.array(sentence, { maxLength: 4 }), (sentences) => {
      const text = answerParts(sentences).join('');
      const statements = statementsOf(
        sentences,
        sentences.map(() => SUPPORTED),
      );
      assert.deepEqual(
        statements.map(({ start, end, citations }) => ({ text: text.slice(start, end), citations })),
        sentences,
      );
    }),
  );
});

test('items of a list and code begin a line, and nothing follows the end of code', () => {
  const texts = [
    '1. Open it:\n   ```\n   a = 1\n   b = 2\n   ```',
    '2. Close it.',
    'It is shut.',
    'So be it.',
  ];
  assert.equal(
    answerParts(texts.map((text) => ({ text, citations: [1] }))).join(''),
    `${texts[0]}\n   [1]\n2. Close it. [1]\nIt is shut. [1] So be it. [1]`,
  );
});

test('each kind of alarm in a sentence is reported once', () => {
  const range = { start: 0, end: 1 };
  const [statement] = statementsOf(
    [{ text: 'It costs 25 or 26 euros.', citations: [1] }],
    [
      {
        verdict: 'unsupported',
        score: 0.7,
        alarms: [
          { kind: 'number', effect: 'veto', range },
          { kind: 'number', effect: 'veto', range },
          { kind: 'negation', effect: 'flag', range: undefined },
        ],
      },
    ],
  );
  assert.deepEqual(
    [statement?.verdict, statement?.alarms],
    ['unsupported', ['number_not_in_source', 'other_negation']],
  );
});
