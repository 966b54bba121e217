import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { idsOf, newFeedback } from '../../../test/conformance/curation-store/fixtures.ts';
import { curationStoreConformance } from '../../../test/conformance/curation-store.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { openSqliteCurationStore } from './stores.ts';

curationStoreConformance('SQLite', (folder) => openSqliteCurationStore(join(folder, 'curation.db')));

test('no more feedback is kept than there may be: the oldest goes', async () => {
  const folder = temporaryFolder();
  await using store = openSqliteCurationStore(join(folder, 'curation.db'), { feedbackMax: 3 });
  for (const id of ['a', 'b', 'c', 'd', 'e']) await store.addFeedback(newFeedback(id, 'down'));
  await store.addFeedback(newFeedback('c', 'up'));
  const { feedback, total } = await store.feedback({}, { limit: 9 });
  assert.deepEqual([idsOf(feedback), total], [['e', 'd', 'c'], 3]);
  assert.equal(feedback[2]?.rating, 'up');
});
