import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { splitSentences } from '../../text/sentences.ts';
import { readClaim } from './claim.ts';
import { evidenceOf } from './evidence.ts';

const text = 'Paid leave is paid. The shop opens. Ask about leave.';
const evidence = evidenceOf({ text, language: 'en', sentences: splitSentences(text), heading: '' });

describe('A claim', () => {
  it('numbers its distinct words, and those of the sentences that share one', () => {
    const claim = readClaim('Leave is paid leave').in('en');
    assert.deepEqual(claim.numbers, [1, 2, 3, 1]);
    assert.deepEqual(
      claim.sharedWith(evidence).map(({ numbers, contents }) => [numbers, contents]),
      [
        [
          [3, 1, 2, 3],
          [1, 0],
        ],
        [[0, 0, 1], [0]],
      ],
    );
  });

  it('is read once for each language, and compared once with each text', () => {
    const claim = readClaim('Leave is paid.');
    assert.equal(claim.in('en'), claim.in('en'));
    assert.notEqual(claim.in('en'), claim.in('de'));
    assert.equal(claim.in('en').sharedWith(evidence), claim.in('en').sharedWith(evidence));
  });

  it('has neither the number of its list item nor names in its label', () => {
    const { words } = readClaim('2. Paid Leave: ask Ann').in('en');
    assert.deepEqual(
      words.map(({ key, isCapitalised }) => [key, isCapitalised]),
      [
        ['paid', false],
        ['leav', false],
        ['ask', false],
        ['ann', true],
      ],
    );
  });
});
