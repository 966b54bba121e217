import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { packWords, unpackWords } from './packed-words.ts';
import { wordsOf } from './words.ts';

const EVERY_KIND = 'The Station, opened in 1987: not 5 % more. 没有15天';

describe('Packed words', () => {
  it('unpack to the original words, from any start', () => {
    const text = fc.oneof(fc.constant(EVERY_KIND), fc.string({ unit: 'binary', maxLength: 40 }));
    fc.assert(
      fc.property(text, fc.constantFrom('en', 'zh', null), fc.nat(8), (text, language, first) => {
        const words = wordsOf(text, language);
        const packed = packWords(words);
        const keys = words.slice(first).map(({ key }) => key);
        assert.deepEqual(unpackWords(packed, { keys, first }), words.slice(first));
      }),
    );
  });
});
