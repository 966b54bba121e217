import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import {
  type DocumentOperation,
  type DocumentReply,
  type DocumentState,
  documentStep,
  type KeyedState,
} from './document-model.ts';
import { type Attempt, type Outcome, possibleStates } from './expected-state.ts';

type DocumentAttempt = Attempt<DocumentOperation, DocumentReply>;

const put = (contentHash: string): DocumentOperation => ({ kind: 'put', contentHash });
const DELETE: DocumentOperation = { kind: 'delete' };
const A1: DocumentState = { version: 1, contentHash: 'a' };

function after(before: DocumentState[], ...attempts: DocumentAttempt[]): DocumentState[] {
  const states = before.map((document) => ({ document, kept: {} }));
  const documents = possibleStates(states, attempts, documentStep).map(({ document }) => document);
  return documents.filter((one, i) => documents.findIndex((other) => isDeepStrictEqual(one, other)) === i);
}

test('what was acknowledged has happened, and nothing else', () => {
  const accepted = { operation: put('a'), begunAt: 1, ended: { at: 2, reply: { status: 202, version: 1 } } };
  assert.deepEqual(after([null], accepted), [A1]);
  assert.deepEqual(after([A1]), [A1]);
});

test('what was in flight may have happened or not', () => {
  assert.deepEqual(after([A1], { operation: put('b'), begunAt: 1 }), [A1, { version: 2, contentHash: 'b' }]);
  assert.deepEqual(after([A1], { operation: DELETE, begunAt: 1 }), [A1, null]);
});

test('a request that followed an acknowledgement took effect after it', () => {
  const accepted = { operation: put('a'), begunAt: 1, ended: { at: 2, reply: { status: 202, version: 1 } } };
  const deleted = { operation: DELETE, begunAt: 3, ended: { at: 4, reply: { status: 200 } } };
  assert.deepEqual(after([null], deleted, accepted), [null]);
});

test('of requests at the same time either may have been first, unless the replies tell', () => {
  const replaced = { operation: put('b'), begunAt: 1, ended: { at: 9, reply: { status: 202, version: 2 } } };
  const anew = { operation: put('b'), begunAt: 1, ended: { at: 9, reply: { status: 202, version: 1 } } };
  const deleted = { operation: DELETE, begunAt: 1, ended: { at: 9, reply: { status: 200 } } };
  assert.deepEqual(after([A1], replaced, deleted), [null]);
  assert.deepEqual(after([A1], anew, deleted), [{ version: 1, contentHash: 'b' }]);
  assert.deepEqual(after([A1], { operation: put('b'), begunAt: 1 }, deleted), [
    null,
    { version: 1, contentHash: 'b' },
  ]);
});

test('replies that no order explains leave no state', () => {
  const lost = { operation: put('b'), begunAt: 1, ended: { at: 2, reply: { status: 202, version: 1 } } };
  assert.deepEqual(after([A1], lost), []);
  const forgotten = { operation: DELETE, begunAt: 3, ended: { at: 4, reply: { status: 404 } } };
  assert.deepEqual(after([A1], forgotten), []);
});

test('what was answered under a key has happened once, what was cut off under it once or twice', () => {
  const keyed: DocumentOperation = { kind: 'put', contentHash: 'a', key: 'k' };
  const first = { status: 202, version: 1 };
  const again = { operation: keyed, begunAt: 5, ended: { at: 6, reply: first } };
  assert.deepEqual(after([null], { operation: keyed, begunAt: 1, ended: { at: 2, reply: first } }, again), [
    A1,
  ]);
  const anew = { operation: keyed, begunAt: 5, ended: { at: 6, reply: { status: 202, version: 2 } } };
  assert.deepEqual(after([null], { operation: keyed, begunAt: 1, ended: { at: 2, reply: first } }, anew), []);
  assert.deepEqual(after([null], { operation: keyed, begunAt: 1 }, again), [A1]);
  assert.deepEqual(after([null], { operation: keyed, begunAt: 1 }, anew), [{ version: 2, contentHash: 'a' }]);
  const deleted = { operation: DELETE, begunAt: 3, ended: { at: 4, reply: { status: 200 } } };
  assert.deepEqual(
    after([null], { operation: keyed, begunAt: 1, ended: { at: 2, reply: first } }, deleted, again),
    [null],
    'what was deleted does not come back by a repetition',
  );
});

test('what really happened is always among the possible states', () => {
  const operation = fc.oneof(fc.constantFrom(put('a'), put('b'), put('c')), fc.constant(DELETE));
  const history = fc.array(
    fc.record({ operation, overlap: fc.nat(3), replied: fc.boolean(), happened: fc.boolean() }),
    { maxLength: 5 },
  );
  fc.assert(
    fc.property(history, (steps) => {
      let state: KeyedState = { document: null, kept: {} };
      const attempts: DocumentAttempt[] = [];
      for (const [at, { operation, overlap, replied, happened }] of steps.entries()) {
        const begunAt = at * 10 - overlap * 10;
        if (!replied && !happened) {
          attempts.push({ operation, begunAt });
          continue;
        }
        const [{ state: next, reply }] = documentStep(state, operation) as [
          Outcome<KeyedState, DocumentReply>,
        ];
        state = next;
        attempts.push(
          replied ? { operation, begunAt, ended: { at: at * 10 + 5, reply } } : { operation, begunAt },
        );
      }
      const possible = after([null], ...attempts.toReversed());
      assert.ok(
        possible.some((one) => JSON.stringify(one) === JSON.stringify(state.document)),
        `${JSON.stringify(state)} is not among ${JSON.stringify(possible)}`,
      );
    }),
  );
});
