import assert from 'node:assert/strict';
import type { CurationStore, DecisionPlace, ReviewState } from '../../../src/ports/curation-store.ts';
import { type CheckCuration, heldAnswer, holdOne, MANY, NOW, newFeedback, questionsOf } from './fixtures.ts';

/** The queue by demand, and decided entries. */
export function entryListChapter(check: CheckCuration): void {
  check(
    'lists pending entries by demand: asked, thumbs down, and how weakly they are grounded',
    async (store) => {
      const hold = (question: string, grounded: 'supported' | 'partial' | 'unsupported') =>
        store.hold({ ...heldAnswer(question), grounded }, MANY);
      await hold('once', 'supported');
      await hold('weak', 'unsupported');
      for (let i = 0; i < 6; i++) await hold('often', 'supported');
      await hold('bad', 'partial');
      const { questionKey } = heldAnswer('bad');
      for (const id of ['f1', 'f2']) await store.addFeedback(newFeedback(id, 'down', { questionKey }));
      await store.addFeedback(newFeedback('f3', 'up', { questionKey }));
      await hold('new', 'supported');
      const { entries, total } = await store.pending({ limit: 9, sort: 'demand' });
      assert.deepEqual(questionsOf(entries), ['bad', 'often', 'weak', 'new', 'once']);
      assert.deepEqual([total, entries[0]!.downvotes], [5, 2]);
      assert.deepEqual(await pagesByDemand(store), questionsOf(entries));
    },
  );

  check(
    'lists only entries whose audience is within the tags, if asked, with the total of those',
    async (store) => {
      const hold = (question: string, audience: readonly string[] | null) =>
        store.hold({ ...heldAnswer(question), audience }, MANY);
      await hold('everyone', null);
      await hold('hr', ['hr']);
      await hold('both', ['hr', 'it']);
      await hold('it', ['it']);
      const listed = async (...audience: string[]) => {
        const { entries, total } = await store.pending({ limit: 9, audience });
        const byDemand = await store.pending({ limit: 9, audience, sort: 'demand' });
        assert.deepEqual(questionsOf(byDemand.entries).toSorted(), questionsOf(entries).toSorted());
        assert.equal(total, entries.length);
        return questionsOf(entries);
      };
      assert.deepEqual(await listed('hr'), ['hr']);
      assert.deepEqual(await listed('it', 'hr'), ['it', 'both', 'hr']);
      assert.deepEqual(await listed('sales'), []);
      const page = await store.pending({ limit: 1, audience: ['hr', 'it'] });
      const next = await store.pending({ limit: 1, audience: ['hr', 'it'], before: page.nextBefore! });
      assert.deepEqual([questionsOf(next.entries), next.total], [['both'], 3]);

      const { entryId } = (await store.pending({ limit: 9, audience: ['it'] })).entries[0]!;
      const changes = { decidedAt: NOW };
      const moved = await store.move(entryId, { from: 'pending', to: 'rejecting', changes });
      assert.deepEqual(moved?.audience, ['it']);
      const decided = async (...audience: string[]) => {
        const { entries, total } = await store.decided({ audience }, { limit: 9 });
        assert.equal(total, entries.length);
        return questionsOf(entries);
      };
      assert.deepEqual(await decided('it'), ['it']);
      assert.deepEqual(await decided('hr'), []);
    },
  );

  check(
    'lists what is decided, the last decision first, by verdict if asked, each once',
    async (store, reopen) => {
      const decide = async (question: string, to: ReviewState, at: number, by: string | null = null) => {
        const { entryId } = await holdOne(store, question);
        await store.move(entryId, {
          ...{ from: 'pending', to },
          changes: { decidedAt: NOW + at, decidedBy: by, note: 'why' },
        });
      };
      await decide('a', 'approved', 5, 'ada');
      await decide('b', 'rejected', 9);
      await decide('c', 'approving', 5);
      await decide('d', 'rejecting', 1);
      await holdOne(store, 'pending');
      const first = await store.decided({}, { limit: 2 });
      assert.deepEqual([questionsOf(first.entries), first.total], [['b', 'c'], 4]);
      await decide('e', 'approved', 20);
      const rest = await store.decided({}, { limit: 9, before: first.next as DecisionPlace });
      assert.deepEqual([questionsOf(rest.entries), rest.next], [['a', 'd'], undefined]);
      assert.deepEqual([rest.entries[0]!.decidedBy, rest.entries[0]!.note], ['ada', 'why']);
      const again = await reopen();
      const rejected = await again.decided({ verdict: 'rejected' }, { limit: 9 });
      assert.deepEqual([questionsOf(rejected.entries), rejected.total], [['b', 'd'], 2]);
    },
  );
}

async function pagesByDemand(store: CurationStore): Promise<string[]> {
  const questions: string[] = [];
  let place: { before?: number; beforeDemand?: number } = {};
  for (;;) {
    const page = await store.pending({ limit: 1, sort: 'demand', ...place });
    questions.push(...questionsOf(page.entries));
    if (page.nextBefore === undefined || page.nextDemand === undefined) return questions;
    place = { before: page.nextBefore, beforeDemand: page.nextDemand };
  }
}
