import assert from 'node:assert/strict';
import { it } from 'node:test';
import { asksToWrite } from './asks-to-write.ts';

it('a request to write is told from a question about writing', () => {
  for (const request of [
    'Summarise the travel policy',
    'Can you please summarize chapter 4?',
    'please translate the notice into French',
    'Write me a short e-mail about the new rules.',
    'Give me a quick overview of the handbook',
    'TL;DR of the handbook?',
    'Fasse die Reiserichtlinie zusammen',
    'Fassen Sie bitte den Vertrag zusammen.',
    'Kannst du mir das Handbuch zusammenfassen?',
    'Übersetze den Hinweis ins Englische',
    'Peux-tu résumer ce contrat ?',
    '¿Puedes traducir el aviso?',
    'Riassumi il manuale',
    'Переведи это на английский',
  ])
    assert.equal(asksToWrite(request), true, request);
  for (const question of [
    'How do I translate a notice?',
    'Who writes the summary of a meeting?',
    'Can I write to the bucket?',
    'What does a summary contain?',
    'Which files are translated?',
    'Wer fasst die Ergebnisse zusammen?',
    'Wie kann ich ein Dokument übersetzen?',
    'Muss ich das Dokument übersetzen?',
    'When is a draft published?',
    'Write access: who has it?',
    'Drafts folder',
    'Resumption of service',
    '',
  ])
    assert.equal(asksToWrite(question), false, question);
});
