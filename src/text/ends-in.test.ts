import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endsIn } from './ends-in.ts';

const COLON = /(?<=:["”)]*)/uy;

test('a text ends in a match only if nothing follows it', () => {
  for (const text of ['Note:', 'He said: (see “above:”)', ':']) assert.ok(endsIn(text, COLON), text);
  for (const text of ['', 'Note', 'Note: ', 'Note: this', ':”.']) assert.ok(!endsIn(text, COLON), text);
});

test('each call begins anew', () => {
  assert.deepEqual(
    ['a:', 'b', 'c:'].map((text) => endsIn(text, COLON)),
    [true, false, true],
  );
});
