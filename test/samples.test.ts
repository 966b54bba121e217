import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { sampleFiles } from '../scripts/make-samples.ts';

test('the sample documents are what the script makes of them', () => {
  for (const { name, bytes } of sampleFiles()) {
    const committed = readFileSync(new URL(`../samples/${name}`, import.meta.url));
    assert.ok(committed.equals(bytes), `samples/${name} differs: run node scripts/make-samples.ts`);
  }
});
