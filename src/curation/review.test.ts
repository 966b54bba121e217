import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { givenAnswer, openCurationStand, sourceIn } from '../../test/curation-stand.ts';
import { RefusedError } from '../errors.ts';

type Stand = Awaited<ReturnType<typeof openCurationStand>>;

const QUESTION = 'When do castle and garden open?';

/** A stand with both documents that the answer is composed of. */
async function openWithDocuments(options: Parameters<typeof openCurationStand>[0] = {}): Promise<Stand> {
  const stand = await openCurationStand(options);
  await stand.ingestion.upload('castle.txt', 'The castle opens at nine.');
  await stand.ingestion.upload('garden.txt', 'The garden opens at seven.');
  for (const docId of ['castle', 'garden']) await stand.ingestion.settled(docId);
  return stand;
}

async function holdOne(stand: Stand, question = QUESTION): Promise<string> {
  const entryId = await stand.review.hold(givenAnswer(question));
  assert.ok(entryId);
  return entryId;
}

const refusedWith =
  (code: string, fields: object = {}) =>
  (error: unknown) => {
    assert.ok(error instanceof RefusedError, String(error));
    assert.equal(error.refusal.code, code);
    for (const [name, value] of Object.entries(fields)) {
      assert.equal((error.refusal as unknown as Record<string, unknown>)[name], value);
    }
    return true;
  };

describe('holding', () => {
  test('keeps the answer with its sources and their versions, and counts the same question up', async () => {
    await using stand = await openCurationStand();
    const entryId = await holdOne(stand);
    assert.equal(await stand.review.hold(givenAnswer('when do CASTLE and garden open')), entryId);
    const { entries, total } = await stand.review.pending({ limit: 10 });
    assert.equal(total, 1);
    assert.deepEqual([entries[0]!.question, entries[0]!.asked, entries[0]!.sources.length], [QUESTION, 2, 2]);
    assert.deepEqual(entries[0]!.restsOn, [
      { docId: 'castle', version: 1 },
      { docId: 'garden', version: 1 },
    ]);
  });

  test('marks an answer at once that was made of a version which was replaced meanwhile', async () => {
    await using stand = await openWithDocuments();
    await stand.ingestion.upload('castle.txt', 'The castle opens at ten.', { docId: 'castle' });
    await stand.ingestion.settled('castle');
    // It cites version 1, which answered when its passages were found.
    const entryId = await holdOne(stand);
    const [entry] = (await stand.review.pending({ limit: 10 })).entries;
    assert.deepEqual([entry?.entryId, entry?.stale], [entryId, true]);
    await holdOne(stand);
    const [again] = (await stand.review.pending({ limit: 10 })).entries;
    assert.deepEqual([again?.stale, again?.position], [true, entry?.position]);
  });

  test('marks an answer that is held while its document is replaced, whichever comes first', async () => {
    await using stand = await openWithDocuments();
    for (let round = 1; round <= 10; round += 1) {
      const question = `${QUESTION} For the ${round}th time?`;
      const sources = [sourceIn('castle', 1, { chunkId: `castle.${round}.0` })];
      await stand.ingestion.upload('castle.txt', `The castle opens at ${round} o'clock.`, {
        docId: 'castle',
      });
      let replaced = false;
      const settled = stand.ingestion.settled('castle').then(() => {
        replaced = true;
      });
      const held: string[] = [];
      do {
        held.push((await stand.review.hold(givenAnswer(`${question} ${held.length}`, { sources })))!);
      } while (!replaced);
      await settled;
      for (const entryId of held) await stand.becomes(entryId, { stale: true });
    }
  });

  test('holds nothing that the policy lets pass, and nothing beyond a full queue', async () => {
    await using stand = await openCurationStand({ pendingMax: 1 });
    assert.equal(await stand.review.hold(givenAnswer('a', { synthesized: false })), null);
    assert.ok(await stand.review.hold(givenAnswer('b')));
    assert.equal(await stand.review.hold(givenAnswer('c')), null);
    assert.equal((await stand.review.pending({ limit: 10 })).total, 1);
  });
});

