import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isHeld, REVIEW_POLICIES } from './review-policy.ts';

type Judged = Parameters<typeof isHeld>[0];

const composed: Judged = {
  mode: 'learning',
  refused: false,
  synthesized: true,
  grounded: 'supported',
  sources: [{ kind: 'document' }, { kind: 'document' }],
};
const quoted: Judged = { ...composed, synthesized: false, sources: [{ kind: 'document' }] };
const reused: Judged = { ...quoted, sources: [{ kind: 'approved_answer' }] };

/** An answer, and under which policies it is held. */
const TABLE: readonly [string, Judged, readonly string[]][] = [
  ['one composed of several documents', composed, ['synthesized']],
  [
    'a composed one that is carried in part',
    { ...composed, grounded: 'partial' },
    ['synthesized', 'unsupported'],
  ],
  [
    'one written beyond the documents',
    { ...composed, grounded: null, sources: [] },
    ['synthesized', 'unsupported'],
  ],
  [
    'one composed of an approved answer and a document',
    { ...composed, sources: [{ kind: 'approved_answer' }, { kind: 'document' }] },
    ['synthesized'],
  ],
  ['a quotation', quoted, []],
  ['what one document does not carry', { ...quoted, grounded: 'unsupported' }, ['unsupported']],
  ['the reuse of an approved answer', reused, []],
  ['the reuse of an approved answer that was not carried', { ...reused, grounded: 'partial' }, []],
  ['a greeting', { ...quoted, grounded: null, sources: [] }, []],
  ['a refusal', { ...composed, refused: true, grounded: null, sources: [] }, []],
  ['whatever strict mode says', { ...composed, mode: 'strict', grounded: 'partial' }, []],
];

for (const [what, answer, heldUnder] of TABLE) {
  test(`${what} is held under ${heldUnder.join(' and ') || 'no policy'}`, () => {
    assert.deepEqual(
      REVIEW_POLICIES.filter((policy) => isHeld(answer, policy)),
      heldUnder,
    );
  });
}
