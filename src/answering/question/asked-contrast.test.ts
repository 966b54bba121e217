import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { askedContrast, saysContrary } from './asked-contrast.ts';

describe('What a question asks in contrast to others', () => {
  const contrary = (question: string, sentence: string, near = sentence) => {
    const contrast = askedContrast(question);
    return contrast !== null && saysContrary(contrast, { sentence, near });
  };

  for (const [question, sentence] of [
    ['Which plans are not billed by seat?', 'Team and Business plans are billed by seat.'],
    ["What doesn't the warranty cover?", 'The warranty covers all parts.'],
    ['Who has never visited the plant?', 'Ann and Bob visited the plant in May.'],
    ['Where was the first fort built?', 'They built a second fort at the river.'],
    ['How many public schools are there?', 'There are 48 private schools.'],
    ['What is the lowest fee?', 'The highest fee is 40 euros.'],
    ['Which town has the smallest harbour?', 'Hull has the biggest harbour.'],
  ] as const)
    it(`is not said by another sentence: ${question}`, () => assert.ok(contrary(question, sentence)));

  for (const [question, sentence] of [
    ['Which plans are not billed by seat?', 'All but the Free plan are billed, except Trial.'],
    ['Which plans are not billed by seat?', 'Free and Trial are not.'],
    ['Why is the plan not billed?', 'The plan is free for schools.'],
    ["Which plan applies if the seat isn't paid?", 'The Free plan applies.'],
    ['What happens when a plan is not renewed?', 'The plan ends.'],
    ["What do I do in case the printer doesn't print?", 'Restart the printer.'],
    ['How long are files kept once the plan is not renewed?', 'Files are kept for 30 days.'],
    ['Which plan is for schools that do not pay?', 'The Free plan is for schools.'],
    ["Isn't the plan billed by seat?", 'The plan is billed by seat.'],
    ['The plan is not billed by seat, correct?', 'The plan is billed by seat.'],
    ['Which plans are not only for teams?', 'Business plans are for firms, too.'],
    ['Which is the biggest harbour?', 'Hull has the largest harbour.'],
    ['What do the first and the second fort have in common?', 'The second fort has a moat.'],
    ['How long does the first call take?', 'It takes one second.'],
    ['Which ports are open most of the time?', 'At least 80 and 443.'],
    ['Is the first fort gone?', 'The second fort is gone.'],
    ['How many schools are there?', 'There are 48 private schools.'],
  ] as const)
    it(`may be said: ${question} – ${sentence}`, () => assert.ok(!contrary(question, sentence)));

  it('may be said by a heading or a neighbour', () => {
    assert.ok(!contrary('What is not reimbursed?', 'Drinks and fines.', 'Not reimbursed\nDrinks and fines.'));
    assert.ok(
      !contrary('What was the first step?', 'A second one followed.', 'The first was a call. A second'),
    );
  });
});
