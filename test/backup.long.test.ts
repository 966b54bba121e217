import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, test } from 'node:test';
import { type BenchDocument, makeCorpus } from '../bench/corpus.ts';
import { createApiClient } from '../scripts/api-client.ts';
import { checkDatabases } from './crash/check-databases.ts';
import { checkOriginals } from './crash/check-originals.ts';
import { type OpenServer, openServer } from './open-server.ts';
import { temporaryFolder } from './temporary-folder.ts';

const PROGRAM = new URL('../src/docent.js', import.meta.url).pathname;
const SETTLE_TIMEOUT_MS = 120_000;
const BACKUPS = 3;
const KILLS = 8;

const holder = temporaryFolder();
/** Of one test; holds its backups. */
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(holder, 'backups-'));
});

function begin(dataDir: string, target: string) {
  const env = { PATH: process.env.PATH ?? '', DATA_DIR: dataDir };
  const child = spawn(process.execPath, [PROGRAM, 'backup', target], { cwd: folder, env });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes) => {
      printed += bytes;
    });
  return { child, ended: once(child, 'close').then(([code]) => ({ code, printed })) };
}

const backUp = (server: OpenServer, target: string) => begin(join(server.folder, 'data'), target).ended;

function placeFor(name: string): string {
  mkdirSync(join(folder, name));
  return join(folder, name, 'data');
}

async function upload(client: ReturnType<typeof createApiClient>, { name, text }: BenchDocument) {
  return (await client.upload(name, Buffer.from(text))).doc_id;
}

test('a backup of a busy server holds what was acknowledged before, nothing that was deleted, and serves', async () => {
  await using server = await openServer();
  const client = createApiClient(server.url);
  const corpus = makeCorpus(400, 41);
  const acknowledged = new Map<string, BenchDocument>();
  const deleted = new Set<string>();
  let isOver = false;
  const visitors = [0, 1].map(async (visitor) => {
    for (let next = visitor; next < corpus.length && !isOver; next += 2) {
      const document = corpus[next]!;
      const docId = await upload(client, document);
      if (next % 4 < 3) acknowledged.set(docId, document);
      else {
        await client.remove(docId);
        deleted.add(docId);
      }
    }
  });
  const taken: { name: string; kept: Map<string, BenchDocument>; gone: Set<string> }[] = [];
  for (let i = 0; i < BACKUPS; i += 1) {
    while (acknowledged.size < 12 * (i + 1)) await new Promise(setImmediate);
    const before = { kept: new Map(acknowledged), gone: new Set(deleted) };
    const { code, printed } = await backUp(server, placeFor(String(i)));
    assert.equal(code, 0, printed);
    taken.push({ name: String(i), ...before });
  }
  isOver = true;
  await Promise.all(visitors);

  for (const { name, kept, gone } of taken) {
    assert.deepEqual(checkDatabases(join(folder, name, 'data')), []);
    await using restored = await openServer({ folder: join(folder, name) });
    const again = createApiClient(restored.url);
    const documents = await again.settled(SETTLE_TIMEOUT_MS);
    const ids = new Set(documents.map(({ doc_id }) => doc_id));
    assert.deepEqual(
      [...kept.keys()].filter((id) => !ids.has(id)),
      [],
    );
    assert.deepEqual(
      [...gone].filter((id) => ids.has(id)),
      [],
    );
    assert.deepEqual(
      documents.filter(({ status }) => status !== 'done'),
      [],
    );
    const dataFolder = join(folder, name, 'data');
    assert.deepEqual(checkOriginals({ dataFolder, listed: documents, leftovers: new Set() }), []);
    for (const [docId, { question, fact }] of kept) {
      const { answer, sources } = await again.ask(question);
      assert.ok(answer.includes(fact) && sources.some(({ doc_id }) => doc_id === docId), answer);
    }
  }
});

test('a backup that is killed at any moment does not have its name, or is whole', async () => {
  await using server = await openServer();
  const client = createApiClient(server.url);
  for (const document of makeCorpus(60, 42)) await upload(client, document);
  const listed = await client.settled(SETTLE_TIMEOUT_MS);
  const startedAt = performance.now();
  assert.equal((await backUp(server, join(folder, 'whole'))).code, 0);
  const wholeMs = performance.now() - startedAt;

  for (let i = 1; i <= KILLS; i += 1) {
    const target = join(folder, String(i));
    const { child, ended } = begin(join(server.folder, 'data'), target);
    const timer = setTimeout(() => child.kill('SIGKILL'), (wholeMs * i) / KILLS);
    await ended;
    clearTimeout(timer);
    if (!existsSync(target)) continue;
    assert.deepEqual(checkDatabases(target), []);
    assert.deepEqual(checkOriginals({ dataFolder: target, listed, leftovers: new Set() }), []);
  }
  assert.deepEqual(
    readdirSync(folder).filter((name) => !/^(whole|\d|\d\.unfinished-\w+)$/.test(name)),
    [],
  );
  assert.equal((await backUp(server, join(folder, 'last'))).code, 0);
  await server.stop();
  assert.deepEqual(checkDatabases(join(server.folder, 'data')), []);
});

test('an original that is lost or damaged is named, and all else is backed up', async () => {
  await using server = await openServer();
  const client = createApiClient(server.url);
  const corpus = makeCorpus(4, 43);
  const ids = [];
  for (const document of corpus) ids.push(await upload(client, document));
  const documents = await client.settled(SETTLE_TIMEOUT_MS);
  const pathOf = (docId: string) => {
    const hash = documents.find(({ doc_id }) => doc_id === docId)!.content_hash!;
    return join(server.folder, 'data', 'originals', hash.slice(0, 2), hash);
  };
  rmSync(pathOf(ids[0]!));
  writeFileSync(pathOf(ids[1]!), readFileSync(pathOf(ids[1]!)).fill(0x78, 0, 1));
  await server.stop();

  const target = placeFor('rest');
  const { code, printed } = await backUp(server, target);
  assert.equal(code, 1);
  const named = [...printed.matchAll(/^docent: The original of (\S+) is lost or damaged/gm)].map(
    ([, id]) => id,
  );
  assert.deepEqual(named, [ids[0], ids[1]].toSorted());
  await using restored = await openServer({ folder: join(folder, 'rest') });
  for (const { question, fact } of corpus)
    assert.ok((await createApiClient(restored.url).ask(question)).answer.includes(fact));
});

test('a backup overwrites nothing, and says what it needs', async () => {
  mkdirSync(join(folder, 'data'));
  writeFileSync(
    join(folder, 'data', 'docent.db'),
    'no database of ours, and long enough to be told from an empty one',
  );
  mkdirSync(join(folder, 'used'));
  writeFileSync(join(folder, 'used', 'file'), '');
  for (const [dataDir, target, said] of [
    ['data', 'used', /^docent: Cannot back up to used as it must be a new or an empty folder/],
    ['nowhere', 'new', /^docent: Cannot back up nowhere as it must hold docent\.db: set DATA_DIR\n$/],
    ['data', 'no/such/place', /^docent: Cannot copy data to no\/such\/place: ENOENT/],
    ['data', 'new', /^docent: Cannot open data\/docent\.db as it is damaged, or no file of SQLite's/],
  ] as const) {
    const { code, printed } = await begin(dataDir, target).ended;
    assert.equal(code, 1);
    assert.match(printed, said);
  }
  assert.deepEqual(readdirSync(folder).sort(), ['data', 'used']);
});
