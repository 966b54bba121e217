import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApiClient } from '../scripts/api-client.ts';
import type { ChatAnswer } from '../src/http/schemas/chat.ts';
import { type OpenServer, openServer } from './open-server.ts';

const SETTLE_TIMEOUT_MS = 120_000;
const QUESTION = 'When do the castle and the garden open?';
const DOCUMENTS = {
  castle: 'Opening hours of the castle. The castle opens at nine in the morning. Dogs must stay outside.',
  garden: 'Opening hours of the garden. The garden opens at seven in the morning. Picnics are welcome.',
};

interface PendingEntry {
  readonly entry_id: string;
  readonly question: string;
  readonly stale: boolean;
  readonly asked: number;
  readonly doc_id: string | null;
}

function clientOf(server: OpenServer) {
  const client = createApiClient(server.url);
  return {
    ...client,
    pending: async () => {
      const reply = await client.call('/api/v1/review/pending');
      return ((await reply.json()) as { pending: PendingEntry[] }).pending;
    },
    /** Entries become stale shortly after the new version is listed. Answers an empty list after the time limit. */
    async anyPending() {
      const deadline = performance.now() + SETTLE_TIMEOUT_MS;
      let pending = await this.pending();
      while (pending.length === 0 && performance.now() < deadline) {
        await sleep(50);
        pending = await this.pending();
      }
      return pending;
    },
    post: async (path: string, body?: object) => {
      const init = { method: 'POST', headers: { 'content-type': 'application/json' } };
      const reply = await client.call(
        path,
        body ? { ...init, body: JSON.stringify(body) } : { method: 'POST' },
      );
      return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
    },
    approve(entryId: string, body?: object) {
      return this.post(`/api/v1/review/${entryId}/approve`, body);
    },
    /** Answers once the document is settled in its new version. */
    async ingest(docId: string, text: string) {
      await client.upload(`${docId}.txt`, Buffer.from(text), { doc_id: docId });
      await client.settled(SETTLE_TIMEOUT_MS);
    },
  };
}

/** A server with both documents, and the entry of an answer that was composed of them. */
async function withHeldAnswer() {
  const server = await openServer();
  const client = clientOf(server);
  for (const [docId, text] of Object.entries(DOCUMENTS)) await client.ingest(docId, text);
  const { sources, meta } = await client.ask(QUESTION);
  assert.deepEqual(sources.map(({ doc_id }) => doc_id).sort(), ['castle', 'garden']);
  assert.equal(meta.synthesized, true);
  const [entry] = await client.pending();
  assert.ok(entry);
  return { server, client, entryId: entry.entry_id };
}

function assertReused(reply: ChatAnswer, { docId, text }: { docId: unknown; text: string }): void {
  assert.equal(reply.answer, `${text} [1]`);
  const { meta } = reply;
  assert.deepEqual([meta.synthesized, meta.refused, meta.review_entry_id], [false, false, null]);
  assert.deepEqual(
    reply.sources.map(({ doc_id, kind, label }) => [doc_id, kind, label]),
    [[docId, 'approved_answer', QUESTION]],
  );
}

