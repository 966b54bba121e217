import assert from 'node:assert/strict';
import { it } from 'node:test';
import { askedDocuments } from './asked-documents.ts';

it('what documents are asked for by is told from a question about their content', () => {
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
    assert.equal(askedDocuments(question), subject, question);
});
