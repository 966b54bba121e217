import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openHttpStand } from '../../../test/http-stand.ts';
import { createMemoryKeyValueStore } from '../../adapters/key-value/memory.ts';
import { createMemory } from '../../answering/read/memory.ts';
import { SILENT } from '../../kernel/silent-logger.ts';
import { Forgotten } from '../schemas/chat.ts';

const turn = { question: 'What is the fee?', answer: 'Ten euros.' };

/** A stand with the real memory, in which each of these has a turn. */
async function openStandWith(conversations: readonly (readonly [userId: string, conversationId: string])[]) {
  const memory = createMemory({
    store: createMemoryKeyValueStore({ now: () => 0 }),
    ttlMs: 86_400_000,
    logger: SILENT,
  });
  for (const [userId, conversationId] of conversations) {
    await memory.remember({ userId, conversationId }, turn, () => []);
  }
  const stand = await openHttpStand({ memory });
  const forget = async (userId: string | undefined, query = '', address = '/api/v1/chat/memory') => {
    const headers = userId === undefined ? {} : { 'x-user-id': userId };
    const response = await stand.get(address + query, { method: 'DELETE', headers });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const remembered = async (userId: string, conversationId: string) =>
    (await memory.recall({ userId, conversationId })).turns.length === 1;
  return { forget, remembered, [Symbol.asyncDispose]: () => stand[Symbol.asyncDispose]() };
}

describe('DELETE /api/v1/chat/memory', () => {
  it("forgets all of the caller's conversations, and nobody else's", async () => {
    const others = [
      ['ada2', 'one'],
      ['Ada', 'one'],
      ['ad', 'a'],
      ['anonymous', 'one'],
    ] as const;
    await using stand = await openStandWith([['ada', 'one'], ['ada', 'two'], ...others]);
    const { status, body } = await stand.forget('ada');
    assert.equal(status, 200);
    assert.deepEqual(Forgotten.parse(body), {
      user_id: 'ada',
      conversation_id: null,
      conversations: 2,
      status: 'forgotten',
    });
    assert.equal(await stand.remembered('ada', 'one'), false);
    for (const [userId, conversationId] of others) assert.ok(await stand.remembered(userId, conversationId));
    assert.equal((await stand.forget('ada')).body.conversations, 0);
  });

  it('forgets one of them when it is named, at the older address, too', async () => {
    await using stand = await openStandWith([
      ['ada', 'one'],
      ['ada', 'two'],
    ]);
    const { status, body } = await stand.forget('ada', '?conversation_id=one', '/api/chat/memory');
    assert.equal(status, 200);
    assert.equal(body.conversation_id, 'one');
    assert.equal(body.conversations, 1);
    assert.equal(await stand.remembered('ada', 'one'), false);
    assert.equal(await stand.remembered('ada', 'two'), true);
  });

  it('forgets, for a caller without a name, those of its address, or one under the id of a reply', async () => {
    const generated = 'anonymous-2f1d8a3c-9f60-4a53-9d2b-6d6a7c1f0b11';
    await using stand = await openStandWith([
      ['anonymous/127.0.0.1', 'mine'],
      ['anonymous/192.0.2.1', 'mine'],
      ['anonymous', generated],
    ]);
    const { body } = await stand.forget(undefined);
    assert.equal(body.user_id, 'anonymous');
    assert.equal(body.conversations, 1);
    assert.equal(await stand.remembered('anonymous/127.0.0.1', 'mine'), false);
    assert.ok(await stand.remembered('anonymous/192.0.2.1', 'mine'));
    assert.ok(await stand.remembered('anonymous', generated));
    for (const count of [1, 0])
      assert.equal(
        (await stand.forget(undefined, `?conversation_id=${generated}`)).body.conversations,
        count,
      );
  });

  it('declines ids that cannot be, and what it does not know', async () => {
    await using stand = await openStandWith([]);
    assert.equal((await stand.forget('ada lovelace')).body.code, 'invalid_user_id');
    assert.equal((await stand.forget('ada', '?conversation_id=a%20b')).status, 422);
    assert.equal((await stand.forget('ada', '?conversation=one')).status, 422);
  });
});
