import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Cue } from '../../languages/pack.ts';
import { createSentenceSigns } from './sentence-signs.ts';

function signsOf(cue: Cue, sentences: readonly string[], language = 'en'): readonly boolean[] {
  let end = 0;
  const ranges = sentences.map((sentence) => {
    const start = end;
    end += sentence.length;
    return { start, end };
  });
  return createSentenceSigns(sentences.join(''), ranges, language)(cue);
}

describe('Signs of a sentence', () => {
  it('show that a sentence has the form of an answer', () => {
    assert.deepEqual(signsOf('percentage', ['A share of 12% went abroad.', 'They waited.']), [true, false]);
    assert.deepEqual(signsOf('money', ['It cost him his health.', 'It cost €40.']), [false, true]);
    assert.deepEqual(signsOf('duration', ['They waited for three weeks.', 'They waited.']), [true, false]);
    assert.deepEqual(
      signsOf('frequency', [
        'We release every second Wednesday.',
        'Update every: 30 minutes',
        'It hardly ever rains, so rarely.',
        'There is no release in the last two weeks of the year.',
        'Every change needs one review.',
      ]),
      [true, true, true, false, false],
    );
    const german = ['Es wird alle zwei Wochen geliefert.', 'Alle Pakete kommen an.'];
    assert.deepEqual(signsOf('frequency', german, 'de'), [true, false]);
    assert.deepEqual(signsOf('frequency', ['On livre tous les deux mois.'], 'fr'), [true]);
    assert.deepEqual(signsOf('name', ['It is known as the Fund.', 'It grew.']), [true, false]);
  });

  it('are independent of which sign was asked for before', () => {
    const text = 'It cost €40.';
    const signs = createSentenceSigns(text, [{ start: 0, end: text.length }], 'en');
    assert.deepEqual([signs('duration'), signs('money'), signs('duration')], [[false], [true], [false]]);
  });
});
