import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countTerms } from './chunk-terms.ts';

test('each occurrence of a term counts as often as its field does', () => {
  const { terms, counts } = countTerms(
    [
      { text: 'Pump', times: 3 },
      { text: 'The pumps and the valve', times: 1 },
    ],
    'en',
  );
  assert.deepEqual(
    terms.map((term, i) => [term, counts[i]]),
    [
      ['pump', 4],
      ['.the', 2],
      ['.and', 1],
      ['valv', 1],
    ],
  );
});

test('a text without words has no terms', () => {
  assert.deepEqual(countTerms([{ text: '…', times: 1 }], 'en'), { terms: [], counts: [] });
});

test('terms named like the properties of an object are terms', () => {
  assert.deepEqual(countTerms([{ text: 'constructor __proto__', times: 1 }], 'xx').counts, [1, 1]);
});
