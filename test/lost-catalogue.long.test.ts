import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { makeCorpus } from '../bench/corpus.ts';
import { createApiClient } from '../scripts/api-client.ts';
import type { DocumentStatus } from '../src/http/schemas/ingest.ts';
import { checkDatabases } from './crash/check-databases.ts';
import { checkOriginals } from './crash/check-originals.ts';
import { openServer } from './open-server.ts';
import { launchServer } from './server-process.ts';
import { temporaryFolder } from './temporary-folder.ts';

const PROGRAM = new URL('../src/docent.js', import.meta.url).pathname;
const SETTLE_TIMEOUT_MS = 120_000;

type Client = ReturnType<typeof createApiClient>;

async function reindex(dataDir: string): Promise<{ code: number; printed: string }> {
  const child = spawn(process.execPath, [PROGRAM, 'reindex', '--from-originals'], {
    cwd: join(dataDir, '..'),
    env: { PATH: process.env.PATH ?? '', DATA_DIR: dataDir, PORT: '1' },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes) => {
      printed += bytes;
    });
  const [code] = await once(child, 'close');
  return { code, printed };
}

async function send(client: Client, method: string, path: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const reply = await client.call(path, { method, headers, body: JSON.stringify(body) });
  assert.equal(reply.status, 200, await reply.text());
}

async function startFails(folder: string): Promise<string> {
  const server = launchServer(folder);
  assert.equal((await server.ended()).code, 1);
  return server.output();
}

function originalsIn(dataDir: string): string[] {
  return (readdirSync(join(dataDir, 'originals'), { recursive: true }) as string[]).sort();
}

/** What must be as it was; times of an ingest and figures of the last one are not. */
function identityOf({ doc_id, title, status, version, media_type, tags, source, ...rest }: DocumentStatus) {
  const { content_hash, created_at, chunks, duplicate_of } = rest;
  return {
    ...{ doc_id, title, status, version, media_type, tags, source },
    ...{ content_hash, created_at, chunks, duplicate_of },
  };
}

/** Documents of all kinds: replaced, renamed, copied, deleted, unreadable. @returns What they are in the end. */
async function fill(client: Client, corpus: ReturnType<typeof makeCorpus>): Promise<DocumentStatus[]> {
  const upload = async (text: string, fields: Record<string, string>) => {
    await client.upload('town.md', Buffer.from(text), fields);
    await client.settled(SETTLE_TIMEOUT_MS);
  };
  const [first, second, third, deleted] = corpus.map(({ text }) => text);
  await upload(first!, { doc_id: 'replaced' });
  await upload(second!, { doc_id: 'replaced', title: 'Given', tags: '["a", "b"]' });
  await upload(second!, { doc_id: 'Replaced', tags: 'copy' });
  await send(client, 'PATCH', '/api/v1/ingest/replaced', { title: 'Renamed', tags: ['b', 'c'] });
  await upload(third!, { doc_id: 'kept' });
  await client.upload('broken.json', Buffer.from('{'), { doc_id: 'kept' });
  await upload(deleted!, { doc_id: 'deleted' });
  await client.remove('deleted');
  return client.settled(SETTLE_TIMEOUT_MS);
}

test('a start without docent.db touches nothing and says what to do, and the manifests bring every document back', async () => {
  const corpus = makeCorpus(4, 91);
  await using first = await openServer();
  const before = await fill(createApiClient(first.url), corpus);
  const folder = await first.killed();
  const dataDir = join(folder, 'data');
  const originals = originalsIn(dataDir);
  renameSync(join(dataDir, 'docent.db'), join(folder, 'docent.db'));

  for (let start = 0; start < 2; start += 1)
    assert.match(
      await startFails(folder),
      /^docent: Cannot start as \S+ holds originals, but not docent\.db, .* docent reindex --from-originals$/m,
    );
  assert.deepEqual(originalsIn(dataDir), originals);

  const { code, printed } = await reindex(dataDir);
  assert.deepEqual([code, printed.split('.')[0]], [0, 'Documents restored: 3'], printed);
  await using second = await openServer({ folder });
  const client = createApiClient(second.url);
  const after = await client.settled(SETTLE_TIMEOUT_MS);
  const isKept = ({ doc_id }: DocumentStatus) => doc_id === 'kept';
  const others = (documents: readonly DocumentStatus[]) =>
    documents.filter((document) => !isKept(document)).map(identityOf);
  assert.deepEqual(others(after), others(before));
  // Its replacement had failed: what answered is what was restored.
  assert.deepEqual([before.find(isKept)?.status, before.find(isKept)?.version], ['failed', 2]);
  assert.deepEqual([after.find(isKept)?.status, after.find(isKept)?.version], ['done', 1]);
  for (const { question, fact } of corpus.slice(1, 3))
    assert.ok((await client.ask(question)).answer.includes(fact));
  assert.deepEqual(checkOriginals({ dataFolder: dataDir, listed: after, leftovers: new Set() }), []);
  await second.stop();
  assert.deepEqual(checkDatabases(dataDir), []);
});

