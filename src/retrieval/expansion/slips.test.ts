import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutSlip } from './slips.ts';

test('a word typed with one slip is among the words that may be meant', () => {
  for (const typed of ['plaecd', 'placeed', 'plced', 'plated', 'placedd', 'place'])
    assert.ok(withoutSlip(typed).has('placed'), typed);
  assert.ok(withoutSlip('возвратт').has('возврат'));
  assert.ok(withoutSlip('касета').has('кассета'));
});

test('the first letter, short words and long ones stay', () => {
  assert.ok(!withoutSlip('xlaced').has('placed'));
  assert.equal(withoutSlip('lake').size, 0);
  assert.equal(withoutSlip('a'.repeat(33)).size, 0);
  assert.ok(!withoutSlip('placed').has('placed'));
});
