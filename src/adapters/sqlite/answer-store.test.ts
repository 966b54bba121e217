import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { answered, answerStoreConformance } from '../../../test/conformance/answer-store.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { openSqliteAnswerStore } from './stores.ts';

const HOUR_MS = 3_600_000;

answerStoreConformance('SQLite', (folder, bounds) =>
  openSqliteAnswerStore(join(folder, 'answers.db'), bounds),
);

test('texts that a failing disk kept are forgotten when it works again', async () => {
  const path = join(temporaryFolder(), 'answers.db');
  await using store = openSqliteAnswerStore(path);
  using disk = new DatabaseSync(path);
  await store.add([answered('a')]);
  const forget = () => store.forget({ texts: 1, answers: 0, figures: HOUR_MS });
  disk.exec("CREATE TRIGGER fails BEFORE DELETE ON answer_hours BEGIN SELECT RAISE(ABORT, 'It fails.'); END");
  await assert.rejects(forget());
  assert.equal((await store.find('c-a'))?.question, 'a');
  disk.exec('DROP TRIGGER fails');
  await forget();
  assert.equal(await store.find('c-a'), undefined);
});
