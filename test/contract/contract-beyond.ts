import assert from 'node:assert/strict';
import { QUESTION } from './bench.ts';
import { valueAt } from './reply.ts';
import { holds, later, type Row } from './row.ts';

/** The surfaces beyond the specification. */
export const beyond: readonly Row[] = [
  holds(
    [
      'Beyond the specification, same handlers, same key rules:',
      '`POST /api/v1/search` (passages without an answer)',
    ],
    async ({ open, keyed }) => {
      const cited = (await open.ask(QUESTION)).at('sources.0');
      const reply = await open.post('/api/v1/search', { query: QUESTION });
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
  later(
    "`/v1/chat/completions`, `/v1/models`, `/v1/embeddings` (OpenAI's shapes), `/mcp`.",
    'these surfaces are not built yet',
  ),
];
