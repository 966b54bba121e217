import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { CitedText } from './citation.ts';
import { alarmCodes, answerParts, statementsOf } from './statements.ts';

test('the range of every statement is a marked sentence of its text in the answer, whatever it holds', () => {
  const text: fc.Arbitrary<CitedText> = fc
    .record({
      text: fc.string({ unit: fc.constantFrom('a', '.', ' ', '\n', '```', '[1]', '😀'), minLength: 1 }),
      citations: fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 3 }),
      cuts: fc.array(fc.nat(), { maxLength: 4 }),
    })
    .map(({ text, citations, cuts }) => {
      const offsets = cuts.map((cut) => cut % text.length).sort((a, b) => a - b);
      const marked = offsets.slice(1).map((end, i) => ({ start: offsets[i]!, end }));
      return { text, citations, marked };
    });
  fc.assert(
    fc.property(fc.array(text, { maxLength: 4 }), (texts) => {
      const answer = answerParts(texts).join('');
      assert.deepEqual(
        statementsOf(texts).map(({ start, end, citations }) => ({
          says: answer.slice(start, end),
          citations,
        })),
        texts.flatMap(({ text, marked, citations }) =>
          marked.map(({ start, end }) => ({ says: text.slice(start, end), citations })),
        ),
      );
    }),
  );
});

test('passages are apart from each other, and nothing follows the end of code', () => {
  const texts = ['1. Open it:\n```\na = 1\nb = 2\n```', 'It is shut.'].map((text, i) => ({
    text,
    marked: [{ start: 0, end: 5 }],
    citations: [i + 1],
  }));
  assert.equal(answerParts(texts).join(''), `${texts[0]!.text}\n[1]\n\nIt is shut. [2]`);
  assert.ok(
    statementsOf(texts).every(({ verdict, alarms }) => verdict === 'supported' && alarms.length === 0),
  );
});

test('each kind of alarm in a sentence is reported once', () => {
  const codes = alarmCodes([
    { kind: 'number', effect: 'veto' },
    { kind: 'number', effect: 'veto' },
    { kind: 'negation', effect: 'flag' },
  ]);
  assert.deepEqual(codes, ['number_not_in_source', 'other_negation']);
});
