import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { analyze } from '../../text/analyzer.ts';
import { splitSentences } from '../../text/sentences.ts';
import { readPassage, TOKEN_TRAIT } from './passage-reading.ts';

const SNIPPETS = [
  'the ',
  'Refund ',
  'a1b2c3 ',
  '1,234 ',
  'п’ять ',
  '한국어판 ',
  'ภาษาไทยง่าย',
  '汉字',
  '𝟙𝟚x',
  '. ',
  '\n\n',
];
const anyText = fc.array(fc.constantFrom(...SNIPPETS), { maxLength: 2_000 }).map((parts) => parts.join(''));

test('a passage has the tokens of the analyzer, each with its sentence', () => {
  let passages = 0;
  fc.assert(
    fc.property(anyText, (text) => {
      const chunkId = `d.1.${passages++}`;
      const reading = readPassage({ chunkId, text, title: 'Refunds', section: null, language: 'en' });
      const tokens = analyze(text, 'en');
      assert.deepEqual(
        reading.terms,
        tokens.map(({ term }) => term),
      );
      assert.deepEqual(
        [...reading.starts],
        tokens.map(({ start }) => start),
      );
      assert.deepEqual(
        [...reading.ends],
        tokens.map(({ end }) => end),
      );
      assert.deepEqual(
        [...reading.traits],
        tokens.map(
          ({ kind, capitalised }) =>
            (kind === 'word' ? 0 : TOKEN_TRAIT[kind]) | (capitalised ? TOKEN_TRAIT.capitalised : 0),
        ),
      );
      const starts = splitSentences(text).map(({ start }) => start);
      assert.deepEqual(
        [...reading.sentences],
        tokens.map(({ start }) =>
          Math.max(
            0,
            starts.findLastIndex((each) => each <= start),
          ),
        ),
      );
    }),
    { numRuns: 60 },
  );
});
