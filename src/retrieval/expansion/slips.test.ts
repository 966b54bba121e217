import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutSlip } from './slips.ts';

test('a word typed with one slip is among the words that may be meant', () => {
  for (const typed of ['plaecd', 'placeed', 'plced', 'plated', 'placedd', 'place'])
    assert.ok(withoutSlip(typed, 'en').has('placed'), typed);
  for (const [typed, meant, language] of [
    ['kndigung', 'kündigung', 'de'],
    ['касета', 'кассета', 'ru'],
    ['возвра', 'возврат', 'ru'],
    ['επιστοφή', 'επιστροφή', 'el'],
    ['استردد', 'استرداد', 'ar'],
    ['छुट्टयाँ', 'छुट्टियाँ', 'hi'],
    ['gravel', 'gravels', 'xx'],
  ] as const)
    assert.ok(withoutSlip(typed, language).has(meant), typed);
});

test('the first letter, short words, long ones and numbers stay', () => {
  assert.ok(!withoutSlip('xlaced', 'en').has('placed'));
  for (const word of ['lake', 'a'.repeat(33), '2024x']) assert.equal(withoutSlip(word, 'en').size, 0);
  assert.ok(!withoutSlip('placed', 'en').has('placed'));
});

test('syllables are exchanged, not put in', () => {
  const meant = withoutSlip('가나다라마', 'ko');
  assert.ok(meant.has('가다나라마'));
  assert.ok(meant.size < 100);
});