test('an approved answer comes back with its document, and is still deleted with what it rests on', async () => {
  await using first = await openServer();
  const before = createApiClient(first.url);
  for (const [place, hour] of [
    ['castle', 'nine'],
    ['garden', 'seven'],
  ] as const) {
    const text = `Opening hours of the ${place}. The ${place} opens at ${hour} in the morning.`;
    await before.upload(`${place}.txt`, Buffer.from(text), { doc_id: place });
  }
  await before.settled(SETTLE_TIMEOUT_MS);
  const question = 'When do the castle and the garden open?';
  const entryId = (await before.ask(question)).meta.review_entry_id;
  assert.ok(entryId, 'the answer is composed of both');
  const approved = { answer: 'The garden opens at seven, the castle at nine.' };
  await send(before, 'POST', `/api/v1/review/${entryId}/approve`, approved);
  const listed = await before.settled(SETTLE_TIMEOUT_MS);
  const folder = await first.killed();
  const dataDir = join(folder, 'data');
  for (const end of ['', '-wal', '-shm']) rmSync(join(dataDir, `docent.db${end}`), { force: true });
  assert.equal((await reindex(dataDir)).code, 0);

  await using second = await openServer({ folder });
  const client = createApiClient(second.url);
  const restored = await client.settled(SETTLE_TIMEOUT_MS);
  assert.deepEqual(restored.map(identityOf), listed.map(identityOf));
  const { answer, sources } = await client.ask(question);
  assert.deepEqual(
    [answer, sources.map(({ doc_id, kind }) => [doc_id, kind])],
    [`${approved.answer} [1]`, [[`answer-${entryId}`, 'approved_answer']]],
  );
  await client.remove('castle');
  const left = await client.allDocuments();
  assert.deepEqual(
    left.map(({ doc_id }) => doc_id),
    ['garden'],
  );
  assert.equal(originalsIn(dataDir).filter((name) => name.includes('/')).length, 2);
});

test('originals without a manifest are set aside, and a folder of nothing else is left as it is', async () => {
  const folder = temporaryFolder();
  const dataDir = join(folder, 'data');
  const names = ['a', 'b'].map((digit) => digit.repeat(64));
  for (const name of names) {
    mkdirSync(join(dataDir, 'originals', name.slice(0, 2)), { recursive: true });
    writeFileSync(join(dataDir, 'originals', name.slice(0, 2), name), 'whose is it?');
  }
  const { code, printed } = await reindex(dataDir);
  assert.equal(code, 1);
  assert.match(
    printed,
    /^docent: Cannot rebuild \S+docent\.db as none of the originals has a manifest: restore/,
  );
  assert.match(await startFails(folder), /holds originals/);

  const path = join(dataDir, 'originals', 'aa', `${names[0]}.doc.12345678.json`);
  writeFileSync(path, 'damaged');
  assert.equal((await reindex(dataDir)).code, 1);

  await using other = await openServer();
  const client = createApiClient(other.url);
  await client.upload('notes.md', Buffer.from('Tulips need sun.'));
  await client.settled(SETTLE_TIMEOUT_MS);
  await other.stop();
  const data = join(other.folder, 'data');
  renameSync(join(dataDir, 'originals', 'aa'), join(data, 'originals', 'aa'));
  rmSync(join(data, 'docent.db'));
  const rebuilt = await reindex(data);
  assert.equal(rebuilt.code, 1);
  assert.match(
    rebuilt.printed,
    /^Documents restored: 1\. .*\ndocent: Originals without a manifest: 1\. They are in /,
  );
  assert.deepEqual(readdirSync(join(data, 'originals-without-manifest')), [names[0]]);
  await using again = await openServer({ folder: other.folder });
  assert.equal((await createApiClient(again.url).settled(SETTLE_TIMEOUT_MS)).length, 1);
});

test('a server that cannot load its index says so and ends', async () => {
  await using server = await openServer();
  const client = createApiClient(server.url);
  await client.upload('notes.md', Buffer.from('Tulips need sun.'));
  await client.settled(SETTLE_TIMEOUT_MS);
  await server.stop();
  using database = new DatabaseSync(join(server.folder, 'data', 'docent.db'));
  database.exec('ALTER TABLE chunk_terms RENAME COLUMN counts TO lost');
  rmSync(join(server.folder, 'data', 'index.saved'));
  assert.match(await startFails(server.folder), /Cannot load the search index; exiting.*no such column/);
});
