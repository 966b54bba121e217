import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import {
  type ConversationCaller,
  conversationOf,
  isSharedConversation,
  ownerOf,
} from './conversation-key.ts';

const separate = { userId: undefined, client: '192.0.2.1', anonymousMemory: 'separate' } as const;
const shared = { ...separate, anonymousMemory: 'shared' } as const;
const ann = { ...separate, userId: 'ann' };

const keyOf = (caller: ConversationCaller, conversationId?: string) =>
  conversationOf(caller, conversationId, randomUUID);

it('a caller who names neither user nor conversation begins one that whoever sends its id continues', () => {
  for (const caller of [separate, { ...separate, userId: 'anonymous' }]) {
    const begun = keyOf(caller);
    assert.notDeepEqual(keyOf(caller), begun);
    assert.match(begun.conversationId, /^[A-Za-z0-9_.@-]{1,128}$/);
    for (const anyone of [separate, { ...separate, client: '198.51.100.7' }, ann, shared])
      assert.deepEqual(keyOf(anyone, begun.conversationId), begun);
    assert.equal(ownerOf(ann, begun.conversationId), begun.userId);
  }
});

it('an id that strangers may invent alike continues only conversations of the same user or address', () => {
  const owners = [separate, { ...separate, client: '198.51.100.7' }, ann, { ...ann, userId: 'bob' }, shared];
  for (const id of ['1', 'default', 'anonymous-1', 'anonymous-00000000-0000-0000-0000-000000000001'])
    assert.equal(new Set(owners.map((caller) => keyOf(caller, id).userId)).size, owners.length, id);
  assert.deepEqual(keyOf(separate, '1'), keyOf({ ...separate, userId: 'anonymous' }, '1'));
  assert.equal(ownerOf(separate, undefined), keyOf(separate, '1').userId);
});

it('a user who names no conversation continues one', () => {
  assert.deepEqual(keyOf(ann), keyOf({ ...ann, client: '198.51.100.7' }));
  assert.ok(!isSharedConversation(keyOf(ann)));
});

it('all callers without a name share one conversation only where that is set', () => {
  assert.deepEqual(keyOf(shared), keyOf({ ...shared, userId: 'anonymous', client: '198.51.100.7' }));
  assert.ok(isSharedConversation(keyOf(shared)));
  assert.ok(!isSharedConversation(keyOf(shared, 'a1')));
  assert.ok(!isSharedConversation(keyOf(separate)));
  assert.ok(!isSharedConversation(keyOf(separate, 'default')));
});
