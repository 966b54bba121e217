import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mistyped } from './mistyped.ts';

test('one of the three longest words has a slip in its middle', () => {
  const question = 'how do I delete my photos?';
  assert.equal(mistyped(question, 'exchanged', 0), 'how do I deltee my photos?');
  assert.equal(mistyped(question, 'missing', 1), 'how do I delete my phoos?');
  assert.equal(mistyped(question, 'other', 2), 'how do I delrte my photos?');
  assert.equal(mistyped('who am I', 'other', 0), 'who am I', 'short words');
});
