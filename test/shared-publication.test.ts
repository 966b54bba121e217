import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { openOpenSearchIndex } from '../src/adapters/opensearch/opensearch-index.ts';
import { openPostgres } from '../src/adapters/postgres/connection.ts';
import { openPostgresDocumentStore } from '../src/adapters/postgres/documents/document-store.ts';
import { createPublication } from '../src/ingestion/publication.ts';
import { SILENT } from '../src/kernel/silent-logger.ts';
import { chunksOf, intake, LEASE_MS, NOW, published } from './conformance/document-store/fixtures.ts';
import { commonOpenSearch, NEEDS_OPENSEARCH } from './opensearch-server.ts';
import { commonPostgres, NEEDS_POSTGRES, type Postgres } from './postgres-server.ts';
import type { RunningServer } from './run/common-server.ts';

/** What a worker does with the stores to publish a version. */
const STEPS = ['claimJob', 'stageChunks', 'stageText', 'stage', 'publish', 'retire'] as const;
const LATER = NOW + 2 * LEASE_MS;

describe('A worker that is killed between two steps of publishing', {
  skip: NEEDS_POSTGRES.skip || NEEDS_OPENSEARCH.skip,
  timeout: 600_000,
}, () => {
  let postgres: Postgres;
  let opensearch: RunningServer;
  before(async () => {
    [postgres, opensearch] = await Promise.all([commonPostgres(), commonOpenSearch()]);
  });
  after(async () => {
    await postgres?.[Symbol.asyncDispose]();
    await opensearch?.[Symbol.asyncDispose]();
  });

  /** A process; with `last` it does nothing any more after that step. */
  async function openProcess(url: string, prefix: string, last?: (typeof STEPS)[number]) {
    await using opened = new AsyncDisposableStack();
    const connection = openPostgres(url, { dependency: 'document_store', logger: SILENT });
    const documentStore = opened.use(await openPostgresDocumentStore(connection, { cacheMs: 0 }));
    const address = { nodes: [opensearch.url], prefix, shards: 1, replicas: 0 };
    const searchIndex = opened.use(
      await openOpenSearchIndex(address, { logger: SILENT, now: () => performance.now() }),
    );
    const { dies, mortal } = mortality(last);
    const parts = { documentStore: mortal(documentStore), searchIndex: mortal(searchIndex) };
    const publication = opened.use(
      createPublication({
        ...parts,
        onChanged: async () => {},
        holdModel: (work) => work(),
        logger: SILENT,
      }),
    );
    const owned = opened.move();
    return {
      ...{ documentStore, searchIndex },
      /** Publishes the version that waits, unless it dies. */
      async work(texts: readonly string[], now: number): Promise<void> {
        const { documentStore: store } = parts;
        const job = await store.claimJob({ now, leaseMs: LEASE_MS });
        assert.ok(job);
        const chunks = chunksOf(texts);
        assert.ok(await store.stageChunks(job, chunks));
        assert.ok(await store.stageText(job, { start: 0, text: texts.join(' ') }));
        await publication.publish(job, published({ now }), chunks);
      },
      dies,
      [Symbol.asyncDispose]: () => owned.disposeAsync(),
    };
  }

  for (const step of STEPS) {
    test(`leaves a first version and a replacement to the next one, after ${step}`, async () => {
      const url = await postgres.database();
      const prefix = `t${randomUUID().slice(0, 8)}`;
      await using next = await openProcess(url, prefix);
      const { documentStore, searchIndex } = next;

      /** What a search for a word gives in the end: the hits that the store has. */
      async function found(term: string): Promise<string[]> {
        const hits = await searchIndex.search({ terms: [{ term, weight: 1 }] }, { limit: 9 });
        const chunks = await documentStore.chunks(hits.map(({ chunkId }) => chunkId));
        return chunks.map(({ text }) => text);
      }

      for (const [version, text] of [
        [1, 'old words'],
        [2, 'new words'],
      ] as const) {
        await documentStore.accept(
          intake('a', { original: null, source: { kind: 'url', url: `https://${version}` } }),
        );
        await using dying = await openProcess(url, prefix, step);
        await Promise.race([dying.work([text], NOW), dying.dies]);
        const isPublished = STEPS.indexOf(step) >= STEPS.indexOf('publish');
        assert.deepEqual(await found('words'), isPublished ? [text] : version === 1 ? [] : ['old words']);
        if (!isPublished) {
          await documentStore.recover(LATER);
          await next.work([text], LATER);
        }
        const record = await documentStore.get('a');
        assert.deepEqual([record?.status, record?.liveVersion], ['done', version]);
        assert.deepEqual(await found('words'), [text]);
        assert.equal(await documentStore.nextJobDueAt(), undefined);
      }
    });
  }
});

/** Ports that do nothing any more after a call of theirs: the calls after it never end. */
function mortality(last: string | undefined) {
  const { promise: dies, resolve: die } = Promise.withResolvers<void>();
  let isDead = false;
  const mortal = <T extends object>(port: T): T =>
    new Proxy(port, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name, target);
        if (typeof member !== 'function') return member;
        return async (...args: unknown[]) => {
          if (isDead) return new Promise(() => {});
          const result: unknown = await Reflect.apply(member, target, args);
          if (name !== last) return result;
          isDead = true;
          die();
          return new Promise(() => {});
        };
      },
    });
  return { dies, mortal };
}
