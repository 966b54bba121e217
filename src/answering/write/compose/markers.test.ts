import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readMarkers, withCitations } from './markers.ts';

describe('Markers of a model', () => {
  it('are read in every way that models write them', () => {
    for (const [sentence, cited] of [
      ['Staff get 30 days [1].', [1]],
      ['Staff get 30 days. [1] [2]', [1, 2]],
      ['Staff get 30 days.[1, 2]', [1, 2]],
      ['Staff get 30 days [1-3].', [1, 2, 3]],
      ['Staff get 30 days [^2].', [2]],
      ['Staff get 30 days [Source 2].', [2]],
      ['Staff get 30 days【1†handbook】.', [1]],
      ['Staff get 30 days ［２］.', [2]],
      ['Staff get 30 days [٣].', [3]],
    ] as const) {
      const { plain, cited: read } = readMarkers(sentence);
      assert.deepEqual(read, cited, sentence);
      assert.equal(plain, 'Staff get 30 days.');
    }
  });

  it('are not found in code, in links and in words', () => {
    for (const sentence of [
      'Call `a[1]` first.',
      'See [1](https://example.org).',
      'The [draft] is [x] done.',
    ])
      assert.deepEqual(readMarkers(sentence), { text: sentence, plain: sentence, cited: [], markers: [] });
  });

  it('stay where they resolve, are removed where they do not, and are added where missing', () => {
    for (const [sentence, citations, text, end] of [
      ['Staff get 30 days [1].', [1], 'Staff get 30 days [1].', 22],
      ['Staff get 30 days. [1, 7]', [1], 'Staff get 30 days. [1]', 18],
      ['Staff get 30 days [7].', [], 'Staff get 30 days.', 18],
      ['Staff get 30 days.', [2, 3], 'Staff get 30 days. [2] [3]', 18],
      ['Staff get 30 [1] days.[2]', [1, 2], 'Staff get 30 [1] days. [2]', 22],
      ['Call `a[7]`.', [1], 'Call `a[7]`. [1]', 12],
      ['| Staff | 30 days |', [1], '| Staff | 30 days [1] |', 17],
      ['退款【1】。', [1], '退款 [1]。', 7],
    ] as const)
      assert.deepEqual(withCitations(readMarkers(sentence), citations), { text, end });
  });

  it('are bounded', () => {
    assert.equal(readMarkers('Staff [1-999999].').cited.length, 20);
  });
});
