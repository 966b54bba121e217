import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openHttpStand } from '../../../test/http-stand.ts';
import { Reindexing } from '../schemas/ingest-summary.ts';
import { Problem } from '../schemas/problem.ts';

test('POST /api/v1/ingest/reindex begins what is asked for, with the key alone', async () => {
  const begun: string[] = [];
  const progress = { model: 'm', declined: null, reindexing: null };
  await using stand = await openHttpStand({
    settings: { apiKey: 'secret' },
    reindex: {
      embeddings: async () => {
        begun.push('chunks');
        return progress;
      },
      progress: async () => progress,
      originals: async () => begun.push('originals') * 7,
    },
  });
  const post = (body: object, headers: Record<string, string> = { 'x-api-key': 'secret' }) =>
    stand.get('/api/v1/ingest/reindex', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });

  const refused = await post({}, {});
  assert.deepEqual([refused.status, Problem.parse(await refused.json()).code], [401, 'invalid_api_key']);
  assert.equal((await post({ from: 'scratch' })).status, 422);
  assert.deepEqual(begun, []);

  const chunks = await post({});
  assert.equal(chunks.status, 202);
  assert.equal(chunks.headers.get('location'), '/api/v1/ingest/summary');
  const embedding = { model: 'm', declined: null, reindexing: null };
  assert.deepEqual(Reindexing.parse(await chunks.json()), { queued: 0, embedding });
  const originals = Reindexing.parse(await (await post({ from: 'originals' })).json());
  assert.deepEqual([begun, originals.queued], [['chunks', 'originals'], 14]);
});
