import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import iconv from 'iconv-lite';
import { signatureOf, wideEncodingOf } from './file-signature.ts';

test('any text is text in UTF-8, without control characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (text) => {
      fc.pre(
        !/\p{Cc}/u.test(text) &&
          !/^(?:PK|BZh|MZ|ID3|RIFF|OggS|wOF|OTTO|Rar!|7z|GIF8|8BPS|II|MM|fLaC|%PDF|\{\\rtf)/.test(text),
      );
      assert.equal(signatureOf(Buffer.from(text)), 'text');
    }),
  );
});

test('text in UTF-16 is told by its zero bytes, without a byte order mark', () => {
  const samples = [
    'The quick brown fox jumps over the lazy dog.\n',
    'Быстрая бурая лиса прыгает через ленивую собаку.\n'.repeat(3),
  ];
  for (const text of samples) {
    for (const encoding of ['utf-16le', 'utf-16be'] as const) {
      const bytes = iconv.encode(text, encoding);
      assert.equal(wideEncodingOf(bytes), encoding);
      assert.equal(signatureOf(bytes), 'text');
    }
  }
});

test('a stray NUL leaves a text a text, and random bytes are binary', () => {
  assert.equal(
    signatureOf(Buffer.from('First line with\0NUL bytes inside.\nSecond line is fine.\n')),
    'text',
  );
  const random = fc.sample(fc.uint8Array({ minLength: 2000, maxLength: 2000 }), { numRuns: 20, seed: 7 });
  for (const bytes of random) assert.equal(signatureOf(bytes), 'binary');
});
