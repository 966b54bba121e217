import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SILENT } from '../../test/silent-logger.ts';
import type { Logger } from '../ports/logger.ts';
import { createOriginalUpkeep } from './original-upkeep.ts';

/** An upkeep over released hashes, its removals, and its warnings. */
function upkeepOf(orphaned: string[], remove: (hash: string) => Promise<void> = async () => {}) {
  const removed: string[] = [];
  const warnings: string[] = [];
  const logger: Logger = {
    ...SILENT,
    warn: (message) => warnings.push(message),
  };
  const upkeep = createOriginalUpkeep({
    documentStore: { takeOrphanedHashes: async () => orphaned.splice(0) },
    originals: {
      async remove(hash) {
        await remove(hash);
        removed.push(hash);
      },
    },
    logger,
  });
  return { upkeep, removed, warnings };
}

test('what documents have let go of is removed, once', async () => {
  const { upkeep, removed } = upkeepOf(['a', 'b']);
  await upkeep.discardOrphans();
  await upkeep.discardOrphans();
  assert.deepEqual(removed, ['a', 'b']);
});

test('content that is stored again during its removal stays', async () => {
  const { upkeep, removed } = upkeepOf(['a', 'b'], async (hash) => {
    if (hash === 'a') upkeep.kept('b');
  });
  await upkeep.discardOrphans();
  assert.deepEqual(removed, ['a']);
});

test('a file that cannot be removed is left for later with a warning, and fails nothing', async () => {
  const { upkeep, warnings } = upkeepOf(['a'], () => Promise.reject(new Error('EBUSY')));
  await upkeep.discardOrphans();
  assert.equal(warnings.length, 1);
});
