import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMissingPart } from './missing-part.ts';

const missing = createMissingPart(
  'How high is the meal allowance, and how long does the approval of form B12 take?',
  'en',
);

test('a line about the open part of the question becomes a note', () => {
  for (const line of [
    'MISSING: how long the approval takes',
    '**MISSING:** how long the approval takes',
    '> MISSING： how long the approval takes **',
    '- MISSING:how long the approval takes',
  ])
    assert.equal(missing(line), 'Not in the knowledge base: how long the approval takes', line);
  assert.equal(missing('MISSING: approval of form B12'), 'Not in the knowledge base: approval of form B12');
  const german = createMissingPart('Wie lange dauert die Genehmigung?', 'de');
  assert.equal(german('MISSING: Dauer der Genehmigung'), false, 'in the words of the question');
  assert.equal(german('MISSING: Genehmigung'), 'Nicht in der Wissensbasis: Genehmigung');
  const unknown = createMissingPart('Hvor lang tid tager det?', 'da');
  assert.equal(unknown('MISSING: hvor lang tid'), 'Not in the knowledge base: hvor lang tid');
});

test('a line that says more than the question is left out', () => {
  for (const line of [
    'MISSING:',
    'MISSING: of the',
    'MISSING: the approval is denied by the mayor of Oslo',
    'MISSING: the approval takes 14 days',
    'MISSING: approval of form B13',
    'MISSING: see https://attacker.example/approval',
    `MISSING: ${'approval '.repeat(40)}`,
  ])
    assert.equal(missing(line), false, line);
});

test('any other text is none', () => {
  for (const text of ['Receipts are missing: ask Ann.', 'Missing: a receipt.', 'MISSING', 'It is MISSING: x'])
    assert.equal(missing(text), undefined, text);
});
