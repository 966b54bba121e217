import assert from 'node:assert/strict';
import type { Transition } from '../../../src/ports/curation-store.ts';
import { type CheckCuration, fieldsOf, heldAnswer, holdOne, MANY, NOW, questionsOf } from './fixtures.ts';

export function entryChapter(check: CheckCuration): void {
  check('gives back an entry as it was held, also to the next who opens the store', async (store, reopen) => {
    const held = await holdOne(store, 'When does \0it open? ẞ 🏰');
    assert.deepEqual(held, {
      ...fieldsOf(heldAnswer('When does \0it open? ẞ 🏰')),
      ...{ position: held.position, state: 'pending', stale: false, asked: 1, createdAt: NOW },
      ...{ decidedAt: null, decidedBy: null, downvotes: 0, docId: null, note: null, tags: [] },
      expiresAt: null,
    });
    assert.deepEqual(await store.entry(held.entryId), held);
    assert.deepEqual(await (await reopen()).entry(held.entryId), held);
  });

  check('counts up the entry of a question that is held again, and keeps its first answer', async (store) => {
    const first = await holdOne(store, 'a');
    const again = { ...heldAnswer('a'), entryId: 'another', answer: 'Another.' };
    const outcomes = await Promise.all([1, 2, 3].map(() => store.hold(again, MANY)));
    assert.deepEqual(
      outcomes.map((outcome) => outcome.outcome === 'held' && outcome.entry.entryId),
      [first.entryId, first.entryId, first.entryId],
    );
    assert.deepEqual(await store.entry(first.entryId), { ...first, asked: 4 });
    assert.equal((await store.pending({ limit: 10 })).total, 1);
  });

  check('makes one entry of a question that many ask at once', async (store) => {
    await Promise.all(
      Array.from({ length: 20 }, (_, i) => store.hold({ ...heldAnswer('a'), entryId: `e${i}` }, MANY)),
    );
    const { entries, total } = await store.pending({ limit: 10 });
    assert.deepEqual([entries[0]!.asked, total], [20, 1]);
  });

  check('says of a decided question that it is, and leaves it as it is', async (store) => {
    const { entryId } = await holdOne(store, 'a');
    for (const to of ['approving', 'approved', 'rejecting', 'rejected'] as const) {
      const { state } = (await store.entry(entryId))!;
      const decided = await store.move(entryId, { from: state, to });
      assert.deepEqual(await store.hold(heldAnswer('a'), MANY), { outcome: 'decided', entry: decided });
    }
  });

  check('holds at most the maximum of pending entries, but still counts', async (store) => {
    const { entryId } = await holdOne(store, 'a');
    assert.deepEqual(await store.hold(heldAnswer('b'), { pendingMax: 1 }), { outcome: 'full' });
    assert.equal((await store.hold(heldAnswer('a'), { pendingMax: 1 })).outcome, 'held');
    await store.move(entryId, { from: 'pending', to: 'rejecting' });
    assert.equal((await store.hold(heldAnswer('b'), { pendingMax: 1 })).outcome, 'held');
  });

  check('lists what is pending newest first, each once while others come and go', async (store) => {
    for (const question of ['a', 'b', 'c', 'd', 'e']) await holdOne(store, question);
    const first = await store.pending({ limit: 2 });
    assert.deepEqual([questionsOf(first.entries), first.total], [['e', 'd'], 5]);
    await holdOne(store, 'f');
    await store.move('entry-c', { from: 'pending', to: 'rejecting' });
    const second = await store.pending({ limit: 2, before: first.nextBefore! });
    assert.deepEqual([questionsOf(second.entries), second.nextBefore], [['b', 'a'], undefined]);
    assert.equal(second.total, 5);
  });

  check('puts an entry that comes back at the head of the queue', async (store) => {
    for (const question of ['a', 'b', 'c']) await holdOne(store, question);
    await store.move('entry-a', { from: 'pending', to: 'approving' });
    await store.move('entry-a', { from: 'approving', to: 'pending' });
    await store.move('entry-b', { from: 'pending', to: 'pending', changes: { stale: true } });
    assert.deepEqual(questionsOf((await store.pending({ limit: 9 })).entries), ['a', 'c', 'b']);
  });

  check('lets one of a hundred moves from the same state through', async (store) => {
    const { entryId } = await holdOne(store, 'a');
    const moves = await Promise.all(
      Array.from({ length: 100 }, (_, i) =>
        store.move(entryId, {
          from: 'pending',
          to: i % 2 ? 'approving' : 'rejecting',
          changes: { note: `${i}` },
        }),
      ),
    );
    const won = moves.filter((entry) => entry !== undefined);
    assert.equal(won.length, 1);
    assert.deepEqual(await store.entry(entryId), won[0]);
  });

  check('changes with a move what it names, and nothing when it cannot be made', async (store, reopen) => {
    const held = await holdOne(store, 'a');
    const changes: Transition['changes'] = {
      ...{ question: 'q', answer: 'x', note: 'n', tags: ['t'], docId: 'd', decidedAt: 7, stale: true },
      ...{ asked: 9, grounded: null, groundedScore: null, restsOn: [{ docId: 'z', version: 3 }] },
    };
    assert.equal(await store.move(held.entryId, { from: 'approved', to: 'pending', changes }), undefined);
    assert.equal(await store.move('unknown', { from: 'pending', to: 'approving' }), undefined);
    assert.deepEqual(await store.entry(held.entryId), held);
    const moved = await store.move(held.entryId, { from: 'pending', to: 'approving', changes });
    assert.deepEqual(moved, { ...held, ...changes, state: 'approving' });
    assert.deepEqual(await (await reopen()).entry(held.entryId), moved);
  });

  check('finds what is in the middle of a decision', async (store) => {
    for (const question of ['a', 'b', 'c']) await holdOne(store, question);
    await store.move('entry-c', { from: 'pending', to: 'rejecting' });
    await store.move('entry-a', { from: 'pending', to: 'approving' });
    assert.deepEqual(questionsOf(await store.entriesIn(['approving', 'rejecting'])), ['a', 'c']);
    assert.deepEqual(await store.entriesIn(['approved']), []);
  });

  check(
    'says when the answer to a question was decided, as it was asked and as it was approved',
    async (store) => {
      const { questionKey } = heldAnswer('a');
      await holdOne(store, 'a');
      assert.equal(await store.decidedAt(questionKey), undefined);
      await store.move('entry-a', {
        ...{ from: 'pending', to: 'approving', approvedKey: 'KEY', changes: { decidedAt: 7 } },
      });
      assert.deepEqual([await store.decidedAt(questionKey), await store.decidedAt('KEY')], [7, 7]);
      await store.move('entry-a', { from: 'approving', to: 'pending', changes: { decidedAt: null } });
      assert.equal(await store.decidedAt(questionKey), undefined);
    },
  );

  check('leads the question that was approved to the document of its latest approval', async (store) => {
    await holdOne(store, 'a');
    await holdOne(store, 'b');
    const approve = (entryId: string, decidedAt: number) =>
      store.move(entryId, {
        ...{ from: 'pending', to: 'approving', approvedKey: 'KEY' },
        changes: { docId: `answer-${entryId}`, decidedAt },
      });
    assert.equal(await store.approvedDocument('KEY'), undefined);
    await approve('entry-a', 2);
    assert.equal(await store.approvedDocument('KEY'), 'answer-entry-a');
    await approve('entry-b', 1);
    assert.equal(await store.approvedDocument('KEY'), 'answer-entry-a');
    await store.move('entry-a', { from: 'approving', to: 'approved', changes: { docId: null } });
    assert.equal(await store.approvedDocument('KEY'), 'answer-entry-b');
    assert.equal((await store.hold({ ...heldAnswer('x'), questionKey: 'KEY' }, MANY)).outcome, 'decided');
  });

  check(
    'begins to withdraw the answers that have expired, the first of them first, each once',
    async (store) => {
      const expiring = async (
        question: string,
        expiresAt: number | null,
        docId: string | null = question,
      ) => {
        const { entryId } = await holdOne(store, question);
        const changes = { docId, expiresAt };
        await store.move(entryId, {
          from: 'pending',
          to: 'approved',
          changes,
          approvedKey: `KEY ${question}`,
        });
        return entryId;
      };
      await expiring('late', NOW);
      const early = await expiring('early', NOW - 1);
      await expiring('kept', NOW + 1);
      await expiring('endless', null);
      await expiring('withdrawn', NOW, null);
      const stale = await expiring('stale', NOW - 2);
      await store.move(stale, { from: 'approved', to: 'pending', changes: { stale: true } });
      await store.move(await expiring('again', NOW), { from: 'approved', to: 'approving' });

      const [first, ...others] = await store.expire(NOW, { limit: 2 });
      assert.deepEqual([first?.entryId, first?.state, first?.docId], [stale, 'reopening', 'stale']);
      assert.equal(others[0]?.stale, true);
      assert.deepEqual(questionsOf(others), ['early']);
      assert.deepEqual(questionsOf(await store.expire(NOW, { limit: 2 })), ['late']);
      assert.deepEqual(await store.expire(NOW, { limit: 2 }), []);
      assert.equal(await store.approvedDocument('KEY early'), undefined, 'it is not given any more');
      assert.equal(await store.approvedDocument('KEY kept'), 'kept');
      assert.equal((await store.entry(early))!.expiresAt, NOW - 1);
    },
  );

  check('knows what pending and approved entries hang on', async (store) => {
    const { entryId } = await holdOne(store, 'a');
    const source = { entryId, state: 'pending', stale: false, docId: 'castle', version: 2 };
    assert.deepEqual(await store.ties('castle'), [source]);
    assert.deepEqual(await store.ties('garden'), []);
    await store.move(entryId, { from: 'pending', to: 'approving', changes: { docId: 'answer-a' } });
    assert.deepEqual(await store.ties(), []);
    await store.move(entryId, { from: 'approving', to: 'approved' });
    const approved = { ...source, state: 'approved' };
    assert.deepEqual(await store.ties(), [approved, { ...approved, docId: 'answer-a', version: null }]);
    assert.deepEqual(await store.ties('answer-a'), [{ ...approved, docId: 'answer-a', version: null }]);
    await store.move(entryId, { from: 'approved', to: 'approved', changes: { docId: null } });
    assert.deepEqual(await store.ties(), [], 'an approved entry without a document hangs on nothing');
  });
}
