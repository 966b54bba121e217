import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Paragraph } from './edit-context.ts';
import { CONTROLS, EDITS, perturb } from './perturbations.ts';
import { seededRandom } from './seeded-random.ts';

const text =
  'On 5 May 1999, Ann Keller paid 1,234 pounds to Bob Miller, who was a member of the board. The board did not meet again.';
const paragraph: Paragraph = {
  id: 'Board_001@en',
  article: 'Board',
  language: 'en',
  text,
  sentences: [
    { start: 0, end: text.indexOf(' The board') },
    { start: text.indexOf('The board'), end: text.length },
  ],
  names: ['Ann Keller', 'Bob Miller'].map((name) => ({ text: name, start: text.indexOf(name) })),
};
const edits = (seed: number) => [...perturb(paragraph, ['Carla Smith'], seededRandom(seed))];

describe('Editing sentences', () => {
  it('makes every kind of edit and control that fits', () => {
    const kinds = new Set(edits(1).map(({ kind }) => kind));
    assert.deepEqual([...kinds].sort(), [...EDITS, ...CONTROLS].sort());
  });

  it('makes the same edits from the same seed', () => {
    assert.deepEqual(edits(7), edits(7));
    assert.notDeepEqual(edits(7), edits(8));
  });

  it('changes one thing', () => {
    const of = (kind: string) => edits(3).find((edit) => edit.kind === kind)!.sentence;
    assert.match(of('year changed'), /^On 5 May (?!1999)\d{4}, Ann Keller paid 1,234 pounds/);
    assert.match(of('month changed'), /^On 5 (?!May)\p{L}+ 1999, Ann Keller paid/u);
    assert.match(of('foreign name'), /Carla Smith/);
    assert.match(of('negation removed'), /^The board did meet again\.$/);
    assert.match(of('sentences joined'), /board and The board did not meet again\.$/);
    assert.match(of('digits reformatted'), /Ann Keller paid \S+ pounds to Bob Miller|１９９９/);
  });
});
