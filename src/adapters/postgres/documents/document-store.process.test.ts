import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { chunksOf, intake, published } from '../../../../test/conformance/document-store/fixtures.ts';
import { documentStoreConformance } from '../../../../test/conformance/document-store.ts';
import { postgresDatabases } from '../../../../test/postgres-databases.ts';
import { NEEDS_POSTGRES } from '../../../../test/postgres-server.ts';
import { openPostgresDocumentStore } from './document-store.ts';

const connect = postgresDatabases('document_store');
/** The store of a name, in a database of its own. */
const open = async (name: string) => openPostgresDocumentStore(await connect(name));

documentStoreConformance('PostgreSQL', open, { ...NEEDS_POSTGRES, isShared: true });

describe('Processes with documents in PostgreSQL', NEEDS_POSTGRES, () => {
  test('take each job once, and publish what another deletes or replaces either before or not at all', async () => {
    const stores = [await open('jobs'), await open('jobs'), await open('jobs')];
    const now = Date.now();
    const docIds = Array.from({ length: 60 }, (_, i) => `d${i}`);
    await Promise.all(docIds.map((docId, i) => stores[i % 3]!.accept(intake(docId, { now }))));
    const taken: string[] = [];
    await Promise.all(
      stores.map(async (store) => {
        for (;;) {
          const job = await store.claimJob({ now: now + 1_000, leaseMs: 60_000 });
          if (!job) return;
          taken.push(job.docId);
          await store.stageChunks(job, chunksOf([`text of ${job.docId}`]));
          const racing = Number(job.docId.slice(1)) % 3 === 0 ? stores[1]!.delete(job.docId, now) : undefined;
          const [done] = await Promise.all([store.publish(job, published()), racing]);
          if (!racing) assert.equal(done?.status, 'done');
        }
      }),
    );
    assert.deepEqual(taken.toSorted(), docIds.toSorted());
    const { total } = await stores[0]!.list({}, { limit: 100 });
    assert.equal(total, 40);
    for (const store of stores) await store[Symbol.asyncDispose]();
  });

  test('hear of what the others change', async () => {
    await using store = await open('told');
    await using other = await open('told');
    const stopping = new AbortController();
    const changes = store.changes(stopping.signal)[Symbol.asyncIterator]();
    const first = changes.next();
    // It listens some moment after it was asked to.
    const accepting = setInterval(() => void other.accept(intake('a')), 50);
    assert.deepEqual((await first).value, { docId: 'a' });
    clearInterval(accepting);
    assert.equal(await other.requestEmbeddings(), true);
    let heard: unknown;
    while (heard !== 'request') heard = (await changes.next()).value;
    stopping.abort(new Error('enough'));
    await assert.rejects(async () => {
      for (;;) await changes.next();
    }, /enough/);
  });

  test('give a document that was deleted higher versions when it is there again', async () => {
    await using store = await open('versions');
    await store.accept(intake('a'));
    await store.accept(intake('a'));
    assert.deepEqual(await store.delete('a', Date.now()), [{ docId: 'a', version: 2 }]);
    assert.equal((await store.accept(intake('a'))).version, 3);
  });
});
