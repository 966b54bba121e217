import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asksForSteps } from './asks-for-steps.ts';

test('a question may ask for steps, for how to do something, for a list, or for none of them', () => {
  const asked = {
    'What are the steps of a release?': true,
    'What do I have to do on the first day?': true,
    'Was muss ich bei Feuer tun?': true,
    'Que dois-je faire ?': true,
    'How do I book leave?': true,
    'Wie kann ich das Passwort ändern?': true,
    'List all data classes': true,
    'Which error codes are there?': true,
    'Welche Kurse gibt es?': true,
    'Quels sont les codes d’erreur ?': true,
    'What may I not claim?': true,
    'How did she find it?': false,
    'What does the firm do?': false,
  };
  for (const [question, expected] of Object.entries(asked))
    assert.equal(asksForSteps(question), expected, question);
});
