import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { cutAtWord, quotation, withCodeLines } from './quotation.ts';

describe('A quotation', () => {
  it('collapses white space and keeps everything else, mark-up included', () => {
    assert.equal(quotation(' a\n\n <b>bold</b>\t& *stars* '), 'a <b>bold</b> & *stars*');
  });

  it('keeps the lines of code in a fence that the code cannot close', () => {
    assert.equal(
      quotation('Run it:\n\n  make a --fast\n    make b --slow'),
      'Run it:\n```\nmake a --fast\n  make b --slow\n```',
    );
    assert.equal(
      quotation('2. Run:\n\na = `x`\nb = ```y```'),
      '2. Run:\n   ````\n   a = `x`\n   b = ```y```\n   ````',
    );
    assert.equal(
      withCodeLines('Run  it:\n\nmake a --fast\nmake b --slow'),
      'Run it:\nmake a --fast\nmake b --slow',
    );
  });

  it('puts what looks like a citation in other brackets', () => {
    assert.equal(
      quotation('as shown [3] and [4, 5] and [6–8] and [ ９ ] and [٣]'),
      'as shown (3) and (4, 5) and (6–8) and (９) and (٣)',
    );
    assert.equal(quotation('see [note] and list[0].name'), 'see [note] and list(0).name');
  });

  it('leaves no citation in any text', () => {
    const hostile = fc.string({ unit: fc.constantFrom('[', ']', '1', '2', ' ', ',', 'a', '［', '］') });
    fc.assert(fc.property(hostile, (text) => assert.doesNotMatch(quotation(text), /\[\d+\]/)));
  });

  it('is cut at a word boundary beyond 600 characters, and not below', () => {
    const words = 'word '.repeat(119).trim();
    assert.equal(quotation(words), words);
    const long = quotation('word '.repeat(200));
    assert.ok(long.length <= 600);
    assert.match(long, /word…$/);
  });

  it('is cut between characters where there are no spaces, never inside one', () => {
    for (const max of [10, 11]) assert.ok(cutAtWord('😀'.repeat(20), max).isWellFormed());
  });
});