describe('approving', () => {
  test('makes the answer, as it was edited, a document that is found by its question', async () => {
    await using stand = await openWithDocuments();
    const entryId = await holdOne(stand);
    const { docId } = await stand.approve(entryId, {
      answer: 'Seven and nine. [2][1]',
      question: 'Opening hours of both?',
      note: 'shorter',
      tags: ['hours'],
    });
    const record = await stand.ingestion.catalog.get(docId);
    assert.deepEqual(
      [record.kind, record.status, record.title, record.tags, record.source],
      [
        'approved_answer',
        'done',
        'Opening hours of both?',
        ['hours'],
        { kind: 'review', entryId, filename: `${docId}.txt` },
      ],
    );
    assert.deepEqual((await stand.ingestion.find('hours')).docIds, [docId]);
    assert.deepEqual((await stand.ingestion.find('seven')).docIds, [docId, 'garden']);
    const [passage] = await stand.approvedPassages('opening HOURS of both', {});
    assert.deepEqual(
      [passage?.text, passage?.docId, passage?.kind],
      ['Seven and nine.', docId, 'approved_answer'],
    );
    const { state, note, decidedAt, statements } = (await stand.store.entry(entryId))!;
    assert.deepEqual(
      [state, note, typeof decidedAt, statements],
      ['approved', 'shorter', 'number', []],
      'what was found of the sentences is not about those that were edited',
    );
  });

  test('keeps the findings for each sentence, also when it is approved unchanged', async () => {
    await using stand = await openWithDocuments();
    const given = givenAnswer(QUESTION);
    const entryId = await holdOne(stand);
    assert.deepEqual((await stand.store.entry(entryId))!.statements, given.statements);
    await stand.approve(entryId, { answer: given.answer, question: 'Another question?' });
    assert.deepEqual((await stand.store.entry(entryId))!.statements, given.statements);
  });

  test('gives the answer for the question that was approved, within the documents that were asked for', async () => {
    await using stand = await openWithDocuments();
    const entryId = await holdOne(stand);
    const { docId } = await stand.approve(entryId, { question: 'Another question?' });
    assert.equal((await stand.approvedPassages(QUESTION, {})).length, 0);
    assert.equal((await stand.approvedPassages('Another question?', {})).length, 1);
    assert.equal((await stand.approvedPassages('Another question?', { docIds: new Set([docId]) })).length, 1);
    assert.equal(
      (await stand.approvedPassages('Another question?', { docIds: new Set(['castle']) })).length,
      0,
    );
  });

  test('does not hold the question again, neither in its original nor in its approved wording', async () => {
    await using stand = await openWithDocuments();
    await stand.approve(await holdOne(stand), { question: 'Another question?' });
    assert.equal(await stand.review.hold(givenAnswer(QUESTION)), null);
    assert.equal(await stand.review.hold(givenAnswer('Another question?')), null);
    assert.equal((await stand.review.pending({ limit: 10 })).total, 0);
  });

  test('takes an answer in that says word for word what a document says, and the other way round', async () => {
    await using stand = await openWithDocuments();
    const { docId } = await stand.approve(await holdOne(stand), { answer: 'The castle opens at nine.' });
    assert.equal((await stand.ingestion.catalog.get(docId)).status, 'done');
    await stand.approve(await holdOne(stand, 'b'), { answer: 'Said by an answer first.' });
    await stand.ingestion.upload('later.txt', 'Said by an answer first.');
    assert.equal((await stand.ingestion.settled('later')).status, 'done');
    await stand.ingestion.upload('twin.txt', 'Said by an answer first.');
    assert.equal((await stand.ingestion.settled('twin')).duplicateOf, 'later');
  });

  test('holds for as long as the reviewer says, or the default, or without end', async () => {
    await using stand = await openWithDocuments({ expiresDays: 30 });
    const expiresAt = Date.now() + 60_000;
    const approvedFor = async (question: string, edits: Parameters<Stand['approve']>[1]) => {
      const entryId = await holdOne(stand, question);
      await stand.approve(entryId, edits);
      return (await stand.store.entry(entryId))!;
    };
    assert.equal((await approvedFor('a', { expiresAt })).expiresAt, expiresAt);
    assert.equal((await approvedFor('b', { expiresAt: null })).expiresAt, null);
    const byDefault = await approvedFor('c', {});
    assert.equal(byDefault.expiresAt, byDefault.decidedAt! + 30 * 86_400_000);
  });

  test('does not wait behind other ingests', async () => {
    await using stand = await openWithDocuments({ concurrency: 1 });
    const waiting = Array.from({ length: 30 }, (_, i) => stand.ingestion.upload(`d${i}.txt`, `text ${i}`));
    const { docId } = await stand.approve(await holdOne(stand));
    await Promise.all(waiting);
    const { documents } = await stand.ingestion.catalog.list({ status: 'done' }, { limit: 100 });
    assert.ok(documents.some((document) => document.docId === docId));
    assert.ok(documents.length < 30, `${documents.length} were done before it`);
  });

  test("after the reviewer's wait times out, the approval completes by itself", async () => {
    const slow = await openCurationStand({ concurrency: 0, decisionWaitMs: 20 });
    const entryId = await holdOne(slow);
    await assert.rejects(slow.approve(entryId), refusedWith('decision_underway', { state: 'approving' }));
    await slow.close();
    await using next = await openCurationStand({ folder: slow.folder });
    await next.reaches(entryId, ['approved']);
  });

  test('puts the entry back into the queue when the answer cannot be ingested', async () => {
    await using stand = await openCurationStand({ concurrency: 0 });
    const entryId = await holdOne(stand);
    const expiresAt = Date.now() + 60_000;
    const failing = assert.rejects(stand.approve(entryId, { expiresAt }), refusedWith('approval_failed'));
    await stand.reaches(entryId, ['approving']);
    while ((await stand.ingestion.catalog.list({}, { limit: 1 })).total === 0) await sleep(2);
    await stand.ingestion.catalog.remove(`answer-${entryId}`);
    await failing;
    const { state, docId, expiresAt: kept } = (await stand.store.entry(entryId))!;
    assert.deepEqual([state, docId, kept], ['pending', null, null]);
  });
});

