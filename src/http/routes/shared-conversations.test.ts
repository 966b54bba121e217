import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openHttpStand } from '../../../test/http-stand.ts';
import { createMemoryKeyValueStore } from '../../adapters/key-value/memory.ts';
import { createSharedConversations } from '../../answering/shared-conversations.ts';
import { Problem } from '../schemas/problem.ts';
import { SharedConversation } from './shared-conversations.ts';

const DAY_MS = 86_400_000;
const COPY = {
  title: 'Tickets',
  turns: [
    {
      question: 'What does a family ticket cost?',
      answer: 'A family ticket costs 24 euros. [1]',
      sources: [
        {
          ...{
            n: 1,
            label: 'Handbook, p. 4',
            doc_id: 'handbook',
            chunk_id: 'handbook.1.3',
            score: 0.9,
            page: 4,
          },
          ...{ section: null, snippet: 'A family ticket costs 24 euros.', start: 0, end: 31, url: null },
          ...{ quotes: [{ start: 0, end: 31 }], kind: 'document' },
        },
      ],
      changed_at: { handbook: '2026-11-20T10:00:00.000Z' },
      meta: {
        ...{ model: 'extractive', grounded: 'supported', refused: false, synthesized: false },
        statements: [{ start: 0, end: 31, verdict: 'supported', citations: [1], alarms: [] }],
      },
    },
  ],
} as const;

/** A stand on a clock of its own. */
async function openSharingStand(days = 30) {
  const clock = { now: Date.UTC(2026, 10, 24) };
  let ids = 0;
  const sharedConversations = createSharedConversations<never>({
    store: createMemoryKeyValueStore({ now: () => clock.now }),
    ...{ days, now: () => clock.now, newUuid: () => `id-${++ids}` },
  });
  const stand = await openHttpStand({ sharedConversations });
  const share = (copy: object = COPY, headers: Record<string, string> = { 'x-user-id': 'ada' }) =>
    stand.postJson('/api/v1/chat/shared', copy, headers);
  const remove = (id: string, userId?: string) =>
    stand.get(`/api/v1/chat/shared/${id}`, {
      method: 'DELETE',
      ...(userId && { headers: { 'x-user-id': userId } }),
    });
  const read = (id: string) => stand.get(`/api/v1/chat/shared/${id}`);
  return { clock, share, remove, read, [Symbol.asyncDispose]: () => stand[Symbol.asyncDispose]() };
}

const codeOf = async (reply: Response) => [reply.status, Problem.parse(await reply.json()).code];
const NOT_FOUND = [404, 'shared_conversation_not_found'];

describe('A shared conversation', () => {
  it('is read as it was sent, by whoever has its id, until it expires', async () => {
    await using stand = await openSharingStand(2);
    const reply = await stand.share();
    assert.equal(reply.status, 201);
    const shared = SharedConversation.parse(await reply.json());
    assert.deepEqual(shared, {
      ...COPY,
      share_id: 'id-1',
      shared_at: '2026-11-24T00:00:00.000Z',
      expires_at: '2026-11-26T00:00:00.000Z',
    });
    assert.deepEqual(await (await stand.read('id-1')).json(), shared, 'without the name of its owner');
    stand.clock.now += 2 * DAY_MS;
    assert.deepEqual(await codeOf(await stand.read('id-1')), NOT_FOUND);
  });

  it('is deleted by the user who shared it, and by nobody else', async () => {
    await using stand = await openSharingStand();
    await stand.share();
    await stand.share(COPY, {});
    assert.deepEqual(await codeOf(await stand.remove('id-1', 'bob')), NOT_FOUND);
    assert.deepEqual(await codeOf(await stand.remove('id-1')), NOT_FOUND);
    assert.deepEqual(await codeOf(await stand.remove('id-2')), NOT_FOUND);
    assert.deepEqual(await (await stand.remove('id-1', 'ada')).json(), {
      share_id: 'id-1',
      status: 'deleted',
    });
    assert.deepEqual(await codeOf(await stand.read('id-1')), NOT_FOUND);
  });

  it('has turns, and no unknown field', async () => {
    await using stand = await openSharingStand();
    assert.deepEqual(await codeOf(await stand.share({ ...COPY, turns: [] })), [422, 'validation_failed']);
    assert.deepEqual(await codeOf(await stand.share({ ...COPY, html: '<b>' })), [422, 'validation_failed']);
  });

  it('is not made where sharing is turned off', async () => {
    await using stand = await openSharingStand(0);
    assert.deepEqual(await codeOf(await stand.share()), [403, 'sharing_disabled']);
  });
});
