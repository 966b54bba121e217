import assert from 'node:assert/strict';
import { test } from 'node:test';
import { IngestFailure } from '../../errors.ts';
import { startDocumentText } from '../parsing/document-text.ts';
import type { ParsedDocument } from '../parsing/parsed-document.ts';
import { prepareDocument } from './prepare-document.ts';

const documentOf = (text: string, title: string | null = null): ParsedDocument => ({
  title,
  text,
  blocks: text === '' ? [] : [{ kind: 'paragraph', start: 0, end: text.length, page: null }],
  pages: null,
});
const prepare = (parsed: ParsedDocument, title: string | null = null, filename = 'pump.manual.pdf') =>
  prepareDocument(parsed, { title, filename });

test('the title is the one that was given, else the document’s own, else the file’s name', () => {
  const text = 'The pump is in the cellar.';
  assert.equal(prepare(documentOf(text, 'Own title'), ' Given \n title ').title, 'Given title');
  assert.equal(prepare(documentOf(text, 'Own title'), ' ').title, 'Own title');
  for (const [filename, title] of [
    ['pump.manual.pdf', 'pump.manual'],
    ['password-reset.md', 'Password reset'],
    ['Annual_Report-2024-05.pdf', 'Annual Report 2024-05'],
    ['Form A-1 (new).pdf', 'Form A-1 (new)'],
    ['.profile', '.profile'],
    ['plan 2024.1', 'plan 2024.1'],
    ['readme.md', 'Readme'],
  ] as const) {
    assert.equal(prepare(documentOf(text), null, filename).title, title);
  }
});

test('a title that would suit any document stands behind the name of its file or folder', () => {
  for (const [own, filename, folder, title] of [
    ['General', 'billing-settings.md', 'guide', 'Billing settings – General'],
    ['General', 'general.md', 'user-interface', 'User interface – General'],
    ['General', 'index.html', 'billing', 'Billing – General'],
    ['General', 'index.html', '', 'General'],
    ['Test Script', 'TestScript_PUMP012.docx', 'tests', 'TestScript PUMP012'],
    ['Pentests', 'pentests.html.md', 'manual', 'Pentests'],
    ['Linux', 'Configuração_Linux.pdf', 'manual', 'Configuração Linux'],
    ['Rules & rates', 'rules-and-rates.md', 'guide', 'Rules & rates'],
    ['User Manual', 'User Manual.docx', 'pump', 'Pump – User Manual'],
    ['Official Checklist', 'Staff-Training.docx', '', 'Staff Training – Official Checklist'],
    ['Getting started', 'getting-started.md', '', 'Getting started'],
    ['2010 Form 1040', 'f1040.pdf', '', '2010 Form 1040'],
    ['CHAPTER 1', 'staff-handbook.docx', '', 'Staff handbook'],
    ['CHAPTER 1', 'index.html', '', 'CHAPTER 1'],
    ['Policy 3', 'Consent Policy.pdf', '', 'Consent Policy'],
    [null, 'index.md', 'opening-hours', 'Opening hours'],
    [null, 'faq.md', 'billing', 'Billing – Faq'],
    [null, 'scan 0001.pdf', 'invoices', 'Invoices'],
  ] as const) {
    const parsed = documentOf('The pump is in the cellar.', own);
    assert.equal(prepareDocument(parsed, { title: null, filename, folder }).title, title);
  }
});

test('a heading that may name a part is the title where the file’s name has a word of it or no meaning', () => {
  for (const [heading, filename, title] of [
    ['Color scheme', 'Appearance.md', 'Appearance'],
    ['Repository policies and controls', 'repo-policies.md', 'Repository policies and controls'],
    ['Color scheme', 'README.md', 'Color scheme'],
    ['Color scheme', '0f8fad5bd9cb469fa16570867728950e.md', 'Color scheme'],
    ['Please note', '42.md', 'Please note'],
  ] as const) {
    const document = startDocumentText();
    document.add('heading', heading, { level: 2 });
    document.add('paragraph', 'The pump is in the cellar.');
    assert.equal(prepare(document.finish({ title: null }), null, filename).title, title);
  }
});

test('the title counts three times in a document of one chunk, once in each chunk of a longer one', () => {
  const countOf = (parsed: ParsedDocument, term: string) =>
    prepare(parsed, 'Valve').chunks.map(({ terms, counts }) => counts[terms.indexOf(term)]);
  assert.deepEqual(countOf(documentOf('The pump is in the cellar.'), 'valv'), [3]);
  const long = countOf(documentOf('The pump is in the cellar of the house. '.repeat(60)), 'valv');
  assert.ok(long.length > 1 && long.every((count) => count === 1));
});

test('headings above a chunk count among its terms', () => {
  const text = 'Cellar\n\nThe pump is there.';
  const [chunk] = prepare({
    title: null,
    text,
    blocks: [
      { kind: 'heading', level: 1, start: 0, end: 6, page: 1 },
      { kind: 'paragraph', start: 8, end: text.length, page: 1 },
    ],
    pages: 1,
  }).chunks;
  assert.equal(chunk?.section, 'Cellar');
  assert.equal(chunk?.counts[chunk.terms.indexOf('cellar')], 2);
});

test('the language of the document decides the stems of all its chunks', () => {
  const { language, chunks } = prepare(
    documentOf('Die Häuser stehen an der Straße, und die Gärten sind hinter den Häusern.'),
    'Haus',
  );
  assert.equal(language, 'de');
  assert.equal(chunks[0]?.counts[chunks[0].terms.indexOf('haus')], 5);
});

test('the frame of the pages does not decide the language', () => {
  const document = startDocumentText();
  document.add('paragraph', 'Die Häuser stehen an der Straße, und die Gärten sind hinter den Häusern.');
  for (let i = 0; i < 50; i++) document.addFrame(`This is what the menu of the page has to say, line ${i}.`);
  assert.equal(prepare(document.finish({ title: null }), 'Haus').language, 'de');
});

test('a document without a letter or digit fails with what to do about it', () => {
  for (const text of ['', '— * * * —', '\n\n']) {
    assert.throws(
      () => prepare(documentOf(text)),
      (error) => error instanceof IngestFailure && error.code === 'no_text',
    );
  }
});
