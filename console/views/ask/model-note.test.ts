import assert from 'node:assert/strict';
import { it } from 'node:test';
import { modelNote } from './model-note.ts';

it('says in words what became of the language model', () => {
  for (const [meta, said] of [
    [{ refused: false }, null],
    [{ refused: false, fallback: true }, /not available\. These are quotations/],
    [{ refused: true, fallback: true }, /not available\.$/],
    [{ refused: false, truncated: true }, /the end of the answer is missing/],
  ] as const)
    if (said) assert.match(modelNote(meta)!, said);
    else assert.equal(modelNote(meta), null);
});
