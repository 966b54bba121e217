import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { ELSEWHERE, QUESTION } from './bench.ts';
import { configOf } from './configuration.ts';
import { answers } from './contract-chat-answers.ts';
import { related } from './contract-chat-related.ts';
import { stream } from './contract-chat-stream.ts';
import { assertInvalid, inOneLine } from './reply.ts';
import { type Chapter, heldBy, holds } from './row.ts';

export const chat: Chapter = {
  document: 'contract.md',
  section: 'Chat: `POST /api/v1/chat`, `POST /api/v1/chat/stream`',
  rows: [
    holds('`question` (1–2000 characters after trimming;', async ({ open }) => {
      for (const question of ['a', '  a  ', `  ${'ü'.repeat(2_000)}\n`, '🙂'.repeat(2_000)])
        assert.equal((await open.ask(question)).status, 200);
      for (const question of ['', '   \n\t', 'ü'.repeat(2_001)])
        assertInvalid(await open.ask(question), 'question');
      for (const question of [null, 7, true, ['a'], { a: 1 }])
        assertInvalid(await open.post('/api/v1/chat', { question }), 'question');
      assertInvalid(await open.post('/api/v1/chat', {}), 'question');
    }),
    holds('`q` is accepted as its short form)', async ({ open }) => {
      const [long, short] = [await open.ask(QUESTION), await open.post('/api/v1/chat', { q: QUESTION })];
      assert.equal(short.at('answer'), long.at('answer'));
      assertInvalid(await open.post('/api/v1/chat', { question: 'a', q: 'a' }), 'q');
    }),
    holds('optional `mode` (`strict` | `open` | `learning`)', async ({ open }) => {
      for (const mode of ['strict', 'open', 'learning'])
        assert.equal((await open.ask(QUESTION, { mode })).at('meta.mode'), mode);
      for (const mode of ['Strict', '', 'creative', null])
        assertInvalid(await open.ask(QUESTION, { mode }), 'mode');
    }),
    holds('`lang` (`auto` or a BCP 47 tag)', async ({ open }) => {
      for (const lang of ['auto', 'en', 'pt-BR', 'zh-Hant-TW'])
        assert.equal((await open.ask('hello', { lang })).status, 200, lang);
      assert.equal((await open.ask(ELSEWHERE, { lang: 'de' })).at('meta.lang'), 'de');
      for (const lang of ['', 'english language', 'e', 'x'.repeat(50), 7])
        assertInvalid(await open.ask('hello', { lang }), 'lang');
    }),
    holds('`top_k` (1–20)', async ({ open }) => {
      for (const top_k of [1, 20]) assert.equal((await open.ask('hello', { top_k })).status, 200);
      for (const top_k of [0, 21, -1, 1.5, '5', null])
        assertInvalid(await open.ask('hello', { top_k }), 'top_k');
    }),
    holds('`score_threshold` (0–1)', async ({ open }) => {
      for (const score_threshold of [0, 0.5, 1])
        assert.equal((await open.ask('hello', { score_threshold })).status, 200);
      assert.equal((await open.ask(QUESTION, { score_threshold: 1 })).at('meta.refused'), true);
      for (const score_threshold of [-0.01, 1.01, '0.5', null])
        assertInvalid(await open.ask('hello', { score_threshold }), 'score_threshold');
    }),
    holds('`filter` (`{doc_ids?, tags?}`)', async ({ open }) => {
      const refused = async (filter: object) => (await open.ask(QUESTION, { filter })).at('meta.refused');
      assert.equal(await refused({}), false);
      assert.equal(await refused({ doc_ids: ['castle'] }), false);
      assert.equal(await refused({ doc_ids: ['garden'] }), true);
      assert.equal(await refused({ tags: ['old'] }), false);
      assert.equal(await refused({ tags: ['nothing has this'] }), true);
      assert.equal(await refused({ doc_ids: ['castle', 'garden'], tags: ['old'] }), false);
      assertInvalid(await open.ask('hello', { filter: { doc_ids: 'castle' } }), 'filter.doc_ids');
    }),
    holds(
      ['`conversation_id` (threads of one user;', 'same characters as `X-User-Id`).'],
      async ({ open }) => {
        const as = { 'x-user-id': 'threads' };
        await open.ask('What does a family ticket cost in the castle?', { conversation_id: 'one' }, as);
        const query = async (conversation_id: string) =>
          (await open.ask('And when does it open?', { conversation_id }, as)).word('meta.retrieval.query');
        assert.match(await query('one'), /castle/);
        assert.doesNotMatch(await query('two'), /castle/);
        assert.equal(
          (await open.ask('hello', { conversation_id: 'A1_.@-' })).at('meta.conversation_id'),
          'A1_.@-',
        );
        assert.equal((await open.ask('hello', { conversation_id: 'a'.repeat(128) })).status, 200);
        for (const conversation_id of ['', 'a b', 'a/b', 'é', 'a'.repeat(129)])
          assertInvalid(await open.ask('hello', { conversation_id }), 'conversation_id');
      },
    ),
    holds('Response: `{answer, sources, meta}`.', async ({ open }) => {
      for (const question of [QUESTION, ELSEWHERE, 'hello']) {
        const reply = await open.ask(question);
        assert.equal(reply.headers.get('content-type'), 'application/json; charset=utf-8');
        // Beyond what is written: the passages that are related.
        const { related: _, ...named } = reply.at() as Record<string, unknown>;
        assert.deepEqual(Object.keys(named), ['answer', 'sources', 'meta']);
      }
    }),
    holds(
      '`sources[]`: `{n, label, doc_id, chunk_id, score (0–1), page, section, snippet, url, kind}`;',
      async ({ open }, fields) => {
        const [first] = (await open.ask(QUESTION)).list('sources') as [Record<string, unknown>];
        // Beyond what is written: where the passage and what is quoted of it stand in the document.
        const { start, end, quotes, ...named } = first;
        assert.ok((start as number) < (end as number) && (quotes as object[]).length > 0);
        assert.deepEqual(Object.keys(named), fields);
        const { n, doc_id, chunk_id, score, page, section, snippet, url, kind } = first;
        assert.deepEqual(
          [n, doc_id, page, section, url, kind],
          [1, 'castle', null, 'The castle', null, 'document'],
        );
        assert.ok((score as number) > 0 && (score as number) <= 1);
        assert.match(String(chunk_id), /^castle\./);
        assert.match(String(snippet), /24 euros/);
      },
    ),
    holds('`n` is the number that `[n]` in the answer points to;', async ({ open, synthesize }) => {
      const { question, docIds } = await synthesize(open);
      const reply = await open.ask(question, { filter: { doc_ids: docIds } });
      const numbers = [
        ...new Set([...reply.word('answer').matchAll(/\[(\d+)\]/g)].map((match) => Number(match[1]))),
      ];
      assert.deepEqual(reply.list('sources.*.n'), numbers);
      for (const [place, part] of reply
        .word('answer')
        .split(/ \[\d+\]\s*/)
        .filter(Boolean)
        .entries())
        assert.ok(inOneLine(reply.word(`sources.${place}.snippet`)).includes(inOneLine(part)), part);
    }),
    heldBy(
      ['`sources[]`: `{n, label', 'An approved answer is a document'],
      '`kind` is `document` or `approved_answer`.',
    ),
    ...related,
    holds('Only what the answer cites is listed.', async ({ open }) => {
      const reply = await open.ask(QUESTION, { top_k: 20 });
      assert.deepEqual(reply.list('sources.*.doc_id'), ['castle']);
      assert.ok((reply.at('meta.retrieval.candidates') as number) > 1);
    }),
    holds(
      '`meta`: `{correlation_id, conversation_id, mode, lang, model, grounded ("supported" | "partial" | "unsupported" | null), grounded_score (0–1 | null), refused, synthesized, review_entry_id, retrieval: {candidates, best_score, query}, usage: {prompt_tokens, completion_tokens} | null, timings_ms: {retrieve, generate, total}}`.',
      async ({ open }, fields) => {
        const reply = await open.ask(QUESTION);
        // Beyond what is written: each sentence with its verdict.
        const { statements, ...named } = reply.at('meta') as Record<string, unknown>;
        assert.ok((statements as object[]).length > 0);
        assert.deepEqual(Object.keys(named), fields);
        const keysAt = (path: string) => Object.keys(reply.at(path) as object).join();
        assert.equal(keysAt('meta.retrieval'), 'candidates,best_score,query');
        assert.equal(keysAt('meta.timings_ms'), 'retrieve,generate,total');
        for (const [path, value] of [
          ['lang', 'en'],
          ['grounded', 'supported'],
          ['grounded_score', 1],
          ['refused', false],
          ['synthesized', false],
          ['review_entry_id', null],
          ['retrieval.query', QUESTION],
          ['usage', null],
        ] as const)
          assert.equal(reply.at(`meta.${path}`), value, path);
        const refusal = await open.ask(ELSEWHERE);
        assert.deepEqual([refusal.at('meta.grounded'), refusal.at('meta.grounded_score')], [null, null]);
      },
    ),
    ...answers,
    ...stream,
    holds(
      'Conversation memory: last turns plus a rolling summary per (`X-User-Id`, `conversation_id`)',
      async ({ open }) => {
        const as = { 'x-user-id': 'rolling' };
        await open.ask('What does a family ticket cost in the castle?', {}, as);
        // More than are kept word for word: what the first one was about is left in the summary.
        for (let turn = 0; turn < 9; turn++) await open.ask('What is that?', {}, as);
        assert.match(
          (await open.ask('And when does it open?', {}, as)).word('meta.retrieval.query'),
          /castle/,
        );
        const other = await open.ask('And when does it open?', {}, { 'x-user-id': 'rolling-2' });
        assert.doesNotMatch(other.word('meta.retrieval.query'), /castle/);
      },
    ),
    holds('TTL 24 h (`MEMORY_TTL_SECONDS`).', async ({ limited, nextClient }) => {
      assert.equal(configOf({}).MEMORY_TTL_SECONDS, String(24 * 60 * 60));
      // Here it is one second.
      const headers = { 'x-user-id': 'forgetful', 'x-forwarded-for': nextClient() };
      const query = async () =>
        (await limited.ask('And when does it open?', {}, headers)).word('meta.retrieval.query');
      // On a busy machine the second may be over before the next question is asked.
      for (let isKept = false; !isKept; isKept = /castle/.test(await query()))
        await limited.ask('What does a family ticket cost in the castle?', {}, headers);
      await sleep(1_100);
      assert.doesNotMatch(await query(), /castle/);
    }),
    holds(
      [
        'A request with neither `X-User-Id` nor `conversation_id` is a conversation of its own, under a new unguessable id that `meta.conversation_id` names;',
        'whoever sends that id back goes on with it.',
      ],
      async ({ open }) => {
        const begun = await open.ask('What does a family ticket cost in the castle?');
        const conversation_id = begun.word('meta.conversation_id');
        const more = await open.ask('And when does it open?');
        assert.doesNotMatch(more.word('meta.retrieval.query'), /castle/);
        assert.notEqual(more.at('meta.conversation_id'), conversation_id);
        for (const headers of [{}, { 'x-user-id': 'whoever' }]) {
          const continued = await open.ask('And when does it open?', { conversation_id }, headers);
          assert.match(continued.word('meta.retrieval.query'), /castle/);
          assert.equal(continued.at('meta.conversation_id'), conversation_id);
        }
        const path = `/api/v1/chat/memory?conversation_id=${conversation_id}`;
        assert.equal((await open.call('DELETE', path)).at('conversations'), 1);
        const forgotten = await open.ask('And when does it open?', { conversation_id });
        assert.doesNotMatch(forgotten.word('meta.retrieval.query'), /castle/);
      },
    ),
    holds(
      '`ANONYMOUS_MEMORY=shared` gives all anonymous callers one memory, the literal reading of the specification;',
      async ({ keyed, nextName }) => {
        const name = nextName();
        await keyed.ingest({ name: `${name}.txt`, text: `${name} opens at nine. A ticket costs 24 euros.` });
        const begun = await keyed.ask(`What does a ticket for ${name} cost?`);
        const more = await keyed.ask('And when does it open?');
        assert.match(more.word('meta.retrieval.query'), new RegExp(name));
        assert.equal(more.at('meta.conversation_id'), begun.at('meta.conversation_id'));
      },
    ),
    holds('default `separate`.', () => {
      assert.equal(configOf({}).ANONYMOUS_MEMORY, 'separate');
    }),
    holds("`DELETE /api/v1/chat/memory` forgets the caller's.", async ({ open }) => {
      const query = async (user: string) =>
        (await open.ask('And when does it open?', {}, { 'x-user-id': user })).word('meta.retrieval.query');
      for (const user of ['leaving', 'leaving2'])
        await open.ask('What does a family ticket cost in the castle?', {}, { 'x-user-id': user });
      const forgotten = await open.call('DELETE', '/api/v1/chat/memory', {
        headers: { 'x-user-id': 'leaving' },
      });
      assert.deepEqual([forgotten.status, forgotten.at('conversations')], [200, 1]);
      assert.doesNotMatch(await query('leaving'), /castle/);
      assert.match(await query('leaving2'), /castle/);
    }),
    holds(
      'A follow-up ("and for damaged items?") is rewritten into a standalone query before retrieval.',
      async ({ open }) => {
        const as = { 'x-user-id': 'follow-up' };
        await open.ask('Are dogs allowed in the garden?', {}, as);
        const reply = await open.ask('And in the castle?', {}, as);
        assert.match(reply.word('meta.retrieval.query'), /dogs/);
        assert.match(reply.word('answer'), /not allowed in the castle/);
      },
    ),
  ],
};
