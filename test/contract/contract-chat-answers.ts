import assert from 'node:assert/strict';
import { writes } from '../model-servers/behaviour.ts';
import { until } from '../until.ts';
import { ELSEWHERE, QUESTION } from './bench.ts';
import { configOf, startError } from './configuration.ts';
import { inOneLine } from './reply.ts';
import { heldBy, holds, type Row } from './row.ts';
import { startWithModel } from './with-model.ts';

const BEYOND = 'Tungsten hexafluoride boils at seventeen degrees.';

/** What an answer may state in each mode, and what people are to judge. */
export const answers: readonly Row[] = [
  holds(
    '`strict` gives only what passages state, and otherwise refuses (`refused: true`, no sources).',
    async ({ open, synthesize }) => {
      const { question, docIds } = await synthesize(open);
      const reply = await open.ask(question, { mode: 'strict', filter: { doc_ids: docIds } });
      assert.equal(reply.list('sources').length, 1);
      assert.deepEqual([reply.at('meta.synthesized'), reply.at('meta.review_entry_id')], [false, null]);
      const stated = inOneLine(reply.word('answer').replace(/ \[1\]$/, ''));
      assert.ok(inOneLine(reply.word('sources.0.snippet')).includes(stated));
      const refusal = await open.ask(ELSEWHERE, { mode: 'strict' });
      assert.deepEqual([refusal.at('meta.refused'), refusal.list('sources')], [true, []]);
    },
  ),
  holds(
    '`learning` (the default, `CHAT_MODE`) may also compose an answer from several passages where no single one states it;',
    async ({ open, keyed, synthesize }) => {
      assert.equal((await open.ask('hello')).at('meta.mode'), 'learning');
      assert.equal((await keyed.ask('hello')).at('meta.mode'), 'strict');
      const { question, docIds } = await synthesize(open);
      const reply = await open.ask(question, { filter: { doc_ids: docIds } });
      assert.equal(new Set(reply.list('sources.*.doc_id')).size, 2);
    },
  ),
  holds('without support in the knowledge base it refuses.', async ({ open }) => {
    const reply = await open.ask(ELSEWHERE, { mode: 'learning' });
    assert.deepEqual([reply.at('meta.refused'), reply.list('sources')], [true, []]);
  }),
  holds('`open` may go beyond the knowledge base, and says so in the answer and in `meta`.', async () => {
    await using stand = await startWithModel();
    stand.provider.answer(writes(BEYOND));
    const reply = await stand.service.ask(ELSEWHERE, { mode: 'open' });
    assert.ok(reply.word('answer').includes(BEYOND));
    assert.ok(reply.word('answer').length > BEYOND.length, 'nothing stands beside what the model wrote');
    assert.equal(reply.at('meta.grounded'), 'unsupported');
  }),
  heldBy(
    'Synthesized answers are returned',
    'A *synthesized* answer (`meta.synthesized`) is one that no single passage or approved answer states: composed from passages of several documents',
  ),
  holds('or written beyond them.', async () => {
    await using stand = await startWithModel();
    stand.provider.answer(writes(BEYOND));
    const reply = await stand.service.ask(ELSEWHERE, { mode: 'open' });
    assert.deepEqual([reply.at('meta.synthesized'), reply.list('sources')], [true, []]);
    assert.equal(typeof reply.at('meta.review_entry_id'), 'string');
  }),
  holds(
    'A refusal, a quotation, a greeting or the reuse of an approved answer is not synthesized.',
    async ({ open, synthesize }) => {
      const { entryId, question } = await synthesize(open);
      await open.call('POST', `/api/v1/review/${entryId}/approve`);
      for (const [asked, refused] of [
        [ELSEWHERE, true],
        [QUESTION, false],
        ['Hello!', false],
        [question, false],
      ] as const) {
        const reply = await open.ask(asked);
        assert.deepEqual(
          [reply.at('meta.synthesized'), reply.at('meta.review_entry_id'), reply.at('meta.refused')],
          [false, null, refused],
          asked,
        );
      }
    },
  ),
  holds(
    'Synthesized answers are returned to the user, marked, and held for review',
    async ({ open, synthesize }) => {
      const { question, docIds, entryId } = await synthesize(open);
      const reply = await open.ask(question, { filter: { doc_ids: docIds } });
      assert.deepEqual([reply.at('meta.synthesized'), reply.at('meta.review_entry_id')], [true, entryId]);
      assert.match(reply.word('answer'), /nine/);
      assert.match(reply.word('answer'), /seven/);
    },
  ),
  holds(
    '(`REVIEW_POLICY` = `synthesized` (default) | `unsupported` | `off`)',
    async ({ limited, nextClient }) => {
      assert.equal(configOf({}).REVIEW_POLICY, 'synthesized');
      assert.equal(configOf({ REVIEW_POLICY: 'unsupported' }).REVIEW_POLICY, 'unsupported');
      assert.match(
        startError({ REVIEW_POLICY: 'all' }),
        /REVIEW_POLICY takes synthesized \| unsupported \| off/,
      );
      // Here it is off.
      const headers = { 'x-forwarded-for': nextClient() };
      for (const place of ['castle', 'garden']) {
        const text = `# The ${place}\n\nThe ${place} opens at ${place.length} in the morning.`;
        await limited.upload({ name: `${place}.md`, text }, {}, headers);
      }
      const done = () => limited.get('/api/v1/ingest/docs?status=done', { 'x-forwarded-for': nextClient() });
      await until(async () => (await done()).at('total') === 2);
      const reply = await limited.ask('When do the castle and the garden open?', {}, headers);
      assert.deepEqual([reply.at('meta.synthesized'), reply.at('meta.review_entry_id')], [true, null]);
    },
  ),
  heldBy('`strict` gives only', '`strict` never synthesizes.'),
];
