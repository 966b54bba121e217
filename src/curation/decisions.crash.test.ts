import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { givenAnswer, openCurationStand } from '../../test/curation-stand.ts';
import type { ReviewState } from '../ports/curation-store.ts';

const QUESTION = 'When do castle and garden open?';
const WAIT_MS = 60;

type Stand = Awaited<ReturnType<typeof openCurationStand>>;

/** What is decided about an entry whose process dies before the n-th step, for every n until it does not die. */
const DECISIONS: Record<
  string,
  {
    prepare: Decide;
    decide: Decide;
    states: readonly [begins: ReviewState, middle: ReviewState, ends: ReviewState];
  }
> = {
  'an approval': {
    prepare: async () => {},
    decide: (stand, entryId) => stand.approve(entryId, { answer: 'Approved.' }),
    states: ['pending', 'approving', 'approved'],
  },
  'a rejection': {
    prepare: async () => {},
    decide: (stand, entryId) => stand.reject(entryId),
    states: ['pending', 'rejecting', 'rejected'],
  },
  'an approval of a stale answer': {
    prepare: makeStale,
    decide: (stand, entryId) => stand.approve(entryId, { answer: 'Approved.' }),
    states: ['pending', 'approving', 'approved'],
  },
  'a rejection of a stale answer': {
    prepare: makeStale,
    decide: (stand, entryId) => stand.reject(entryId),
    states: ['pending', 'rejecting', 'rejected'],
  },
  'an approval taken back': {
    prepare: (stand, entryId) => stand.approve(entryId, { answer: 'Old.' }),
    decide: (stand, entryId) => stand.reopen(entryId),
    states: ['approved', 'reopening', 'pending'],
  },
};

type Decide = (stand: Stand, entryId: string) => Promise<unknown>;

/** With an answer that waits for review, of two documents. */
async function standWithEntry(): Promise<{ stand: Stand; entryId: string }> {
  const stand = await openCurationStand();
  for (const docId of ['castle', 'garden']) {
    await stand.ingestion.upload(`${docId}.txt`, `The ${docId} opens at nine.`);
    await stand.ingestion.settled(docId);
  }
  return { stand, entryId: (await stand.review.hold(givenAnswer(QUESTION)))! };
}

async function makeStale(stand: Stand, entryId: string): Promise<void> {
  await stand.approve(entryId, { answer: 'Old.' });
  await stand.ingestion.upload('castle.txt', 'The castle opens at ten.', { docId: 'castle' });
  await stand.becomes(entryId, { stale: true });
}

for (const [name, { prepare, decide, states }] of Object.entries(DECISIONS)) {
  test(`${name} goes on after a death between any two steps, and nothing is doubled`, async () => {
    const [begins, , ends] = states;
    const seen = new Set<ReviewState>();
    let died = true;
    for (let step = 0; died; step += 1) {
      const { stand: before, entryId } = await standWithEntry();
      await prepare(before, entryId);
      await before.close();

      const mortal = await openCurationStand({
        folder: before.folder,
        diesAtStep: step,
        decisionWaitMs: WAIT_MS,
      });
      died = await decide(mortal, entryId).then(
        () => false,
        () => true,
      );
      seen.add((await mortal.store.entry(entryId))!.state);
      await mortal.close();

      await using after = await openCurationStand({ folder: before.folder });
      const entry = await after.reaches(entryId, [begins, ends]);
      // Before the first step nothing was decided.
      assert.equal(entry.state, step === 0 ? begins : ends, `died before step ${step}`);
      if (step > 0) await assertCarriedOut(after, entryId);
    }
    assert.deepEqual([...seen].sort(), states.toSorted(), 'it died in every state');
  });
}

async function assertCarriedOut(stand: Stand, entryId: string): Promise<void> {
  const { state, docId } = (await stand.store.entry(entryId))!;
  const { documents } = await stand.ingestion.catalog.list({}, { limit: 10 });
  const answers = documents.filter(({ kind }) => kind === 'approved_answer');
  const given = (await stand.approvedPassages(QUESTION, {})).map(({ text }) => text);
  if (state === 'approved') {
    assert.deepEqual(
      answers.map((answer) => [answer.docId, answer.status]),
      [[docId, 'done']],
    );
    assert.deepEqual(given, ['Approved.']);
    assert.deepEqual((await stand.ingestion.find('approved')).texts, ['Approved.']);
  } else {
    assert.deepEqual([answers, given, docId], [[], [], null]);
    assert.deepEqual((await stand.ingestion.find('old')).docIds, []);
  }
}

test('a document that changed while the process died makes its answers stale at the next start', async () => {
  const first = await openCurationStand();
  await first.ingestion.upload('castle.txt', 'The castle opens at nine.');
  await first.ingestion.settled('castle');
  const entryId = (await first.review.hold(givenAnswer(QUESTION, { sources: [] })))!;
  await first.approve(entryId);
  await first.store.move(entryId, {
    from: 'approved',
    to: 'approved',
    changes: { restsOn: [{ docId: 'castle', version: 1 }] },
  });
  await first.close();

  // The mark is a step that this process does not live to take.
  const dying = await openCurationStand({ folder: first.folder, diesAtStep: 0 });
  await dying.ingestion.upload('castle.txt', 'The castle opens at ten.', { docId: 'castle' });
  assert.equal((await dying.ingestion.settled('castle')).status, 'done');
  assert.equal((await dying.store.entry(entryId))!.stale, false);
  await dying.close();

  const next = await openCurationStand({ folder: first.folder });
  const { state, stale } = (await next.store.entry(entryId))!;
  assert.deepEqual([state, stale], ['pending', true]);
  await next.close();
  await rm(first.folder, { recursive: true });
});

test('a source that was deleted while the process died takes its answer away at once, and the entry waits again', async () => {
  const { stand: first, entryId } = await standWithEntry();
  await first.approve(entryId, { answer: 'Approved.' });
  await first.close();

  // The review does not live to hear of it.
  const dying = await openCurationStand({ folder: first.folder, diesAtStep: 0 });
  await dying.ingestion.catalog.remove('castle');
  assert.equal((await dying.store.entry(entryId))!.state, 'approved');
  assert.deepEqual(await dying.approvedPassages(QUESTION, {}), []);
  assert.deepEqual((await dying.ingestion.find('approved')).docIds, []);
  await dying.close();

  const next = await openCurationStand({ folder: first.folder });
  const { state, stale, docId } = (await next.store.entry(entryId))!;
  assert.deepEqual([state, stale, docId], ['pending', true, null]);
  await next.close();
  await rm(first.folder, { recursive: true });
});

test('an answer that an earlier version stored is withdrawn with its source as well', async () => {
  const { stand: first, entryId } = await standWithEntry();
  await first.approve(entryId, { answer: 'Approved.' });
  await first.close();
  const database = new DatabaseSync(join(first.folder, 'documents.db'));
  database.exec('DELETE FROM answer_sources');
  database.close();

  const next = await openCurationStand({ folder: first.folder });
  assert.equal((await next.approvedPassages(QUESTION, {})).length, 1);
  await next.ingestion.catalog.remove('castle');
  assert.deepEqual(await next.approvedPassages(QUESTION, {}), []);
  assert.equal((await next.store.entry(entryId))!.docId, null);
  await next.close();
  await rm(first.folder, { recursive: true });
});
