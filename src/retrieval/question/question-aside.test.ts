import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { asideStart } from './question-aside.ts';
import { questionTerms } from './question-terms.ts';

const asideOf = (question: string) => {
  const start = asideStart(question);
  return start === undefined ? undefined : question.slice(start).trim();
};

describe('The aside of a question', () => {
  it('is the text after the only sentence that asks', () => {
    assert.equal(asideOf('What are the assets of 2019? Answer in millions.'), 'Answer in millions.');
    assert.equal(asideOf('Πόσα είναι τα έσοδα; Απάντησε σε εκατομμύρια.'), 'Απάντησε σε εκατομμύρια.');
  });

  it('is not the text before the question', () => {
    assert.equal(asideOf('Papillomavirus and pterygium. Is the virus a risk factor?'), undefined);
  });

  it('is absent when several sentences ask, or none does', () => {
    assert.equal(asideOf('What is a webhook? How do I send one?'), undefined);
    assert.equal(asideOf('Tell me about webhooks. Be brief; use examples.'), undefined);
  });

  it('weighs less in the search', () => {
    const weights = new Map(
      questionTerms('What are the assets? Answer in millions.', ['en']).map(({ term, weight }) => [
        term,
        weight,
      ]),
    );
    assert.ok(weights.get('million')! < weights.get('asset')!);
  });
});
