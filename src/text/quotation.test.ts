import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { cutAtWord, inOtherBrackets, plainQuotation, withCodeLines } from './quotation.ts';

describe('A quotation', () => {
  it('collapses white space and keeps everything else, mark-up included', () => {
    assert.equal(plainQuotation(' a\n\n <b>bold</b>\t& *stars* '), 'a <b>bold</b> & *stars*');
  });

  it('keeps the lines of code', () => {
    const text = 'Run  it:\n\nmake a --fast\nmake  b';
    assert.equal(withCodeLines(text, [{ start: 10, end: text.length }]), 'Run it:\nmake a --fast\nmake  b');
  });

  it('puts what looks like a citation in other brackets', () => {
    assert.equal(
      plainQuotation('as shown [3] and [4, 5] and [6–8] and [９] and [٣]'),
      'as shown (3) and (4, 5) and (6–8) and (９) and (٣)',
    );
    assert.equal(plainQuotation('see [note] and list[0].name'), 'see [note] and list(0).name');
  });

  it('leaves no citation in any text, and changes no offset', () => {
    const hostile = fc.string({ unit: fc.constantFrom('[', ']', '1', '2', ' ', ',', 'a', '［', '］') });
    fc.assert(
      fc.property(hostile, (text) => {
        assert.doesNotMatch(plainQuotation(text), /\[\d+\]/);
        assert.equal(inOtherBrackets(text).length, text.length);
      }),
    );
  });

  it('is cut at a word boundary where it is too long, and not elsewhere', () => {
    const words = 'word '.repeat(119).trim();
    assert.equal(cutAtWord(words, 600), words);
    const cut = cutAtWord('word '.repeat(200), 600);
    assert.ok(cut.length <= 600);
    assert.match(cut, /word…$/);
  });

  it('is cut between characters where there are no spaces, never inside one', () => {
    for (const max of [10, 11]) assert.ok(cutAtWord('😀'.repeat(20), max).isWellFormed());
  });
});
