import assert from 'node:assert/strict';
import { test } from 'node:test';
import { otherSpellings } from './spelling-variants.ts';

const PAIRS = [
  'organise organize',
  'organisations organizations',
  'organising organizing',
  'realiser realizer',
  'analyse analyze',
  'analysed analyzed',
  'colour color',
  'favourite favorite',
  'neighbourhood neighborhood',
  'colourful colorful',
  'centre center',
  'centred centered',
  'metres meters',
  'cancelled canceled',
  'travelling traveling',
  'travellers travelers',
  'catalogue catalog',
  'dialogues dialogs',
  'licence license',
  'defence defense',
  'programme program',
  'programmes programs',
  'grey gray',
  'greyed grayed',
];

for (const pair of PAIRS) {
  const [british, american] = pair.split(' ') as [string, string];
  test(`${british} is spelt ${american} in America, and the other way round`, () => {
    assert.ok(otherSpellings(british, 'en').includes(american), `${otherSpellings(british, 'en')}`);
    assert.ok(otherSpellings(american, 'en').includes(british), `${otherSpellings(american, 'en')}`);
  });
}

test('a cheque is a check, but a check is not always a cheque', () => {
  assert.deepEqual(otherSpellings('cheques', 'en'), ['checks']);
  assert.deepEqual(otherSpellings('check', 'en'), []);
});

test('a word that is spelt alike has no other spelling', () => {
  for (const word of ['leave', 'four', 'for', 'tree', 'policy', 'call', 'day', '']) {
    assert.deepEqual(otherSpellings(word, 'en'), [], word);
  }
});