describe('reopening', () => {
  test('takes an approval back: nothing finds the answer, and the entry waits as it was edited', async () => {
    await using stand = await openWithDocuments();
    const entryId = await holdOne(stand);
    await stand.approve(entryId, {
      answer: 'Seven and nine.',
      note: 'shorter',
      expiresAt: Date.now() + 60_000,
    });
    await stand.reopen(entryId);
    const { state, answer, docId, note, decidedAt, expiresAt, stale } = (await stand.store.entry(entryId))!;
    assert.deepEqual([state, answer, docId, stale], ['pending', 'Seven and nine.', null, false]);
    assert.deepEqual([note, decidedAt, expiresAt], [null, null, null]);
    assert.deepEqual(await stand.approvedPassages(QUESTION, {}), []);
    assert.deepEqual((await stand.ingestion.find('seven')).docIds, ['garden']);
    assert.equal(await holdOne(stand), entryId, 'its question is counted again');
    await stand.approve(entryId);
    assert.equal((await stand.approvedPassages(QUESTION, {}))[0]?.text, 'Seven and nine.');
  });

  test('takes a rejection back: the question is no longer silenced', async () => {
    await using stand = await openWithDocuments();
    const entryId = await holdOne(stand);
    await stand.reject(entryId);
    await stand.reopen(entryId);
    assert.equal((await stand.review.pending({ limit: 10 })).total, 1);
    assert.equal(await holdOne(stand), entryId);
  });

  test('refuses what is unknown, pending or being decided', async () => {
    await using stand = await openCurationStand({ concurrency: 0, decisionWaitMs: 1 });
    await assert.rejects(stand.reopen('nobody'), refusedWith('review_entry_not_found'));
    const entryId = (await stand.review.hold(givenAnswer(QUESTION)))!;
    await assert.rejects(stand.reopen(entryId), refusedWith('review_not_decided'));
    await assert.rejects(stand.approve(entryId), refusedWith('decision_underway'));
    await assert.rejects(stand.reopen(entryId), refusedWith('decision_underway', { state: 'approving' }));
  });
});

