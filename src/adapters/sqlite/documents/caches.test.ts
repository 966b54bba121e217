import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  chunksOf,
  fromUrl,
  intake,
  originalOf,
  published,
} from '../../../../test/conformance/document-store/fixtures.ts';
import type { DocumentStore } from '../../../ports/document-store.ts';
import type { IngestJob } from '../../../ports/ingest-jobs.ts';
import { openSqliteDocumentStore } from './document-store.ts';

const DOC_IDS = ['a', 'b', 'c'];
const TAGS = [[], ['x'], ['y'], ['x', 'y']];
const LANGUAGES = ['en', 'de', null];
const LATER = 2_000_000_000_000;
const ERROR = { code: 'internal_error', message: 'It failed.' };

/** One thing that is done to a store; `now` grows, so that every job is due and every lease ends. */
type Change = (store: DocumentStore, jobs: IngestJob[], now: number) => Promise<unknown>;

const docId = fc.constantFrom(...DOC_IDS);
const jobWork: fc.Arbitrary<(store: DocumentStore, job: IngestJob, now: number) => Promise<unknown>> =
  fc.constantFrom(
    (store, job, now) => store.heartbeat(job, { now, leaseMs: 10, stage: 'parsing', progress: 0.5 }),
    (store, job) => store.recordOriginal(job, originalOf('downloaded')),
    (store, job, now) =>
      store.publish(job, published({ title: `Title ${now}`, language: LANGUAGES[(now / 100) % 3]!, now })),
    (store, job, now) => store.finish(job, { status: 'failed', error: ERROR, now }),
    (store, job, now) => store.finish(job, { status: 'skipped', duplicateOf: 'a', now }),
    (store, job, now) => store.finish(job, { status: 'queued', error: ERROR, runAfter: now, now }),
  );
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ docId, content: fc.constantFrom('x', 'y') }).map(
    ({ docId, content }): Change =>
      (store, _, now) =>
        store.accept(intake(docId, { original: originalOf(content), tags: TAGS[(now / 100) % 4]!, now })),
  ),
  docId.map(
    (id): Change =>
      (store, _, now) =>
        store.accept({ ...fromUrl(id, `https://${id}.example/`), now }),
  ),
  docId.map(
    (id): Change =>
      (store, _, now) =>
        store.delete(id, now),
  ),
  docId.map(
    (id): Change =>
      (store, _, now) =>
        store.retry(id, { now, correlationId: 'again' }),
  ),
  fc.constant<Change>((store, _, now) => store.recover(now)),
  { weight: 2, arbitrary: fc.constant<Change>(claimed) },
  {
    weight: 6,
    arbitrary: jobWork.map(
      (work): Change =>
        async (store, jobs, now) =>
          jobs.length > 0 && work(store, jobs.at(-1)!, now),
    ),
  },
);

async function claimed(store: DocumentStore, jobs: IngestJob[], now: number): Promise<void> {
  const job = await store.claimJob({ now, leaseMs: 10 });
  if (!job) return;
  jobs.push(job);
  await store.stageChunks(job, chunksOf([`text of ${now}`, `more of ${now}`]));
}

test('cached documents, chunks, languages and tags equal the stored ones, whatever changes in between', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'docent-caches-'));
  let run = 0;
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 30 }), async (changes) => {
        run += 1;
        await using store = openSqliteDocumentStore(join(folder, `${run}.db`));
        const jobs: IngestJob[] = [];
        for (const [i, apply] of changes.entries()) {
          await apply(store, jobs, LATER + i * 100);
          await assertRemembered(store);
        }
      }),
      { numRuns: 60 },
    );
  } finally {
    await rm(folder, { recursive: true });
  }
});

/** Lists are read from the tables, every time. */
async function assertRemembered(store: DocumentStore): Promise<void> {
  const stored = (await store.list({}, { limit: 10 })).documents;
  const found = await store.getMany(DOC_IDS);
  const inOrder = (records: typeof stored) => records.toSorted((a, b) => a.sequence - b.sequence);
  assert.deepEqual(inOrder(found), inOrder(stored));
  const languages = new Map<string, number>();
  for (const { language, liveVersion, chunks } of stored)
    if (language !== null && liveVersion !== null)
      languages.set(language, (languages.get(language) ?? 0) + chunks);
  assert.deepEqual(new Map(await store.languages()), languages);
  for (const asked of [['x'], ['y', 'z'], ['x', 'y']]) {
    const tagged = stored.filter(
      ({ liveVersion, tags }) => liveVersion !== null && asked.some((tag) => tags.includes(tag)),
    );
    assert.deepEqual(await store.docIdsWithTags(asked), new Set(tagged.map(({ docId }) => docId)));
  }
  for (const id of DOC_IDS) {
    const everyId = [1, 2, 3, 4, 5, 6].flatMap((version) => [`${id}.${version}.0`, `${id}.${version}.1`]);
    const page = await store.listChunks(id, { limit: 10 });
    const document = stored.find(({ docId }) => docId === id);
    const live = page?.chunks.map((chunk) => ({ ...chunk, document })) ?? [];
    assert.deepEqual(await store.chunks(everyId), live);
  }
}
