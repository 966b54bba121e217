import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DocumentStatus } from '../../api/types.ts';
import { stateOf } from './wording.ts';

test('a document that came in again as it was is unchanged, and no duplicate', () => {
  const skipped = { doc_id: 'guide', status: 'skipped', stage: null } as DocumentStatus;
  assert.equal(stateOf({ ...skipped, duplicate_of: 'guide' }), 'Unchanged');
  assert.equal(stateOf({ ...skipped, duplicate_of: 'other' }), 'Duplicate');
});
