import assert from 'node:assert/strict';
import type { Intake } from '../../../src/ports/document-intake.ts';
import type { DocumentStore } from '../../../src/ports/document-store.ts';
import {
  type CheckDocuments,
  idsOf,
  ingest,
  intake,
  NOW,
  namesOf,
  originalOf,
  released,
} from './fixtures.ts';

const refuse = new Error('a source is gone');

/** Approved answers and the documents that they rest on. */
export function answerSourcesChapter(check: CheckDocuments): void {
  check(
    'what has one of the tags is visible with them, an answer only if all that it rests on is',
    async (store) => {
      const tagged = (docId: string, ...tags: string[]) => ingest(store, intake(docId, { tags }), [docId]);
      await tagged('hr', 'hr');
      await tagged('both', 'it', 'hr');
      await tagged('it', 'it');
      await tagged('none');
      await store.accept(intake('queued', { tags: ['hr'] }));
      const rests = (docId: string, ...on: string[]) =>
        ingest(store, { ...answer(docId, on), tags: ['hr'] }, [docId]);
      await rests('seen', 'hr', 'both');
      await rests('partly', 'hr', 'it');
      const all = ['hr', 'both', 'it', 'none', 'queued', 'seen', 'partly', 'unknown'];
      const visible = async (...tags: string[]) => {
        const ids = (await store.visibleAmong(all, tags)).toSorted();
        const { documents, total } = await store.list({ visibleTo: tags }, { limit: 99 });
        assert.deepEqual(idsOf(documents).toSorted(), ids);
        assert.equal(total, ids.length);
        return ids;
      };
      assert.deepEqual(await visible('hr'), ['both', 'hr', 'queued', 'seen']);
      assert.deepEqual(await visible('it'), ['both', 'it']);
      assert.deepEqual(await visible('it', 'hr'), ['both', 'hr', 'it', 'partly', 'queued', 'seen']);
      assert.deepEqual(await visible('"quoted"'), []);
      assert.deepEqual(await store.visibleAmong(['it'], ['hr']), []);
      await store.describe('hr', { tags: ['it'], now: NOW });
      assert.deepEqual(await visible('hr'), ['both', 'queued']);
      const { documents } = await store.list({ visibleTo: ['hr'], tag: 'it' }, { limit: 9 });
      assert.deepEqual(idsOf(documents), ['both']);
    },
  );

  check(
    'an answer is deleted with a document that it rests on, and what rests on the answer as well',
    async (store) => {
      for (const docId of ['a', 'b', 'c']) await ingest(store, intake(docId), [docId]);
      await ingest(store, answer('from-a', ['a', 'b']), ['of a and b'], { language: 'en' });
      await ingest(store, answer('from-from-a', ['from-a', 'c']), ['of that']);
      await ingest(store, answer('from-c', ['c']), ['of c']);
      await store.accept(answer('queued', ['a']));
      await store.accept(intake('a', { original: originalOf('replaced') }));
      assert.equal((await store.getMany(['from-a', 'queued'])).length, 2, 'replacing deletes nothing');

      assert.deepEqual(idsOf(await store.delete('a', NOW)).toSorted(), [
        'a',
        'from-a',
        'from-from-a',
        'queued',
      ]);
      assert.deepEqual(idsOf((await store.list({}, { limit: 9 })).documents), ['from-c', 'c', 'b']);
      assert.deepEqual(await store.chunks(['from-a.1.0', 'from-from-a.1.0']), []);
      assert.equal(await store.countJobs(), 0);
    },
  );

  check('answers that are deleted with a document release their originals as it does', async (store) => {
    for (const docId of ['a', 'b']) await store.accept(intake(docId));
    await store.accept(answer('from-a', ['a']));
    await store.accept({ ...intake('lost'), kind: 'approved_answer' });
    await store.delete('a', NOW);
    assert.deepEqual(await released(store), ['a: a', 'from-a: from-a']);
    await store.linkAnswers([{ docId: 'lost', restsOn: ['a'] }], NOW);
    assert.deepEqual(await released(store), ['lost: lost']);
    assert.deepEqual(namesOf(await store.releasedOriginals()), ['a: a', 'from-a: from-a', 'lost: lost']);
  });

  check('answers that rest on each other are deleted once', async (store) => {
    await store.accept(answer('one', []));
    await store.accept(answer('two', ['one']));
    await store.accept(answer('one', ['two', 'one']));
    assert.deepEqual(idsOf(await store.delete('two', NOW)), ['two', 'one']);
  });

  check('an answer rests on what its newest version names', async (store) => {
    for (const docId of ['a', 'b']) await store.accept(intake(docId));
    await store.accept(answer('answer', ['a']));
    await store.accept(answer('answer', ['b']));
    assert.deepEqual(idsOf(await store.delete('a', NOW)), ['a']);
    await store.accept(intake('a'));
    await store.delete('answer', NOW);
    await store.accept(answer('answer', ['a']));
    assert.deepEqual(idsOf(await store.delete('b', NOW)), ['b'], 'a deleted answer rests on nothing');
    assert.deepEqual(idsOf(await store.delete('a', NOW)), ['a', 'answer']);
  });

  check('an answer is refused when a document that it rests on is gone', async (store) => {
    await store.accept(intake('a'));
    await assert.rejects(store.accept(answer('answer', ['a', 'gone'])), refuse);
    assert.equal(await store.get('answer'), undefined);
  });

  check(
    'stored answers are linked to their documents, and removed where one is gone',
    async (store, reopen) => {
      for (const docId of ['a', 'b']) await store.accept(intake(docId));
      for (const docId of ['kept', 'lost']) await store.accept({ ...intake(docId), kind: 'approved_answer' });
      const links = [
        { docId: 'kept', restsOn: ['a'] },
        { docId: 'lost', restsOn: ['a', 'gone'] },
        { docId: 'unknown', restsOn: ['gone'] },
        { docId: 'b', restsOn: ['gone'] },
      ];
      assert.deepEqual(idsOf(await store.linkAnswers(links, NOW)), ['lost']);
      const again: DocumentStore = await reopen();
      assert.deepEqual(idsOf(await again.linkAnswers(links, NOW)), []);
      assert.deepEqual(idsOf(await again.delete('a', NOW)), ['a', 'kept']);
      assert.ok(await again.get('b'), 'only answers rest on something');
    },
  );
}

function answer(docId: string, restsOn: readonly string[]): Intake {
  return { ...intake(docId), kind: 'approved_answer', restsOn: { docIds: restsOn, refuse } };
}
