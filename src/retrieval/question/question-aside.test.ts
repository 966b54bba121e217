import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { asideStart, pastedText } from './question-aside.ts';
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

describe('Text pasted before a question', () => {
  const pasted =
    'A stream is a structure like a log. It overcomes some of the limits of a log. These are access at random and strategies of consumption. You can record events with it, and syndicate them at once. ';
  const question = `${pasted}How do I add an entry to a stream?`;

  it('weighs together less than the question', () => {
    const found = pastedText(question);
    assert.equal(question.slice(found?.end), 'How do I add an entry to a stream?');
    const weights = new Map(questionTerms(question, ['en']).map(({ term, weight }) => [term, weight]));
    assert.ok(weights.get('syndic')! < 0.3);
    assert.equal(weights.get('entri'), 1);
  });

  it('is absent where what is before the question is short, or several sentences ask', () => {
    assert.equal(pastedText('Papillomavirus and pterygium. Is the virus a risk factor?'), undefined);
    assert.equal(pastedText(`${question} And how do I read it?`), undefined);
    assert.equal(pastedText(pasted), undefined);
  });
});
