import assert from 'node:assert/strict';
import { test } from 'node:test';
import { editDistance } from '../src/kernel/edit-distance.ts';
import { misspell } from './misspell.ts';

const QUESTION = 'How is the annual subscription cancelled?';

test('a misspelt text is at most one typing error away, mostly exactly one, and the same at every run', () => {
  const misspelt = Array.from({ length: 100 }, (_, id) => misspell(QUESTION, String(id)));
  const edits = misspelt.map((text) => editDistance(QUESTION, text, 3));
  assert.ok(edits.every((count) => count <= 1));
  assert.ok(edits.filter((count) => count === 1).length > 80);
  assert.deepEqual(
    misspelt,
    misspelt.map((_, id) => misspell(QUESTION, String(id))),
  );
});

test('a text without a long word stays', () => {
  assert.equal(misspell('What is it?', '1'), 'What is it?');
});
