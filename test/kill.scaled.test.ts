import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { createClient } from '@docent-server/client';
import { makeCorpus } from '../bench/corpus.ts';
import { createApiClient } from '../scripts/api-client.ts';
import { atLength } from './length.ts';
import { startServer } from './server-process.ts';
import { until } from './until.ts';

const DOCUMENTS = atLength({ short: 20, full: 50 });
const SETTLE_TIMEOUT_MS = 120_000;
const AT_FULL_LENGTH = atLength({ short: { skip: 'only npm run test:long kills a server twice' }, full: {} });

/** The moments at which the process is killed: how many documents were done when the signal was sent. */
for (const doneAtKill of atLength({ short: [5], full: [0, 5, 25] })) {
  test(`killed with ${doneAtKill} of ${DOCUMENTS} documents done, every acknowledged one is answerable once`, async () => {
    await using first = await startServer();
    const client = createApiClient(first.url);
    const corpus = makeCorpus(DOCUMENTS, 7 + doneAtKill);
    const uploads = corpus.map(async (document) => {
      const { doc_id } = await client.upload(document.name, Buffer.from(document.text));
      return { docId: doc_id, document };
    });
    const acknowledged = await Promise.all(uploads);
    while ((await client.documents('?status=done&limit=1')).total < doneAtKill) await pause(5);
    await first.stop('SIGKILL');

    await using second = await startServer({ folder: first.folder });
    const restarted = createApiClient(second.url);
    const documents = await restarted.settled(SETTLE_TIMEOUT_MS);

    assert.equal(documents.length, DOCUMENTS);
    const notDone = documents.filter(({ status, chunks }) => status !== 'done' || chunks === 0);
    assert.deepEqual(notDone, []);
    for (const { docId, document } of acknowledged) {
      const { answer, sources } = await restarted.ask(document.question);
      assert.ok(answer.includes(document.fact), `${document.question} was answered: ${answer}`);
      const cited = sources.filter(
        (source) => source.doc_id === docId && source.snippet.includes(document.fact),
      );
      assert.equal(cited.length, 1, `${docId} is cited ${cited.length} times for its fact`);
    }
  });
}

test(
  'killed while documents get new search terms, the next start goes on, and a later one has nothing to do',
  AT_FULL_LENGTH,
  async () => {
    await using first = await startServer();
    const client = createApiClient(first.url);
    const corpus = makeCorpus(DOCUMENTS, 11);
    for (const { name, text } of corpus) await client.upload(name, Buffer.from(text));
    await client.settled(SETTLE_TIMEOUT_MS);
    await first.stop('SIGTERM');
    const inDatabase = <T>(work: (database: DatabaseSync) => T) => {
      using database = new DatabaseSync(join(first.folder, 'data', 'docent.db'));
      return work(database);
    };
    const termsIn = (database: DatabaseSync) => database.prepare('SELECT terms FROM chunk_terms').all();
    const terms = inDatabase(termsIn);
    // As a Docent leaves it that makes other terms: nothing is found by these.
    inDatabase((database) =>
      database.exec(
        "UPDATE chunk_terms SET terms = REPLACE(terms, 'bridg', 'old'); UPDATE documents SET analysis = 0",
      ),
    );
    assert.notDeepEqual(inDatabase(termsIn), terms);

    await using second = await startServer({ folder: first.folder });
    const outdated = async (url: string) => {
      const summary = await createApiClient(url).call('/api/v1/ingest/summary');
      return ((await summary.json()) as { outdated: number }).outdated;
    };
    await until(async () => (await outdated(second.url)) < DOCUMENTS);
    await second.stop('SIGKILL');

    await using third = await startServer({ folder: first.folder });
    await until(async () => (await outdated(third.url)) === 0);
    const restarted = createApiClient(third.url);
    for (const { question, fact } of corpus)
      assert.ok((await restarted.ask(question)).answer.includes(fact), question);
    const records = await restarted.allDocuments();
    assert.ok(records.every(({ status, version }) => status === 'done' && version === 1));
    await third.stop('SIGTERM');
    assert.deepEqual(inDatabase(termsIn), terms);

    await using fourth = await startServer({ folder: first.folder });
    assert.equal(await outdated(fourth.url), 0);
    assert.doesNotMatch(fourth.output(), /search terms/);
  },
);

test('what was deleted before a kill stays deleted', AT_FULL_LENGTH, async () => {
  await using first = await startServer();
  const client = createApiClient(first.url);
  const [kept, deleted] = makeCorpus(2, 3);
  await client.upload(kept!.name, Buffer.from(kept!.text));
  const { doc_id: deletedId } = await client.upload(deleted!.name, Buffer.from(deleted!.text));
  await client.settled(SETTLE_TIMEOUT_MS);
  const response = await client.call(`/api/v1/ingest/${deletedId}`, { method: 'DELETE' });
  assert.equal(response.status, 200);
  await first.stop('SIGKILL');

  await using second = await startServer({ folder: first.folder });
  const restarted = createApiClient(second.url);
  assert.equal((await restarted.documents()).total, 1);
  const { sources } = await restarted.ask(deleted!.question);
  assert.ok(!sources.some(({ doc_id }) => doc_id === deletedId));
});

test('killed in the middle of a batch, what was acknowledged and what was accepted is done', async () => {
  await using first = await startServer();
  const client = createClient({ url: first.url });
  const corpus = makeCorpus(40, 11);
  const named = corpus.map(({ name, text }, i) => ({
    name,
    content: Buffer.from(text),
    doc_id: `batch-${i}`,
  }));
  const { files } = await client.uploadBatch(named.slice(0, 20));
  const acknowledged = files.map(({ accepted }) => accepted!.doc_id);
  assert.equal(acknowledged.length, 20);
  // The last file never ends, so that the reply never comes.
  const form = new FormData();
  form.set('documents', JSON.stringify(named.slice(20).map(({ doc_id }) => ({ doc_id }))));
  for (const { name, content } of named.slice(20)) form.append('file', new Blob([content]), name);
  const whole = new Request(`${first.url}/api/v1/ingest/batch`, { method: 'POST', body: form });
  const bytes = new Uint8Array(await whole.arrayBuffer());
  const cut = new ReadableStream({ start: (stream) => stream.enqueue(bytes.subarray(0, -100)) });
  const init = { method: 'POST', headers: whole.headers, body: cut, duplex: 'half' } as RequestInit;
  const broken = assert.rejects(fetch(whole.url, init));
  const ids = async () => (await createApiClient(first.url).allDocuments()).map(({ doc_id }) => doc_id);
  await until(async () => (await ids()).length >= 30);
  const accepted = await ids();
  await first.stop('SIGKILL');
  await broken;

  await using second = await startServer({ folder: first.folder });
  const documents = await createApiClient(second.url).settled(SETTLE_TIMEOUT_MS);
  const done = documents.filter(({ status }) => status === 'done').map(({ doc_id }) => doc_id);
  const lost = [...acknowledged, ...accepted].filter((docId) => !done.includes(docId));
  assert.deepEqual(lost, []);
});

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
