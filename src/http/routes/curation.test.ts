import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { givenAnswer, loggedAnswer } from '../../../test/curation-stand.ts';
import { openHttpStand } from '../../../test/http-stand.ts';

type Stand = Awaited<ReturnType<typeof openHttpStand>>;
type Json = Record<string, never>;

const json = async (response: Response) => (await response.json()) as Json & Record<string, unknown>;

describe('review', () => {
  let stand: Stand;
  before(async () => {
    stand = await openHttpStand();
  });
  after(() => stand[Symbol.asyncDispose]());

  const hold = async (question: string) => (await stand.review.hold(givenAnswer(question)))!;

  it('lists entries with every field, newest first, in pages', async () => {
    const ids = [await hold('First?'), await hold('Second?'), await hold('Third?')];
    const first = await json(await stand.get('/api/v1/review/pending?limit=2'));
    const pending = first.pending as unknown as Record<string, unknown>[];
    assert.deepEqual(
      pending.map(({ entry_id }) => entry_id),
      [ids[2], ids[1]],
    );
    assert.equal(first.total, 3);
    const { sources, created_at, ...entry } = pending[0]!;
    assert.deepEqual(entry, {
      entry_id: ids[2],
      question: 'Third?',
      answer: 'The castle opens at nine. [1] The garden opens at seven. [2]',
      status: 'pending',
      stale: false,
      grounded: 'supported',
      grounded_score: 1,
      statements: [
        { start: 0, end: 25, verdict: 'supported', citations: [1], alarms: [] },
        { start: 30, end: 56, verdict: 'supported', citations: [2], alarms: [] },
      ],
      asked: 1,
      mode: 'learning',
      model: 'extractive',
      correlation_id: 'chat-1',
      downvotes: 0,
      decided_at: null,
      decided_by: null,
      note: null,
      tags: [],
      expires_at: null,
      doc_id: null,
    });
    assert.match(created_at as string, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    assert.deepEqual(
      (sources as { doc_id: string }[]).map(({ doc_id }) => doc_id),
      ['castle', 'garden'],
    );
    const rest = await json(await stand.get(`/api/v1/review/pending?limit=2&cursor=${first.next_cursor}`));
    assert.deepEqual(
      [(rest.pending as unknown as { entry_id: string }[]).map(({ entry_id }) => entry_id), rest.next_cursor],
      [[ids[0]], null],
    );
    for (const [query, status] of [
      ['limit=0', 422],
      ['limit=201', 422],
      ['status=x', 422],
      ['cursor=x', 400],
    ] as const) {
      assert.equal((await stand.get(`/api/v1/review/pending?${query}`)).status, status, query);
    }
  });

  it('approves with a body, with none, and with an announced one that is empty', async () => {
    const path = async (question: string) => `/api/v1/review/${await hold(question)}/approve`;
    const edited = await stand.postJson(await path('a'), {
      answer: ' x ',
      question: 'q',
      note: 'n',
      tags: ['t'],
    });
    assert.equal(edited.status, 200);
    const { entry_id, doc_id, ...rest } = await json(edited);
    assert.deepEqual([rest, doc_id], [{ status: 'approved', embedded: true }, `answer-${entry_id}`]);
    const { answer, question, note, tags } = (await stand.curationStore.entry(String(entry_id)))!;
    assert.deepEqual([answer, question, note, tags], ['x', 'q', 'n', ['t']]);
    assert.equal((await stand.get(await path('b'), { method: 'POST' })).status, 200);
    assert.equal((await stand.postJson(await path('c'), '')).status, 200);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    assert.equal((await stand.postJson(await path('typed'), '', form)).status, 200);
    assert.equal((await stand.postJson(await path('d'), 'null')).status, 200);
    assert.equal((await stand.postJson(await path('blank note'), { note: '' })).status, 200);
    assert.equal((await stand.postJson(await path('e'), '{')).status, 400);
  });

  it('approves until a time, or without end', async () => {
    for (const [given, shown] of [
      ['2099-12-31T12:00:00+02:00', '2099-12-31T10:00:00.000Z'],
      [null, null],
      [undefined, null],
    ] as const) {
      const entryId = await hold(`until ${given}`);
      const approved = await stand.postJson(`/api/v1/review/${entryId}/approve`, { expires_at: given });
      assert.equal(approved.status, 200);
      assert.equal((await json(await stand.get(`/api/v1/review/${entryId}`))).expires_at, shown);
    }
  });

  it('takes a decision back', async () => {
    const entryId = await hold('back');
    const path = `/api/v1/review/${entryId}`;
    const pending = await stand.get(`${path}/reopen`, { method: 'POST' });
    assert.deepEqual([pending.status, (await json(pending)).code], [409, 'review_not_decided']);
    assert.equal((await stand.postJson(`${path}/reject`, { note: 'n' })).status, 200);
    await stand.curationStore.move(entryId, { from: 'rejecting', to: 'rejected' });
    const reopened = await stand.get(`${path}/reopen`, { method: 'POST' });
    assert.deepEqual(
      [reopened.status, await json(reopened)],
      [200, { entry_id: entryId, status: 'pending' }],
    );
    const { status, note, decided_at } = await json(await stand.get(path));
    assert.deepEqual([status, note, decided_at], ['pending', null, null]);
    assert.equal((await stand.get('/api/v1/review/nobody/reopen', { method: 'POST' })).status, 404);
  });

  it('shows one entry, and what was decided: by whom, and why', async () => {
    const [approved, rejected] = [await hold('shown, approved'), await hold('shown, rejected')];
    const by = { 'x-user-id': 'ada@example.org' };
    assert.equal((await stand.postJson(`/api/v1/review/${approved}/approve`, { note: 'n' }, by)).status, 200);
    assert.equal((await stand.postJson(`/api/v1/review/${rejected}/reject`, '')).status, 200);
    const entry = await json(await stand.get(`/api/v1/review/${approved}`));
    assert.deepEqual([entry.status, entry.decided_by, entry.note], ['approved', 'ada@example.org', 'n']);
    const unknown = await stand.get('/api/v1/review/nobody');
    assert.deepEqual([unknown.status, (await json(unknown)).code], [404, 'review_entry_not_found']);

    const decided = async (query: string) => {
      const page = await json(await stand.get(`/api/v1/review/decided?${query}`));
      const ids = (page.decided as unknown as { entry_id: string }[]).map(({ entry_id }) => entry_id);
      return { ids, cursor: page.next_cursor as unknown as string | null };
    };
    const first = await decided('limit=1');
    const second = await decided(`limit=1&cursor=${first.cursor}`);
    assert.deepEqual(new Set([...first.ids, ...second.ids]), new Set([rejected, approved]));
    assert.equal((await decided('status=approved')).ids.includes(rejected), false);
    for (const query of ['cursor=x', `cursor=${Buffer.from('["demand",1,1]').toString('base64url')}`])
      assert.equal((await stand.get(`/api/v1/review/decided?${query}`)).status, 400);
    const odd = await stand.postJson(`/api/v1/review/${approved}/approve`, {}, { 'x-user-id': 'a b' });
    assert.deepEqual([odd.status, (await json(odd)).code], [400, 'invalid_user_id']);
  });

  it('lists what is pending by demand, in pages', async () => {
    const ids = [await hold('demand a'), await hold('demand b')];
    for (let i = 0; i < 3; i++) await hold('demand a');
    const entries: unknown[] = [];
    for (let cursor = ''; ; ) {
      const page = await json(await stand.get(`/api/v1/review/pending?sort=demand&limit=1${cursor}`));
      entries.push(...(page.pending as unknown as { entry_id: string }[]).map(({ entry_id }) => entry_id));
      if (page.next_cursor === null) break;
      cursor = `&cursor=${page.next_cursor}`;
    }
    assert.equal(entries[0], ids[0]);
    assert.equal(new Set(entries).size, entries.length);
    assert.ok(entries.includes(ids[1]));
    const newest = await json(await stand.get('/api/v1/review/pending?limit=1'));
    assert.equal(
      (await stand.get(`/api/v1/review/pending?sort=demand&cursor=${newest.next_cursor}`)).status,
      400,
    );
  });

  it('rejects an invalid approval, and leaves the entry pending', async () => {
    const entryId = await hold('odd');
    for (const [body, field] of [
      [{ anwser: 'x' }, 'anwser'],
      [{ answer: '' }, 'answer'],
      [{ answer: ' ?! ' }, 'answer'],
      [{ answer: '[1] [2].' }, 'answer'],
      [{ answer: 'x'.repeat(10_001) }, 'answer'],
      [{ question: ' ' }, 'question'],
      [{ note: 'x'.repeat(2_001) }, 'note'],
      [{ tags: 'one' }, 'tags'],
      [{ expires_at: 'tomorrow' }, 'expires_at'],
      [{ expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
    ] as const) {
      const response = await stand.postJson(`/api/v1/review/${entryId}/approve`, body);
      const errors = (await json(response)).errors as unknown as { field: string }[];
      assert.deepEqual([response.status, errors.map((error) => error.field)], [422, [field]]);
    }
    assert.equal((await stand.postJson(`/api/v1/review/${entryId}/reject`, { answer: 'x' })).status, 422);
    assert.equal((await stand.curationStore.entry(entryId))!.state, 'pending');
  });
});

describe('feedback', () => {
  let stand: Stand;
  before(async () => {
    stand = await openHttpStand();
  });
  after(() => stand[Symbol.asyncDispose]());

  const give = (body: object, headers = {}) => stand.postJson('/api/v1/feedback', body, headers);

  it('is recorded, filled in and listed by rating in pages', async () => {
    stand.answerLog.record(loggedAnswer('When?', { answer: 'At nine. [1]' }));
    const given = await give({ rating: 'up', correlation_id: 'chat-1', reason: 'Quick.' });
    const { feedback_id, ...rest } = await json(given);
    assert.deepEqual([given.status, rest], [201, { rating: 'up', status: 'recorded' }]);
    for (const rating of ['down', 'up']) assert.equal((await give({ rating })).status, 201);

    const first = await json(await stand.get('/api/v1/feedback?rating=up&limit=1'));
    assert.equal(first.total, 2);
    const next = await json(await stand.get(`/api/v1/feedback?rating=up&cursor=${first.next_cursor}`));
    const [record] = next.feedback as unknown as Record<string, unknown>[];
    assert.deepEqual(
      { ...record, created_at: typeof record!.created_at },
      {
        feedback_id,
        rating: 'up',
        correlation_id: 'chat-1',
        reason: 'Quick.',
        question: 'When?',
        answer: 'At nine. [1]',
        created_at: 'string',
      },
    );
    assert.equal(next.next_cursor, null);
    assert.equal((await json(await stand.get('/api/v1/feedback'))).total, 3);
    assert.equal((await stand.get('/api/v1/feedback?rating=fine')).status, 422);

    const at = Date.parse(String(record!.created_at));
    const within = async (from: number, to: number) => {
      const time = `from=${new Date(from).toISOString()}&to=${new Date(to).toISOString()}`;
      return await json(await stand.get(`/api/v1/feedback?rating=up&${time}`));
    };
    assert.equal((await within(at, at + 60_000)).total, 2);
    assert.equal((await within(at - 60_000, at)).total, 0);
    assert.equal((await stand.get('/api/v1/feedback?from=yesterday')).status, 422);
  });

  it('takes a blank reason for none', async () => {
    assert.equal((await give({ rating: 'up', reason: ' ' })).status, 201);
    const { feedback } = await json(await stand.get('/api/v1/feedback?limit=1'));
    assert.equal((feedback as unknown as { reason: unknown }[])[0]!.reason, null);
  });

  it('replaces earlier feedback by its id, and records it when the id is unknown', async () => {
    const list = async () => await json(await stand.get('/api/v1/feedback?rating=down'));
    const { total: before } = await list();
    const { feedback_id } = await json(await give({ rating: 'down' }));
    const replaced = await json(await give({ rating: 'down', reason: 'Old.', feedback_id }));
    assert.equal(replaced.feedback_id, feedback_id);
    const { total, feedback } = await list();
    assert.equal(total, Number(before) + 1);
    assert.equal((feedback as unknown as { reason: string }[])[0]!.reason, 'Old.');
    const unknown = await json(await give({ rating: 'down', feedback_id: 'elsewhere' }));
    assert.notEqual(unknown.feedback_id, 'elsewhere');
    assert.equal((await list()).total, Number(before) + 2);
  });
});

describe('the key', () => {
  it('is needed to decide, even at the older paths, and not to give feedback', async () => {
    await using stand = await openHttpStand({ settings: { apiKey: 'secret' } });
    const entryId = (await stand.review.hold(givenAnswer('a')))!;
    for (const base of ['/api/v1', '/api']) {
      for (const [method, path] of [
        ['POST', `/review/${entryId}/approve`],
        ['POST', `/review/${entryId}/reopen`],
        ['POST', `/review/${entryId}/reject`],
        ['POST', '/review/nobody/reject'],
      ] as const) {
        for (const headers of [{}, { 'x-api-key': 'wrong' }]) {
          const response = await stand.get(base + path, { method, headers: { ...headers } });
          assert.equal(response.status, 401, `${method} ${base}${path}`);
        }
      }
      assert.equal((await stand.postJson(`${base}/feedback`, { rating: 'up' })).status, 201);
    }
    assert.equal((await stand.curationStore.entry(entryId))!.state, 'pending');
    const headers = { 'x-api-key': 'secret' };
    assert.equal(
      (await stand.get(`/api/v1/review/${entryId}/approve`, { method: 'POST', headers })).status,
      200,
    );
  });
});
