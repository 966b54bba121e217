import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createMemoryKeyValueStore } from '../adapters/key-value/memory.ts';
import { openSqliteKeyValueStore } from '../adapters/key-value/sqlite.ts';
import { openSqliteCurationStore } from '../adapters/sqlite/curation-store.ts';
import type { KeyValueStore } from '../ports/key-value-store.ts';
import type { Logger } from '../ports/logger.ts';
import { createAnswerLog } from './answer-log.ts';
import { createFeedback } from './feedback.ts';

const DAY_MS = 86_400_000;

async function openFeedback(open: (folder: string) => KeyValueStore) {
  const folder = await mkdtemp(join(tmpdir(), 'docent-feedback-'));
  const store = openSqliteCurationStore(join(folder, 'curation.db'));
  const answers = open(folder);
  const warnings: string[] = [];
  const warn = (message: string) => warnings.push(message);
  const logger: Logger = { debug() {}, info() {}, warn, error() {}, enabled: () => false };
  const answerLog = createAnswerLog({ store: answers, logger });
  let given = 0;
  const feedback = createFeedback({ store, answerLog });
  return {
    answerLog,
    answers,
    warnings,
    record: (fields: { correlationId?: string; question?: string; answer?: string; reason?: string }) =>
      feedback.record({ feedbackId: `f${given++}`, at: 7, rating: 'up', ...fields }),
    async [Symbol.asyncDispose]() {
      await store[Symbol.asyncDispose]();
      await answers[Symbol.asyncDispose]();
      await rm(folder, { recursive: true });
    },
  };
}

test('question and answer are filled in from what was answered under the correlation id', async () => {
  const now = Date.now;
  await using stand = await openFeedback((folder) =>
    openSqliteKeyValueStore(join(folder, 'memory.db'), { durability: 'relaxed', now }),
  );
  stand.answerLog.record('chat-1', { question: 'When?', answer: 'At nine. [1]' });
  const { question, answer, correlationId, createdAt } = await stand.record({ correlationId: 'chat-1' });
  assert.deepEqual([question, answer, correlationId, createdAt], ['When?', 'At nine. [1]', 'chat-1', 7]);
});

test('what the feedback says itself stands, and what nobody knows is null', async () => {
  await using stand = await openFeedback(() => createMemoryKeyValueStore({ now: () => 0 }));
  stand.answerLog.record('chat-1', { question: 'When?', answer: 'At nine.' });
  const own = await stand.record({ correlationId: 'chat-1', question: 'Mine?' });
  assert.deepEqual([own.question, own.answer], ['Mine?', 'At nine.']);
  const unknown = await stand.record({ correlationId: 'chat-2', reason: 'why' });
  assert.deepEqual([unknown.question, unknown.answer, unknown.reason], [null, null, 'why']);
});

test('an answer is known for thirty days, under the last that had the id', async () => {
  const clock = { now: 0 };
  await using stand = await openFeedback(() => createMemoryKeyValueStore({ now: () => clock.now }));
  stand.answerLog.record('chat-1', { question: 'First?', answer: 'One.' });
  stand.answerLog.record('chat-1', { question: 'Second?', answer: 'Two.' });
  clock.now = 30 * DAY_MS - 1;
  assert.equal((await stand.answerLog.find('chat-1'))?.question, 'Second?');
  clock.now = 30 * DAY_MS;
  assert.equal(await stand.answerLog.find('chat-1'), undefined);
});

test('long texts are cut, and half a character does not remain', async () => {
  await using stand = await openFeedback(() => createMemoryKeyValueStore({ now: () => 0 }));
  stand.answerLog.record('chat-1', { question: 'q'.repeat(9_000), answer: `${'a'.repeat(7_999)}🏰` });
  const found = await stand.answerLog.find('chat-1');
  assert.deepEqual([found?.question.length, found?.answer], [2_000, `${'a'.repeat(7_999)}\ufffd`]);
});

test('a log that cannot be written costs the filling in and nothing else', async () => {
  await using stand = await openFeedback(() => ({
    ...createMemoryKeyValueStore({ now: () => 0 }),
    set: () => Promise.reject(new Error('The disk is gone')),
  }));
  stand.answerLog.record('chat-1', { question: 'When?', answer: 'At nine.' });
  assert.equal((await stand.record({ correlationId: 'chat-1' })).question, null);
  assert.deepEqual(stand.warnings, ['An answer could not be noted for feedback']);
});
