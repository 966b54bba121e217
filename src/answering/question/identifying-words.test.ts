import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { identifiers, limitingName } from './identifying-words.ts';

describe('The identifiers of a question', () => {
  for (const [question, found] of [
    ['What does exit code 9 mean?', '9'],
    ['What is the response time for priority P7?', 'P7'],
    ['Was bedeutet Fehlercode 812?', '812'],
    ['¿Qué dice el artículo 17?', '17'],
    ['Which release fixed NS-9999?', '9999'],
    ['Is E-104 an error of level 3?', '104 3'],
    ['What does it cost at level 20 %?', ''],
    ['What does article 5.2 say?', ''],
    ['Is the limit of HIV-1 in 2024 over 500 euros?', ''],
    ['What is on page 12 and in chapter 3?', ''],
  ] as const) {
    it(`are “${found}” in “${question}”`, () => {
      const ranges = identifiers(question).map(({ start, end }) => question.slice(start, end));
      assert.equal(ranges.join(' '), found);
    });
  }
});

describe('The name that limits a question', () => {
  for (const [question, name] of [
    ['Which VPN client do I use on Linux?', 'Linux'],
    ['How do I log in on a Chromebook', 'Chromebook'],
    ['Quel est le délai en Belgique ?', 'Belgique'],
    ['Is the canteen open on Fridays?', undefined],
    ['Are we closed in August?', undefined],
    ['What is the limit in the UK?', undefined],
    ['Which client do I use on linux?', undefined],
    ['What on Linux is the client?', undefined],
  ] as const) {
    it(`is ${name ?? 'none'} in “${question}”`, () => {
      const range = limitingName(question);
      assert.equal(range && question.slice(range.start, range.end), name);
    });
  }
});
