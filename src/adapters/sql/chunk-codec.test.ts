import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decodeEmbedding, decodeTerms, encodeCounts, encodeEmbedding, encodeTerms } from './chunk-codec.ts';

test('terms and counts are what they were before', () => {
  const entries = fc.array(
    fc.tuple(
      fc.string({ unit: 'binary' }).filter((term) => !term.includes('\n')),
      fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
    ),
  );
  fc.assert(
    fc.property(entries, (pairs) => {
      const terms = pairs.map(([term]) => term);
      const counts = pairs.map(([, count]) => count);
      assert.deepEqual(decodeTerms(encodeTerms(terms), encodeCounts(counts)), { terms, counts });
    }),
  );
});

test('a count takes one byte up to 127', () => {
  assert.deepEqual(encodeCounts([1, 127, 128, 300]), Uint8Array.of(1, 127, 0x80, 1, 0xac, 2));
});

test('a term that would read as two, and a count that is none, are refused', () => {
  assert.throws(() => encodeTerms(['a\nb']), RangeError);
  for (const count of [0, -1, 1.5, Number.NaN]) assert.throws(() => encodeCounts([count]), RangeError);
});

test('no component of an embedding moves by more than half a step', () => {
  const vector = fc.float32Array({ minLength: 1, maxLength: 300, min: -1, max: 1, noNaN: true });
  fc.assert(
    fc.property(vector, (components) => {
      const bytes = encodeEmbedding(components);
      assert.equal(bytes.length, components.length + 4);
      const decoded = decodeEmbedding(bytes);
      const step = Math.max(...components.map(Math.abs)) / 127;
      for (const [i, component] of components.entries()) {
        assert.ok(Math.abs(decoded[i]! - component) <= step * 0.5001 + 1e-40, `${component} → ${decoded[i]}`);
      }
    }),
  );
});

test('an embedding that is stored again is stored the same', () => {
  const vector = Float32Array.from({ length: 150 }, (_, i) => Math.sin(i * i) / 9);
  const bytes = encodeEmbedding(vector);
  assert.deepEqual(encodeEmbedding(decodeEmbedding(bytes)), bytes);
});
