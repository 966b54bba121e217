import assert from 'node:assert/strict';
import { it } from 'node:test';
import { askedDocuments } from './asked-documents.ts';

it('questions for documents on a subject give the subject', () => {
  for (const [question, subject] of [
    ['Which documents mention annual leave?', 'annual leave'],
    ['What documents do we have about travel expenses?', 'travel expenses'],
    ['list all documents on the fire drill.', 'the fire drill'],
    ['Show me the documents that deal with refunds', 'refunds'],
    ['Are there any documents covering parental leave?', 'parental leave'],
    ['Which document describes how to reset a password?', 'how to reset a password'],
    ['Welche Dokumente gibt es über die Elternzeit?', 'Elternzeit'],
    ['Welche Dokumente erwähnen Reisekosten?', 'Reisekosten'],
    ['Nenne alle Dokumente, die von Urlaub handeln', undefined],
    ['Liste alle Dokumente zum Datenschutz', 'Datenschutz'],
    ['Which documents do I need for a visa?', undefined],
    ['How do I list documents?', undefined],
    ['Which documents must be signed?', undefined],
    ['Which documents mention ?', undefined],
    ['', undefined],
  ] as const)
    assert.deepEqual(
      askedDocuments(question),
      subject && { asks: 'which', of: subject, isCalledDocument: false },
      question,
    );
});

it('questions about a document give its name and what is asked of it', () => {
  for (const [question, asks, of] of [
    ['Who wrote Free Culture?', 'author', 'Free Culture'],
    ['Who is the author of the book “Free Culture”?', 'author', 'Free Culture'],
    ['who is the travel policy by?', 'author', 'the travel policy'],
    ['When was the travel policy last updated?', 'date', 'the travel policy'],
    ['How old is this document?', 'date', ''],
    ['What is the Bitcoin paper about?', 'subject', 'the Bitcoin'],
    ['What’s this about?', 'subject', 'this'],
    ['Wer hat das Buch Faust geschrieben?', 'author', 'Faust'],
    ['Wann wurde das Handbuch zuletzt aktualisiert?', 'date', 'das Handbuch'],
    ['Worum geht es in der Datei?', 'subject', ''],
    ['Vem skrev rapporten?', 'author', ''],
  ] as const) {
    const found = askedDocuments(question)!;
    assert.deepEqual([found.asks, found.of], [asks, of], question);
  }
  for (const question of [
    'Who pays for the taxi?',
    'When is payday?',
    'What is a VPN?',
    'How old must I be?',
  ])
    assert.equal(askedDocuments(question), undefined, question);
});
