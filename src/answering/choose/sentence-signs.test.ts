import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSentenceSigns, type Sign } from './sentence-signs.ts';

function signsOf(sign: Sign, ...sentences: string[]): readonly boolean[] {
  let end = 0;
  const ranges = sentences.map((sentence) => {
    const start = end;
    end += sentence.length;
    return { start, end };
  });
  return createSentenceSigns(sentences.join(''), ranges)(sign);
}

describe('Signs of a sentence', () => {
  it('show that a sentence has the form of an answer', () => {
    assert.deepEqual(signsOf('percentage', 'A share of 12% went abroad.', 'They waited.'), [true, false]);
    assert.deepEqual(signsOf('money', 'It cost him his health.', 'It cost €40.'), [false, true]);
    assert.deepEqual(signsOf('duration', 'They waited for three weeks.', 'They waited.'), [true, false]);
    assert.deepEqual(
      signsOf(
        'frequency',
        'We release every second Wednesday.',
        'Update every: 30 minutes',
        'Es wird alle zwei Wochen geliefert.',
        'On livre tous les deux mois.',
        'It hardly ever rains, so rarely.',
        'There is no release in the last two weeks of the year.',
        'Every change needs one review.',
        'Alle Pakete kommen an.',
      ),
      [true, true, true, true, true, false, false, false],
    );
    assert.deepEqual(signsOf('name', 'It is known as the Fund.', 'It grew.'), [true, false]);
  });

  it('show that a sentence introduces a reason or a definition', () => {
    assert.deepEqual(signsOf('reason', 'It closed due to rain.', 'It closed.'), [true, false]);
    assert.deepEqual(signsOf('definition', 'A refund is money.', 'Refunds take a week.'), [true, false]);
  });

  it('are independent of which sign was asked for before', () => {
    const text = 'It cost €40.';
    const signs = createSentenceSigns(text, [{ start: 0, end: text.length }]);
    assert.deepEqual([signs('duration'), signs('money'), signs('duration')], [[false], [true], [false]]);
  });
});
