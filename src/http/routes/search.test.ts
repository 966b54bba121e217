import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type CorpusForTests, openCorpusForTests } from '../../../test/answering-corpus.ts';
import { HANDBOOK } from '../../../test/answering-stand.ts';
import { openHttpStand } from '../../../test/http-stand.ts';
import { createSearchPassages } from '../../answering/search-passages.ts';
import { RefusedError } from '../../errors.ts';
import { Problem } from '../schemas/problem.ts';
import { SearchReply } from './search.ts';

const QUERY = 'How many days of paid leave does an employee get?';

describe('POST /api/v1/search', () => {
  let corpus: CorpusForTests;
  let stand: Awaited<ReturnType<typeof openHttpStand>>;
  before(async () => {
    corpus = await openCorpusForTests(HANDBOOK);
    const searchPassages = createSearchPassages(corpus);
    stand = await openHttpStand({ searchPassages, settings: { apiKey: 'secret' } });
  });
  after(async () => {
    await stand[Symbol.asyncDispose]();
    await corpus[Symbol.asyncDispose]();
  });

  const search = async (body: object, headers: Record<string, string> = {}) => {
    const response = await stand.postJson('/api/v1/search', body, headers);
    assert.equal(response.status, 200, await response.clone().text());
    return SearchReply.parse(await response.json());
  };

  it('gives whole passages, the best first, each with its place and its document', async () => {
    const { passages, meta } = await search({ query: QUERY }, { 'x-correlation-id': 'search-1' });
    const [best] = passages;
    const text = HANDBOOK[0]!.chunks[0]!.text;
    const { score, quotes, ...place } = best!;
    assert.deepEqual(place, {
      label: 'Handbook, p. 4',
      doc_id: 'handbook',
      chunk_id: 'handbook.1.0',
      page: 4,
      section: 'Leave',
      start: 0,
      end: text.length,
      url: null,
      kind: 'document',
      title: 'Handbook',
      filename: 'handbook.txt',
      text,
    });
    assert.ok(score > 0.5);
    assert.equal(text.slice(quotes[0]!.start, quotes[0]!.end), text.slice(0, text.indexOf(' Unused')));
    assert.equal(meta.correlation_id, 'search-1');
    assert.equal(meta.retrieval.query, QUERY);
    assert.equal(meta.retrieval.best_score, score);
    assert.deepEqual(stand.asked, [], 'nothing was answered');
  });

  it('gives as many passages as the request wants, with the same scores', async () => {
    const { passages } = await search({ query: 'refunds, tunnels and leave days', limit: 2 });
    assert.equal(passages.length, 2);
    const all = await search({ query: 'refunds, tunnels and leave days' });
    assert.deepEqual(all.passages.slice(0, 2), passages);
    assert.ok(all.passages.length > 2);
  });

  it('looks only in the documents that the filter names', async () => {
    const about = 'leave, refunds and tunnels';
    const docs = async (filter: object) =>
      (await search({ query: about, filter })).passages.map(({ doc_id }) => doc_id);
    assert.deepEqual(new Set(await docs({ doc_ids: ['vpn'] })), new Set(['vpn']));
    assert.deepEqual(new Set(await docs({ tags: ['shop', 'hr'] })), new Set(['refunds', 'handbook']));
    assert.deepEqual(await docs({ doc_ids: ['vpn'], tags: ['hr'] }), []);
  });

  it('finds nothing where no word is known', async () => {
    const { passages, meta } = await search({ query: 'zyx' });
    assert.deepEqual([passages, meta.retrieval.best_score], [[], 0]);
  });

  it('names what is wrong with a request', async () => {
    for (const [body, field] of [
      [{}, 'query'],
      [{ query: ' ' }, 'query'],
      [{ query: 'x'.repeat(2_001) }, 'query'],
      [{ query: 'x', limit: 0 }, 'limit'],
      [{ query: 'x', limit: 51 }, 'limit'],
      [{ query: 'x', filter: { tag: 'hr' } }, 'filter.tag'],
      [{ query: 'x', conversation_id: 'c' }, 'conversation_id'],
    ] as const) {
      const response = await stand.postJson('/api/v1/search', body);
      const problem = Problem.parse(await response.json());
      assert.equal(response.status, 422);
      assert.deepEqual(
        problem.errors?.map((error) => error.field),
        [field],
      );
    }
  });

  it('is at its older address as well, and gives refusals as problems', async () => {
    const refusal = { code: 'store_unavailable', dependency: 'vector_store', retryAfterSeconds: 5 } as const;
    const searchPassages = () => Promise.reject(new RefusedError(refusal));
    await using other = await openHttpStand({ searchPassages });
    const response = await other.postJson('/api/search', { query: 'leave' });
    assert.equal(response.status, 503);
    assert.equal(response.headers.get('retry-after'), '5');
    assert.match(response.headers.get('link')!, /\/api\/v1\/search/);
  });
});
