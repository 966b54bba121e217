import assert from 'node:assert/strict';
import { QUESTION } from './bench.ts';
import { valueAt } from './reply.ts';
import { holds, type Row } from './row.ts';

/** The surfaces beyond the specification. */
export const beyond: readonly Row[] = [
  holds(
    [
      'Beyond the specification, same handlers, same key rules:',
      '`POST /api/v1/search` (passages without an answer)',
    ],
    async ({ open, keyed }) => {
      const filter = { doc_ids: ['castle'] };
      const cited = (await open.ask(QUESTION, { filter })).at('sources.0');
      const reply = await open.post('/api/v1/search', { query: QUESTION, filter });
      assert.equal(reply.status, 200, reply.text);
      assert.deepEqual(Object.keys(reply.at() as object), ['passages', 'meta']);
      for (const field of ['chunk_id', 'doc_id', 'score', 'start', 'end'])
        assert.equal(reply.at(`passages.0.${field}`), valueAt(cited, field), field);
      assert.match(reply.word('passages.0.text'), /A family ticket costs 24 euros/);
      // Like a question, it needs no key.
      const headers = { 'x-api-key': '' };
      assert.equal((await keyed.post('/api/v1/search', { query: 'castle' }, headers)).status, 200);
    },
  ),
  holds('`/v1/chat/completions`, `/v1/models`,', async ({ open, keyed }) => {
    const asked = { model: 'docent', messages: [{ role: 'user', content: QUESTION }] };
    const reply = await open.post('/v1/chat/completions', asked);
    const chat = await open.ask(QUESTION);
    assert.equal(reply.word('choices.0.message.content'), chat.word('answer'));
    assert.equal(
      reply.at('choices.0.message.annotations.0.url_citation.title'),
      chat.word('sources.0.label'),
    );
    assert.equal((await open.get('/v1/models')).at('data.0.id'), 'docent');
    // Like a question, it needs no key.
    const headers = { 'x-api-key': '', authorization: 'Bearer wrong' };
    assert.equal((await keyed.post('/v1/chat/completions', asked, headers)).status, 200);
  }),
  holds("`/v1/embeddings` (OpenAI's shapes)", async ({ open }) => {
    const reply = await open.post('/v1/embeddings', {
      model: 'docent',
      input: ['A family ticket', 'A tour'],
    });
    if (reply.status === 200) assert.equal(reply.list('data').length, 2);
    else assert.equal(reply.at('error.code'), 'no_embedding_model');
  }),
  holds('`/mcp`.', async ({ keyed }) => {
    const call = async (name: string, args: object, headers: Record<string, string>) => {
      const reply = await keyed.post(
        '/mcp',
        { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
        { accept: 'application/json, text/event-stream', ...headers },
      );
      assert.equal(reply.status, 200, reply.text);
      return (JSON.parse(/^data: (.*)$/m.exec(reply.text)![1]!) as { result: unknown }).result;
    };
    const noKey = { 'x-api-key': '' };
    const asked = await call('ask', { question: QUESTION }, noKey);
    const { answer } = (await keyed.ask(QUESTION)).at() as { answer: string };
    assert.equal(valueAt(asked, 'structuredContent.answer'), answer);
    const approved = (headers: Record<string, string>) =>
      call('approve_answer', { entry_id: 'none' }, headers).then((result) =>
        valueAt(result, 'structuredContent.code'),
      );
    assert.equal(await approved(noKey), 'invalid_api_key');
    assert.equal(await approved({}), 'review_entry_not_found');
  }),
];
