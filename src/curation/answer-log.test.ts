import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { openSqliteAnswerStore } from '../adapters/sqlite/stores.ts';
import { SILENT } from '../kernel/silent-logger.ts';
import type { AnsweredQuestion } from '../ports/answer-store.ts';
import { createAnswerLog, TEXT_DAYS } from './answer-log.ts';

const DAY_MS = 86_400_000;
test('the texts of a busy day expire within the hour, also on an idle server', async (t) => {
  const folder = temporaryFolder();
  t.mock.timers.enable({ apis: ['setInterval'] });
  await using store = openSqliteAnswerStore(join(folder, 'answers.db'));
  const old: AnsweredQuestion = {
    ...{ correlationId: 'c', at: 0, question: 'When?', standalone: null, questionKey: 'WHEN' },
    ...{ answer: 'At nine.', refused: false, grounded: 'supported', groundedScore: 1, bestScore: 1 },
    ...{ mode: 'learning', model: 'm', usage: null, latencyClass: 1 },
    timingsMs: { retrieve: 1, generate: 1, total: 1 },
  };
  await store.add(Array.from({ length: 2_500 }, () => old));
  await using _ = createAnswerLog({ store, logger: SILENT, now: () => (TEXT_DAYS + 1) * DAY_MS });
  for (let minute = 0; minute < 60; minute += 1) {
    t.mock.timers.tick(60_000);
    await nextTurn();
  }
  const { answers } = await store.answers({}, { limit: 5_000 });
  assert.equal(answers.length, 2_500);
  assert.equal(answers.filter(({ question }) => question !== null).length, 0);
});
