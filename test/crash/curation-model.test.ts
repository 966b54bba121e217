import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ABSENT,
  type EntryOperation,
  type EntryReply,
  type EntryState,
  entryStep,
  feedbackStep,
} from './curation-model.ts';
import { type Attempt, possibleStates } from './expected-state.ts';
import { createLedger } from './ledger.ts';

const ASK: EntryOperation = { kind: 'ask' };
const APPROVE: EntryOperation = { kind: 'approve', answer: 'So it is.' };
const REJECT: EntryOperation = { kind: 'reject' };
const PENDING: EntryState = { status: 'pending', asked: 1, isStale: false, standing: null };
const APPROVED: EntryState = { status: 'approved', asked: 1, answer: 'So it is.' };
const CHANGE: EntryOperation = { kind: 'change' };
const REJECTED: EntryState = { status: 'rejected' };

const WON = { status: 200 };
const LOST = { status: 409 };

/** Requests that were all under way at the same time. */
function atOnce(...steps: [EntryOperation, EntryReply | undefined][]): Attempt<EntryOperation, EntryReply>[] {
  return steps.map(([operation, reply]) => ({
    operation,
    begunAt: 1,
    ...(reply && { ended: { at: 9, reply } }),
  }));
}

test('of two reviewers who decide at once exactly one may win', () => {
  const after = (approval?: EntryReply, rejection?: EntryReply) =>
    possibleStates([PENDING], atOnce([APPROVE, approval], [REJECT, rejection]), entryStep);
  assert.deepEqual(after(WON, LOST), [APPROVED]);
  assert.deepEqual(after(LOST, WON), [REJECTED]);
  assert.deepEqual(after(WON, WON), []);
  assert.deepEqual(after(LOST, LOST), []);
  assert.deepEqual(after(), [PENDING, APPROVED, REJECTED]);
  // The one that was told has lost: the other has happened, though nobody was told.
  assert.deepEqual(after(undefined, LOST), [APPROVED]);
});

test('a question is held once and counted, until it is decided', () => {
  const held = { isHeld: true };
  const asked = (before: EntryState[], reply: EntryReply) =>
    possibleStates(before, atOnce([ASK, reply]), entryStep);
  assert.deepEqual(asked([ABSENT], held), [PENDING]);
  assert.deepEqual(asked([PENDING], held), [{ ...PENDING, asked: 2 }]);
  assert.deepEqual(asked([APPROVED, REJECTED], { isHeld: false }), [APPROVED, REJECTED]);
  // The reply tells which of two it was.
  assert.deepEqual(asked([ABSENT, REJECTED], { isHeld: false }), [REJECTED]);
});

test('an approved answer whose document changes comes back, and stands until it is decided again', () => {
  const stale: EntryState = { status: 'pending', asked: 1, isStale: true, standing: 'So it is.' };
  assert.deepEqual(possibleStates([APPROVED], atOnce([CHANGE, undefined]), entryStep), [APPROVED, stale]);
  assert.deepEqual(possibleStates([stale], atOnce([ASK, { isHeld: false }]), entryStep), [stale]);
  assert.deepEqual(possibleStates([stale], atOnce([APPROVE, WON]), entryStep), [APPROVED]);
  assert.deepEqual(possibleStates([stale], atOnce([REJECT, WON]), entryStep), [REJECTED]);
  assert.deepEqual(possibleStates([REJECTED], atOnce([CHANGE, undefined]), entryStep), [REJECTED]);
});

test('feedback under a key is kept once, without one as often as it was sent', () => {
  const sendTwice = (isKeyed: boolean) =>
    possibleStates(
      [0],
      [
        { operation: { isKeyed }, begunAt: 1 },
        { operation: { isKeyed }, begunAt: 2 },
      ],
      feedbackStep,
    );
  assert.deepEqual(sendTwice(true), [0, 1]);
  assert.deepEqual(sendTwice(false), [0, 1, 2]);
});

test('a ledger keeps the states that look like what was seen, and says when none does', () => {
  const ledger = createLedger<EntryState, EntryOperation, EntryReply>(ABSENT, entryStep);
  ledger.begin('question', ASK)({ isHeld: true });
  ledger.begin('question', REJECT);
  assert.deepEqual(ledger.outcomes('question'), [PENDING, REJECTED]);
  assert.equal(
    ledger.see('question', 'hidden', ({ status }) => status !== 'pending'),
    undefined,
  );
  assert.deepEqual(ledger.possible('question'), [REJECTED]);
  assert.match(
    ledger.see('question', 'pending', ({ status }) => status === 'pending')!,
    /may only be one of/,
  );
});