describe('a document that an answer rests on', () => {
  test('brings the entry back, marked, when it is replaced; until it is decided the answer stands', async () => {
    await using stand = await openWithDocuments();
    const entryId = await holdOne(stand);
    const { docId } = await stand.approve(entryId);
    const other = await holdOne(stand, 'Another?');
    await stand.ingestion.upload('castle.txt', 'The castle opens at ten.', { docId: 'castle' });
    await stand.becomes(entryId, { stale: true });
    await stand.becomes(other, { stale: true });

    const { entries } = await stand.review.pending({ limit: 10 });
    assert.deepEqual(
      entries.map((entry) => [entry.entryId, entry.stale, entry.docId]),
      [
        [entryId, true, docId],
        [other, true, null],
      ],
    );
    assert.equal((await stand.approvedPassages(QUESTION, {})).length, 1);

    assert.deepEqual(await stand.approve(entryId, { answer: 'Seven and ten.' }), { docId });
    assert.deepEqual(
      (await stand.approvedPassages(QUESTION, {})).map(({ text }) => text),
      ['Seven and ten.'],
    );
    const { state, stale } = (await stand.store.entry(entryId))!;
    assert.deepEqual([state, stale], ['approved', false]);
    assert.equal((await stand.ingestion.catalog.list({}, { limit: 10 })).total, 3);
  });

  test('withdraws the answer when it is deleted, until somebody decides on it', async () => {
    await using stand = await openWithDocuments();
    const entryId = await holdOne(stand);
    const { docId } = await stand.approve(entryId, {
      answer: 'Eight words.',
      expiresAt: Date.now() + 60_000,
    });
    await stand.ingestion.catalog.remove('garden');
    await stand.becomes(entryId, { state: 'pending', stale: true, docId: null, expiresAt: null });
    assert.deepEqual(await stand.approvedPassages(QUESTION, {}), []);
    assert.deepEqual((await stand.ingestion.find('eight')).docIds, []);
    await assert.rejects(stand.ingestion.catalog.get(docId), refusedWith('document_not_found'));
    // Another document in its place says nothing about the answer.
    await stand.ingestion.upload('garden.txt', 'The garden opens at seven.', { docId: 'garden' });
    await stand.ingestion.settled('garden');
    assert.deepEqual(await stand.approvedPassages(QUESTION, {}), []);

    await stand.approve(entryId);
    assert.equal((await stand.approvedPassages(QUESTION, {})).length, 1);
    const { state, stale } = (await stand.store.entry(entryId))!;
    assert.deepEqual([state, stale], ['approved', false]);
  });

  test('withdraws an answer that waits for a new decision as another document was replaced', async () => {
    await using stand = await openWithDocuments();
    const entryId = await holdOne(stand);
    await stand.approve(entryId);
    await stand.ingestion.upload('castle.txt', 'The castle opens at ten.', { docId: 'castle' });
    await stand.ingestion.settled('castle');
    assert.equal((await stand.approvedPassages(QUESTION, {})).length, 1);
    await stand.ingestion.catalog.remove('garden');
    assert.deepEqual(await stand.approvedPassages(QUESTION, {}), []);
    await stand.becomes(entryId, { state: 'pending', stale: true, docId: null });
  });

  test('that is deleted while the answer is being approved puts the entry back, marked', async () => {
    await using stand = await openCurationStand({ concurrency: 0 });
    for (const docId of ['castle', 'garden'])
      await stand.ingestion.upload(`${docId}.txt`, `The ${docId} opens at nine.`);
    const entryId = await holdOne(stand);
    const restsOn = ['castle', 'garden'].map((docId) => ({ docId, version: 1 }));
    const approving = { docId: `answer-${entryId}`, restsOn, decidedAt: 1 };
    const entry = await stand.store.move(entryId, { from: 'pending', to: 'approving', changes: approving });
    const carriedOut = stand.mortal.decisions.carryOut(entry!);
    while ((await stand.ingestion.catalog.list({}, { limit: 1 })).total < 3) await sleep(2);
    await stand.ingestion.catalog.remove('castle');
    assert.equal((await carriedOut)?.code, 'approval_failed');
    await stand.becomes(entryId, { state: 'pending', stale: true, docId: null });
    assert.deepEqual(
      (await stand.ingestion.catalog.list({}, { limit: 9 })).documents.map((document) => document.docId),
      ['garden'],
    );

    const again = await stand.store.move(entryId, { from: 'pending', to: 'approving', changes: approving });
    assert.equal((await stand.mortal.decisions.carryOut(again!))?.code, 'approval_failed', 'deleted before');
    assert.equal((await stand.ingestion.catalog.list({}, { limit: 1 })).total, 1);
  });

  test('may be said to change nothing: the answer stays the document it is', async () => {
    await using stand = await openWithDocuments();
    const entryId = await holdOne(stand);
    const { docId } = await stand.approve(entryId);
    await stand.ingestion.upload('garden.txt', 'The garden opens at eight.', { docId: 'garden' });
    await stand.becomes(entryId, { stale: true });
    await stand.approve(entryId);
    const { status, version } = await stand.ingestion.catalog.get(docId);
    assert.deepEqual([status, version], ['done', 1]);
    await stand.ingestion.upload('castle.txt', 'The castle opens at ten.', { docId: 'castle' });
    await stand.becomes(entryId, { state: 'pending' });
  });

  test('that is ingested again unchanged changes nothing', async () => {
    await using stand = await openWithDocuments();
    const entryId = await holdOne(stand);
    await stand.approve(entryId);
    await stand.ingestion.upload('castle.txt', 'The castle opens at nine.', { docId: 'castle' });
    assert.equal((await stand.ingestion.settled('castle')).status, 'skipped');
    assert.equal((await stand.store.entry(entryId))!.state, 'approved');
  });

  test('takes the answer away when the stale entry is rejected', async () => {
    await using stand = await openWithDocuments();
    const entryId = await holdOne(stand);
    const { docId } = await stand.approve(entryId);
    await stand.ingestion.upload('castle.txt', 'The castle opens at ten.', { docId: 'castle' });
    await stand.ingestion.settled('castle');
    await stand.reject(entryId);
    await assert.rejects(stand.ingestion.catalog.get(docId), refusedWith('document_not_found'));
    assert.deepEqual((await stand.ingestion.find('nine')).docIds, []);
    const entry = (await stand.store.entry(entryId))!;
    assert.deepEqual([entry.state, entry.docId], ['rejected', null]);
  });

  test('may itself be an approved answer', async () => {
    await using stand = await openWithDocuments();
    const first = await holdOne(stand);
    const { docId } = await stand.approve(first);
    const sources = [sourceIn(docId, 1, { kind: 'approved_answer' }), sourceIn('garden', 2)];
    const entryId = (await stand.review.hold(givenAnswer('Second?', { sources })))!;
    const second = await stand.approve(entryId);
    await stand.ingestion.catalog.remove('castle');
    for (const withdrawn of [first, entryId])
      await stand.becomes(withdrawn, { state: 'pending', stale: true, docId: null });
    assert.deepEqual(await stand.approvedPassages('Second?', {}), []);
    await assert.rejects(stand.ingestion.catalog.get(second.docId), refusedWith('document_not_found'));
  });
});

