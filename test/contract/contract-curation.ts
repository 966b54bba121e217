import assert from 'node:assert/strict';
import { until } from '../until.ts';
import { QUESTION } from './bench.ts';
import { assertInvalid, assertProblem, valueAt } from './reply.ts';
import { type Chapter, holds } from './row.ts';
import type { Service } from './service.ts';

const document = 'contract.md';

export const curation: readonly Chapter[] = [
  {
    document,
    section: 'Review',
    rows: [
      holds(
        'Entry: `{entry_id, question, answer, sources, status ("pending" | "approved" | "rejected"), grounded, grounded_score, asked (how often), mode, model, correlation_id, created_at, decided_at, doc_id}`.',
        async ({ open, synthesize }, fields) => {
          const { entryId, question, answer, correlationId, docIds } = await synthesize(open);
          const entry = await pendingEntry(open, entryId);
          assert.deepEqual(
            fields.filter((name) => !(name in (entry as object))),
            [],
          );
          for (const [name, value] of Object.entries({
            question,
            answer,
            status: 'pending',
            grounded: 'supported',
            asked: 1,
            mode: 'learning',
            correlation_id: correlationId,
            decided_at: null,
            doc_id: null,
          }))
            assert.equal(valueAt(entry, name), value, name);
          const cited = valueAt(entry, 'sources.*.doc_id') as string[];
          assert.deepEqual(cited.sort(), [...docIds].sort());
        },
      ),
      holds(
        '`GET /api/v1/review/pending` → `{pending, next_cursor, total}`.',
        async ({ open, synthesize }, fields) => {
          const older = await synthesize(open);
          const newer = await synthesize(open);
          const page = await open.get('/api/v1/review/pending?limit=1');
          assert.deepEqual(Object.keys(page.at() as object), fields);
          assert.ok((page.at('total') as number) > 1);
          const next = await open.get(`/api/v1/review/pending?limit=1&cursor=${page.word('next_cursor')}`);
          assert.deepEqual(
            [page, next].map((one) => one.at('pending.0.entry_id')),
            [newer.entryId, older.entryId],
          );
        },
      ),
      holds(
        'The same question asked again raises `asked`, it adds no entry.',
        async ({ open, synthesize }) => {
          const { entryId, question, docIds } = await synthesize(open);
          const total = (await open.get('/api/v1/review/pending')).at('total');
          for (const again of [question, `  ${question.toUpperCase()} `]) {
            const reply = await open.ask(again, { mode: 'learning', filter: { doc_ids: docIds } });
            assert.equal(reply.at('meta.review_entry_id'), entryId);
          }
          assert.equal(valueAt(await pendingEntry(open, entryId), 'asked'), 3);
          assert.equal((await open.get('/api/v1/review/pending')).at('total'), total);
        },
      ),
      holds(
        [
          '`POST …/approve`, optional body `{answer?, question?, note?, tags?}` (a reviewer edits before approving)',
          '→ `{entry_id, status: "approved", embedded: true, doc_id}`: it answers only once the answer is searchable.',
        ],
        async ({ open, synthesize, nextName }) => {
          const { entryId } = await synthesize(open);
          const name = nextName();
          const question = `Who minds the bees of ${name}?`;
          const edits = {
            answer: `The bees of ${name} are minded by Edith.`,
            question,
            note: 'Asked her.',
            tags: ['bees'],
          };
          const reply = await open.post(`/api/v1/review/${entryId}/approve`, edits);
          const docId = reply.word('doc_id');
          assert.deepEqual(reply.at(), {
            entry_id: entryId,
            status: 'approved',
            embedded: true,
            doc_id: docId,
          });
          const answer = await open.ask(question);
          assert.match(answer.word('answer'), /Edith/);
          assert.equal(answer.at('sources.0.doc_id'), docId);
          assert.deepEqual((await open.get(`/api/v1/ingest/status/${docId}`)).at('tags'), ['bees']);
          assertInvalid(await open.post(`/api/v1/review/${entryId}/approve`, { answer: '' }), 'answer');
          const plain = await synthesize(open);
          const unedited = await open.call('POST', `/api/v1/review/${plain.entryId}/approve`);
          assert.equal(unedited.at('embedded'), true);
        },
      ),
      holds(
        [
          '`POST …/reject`, optional `{note?}` → `{entry_id, status: "rejected"}`;',
          'the question is not queued again.',
        ],
        async ({ open, synthesize }) => {
          const { entryId, question, docIds } = await synthesize(open);
          const reply = await open.post(`/api/v1/review/${entryId}/reject`, { note: 'Mixes two things up.' });
          assert.deepEqual([reply.status, reply.at()], [200, { entry_id: entryId, status: 'rejected' }]);
          assert.equal(await pendingEntry(open, entryId), undefined);
          const total = (await open.get('/api/v1/review/pending')).at('total');
          const again = await open.ask(question, { filter: { doc_ids: docIds } });
          assert.ok(again.list('sources.*.kind').every((kind) => kind === 'document'));
          assert.equal((await open.get('/api/v1/review/pending')).at('total'), total);
        },
      ),
      holds('A decided entry: 409 with its state.', async ({ open, synthesize }) => {
        for (const [decision, state] of [
          ['approve', 'approved'],
          ['reject', 'rejected'],
        ] as const) {
          const { entryId } = await synthesize(open);
          await open.call('POST', `/api/v1/review/${entryId}/${decision}`);
          for (const late of ['approve', 'reject']) {
            const reply = await open.call('POST', `/api/v1/review/${entryId}/${late}`);
            assertProblem(reply, 409, 'review_already_decided');
            assert.equal(reply.at('state'), state);
          }
        }
      }),
      holds('Unknown: 404.', async ({ open }) => {
        for (const decision of ['approve', 'reject'])
          for (const entryId of [
            'nobody',
            '00000000-0000-4000-8000-000000000000',
            '..%2f..',
            'a'.repeat(500),
          ])
            assertProblem(
              await open.call('POST', `/api/v1/review/${entryId}/${decision}`),
              404,
              'review_entry_not_found',
            );
      }),
      holds('Two reviewers at once: exactly one wins.', async ({ open, synthesize }) => {
        const { entryId } = await synthesize(open);
        const decisions = ['approve', 'reject', 'approve', 'reject', 'approve', 'reject'];
        const replies = await Promise.all(
          decisions.map((decision) => open.call('POST', `/api/v1/review/${entryId}/${decision}`)),
        );
        assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409, 409, 409, 409, 409]);
      }),
      holds(
        'An approved answer is a document of kind `approved_answer`, listed, citable and deletable like any other.',
        async ({ open, synthesize }) => {
          const { entryId, question } = await synthesize(open);
          const docId = (await open.call('POST', `/api/v1/review/${entryId}/approve`)).word('doc_id');
          const listed = await open.get(`/api/v1/ingest/docs?q=${docId}`);
          assert.deepEqual([listed.at('total'), listed.at('docs.0.source.kind')], [1, 'review']);
          const cited = async () =>
            (await open.ask(question))
              .list('sources')
              .filter((source) => valueAt(source, 'doc_id') === docId);
          assert.deepEqual(valueAt(await cited(), '*.kind'), ['approved_answer']);
          assert.equal((await open.call('DELETE', `/api/v1/ingest/${docId}`)).status, 200);
          assert.deepEqual(await cited(), []);
        },
      ),
      holds(
        [
          'When a document it rests on is replaced, it returns to the queue marked `stale` and stays in use until decided again;',
          'when one is deleted, it is withdrawn until decided again.',
        ],
        async ({ open, synthesize }) => {
          for (const change of ['replaced', 'deleted']) {
            const { entryId, docIds, question } = await synthesize(open);
            const approve = () => open.call('POST', `/api/v1/review/${entryId}/approve`);
            const answerId = (await approve()).word('doc_id');
            const isGiven = async () =>
              (await open.ask(question)).list('sources.*.doc_id').includes(answerId);
            assert.ok(await isGiven());
            if (change === 'deleted') await open.call('DELETE', `/api/v1/ingest/${docIds[0]}`);
            else
              await open.ingest(
                { name: 'a.md', text: `The castle opens at ten now, says ${docIds[0]}.` },
                { doc_id: docIds[0] },
              );
            // The document is done first: its answers are marked right behind it.
            await until(async () => (await pendingEntry(open, entryId)) !== undefined);
            const entry = await pendingEntry(open, entryId);
            assert.deepEqual([valueAt(entry, 'stale'), valueAt(entry, 'status')], [true, 'pending'], change);
            assert.equal(await isGiven(), change === 'replaced', change);
            assert.equal(
              (await open.get(`/api/v1/ingest/status/${answerId}`)).status,
              change === 'replaced' ? 200 : 404,
            );
            await approve();
            assert.ok(await isGiven(), change);
          }
        },
      ),
    ],
  },
  {
    document,
    section: 'Feedback',
    rows: [
      holds(
        '`POST /api/v1/feedback` `{rating: "up" | "down", correlation_id?, reason? (≤ 2000), question?, answer?}` → 201 `{feedback_id, rating, status: "recorded"}`.',
        async ({ open }) => {
          const body = {
            rating: 'down',
            correlation_id: 'none-of-ours',
            reason: ' r'.repeat(1_000),
            question: 'Q?',
            answer: 'A.',
          };
          const reply = await open.post('/api/v1/feedback', body);
          assert.equal(reply.status, 201);
          assert.deepEqual(reply.at(), {
            feedback_id: reply.word('feedback_id'),
            rating: 'down',
            status: 'recorded',
          });
          assert.equal(
            (await open.post('/api/v1/feedback', { rating: 'up', reason: 'ü'.repeat(2_000) })).status,
            201,
          );
          assertInvalid(
            await open.post('/api/v1/feedback', { rating: 'up', reason: 'ü'.repeat(2_001) }),
            'reason',
          );
          for (const rating of ['UP', '', 1, null])
            assertInvalid(await open.post('/api/v1/feedback', { rating }), 'rating');
          assertInvalid(
            await open.post('/api/v1/feedback', { rating: 'up', correlation_id: 'a b' }),
            'correlation_id',
          );
        },
      ),
      holds(
        'With a `correlation_id` of a known answer, question and answer are filled in from it.',
        async ({ open }) => {
          const answered = await open.ask(QUESTION);
          await open.post('/api/v1/feedback', {
            rating: 'up',
            correlation_id: answered.at('meta.correlation_id'),
          });
          const first = await open.get('/api/v1/feedback?limit=1');
          assert.equal(first.at('feedback.0.question'), QUESTION);
          assert.equal(first.at('feedback.0.answer'), answered.at('answer'));
          await open.post('/api/v1/feedback', { rating: 'up', correlation_id: 'unknown-to-all' });
          const unknown = await open.get('/api/v1/feedback?limit=1');
          assert.equal(unknown.at('feedback.0.question'), null);
          assert.equal(unknown.at('feedback.0.answer'), null);
        },
      ),
      holds(
        '`GET /api/v1/feedback?rating=&limit=&cursor=` → `{feedback, next_cursor, total}`.',
        async ({ open }, fields) => {
          for (const [rating, reason] of [
            ['up', 'older'],
            ['down', 'other'],
            ['up', 'newer'],
          ])
            await open.post('/api/v1/feedback', { rating, reason });
          const page = await open.get('/api/v1/feedback?rating=up&limit=1');
          assert.deepEqual(Object.keys(page.at() as object), fields);
          const next = await open.get(
            `/api/v1/feedback?rating=up&limit=1&cursor=${page.word('next_cursor')}`,
          );
          assert.deepEqual(
            [page, next].map((one) => [one.at('feedback.0.rating'), one.at('feedback.0.reason')]),
            [
              ['up', 'newer'],
              ['up', 'older'],
            ],
          );
          assert.ok(
            (page.at('total') as number) < ((await open.get('/api/v1/feedback')).at('total') as number),
          );
          assertInvalid(await open.get('/api/v1/feedback?rating=best'), 'rating');
        },
      ),
    ],
  },
];

async function pendingEntry(service: Service, entryId: string): Promise<unknown> {
  const entries = (await service.get('/api/v1/review/pending?limit=200')).list('pending');
  return entries.find((entry) => valueAt(entry, 'entry_id') === entryId);
}
