import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askedSteps } from './asked-steps.ts';

test('a question may ask for steps, for how to do something, for a list, or for none of them', () => {
  const asked = {
    'What are the steps of a release?': 'steps',
    'What do I have to do on the first day?': 'steps',
    'Was muss ich bei Feuer tun?': 'steps',
    'Que dois-je faire ?': 'steps',
    'How do I book leave?': 'how',
    'Wie kann ich das Passwort ändern?': 'how',
    'List all data classes': 'list',
    'Which error codes are there?': 'list',
    'Welche Kurse gibt es?': 'list',
    'Quels sont les codes d’erreur ?': 'list',
    'What may I not claim?': 'list',
    'How did she find it?': null,
    'What does the firm do?': null,
  };
  for (const [question, expected] of Object.entries(asked))
    assert.equal(askedSteps(question), expected, question);
});
