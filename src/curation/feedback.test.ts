import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { holdOne } from '../../test/conformance/curation-store/fixtures.ts';
import { loggedAnswer } from '../../test/curation-stand.ts';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { openSqliteAnswerStore, openSqliteCurationStore } from '../adapters/sqlite/stores.ts';
import { SILENT } from '../kernel/silent-logger.ts';
import type { AnswerStore } from '../ports/answer-store.ts';
import type { Logger } from '../ports/logger.ts';
import { createAnswerLog } from './answer-log.ts';
import { createFeedback } from './feedback.ts';

const DAY_MS = 86_400_000;

async function openFeedback({
  now = Date.now,
  over = {},
}: {
  now?: () => number;
  over?: Partial<AnswerStore>;
} = {}) {
  const folder = temporaryFolder();
  const store = openSqliteCurationStore(join(folder, 'curation.db'));
  const answers = openSqliteAnswerStore(join(folder, 'answers.db'));
  const warnings: string[] = [];
  const warn = (message: string) => warnings.push(message);
  const logger: Logger = { ...SILENT, warn };
  const answerLog = createAnswerLog({ store: { ...answers, ...over }, logger, now });
  let given = 0;
  const feedback = createFeedback({ store, answerLog });
  return {
    answerLog,
    answers,
    store,
    warnings,
    record: (fields: { correlationId?: string; question?: string; answer?: string; reason?: string }) =>
      feedback.record({ feedbackId: `f${given++}`, now: 7, rating: 'down', ...fields }),
    async [Symbol.asyncDispose]() {
      await answerLog[Symbol.asyncDispose]();
      await store[Symbol.asyncDispose]();
      await answers[Symbol.asyncDispose]();
    },
  };
}

test('question and answer are filled in from what was answered under the correlation id', async () => {
  await using stand = await openFeedback();
  stand.answerLog.record(loggedAnswer('When?', { answer: 'At nine. [1]' }));
  const { question, answer, correlationId, createdAt } = await stand.record({ correlationId: 'chat-1' });
  assert.deepEqual([question, answer, correlationId, createdAt], ['When?', 'At nine. [1]', 'chat-1', 7]);
  await stand.answerLog[Symbol.asyncDispose]();
  const written = await stand.record({ correlationId: 'chat-1' });
  assert.deepEqual([written.question, written.answer], ['When?', 'At nine. [1]']);
});

test("the feedback's own texts are kept, and unknown ones are null", async () => {
  await using stand = await openFeedback();
  stand.answerLog.record(loggedAnswer('When?'));
  const own = await stand.record({ correlationId: 'chat-1', question: 'Mine?' });
  assert.deepEqual([own.question, own.answer], ['Mine?', 'At nine.']);
  const unknown = await stand.record({ correlationId: 'chat-2', reason: 'why' });
  assert.deepEqual([unknown.question, unknown.answer, unknown.reason], [null, null, 'why']);
});

test('thumbs down count for the entry of the question, however it was asked', async () => {
  await using stand = await openFeedback();
  const { entryId } = await holdOne(stand.store, 'WHEN DOES IT OPEN');
  stand.answerLog.record(loggedAnswer('And then?', { question: 'When does it open?' }));
  await stand.record({ correlationId: 'chat-1' });
  await stand.record({ question: 'when does it open' });
  await stand.record({ question: 'When does it close?' });
  assert.equal((await stand.store.entry(entryId))?.downvotes, 2);
});

test('an answer is known for thirty days, under the last that had the id', async () => {
  const clock = { now: 0 };
  await using stand = await openFeedback({ now: () => clock.now });
  stand.answerLog.record(loggedAnswer('First?'));
  stand.answerLog.record(loggedAnswer('Second?'));
  clock.now = 30 * DAY_MS - 1;
  assert.equal((await stand.answerLog.find('chat-1'))?.question, 'Second?');
  clock.now = 30 * DAY_MS;
  assert.equal(await stand.answerLog.find('chat-1'), undefined);
});

test('long texts are cut, and half a character does not remain', async () => {
  await using stand = await openFeedback();
  stand.answerLog.record(loggedAnswer('q'.repeat(9_000), { answer: `${'a'.repeat(7_999)}🏰` }));
  const found = await stand.answerLog.find('chat-1');
  assert.deepEqual([found?.question.length, found?.answer], [2_000, `${'a'.repeat(7_999)}\ufffd`]);
});

test('a log that cannot be written costs the filling in and nothing else', async () => {
  await using stand = await openFeedback({ over: { add: () => Promise.reject(new Error('No disk')) } });
  stand.answerLog.record(loggedAnswer('When?'));
  await stand.answerLog[Symbol.asyncDispose]();
  assert.equal((await stand.record({ correlationId: 'chat-1' })).question, null);
  assert.deepEqual(stand.warnings, ['Answers could not be recorded for feedback and statistics']);
});

test('answers that arrive faster than they can be written are dropped, which is logged once', async () => {
  await using stand = await openFeedback();
  for (let i = 0; i < 5_100; i++) stand.answerLog.record(loggedAnswer('When?', { correlationId: `c${i}` }));
  assert.equal((await stand.answerLog.find('c4999'))?.question, 'When?');
  assert.equal(await stand.answerLog.find('c5000'), undefined);
  assert.deepEqual(stand.warnings, ['Answers are not recorded because too many are waiting']);
});
