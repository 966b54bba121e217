import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { restoredText, storableText } from './storable-text.ts';

test('every string can be stored and comes back, those with lone surrogates and NUL too', () => {
  const anyString = fc
    .array(fc.integer({ min: 0, max: 0xffff }))
    .map((units) => String.fromCharCode(...units));
  const hard = fc
    .array(fc.constantFrom('\0', '\x1a', '\ud800', '\udc00', '0', 'a', '👩'))
    .map((of) => of.join(''));
  fc.assert(
    fc.property(fc.oneof(anyString, hard), (text) => {
      const stored = storableText(text);
      assert.ok(stored.isWellFormed() && !stored.includes('\0'));
      assert.equal(restoredText(stored), text);
    }),
  );
});

test('ordinary text is stored as it is', () => {
  const text = 'Grüße, 日本 and 👩‍👩‍👧\n\t"quoted"';
  assert.equal(storableText(text), text);
});
