import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atLength } from '../length.ts';
import { fuzzParsers } from './parser-fuzz.ts';

const FILES = atLength({ short: 20, full: 500 });
const SEED = 1;

test('whatever is done to a file, it is read or refused with a reason, and the service goes on', async (t) => {
  const { files, outcomes, slowestMs, violations } = await fuzzParsers({ files: FILES, seed: SEED });
  t.diagnostic(`${files} files, slowest ${Math.round(slowestMs)} ms: ${JSON.stringify([...outcomes])}`);
  assert.deepEqual(violations, []);
  assert.equal(files, FILES);
  assert.equal(outcomes.get('internal_error'), undefined);
});
