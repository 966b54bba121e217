import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markedSpellings, unmarkedReading } from './marked-letters.ts';

for (const [language, typed, meant] of [
  ['ar', 'الغاء', 'إلغاء'],
  ['de', 'kuendigung', 'kündigung'],
  ['de', 'kundigung', 'kündigung'],
  ['es', 'cancelacion', 'cancelación'],
  ['fr', 'resiliation', 'résiliation'],
  ['pl', 'dlugosc', 'długość'],
  ['pt', 'ferias', 'férias'],
  ['ru', 'щетка', 'щётка'],
  ['tr', 'ızın', 'izin'],
] as const)
  test(`${typed} may be ${meant}`, () => assert.ok(markedSpellings(typed, language).includes(meant)));

test('spellings with few marks come first, and there are not many', () => {
  assert.deepEqual(markedSpellings('el', 'es'), ['él']);
  assert.deepEqual(markedSpellings('una', 'es').slice(0, 5), ['uná', 'úna', 'üna', 'uña', 'úná']);
  assert.equal(markedSpellings('a'.repeat(30), 'pt').length, 200);
  assert.deepEqual(markedSpellings('a'.repeat(60), 'pt'), []);
  assert.deepEqual(markedSpellings('naive', 'en'), []);
});

test('a word typed without marks is the one that the corpus has, also in texts of unknown language', () => {
  const isKnown = (term: string) => ['cancel', 'abonn'].includes(term);
  assert.equal(unmarkedReading({ surface: 'Cancelacion', language: 'es' }, isKnown), 'cancel');
  assert.equal(unmarkedReading({ surface: 'abonnement', language: 'nl' }, isKnown), 'abonn');
  assert.equal(unmarkedReading({ surface: 'contrato', language: 'es' }, isKnown), undefined);
});
