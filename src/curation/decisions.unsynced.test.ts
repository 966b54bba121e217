import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { givenAnswer, openCurationStand } from '../../test/curation-stand.ts';
import { RefusedError } from '../errors.ts';
import { SILENT } from '../kernel/silent-logger.ts';
import type { CurationStore } from '../ports/curation-store.ts';
import { createExpiry } from './expiry.ts';
import { createReview } from './review.ts';

const HOUR_MS = 3_600_000;

/** A held answer, and a review whose store keeps what begins a decision, but says that the disk failed to sync it. */
async function openUnsynced() {
  const stand = await openCurationStand();
  const entryId = (await stand.review.hold(givenAnswer('When does the castle open?', { sources: [] })))!;
  const store: CurationStore = Object.create(stand.store, {
    move: { value: unsynced(stand.store.move) },
    expire: { value: unsynced(stand.store.expire) },
  });
  const { decisions } = stand.mortal;
  const review = createReview({
    ...{ store, decisions, documentStore: stand.ingestion.documentStore, logger: SILENT },
    ...{ policy: 'synthesized', expiresDays: 0, onHeld: async () => {}, now: Date.now, newId: randomUUID },
  });
  return { stand, entryId, store, review };
}

function unsynced<Given extends unknown[], Kept>(change: (...given: Given) => Promise<Kept>) {
  return async (...given: Given): Promise<Kept> => {
    await change(...given);
    throw new RefusedError({ code: 'store_unavailable', dependency: 'curation_store', retryAfterSeconds: 5 });
  };
}

const waiting = () => ({ signal: AbortSignal.timeout(HOUR_MS), actor: 'ada' });

test('an approval that was stored although the store reported a failure is carried out', async () => {
  const { stand, entryId, review } = await openUnsynced();
  await using _ = stand;
  await assert.rejects(review.approve(entryId, { answer: 'From nine.' }, waiting()), RefusedError);
  await stand.reaches(entryId, ['approved']);
  assert.deepEqual((await stand.ingestion.find('nine')).texts, ['From nine.']);
});

test('a rejection that was stored although the store reported a failure is carried out', async () => {
  const { stand, entryId, review } = await openUnsynced();
  await using _ = stand;
  await assert.rejects(review.reject(entryId, {}, waiting()), RefusedError);
  await stand.reaches(entryId, ['rejected']);
});

test('an undone decision that was stored although the store reported a failure is carried out', async () => {
  const { stand, entryId, review } = await openUnsynced();
  await using _ = stand;
  await stand.approve(entryId, { answer: 'From nine.' });
  await assert.rejects(review.reopen(entryId, waiting()), RefusedError);
  await stand.reaches(entryId, ['pending']);
  assert.deepEqual((await stand.ingestion.find('nine')).docIds, []);
});

test('an expiry that was stored although the store reported a failure is carried out', async () => {
  const { stand, entryId, store } = await openUnsynced();
  await using _ = stand;
  await stand.approve(entryId, { answer: 'From nine.', expiresAt: Date.now() + HOUR_MS });
  const { decisions } = stand.mortal;
  using expiry = createExpiry({ store, decisions, logger: SILENT, now: () => Date.now() + 2 * HOUR_MS });
  await expiry.start();
  await stand.reaches(entryId, ['pending']);
  assert.deepEqual((await stand.ingestion.find('nine')).docIds, []);
});

test('a decision is carried out once, whoever begins it', async () => {
  const log: string[] = [];
  await using stand = await openCurationStand({ log });
  const entryId = (await stand.review.hold(givenAnswer('When does the castle open?', { sources: [] })))!;
  const approving = stand.approve(entryId, { answer: 'From nine.' });
  await stand.reaches(entryId, ['approving', 'approved']);
  await stand.mortal.decisions.resume();
  await approving;
  assert.deepEqual(
    log.filter((message) => message === 'Answer approved'),
    ['Answer approved'],
  );
});
