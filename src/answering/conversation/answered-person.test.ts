import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answeredPerson } from './answered-person.ts';

test('a question for a person is answered by a name that it does not have', () => {
  const personIn = (question: string, answer: string) => answeredPerson({ question, answer });
  assert.equal(
    personIn('Who is the head of IT?', 'Admin rights are rare. [1] Ask Daniel Osei. [1]'),
    'Daniel Osei',
  );
  assert.equal(
    personIn('Who is Head of Sales?', '"name": "Jonas Feld", "role": "Head Sales" [1]'),
    'Jonas Feld',
  );
  assert.equal(personIn('Wer leitet das Labor?', 'Leiterin ist Anna von Berg. [1]'), 'Anna von Berg');
  const passage = 'Ask Jonas Feld. Daniel Osei heads IT. [1]';
  const gist = 'Daniel Osei heads IT.';
  assert.equal(answeredPerson({ question: 'Who heads IT?', answer: passage, gist }), 'Daniel Osei');
  assert.equal(personIn('When is the party?', 'Ask Daniel Osei. [1]'), undefined);
  assert.equal(personIn('Who pays?', 'the company pays. [1]'), undefined);
  assert.equal(answeredPerson({ question: 'Who?', answer: 'Ask Daniel Osei.', refused: true }), undefined);
});
