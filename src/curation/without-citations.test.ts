import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutCitations } from './without-citations.ts';

for (const [what, answer, sources, text] of [
  ['markers go with the space before them', 'At nine. [1] At ten. [2]', 2, 'At nine. At ten.'],
  ['several in a row go', 'At nine. [1][2] [3]', 3, 'At nine.'],
  ['lines stay', 'Hours: [1]\n- nine [2]\n\n- ten', 2, 'Hours:\n- nine\n\n- ten'],
  ['numbers of no source belong to the text', 'See [3] and [0] and [x]. [1]', 2, 'See [3] and [0] and [x].'],
] as const) {
  test(what, () => assert.equal(withoutCitations(answer, sources), text));
}
