import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { putDocument } from '../../../test/conformance/put-document.ts';
import { NEEDS_OPENSEARCH, startOpenSearch } from '../../../test/opensearch-server.ts';
import { serveHttp } from '../../../test/serve-http.ts';
import { RefusedError } from '../../errors.ts';
import { SILENT } from '../../kernel/silent-logger.ts';
import { openOpenSearchIndex } from './opensearch-index.ts';

const FOX = { terms: [{ term: 'fox', weight: 1 }] };
const CHUNK = { ordinal: 0, terms: ['fox'], counts: [1] };

const open = (nodes: readonly string[], replicas = 0) =>
  openOpenSearchIndex(
    { nodes, prefix: `t${randomUUID().slice(0, 8)}`, shards: 3, replicas },
    { logger: SILENT, now: () => performance.now() },
  );

const isUnavailable = (error: unknown) =>
  error instanceof RefusedError &&
  error.refusal.code === 'store_unavailable' &&
  error.refusal.dependency === 'vector_store';

test('a cluster that cannot be reached is unavailable', async () => {
  await assert.rejects(open(['http://127.0.0.1:9']), isUnavailable);
});

test('a cluster with too much to do is unavailable', async () => {
  await using server = await serveHttp((_, response) => {
    response.writeHead(429, { 'content-type': 'application/json' });
    response.end('{"error":{"type":"rejected_execution_exception","reason":"too much"}}');
  });
  await assert.rejects(open([server.url]), isUnavailable);
});

const options = NEEDS_OPENSEARCH;

describe('A cluster of three nodes', options, () => {
  test('answers and indexes without one of them, and keeps what was acknowledged', async () => {
    await using cluster = await startOpenSearch({ nodes: 3 });
    await using index = await open(cluster.nodes, 1);
    const acknowledged: string[] = [];
    const failures: unknown[] = [];
    const write = async (i: number) => {
      try {
        await putDocument(index, `d${i}`, 1, [CHUNK]);
        acknowledged.push(`d${i}.1.0`);
      } catch (error) {
        failures.push(error);
      }
    };
    for (let i = 0; i < 5; i++) await write(i);
    await cluster.kill(0);
    for (let i = 5; i < 25; i++) {
      // What falls on the moment in which a copy takes over is refused, never wrong.
      const [, found] = await Promise.allSettled([write(i), index.search(FOX, { limit: 3 })]);
      if (found.status === 'rejected') failures.push(found.reason);
      else assert.equal(found.value.length, 3);
    }
    assert.ok(failures.every(isUnavailable), `${failures[0]}`);
    const hits = await index.search(FOX, { limit: 1_000 });
    const found = new Set(hits.map(({ chunkId }) => chunkId));
    assert.deepEqual(
      acknowledged.filter((chunkId) => !found.has(chunkId)),
      [],
    );
  });

  test('is unavailable while its only node does not answer, and available again when it does', async () => {
    await using cluster = await startOpenSearch();
    await using index = await open(cluster.nodes);
    await putDocument(index, 'a', 1, [CHUNK]);
    cluster.signal(0, 'SIGSTOP');
    const limited = AbortSignal.timeout(500);
    await assert.rejects(index.search(FOX, { limit: 3, signal: limited }), /timeout/i);
    await assert.rejects(index.search(FOX, { limit: 3 }), isUnavailable);
    cluster.signal(0, 'SIGCONT');
    await cluster.kill(0);
    await assert.rejects(index.search(FOX, { limit: 3 }), isUnavailable);
    await cluster.restart(0);
    for (let left = 100; ; left--) {
      const found = await index
        .search(FOX, { limit: 3 })
        .catch((error) => (left > 0 ? [] : Promise.reject(error)));
      if (found.length > 0) break;
      await sleep(200);
    }
  });
});
