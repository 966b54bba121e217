import assert from 'node:assert/strict';
import { type CheckCuration, idsOf, NOW, newFeedback } from './fixtures.ts';

export function feedbackChapter(check: CheckCuration): void {
  check(
    'lists feedback newest first, by rating if asked, each once while more comes in',
    async (store, reopen) => {
      for (let i = 0; i < 5; i += 1) await store.addFeedback(newFeedback(`f${i}`, i % 2 ? 'down' : 'up'));
      const first = await store.feedback({}, { limit: 2 });
      assert.deepEqual([idsOf(first.feedback), first.total], [['f4', 'f3'], 5]);
      await store.addFeedback(newFeedback('f5', 'up'));
      const rest = await store.feedback({}, { limit: 9, before: first.nextBefore! });
      assert.deepEqual(
        [idsOf(rest.feedback), rest.nextBefore, rest.total],
        [['f2', 'f1', 'f0'], undefined, 6],
      );
      const reopened = await reopen();
      const down = await reopened.feedback({ rating: 'down' }, { limit: 1 });
      assert.deepEqual([idsOf(down.feedback), down.total], [['f3'], 2]);
      const older = await reopened.feedback({ rating: 'down' }, { limit: 1, before: down.nextBefore! });
      assert.deepEqual([idsOf(older.feedback), older.nextBefore], [['f1'], undefined]);
    },
  );

  check('gives back a record as it was added, and replaces it when it is added again', async (store) => {
    const given = newFeedback('f', 'up');
    const { now, questionKey: _, ...fields } = given;
    const added = await store.addFeedback(given);
    assert.deepEqual(added, { ...fields, createdAt: now, sequence: added.sequence });
    await store.addFeedback(newFeedback('g', 'up'));
    const again = await store.addFeedback({ ...given, rating: 'down', reason: null });
    assert.deepEqual(again, { ...added, rating: 'down', reason: null });
    assert.deepEqual(idsOf((await store.feedback({}, { limit: 9 })).feedback), ['g', 'f']);
  });

  check(
    'lists the feedback of a time, from its beginning to before its end, with the total of that',
    async (store) => {
      for (let i = 0; i < 6; i += 1)
        await store.addFeedback(newFeedback(`f${i}`, i % 2 ? 'down' : 'up', { now: NOW + i * 10 }));
      const time = { from: NOW + 10, to: NOW + 50 };
      const first = await store.feedback(time, { limit: 3 });
      assert.deepEqual([idsOf(first.feedback), first.total], [['f4', 'f3', 'f2'], 4]);
      const rest = await store.feedback(time, { limit: 3, before: first.nextBefore! });
      assert.deepEqual([idsOf(rest.feedback), rest.nextBefore, rest.total], [['f1'], undefined, 4]);
      const since = await store.feedback({ rating: 'up', from: NOW + 20 }, { limit: 9 });
      assert.deepEqual([idsOf(since.feedback), since.total], [['f4', 'f2'], 2]);
      const before = await store.feedback({ to: NOW + 10 }, { limit: 9 });
      assert.deepEqual([idsOf(before.feedback), before.total], [['f0'], 1]);
    },
  );

  check('counts ratings by time', async (store) => {
    for (const [i, rating] of (['up', 'down', 'down', 'up'] as const).entries())
      await store.addFeedback(newFeedback(`f${i}`, rating, { now: NOW + i * 10 }));
    const counts = await store.ratingCounts({ from: NOW + 10, bucketMs: 15 });
    assert.deepEqual(
      new Set(counts.map((count) => JSON.stringify(Object.values(count)))),
      new Set(['[0,"down",2]', '[1,"up",1]']),
    );
  });
}
