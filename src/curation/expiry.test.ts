import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { givenAnswer, openCurationStand } from '../../test/curation-stand.ts';
import { SILENT } from '../kernel/silent-logger.ts';
import { createExpiry } from './expiry.ts';

type Stand = Awaited<ReturnType<typeof openCurationStand>>;

const QUESTION = 'When does the castle open?';
const APPROVED = 'From nine.';
const HOUR_MS = 3_600_000;
const LOOK_EVERY_MS = 5;
/** For the step that was begun last. */
const DYING_MS = 20;
/** An approved answer that expires in an hour. */
async function approveOne(stand: Stand): Promise<string> {
  const entryId = (await stand.review.hold(givenAnswer(QUESTION, { sources: [] })))!;
  await stand.approve(entryId, { answer: APPROVED, expiresAt: Date.now() + HOUR_MS });
  return entryId;
}

function expiryOf(stand: Stand, now = () => Date.now() + 2 * HOUR_MS) {
  return createExpiry({ ...stand.mortal, logger: SILENT, now, lookEveryMs: LOOK_EVERY_MS });
}

const given = async (stand: Stand) => (await stand.approvedPassages(QUESTION, {})).map(({ text }) => text);

async function assertWithdrawn(stand: Stand, entryId: string): Promise<void> {
  const { stale, docId, expiresAt } = await stand.reaches(entryId, ['pending']);
  assert.deepEqual([stale, docId, typeof expiresAt], [true, null, 'number']);
  assert.deepEqual(await given(stand), []);
  assert.deepEqual((await stand.ingestion.find('nine')).docIds, []);
}

describe('an approved answer that expires', () => {
  test('is given until then; afterwards it is no longer found and waits for review again', async () => {
    await using stand = await openCurationStand();
    const entryId = await approveOne(stand);
    const clock = { now: Date.now() };
    using expiry = expiryOf(stand, () => clock.now);
    await expiry.start();
    assert.deepEqual(await given(stand), [APPROVED]);
    assert.equal((await stand.store.entry(entryId))!.state, 'approved');
    clock.now += HOUR_MS;
    await assertWithdrawn(stand, entryId);
  });

  test('can be approved again, for another while', async () => {
    await using stand = await openCurationStand();
    const entryId = await approveOne(stand);
    {
      using expiry = expiryOf(stand);
      await expiry.start();
      await assertWithdrawn(stand, entryId);
    }
    await stand.approve(entryId, { expiresAt: null });
    assert.deepEqual(await given(stand), [APPROVED]);
    const { state, stale, expiresAt } = (await stand.store.entry(entryId))!;
    assert.deepEqual([state, stale, expiresAt], ['approved', false, null]);
  });

  test('is withdrawn as well while it waits for review because of a changed document', async () => {
    await using stand = await openCurationStand();
    const entryId = await approveOne(stand);
    await stand.store.move(entryId, { from: 'approved', to: 'pending', changes: { stale: true } });
    assert.deepEqual(await given(stand), [APPROVED], 'a change alone does not withdraw it');
    using expiry = expiryOf(stand);
    await expiry.start();
    await assertWithdrawn(stand, entryId);
  });

  test('is withdrawn by the next start when the process dies, after any number of steps', async () => {
    const seen = new Set<string>();
    for (let died = true, step = 0; died; step++) {
      const before = await openCurationStand();
      const entryId = await approveOne(before);
      await before.close();

      const mortal = await openCurationStand({ folder: before.folder, diesAtStep: step });
      const state = async () => (await mortal.store.entry(entryId))!.state;
      {
        using expiry = expiryOf(mortal);
        await expiry.start();
        while (mortal.steps.taken < step && (await state()) !== 'pending') await sleep(1);
        await sleep(DYING_MS);
      }
      died = (await state()) !== 'pending';
      seen.add(await state());
      await mortal.close();

      await using after = await openCurationStand({ folder: before.folder });
      using expiry = expiryOf(after);
      await expiry.start();
      await assertWithdrawn(after, entryId);
    }
    assert.deepEqual([...seen].sort(), ['approved', 'pending', 'reopening'], 'it died in every state');
  });
});
