import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createMemoryKeyValueStore } from '../../adapters/key-value/memory.ts';
import { SILENT } from '../../kernel/silent-logger.ts';
import type { KeyValueStore } from '../../ports/key-value-store.ts';
import type { Logger } from '../../ports/logger.ts';
import { createMemory, readOnly } from './memory.ts';

const HOUR = 3_600_000;

function setUp() {
  const clock = { at: 0 };
  const warnings: string[] = [];
  const logger: Logger = {
    debug() {},
    info() {},
    error() {},
    enabled: () => true,
    warn: (message) => warnings.push(message),
  };
  const store = createMemoryKeyValueStore({ now: () => clock.at });
  return { clock, warnings, store, memory: createMemory({ store, ttlMs: 24 * HOUR, logger }) };
}

const words = (question: string) => question.split(' ');
const ann = { userId: 'ann', conversationId: 'c1' };

describe('The memory of a conversation', () => {
  it('keeps the last eight turns, and the content words of older ones', async () => {
    const { memory } = setUp();
    for (let i = 0; i < 10; i++)
      await memory.remember(ann, { question: `about topic${i}`, answer: `answer ${i}` }, words);
    const { turns, summary } = await memory.recall(ann);
    assert.deepEqual(
      turns.map(({ question }) => question),
      Array.from({ length: 8 }, (_, i) => `about topic${i + 2}`),
    );
    assert.deepEqual(summary, ['topic0', 'about', 'topic1']);
  });

  it('keeps that a turn was refused, and none of its words when it is dropped', async () => {
    const { memory } = setUp();
    await memory.remember(ann, { question: 'unanswered', answer: 'Nothing.', refused: true }, words);
    assert.equal((await memory.recall(ann)).turns[0]?.refused, true);
    for (let i = 0; i < 9; i++)
      await memory.remember(ann, { question: `topic${i}`, answer: `answer ${i}` }, words);
    assert.deepEqual((await memory.recall(ann)).summary, ['topic0']);
  });

  it('keeps the sentence that answered', async () => {
    const { memory } = setUp();
    const turn = { question: 'who', answer: 'It is old. Ann is. [1]', gist: 'Ann is.' };
    await memory.remember(ann, turn, words);
    await memory.remember(ann, { question: 'why', answer: 'Because. [1]' }, words);
    assert.deepEqual((await memory.recall(ann)).turns, [turn, { question: 'why', answer: 'Because. [1]' }]);
  });

  it('gets nothing from questions that nobody asked', async () => {
    const { memory } = setUp();
    await memory.remember(ann, { question: 'who', answer: 'Ann.' }, words);
    const before = await memory.recall(ann);
    await readOnly(memory).remember(ann, { question: 'why', answer: 'Because.' }, words, before);
    assert.deepEqual(await memory.recall(ann), before);
    assert.deepEqual(await readOnly(memory).recall(ann), before);
  });

  it('is bounded however long a conversation and its turns are', async () => {
    const { memory, store } = setUp();
    for (let i = 0; i < 60; i++) {
      const question = Array.from({ length: 400 }, (_, w) => `w${i}x${w}`)
        .join(' ')
        .padEnd(3_000, 'y');
      await memory.remember(ann, { question, answer: 'a'.repeat(5_000), gist: 'b'.repeat(5_000) }, words);
    }
    const [stored] = (await store.list('', { limit: 9 })).entries;
    assert.ok(stored!.value.length < 8 * 6_100 + 40 * 70);
  });

  it('belongs to one conversation of one user, whatever characters their ids have', async () => {
    const id = fc.string({ unit: fc.constantFrom('a', '1', ':', '/', '.', '@'), minLength: 1, maxLength: 4 });
    const key = fc.record({ userId: id, conversationId: id });
    await fc.assert(
      fc.asyncProperty(key, key, async (one, other) => {
        const { memory } = setUp();
        await memory.remember(one, { question: 'q', answer: 'a' }, words);
        const isSame = one.userId === other.userId && one.conversationId === other.conversationId;
        assert.equal((await memory.recall(other)).turns.length, isSame ? 1 : 0);
        assert.equal(await memory.forget(other.userId), one.userId === other.userId ? 1 : 0);
      }),
    );
  });

  it('is forgotten a day after the last turn', async () => {
    const { memory, clock } = setUp();
    await memory.remember(ann, { question: 'q', answer: 'a' }, words);
    clock.at += 23 * HOUR;
    await memory.remember(ann, { question: 'r', answer: 'a' }, words);
    clock.at += 23 * HOUR;
    assert.equal((await memory.recall(ann)).turns.length, 2);
    clock.at += 2 * HOUR;
    assert.equal((await memory.recall(ann)).turns.length, 0);
  });

  it('is forgotten on request, one conversation or all of a user, and nobody else’s', async () => {
    const { memory } = setUp();
    for (const userId of ['ann', 'bob']) {
      for (let i = 0; i < 450; i++) {
        await memory.remember({ userId, conversationId: `c${i}` }, { question: 'q', answer: 'a' }, words);
      }
    }
    assert.equal(await memory.forget('ann', 'c1'), 1);
    assert.equal(await memory.forget('ann', 'c1'), 0);
    assert.equal(await memory.forget('ann'), 449);
    assert.equal((await memory.recall({ userId: 'bob', conversationId: 'c1' })).turns.length, 1);
  });

  it('loses no turn of questions that are answered at the same time, and keeps their order', async () => {
    const { memory } = setUp();
    const questions = Array.from({ length: 8 }, (_, i) => `q${i}`);
    await Promise.all(questions.map((question) => memory.remember(ann, { question, answer: 'a' }, words)));
    assert.deepEqual(
      (await memory.recall(ann)).turns.map(({ question }) => question),
      questions,
    );
  });

  it('does not come back when it is forgotten while a turn is being added', async () => {
    const { memory } = setUp();
    await memory.remember(ann, { question: 'old', answer: 'a' }, words);
    const adding = memory.remember(ann, { question: 'new', answer: 'a' }, words);
    await Promise.all([adding, memory.forget('ann', 'c1')]);
    assert.equal((await memory.recall(ann)).turns.length, 0);
  });

  it('does not come back when another process forgets it while a turn is being added', async () => {
    const { memory, store } = setUp();
    await memory.remember(ann, { question: 'old', answer: 'a' }, words);
    const elsewhere = createMemory({ store, ttlMs: 24 * HOUR, logger: SILENT });
    // It is forgotten when this process has read it, and before it writes.
    const slow: KeyValueStore = {
      ...store,
      compareAndSet: async (...write) => {
        await elsewhere.forget('ann');
        return store.compareAndSet(...write);
      },
    };
    const here = createMemory({ store: slow, ttlMs: 24 * HOUR, logger: SILENT });
    const { turns } = await here.remember(ann, { question: 'new', answer: 'a' }, words);
    assert.deepEqual(turns, []);
    assert.deepEqual(await store.list('', { limit: 9 }), { entries: [], next: undefined });
  });

  it('loses no turn that another process adds at the same time', async () => {
    const { memory, store } = setUp();
    const elsewhere = createMemory({ store, ttlMs: 24 * HOUR, logger: SILENT });
    const questions = Array.from({ length: 8 }, (_, i) => `q${i}`);
    await Promise.all(
      questions.map((question, i) =>
        (i % 2 ? memory : elsewhere).remember(ann, { question, answer: 'a' }, words),
      ),
    );
    assert.deepEqual((await memory.recall(ann)).turns.map(({ question }) => question).sort(), questions);
  });

  it('starts anew, with a warning, when the stored value is not a conversation', async () => {
    for (const damaged of ['{', 'null', '{"turns":[{}],"summary":[]}', '{"turns":[],"summary":[1]}', '[]']) {
      const { memory, store, warnings } = setUp();
      await memory.remember(ann, { question: 'q', answer: 'a' }, words);
      const [entry] = (await store.list('', { limit: 1 })).entries;
      await store.set(entry!.key, damaged, { ttlMs: 1_000 });
      assert.deepEqual(await memory.recall(ann), { turns: [], summary: [] });
      assert.equal(warnings.length, 1);
      await memory.remember(ann, { question: 'r', answer: 'a' }, words);
      assert.equal((await memory.recall(ann)).turns.length, 1);
    }
  });

  it('remembers text that is not well-formed', async () => {
    const { memory } = setUp();
    await memory.remember(ann, { question: 'lone \ud800 half', answer: `${'😀'.repeat(499)}a😀` }, words);
    assert.equal((await memory.recall(ann)).turns[0]?.question, 'lone \ud800 half');
  });
});