describe('the life of a composed answer', () => {
  test('held, approved as edited, given again as approved, also after a kill; stale when its document changes', async () => {
    const { server, client, entryId } = await withHeldAnswer();
    await using first = server;
    const text = 'The garden opens at seven, the castle at nine.';
    const again = await client.ask('when do the castle and the garden OPEN');
    assert.equal(again.meta.review_entry_id, entryId);
    assert.deepEqual(
      (await client.pending()).map(({ asked }) => asked),
      [2],
    );

    const approved = await client.approve(entryId, { answer: `${text} [1][2]` });
    const folder = await first.killed();
    const docId = `answer-${entryId}`;
    assert.deepEqual(approved, {
      status: 200,
      body: { entry_id: entryId, status: 'approved', embedded: true, doc_id: docId },
    });

    await using second = await openServer({ folder });
    const restarted = clientOf(second);
    assertReused(await restarted.ask(QUESTION), { docId, text });
    assertReused(await restarted.ask(QUESTION, { mode: 'strict' }), { docId, text });
    const paraphrased = await restarted.ask('At what time do the garden and the castle open?');
    assert.deepEqual(
      paraphrased.sources.map(({ doc_id }) => doc_id),
      [docId],
      paraphrased.answer,
    );
    assert.equal((await restarted.approve(entryId)).status, 409);
    assert.deepEqual(await restarted.pending(), []);
    assert.equal((await restarted.documents()).total, 3);

    await restarted.ingest('castle', DOCUMENTS.castle.replace('nine', 'ten'));
    const [stale] = await restarted.anyPending();
    assert.deepEqual([stale?.entry_id, stale?.stale, stale?.doc_id], [entryId, true, docId]);
    assertReused(await restarted.ask(QUESTION), { docId, text });
    const renewed = 'The garden opens at seven, the castle at ten.';
    assert.equal((await restarted.approve(entryId, { answer: renewed })).status, 200);
    assertReused(await restarted.ask(QUESTION), { docId, text: renewed });

    assert.equal((await restarted.call(`/api/v1/ingest/${docId}`, { method: 'DELETE' })).status, 200);
    const composed = await restarted.ask(QUESTION);
    assert.deepEqual(composed.sources.map(({ doc_id }) => doc_id).sort(), ['castle', 'garden']);
    assert.deepEqual(
      (await restarted.pending()).map(({ entry_id }) => entry_id),
      [entryId],
    );
  });

  test('held, rejected, and not held again', async () => {
    const { server, client, entryId } = await withHeldAnswer();
    await using _ = server;
    const rejected = await client.post(`/api/v1/review/${entryId}/reject`, { note: 'no' });
    assert.deepEqual(rejected, { status: 200, body: { entry_id: entryId, status: 'rejected' } });
    const again = await client.ask(QUESTION);
    const meta = again.meta as unknown as { synthesized: boolean; review_entry_id: null };
    assert.deepEqual([meta.synthesized, meta.review_entry_id], [true, null]);
    assert.deepEqual(await client.pending(), []);
    assert.ok(again.sources.every(({ doc_id }) => doc_id in DOCUMENTS));
  });

  test('approved, withdrawn as one of its documents is deleted, also after a kill, and rejected then', async () => {
    const { server: first, client: before, entryId } = await withHeldAnswer();
    await using _ = first;
    const text = 'The garden opens at seven, the castle at nine.';
    const docId = `answer-${entryId}`;
    assert.equal((await before.approve(entryId, { answer: text })).status, 200);
    assertReused(await before.ask(QUESTION), { docId, text });
    assert.equal(await before.remove('castle'), true);

    await using server = await openServer({ folder: await first.killed() });
    const client = clientOf(server);
    const [stale] = await client.pending();
    assert.deepEqual([stale?.entry_id, stale?.stale, stale?.doc_id], [entryId, true, null]);
    const without = await client.ask(QUESTION);
    assert.deepEqual(new Set(without.sources.map(({ doc_id }) => doc_id)), new Set(['garden']));
    assert.doesNotMatch(without.answer, /nine/);

    const rejected = await client.post(`/api/v1/review/${entryId}/reject`);
    assert.deepEqual(rejected, { status: 200, body: { entry_id: entryId, status: 'rejected' } });
    assert.deepEqual(await client.pending(), []);
    assert.equal((await client.call(`/api/v1/ingest/status/${docId}`)).status, 404);
    const after = await client.ask(QUESTION);
    assert.deepEqual(new Set(after.sources.map(({ doc_id }) => doc_id)), new Set(['garden']));
    assert.equal((await client.approve(entryId)).status, 409);
  });

  test('feedback on it knows what was asked and answered', async () => {
    const { server, client } = await withHeldAnswer();
    await using _ = server;
    const { answer, meta } = await client.ask(QUESTION);
    const given = await client.post('/api/v1/feedback', {
      rating: 'down',
      correlation_id: meta.correlation_id,
    });
    assert.equal(given.status, 201);
    await using second = await openServer({ folder: await server.killed() });
    const reply = await clientOf(second).call('/api/v1/feedback?rating=down');
    const { feedback } = (await reply.json()) as { feedback: Record<string, unknown>[] };
    assert.deepEqual(
      feedback.map((record) => [record.feedback_id, record.question, record.answer]),
      [[given.body.feedback_id, QUESTION, answer]],
    );
  });

  test('is not held in strict mode, nor under a policy that holds nothing', async () => {
    await using server = await openServer({
      settings: { REVIEW_POLICY: 'off' },
    });
    const client = clientOf(server);
    for (const [docId, text] of Object.entries(DOCUMENTS)) await client.ingest(docId, text);
    assert.equal((await client.ask(QUESTION)).meta.synthesized, true);
    assert.equal((await client.ask(QUESTION, { mode: 'strict' })).meta.synthesized, false);
    assert.deepEqual(await client.pending(), []);
  });
});
