import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { idsOf, newFeedback } from '../../../test/conformance/curation-store/fixtures.ts';
import { curationStoreConformance } from '../../../test/conformance/curation-store.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { closeDatabase, openDatabase } from './database.ts';
import { CURATION_LAYOUT, openSqliteCurationStore } from './stores.ts';

curationStoreConformance('SQLite', (folder) => openSqliteCurationStore(join(folder, 'curation.db')));

test('entries from before the findings on sentences were kept have none, and can be decided', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'curation.db');
  const old = openDatabase(path, {
    ...CURATION_LAYOUT,
    migrations: CURATION_LAYOUT.migrations.slice(0, 2),
  });
  old.exec(`
    INSERT INTO entries (
      entry_id, position, state, stale, question, answer, sources, mode, model, asked, correlation_id, created_at, tags
    ) VALUES ('e', 1, 'pending', 0, 'q', 'a', '[]', 'strict', 'm', 1, 'c', 1, '[]')`);
  closeDatabase(old);
  await using store = openSqliteCurationStore(path);
  assert.deepEqual((await store.entry('e'))?.statements, []);
  const decided = await store.move('e', { from: 'pending', to: 'rejecting', changes: { note: 'n' } });
  assert.deepEqual([decided?.note, decided?.statements], ['n', []]);
});

test('no more feedback is kept than there may be: the oldest goes', async () => {
  const folder = temporaryFolder();
  await using store = openSqliteCurationStore(join(folder, 'curation.db'), { feedbackMax: 3 });
  for (const id of ['a', 'b', 'c', 'd', 'e']) await store.addFeedback(newFeedback(id, 'down'));
  await store.addFeedback(newFeedback('c', 'up'));
  const { feedback, total } = await store.feedback({}, { limit: 9 });
  assert.deepEqual([idsOf(feedback), total], [['e', 'd', 'c'], 3]);
  assert.equal(feedback[2]?.rating, 'up');
});