describe('the document of an approved answer', () => {
  test('can be deleted: the entry stays approved without one, until a new answer is composed', async () => {
    await using stand = await openWithDocuments();
    const entryId = await holdOne(stand);
    const { docId } = await stand.approve(entryId, { answer: 'Old.', note: 'old' });
    await stand.ingestion.catalog.remove(docId);
    await stand.becomes(entryId, { state: 'approved', docId: null });
    assert.equal((await stand.approvedPassages(QUESTION, {})).length, 0);
    await stand.ingestion.catalog.remove('castle');
    assert.equal(
      (await stand.store.entry(entryId))!.state,
      'approved',
      'nothing answers that could be stale',
    );

    assert.equal(await stand.review.hold(givenAnswer(QUESTION, { answer: 'New.' })), entryId);
    const back = (await stand.store.entry(entryId))!;
    assert.deepEqual([back.state, back.answer, back.asked, back.note], ['pending', 'New.', 2, null]);
    assert.deepEqual(await stand.approve(entryId), { docId });
  });

  test('is no approved answer any more when somebody puts another document in its place', async () => {
    await using stand = await openWithDocuments();
    const entryId = await holdOne(stand);
    const { docId } = await stand.approve(entryId);
    await stand.ingestion.upload('x.txt', 'Something else.', { docId });
    await stand.ingestion.settled(docId);
    await stand.becomes(entryId, { docId: null });
    assert.equal((await stand.approvedPassages(QUESTION, {})).length, 0);
  });
});
