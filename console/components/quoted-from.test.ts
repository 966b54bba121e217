import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quotedFrom } from './quoted-from.ts';

const from = (...labels: string[]) =>
  quotedFrom(labels.map((label) => ({ label, page: null, kind: 'document' })));

test('a line says where a quotation is from, short enough for a phone', () => {
  assert.equal(from('Handbook, p. 2', 'Handbook, p. 2'), 'Quoted from Handbook, p. 2');
  assert.equal(from('Handbook, p. 2', 'Prices'), 'Quoted from Handbook, p. 2 and Prices');
  assert.equal(from('Handbook', 'Prices', `Rules ${'of the house '.repeat(5)}`), 'Quoted from 3 sources');
  assert.equal(
    from('Introduction to Open Source Compliance › Chapter 2: Licenses › Other situations'),
    'Quoted from Introduction to Open Source Compliance › Chapter 2: …',
  );
  const label = `Rules ${'of the house '.repeat(8)}, p. 12`;
  assert.equal(
    quotedFrom([{ label, page: 12, kind: 'document' }]),
    'Quoted from Rules of the house of the house of the house of the …, p. 12',
  );
});
