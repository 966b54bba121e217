import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApiClient } from '../scripts/api-client.ts';
import { openServer } from './open-server.ts';
import { commonSharedServers, NEEDS_SHARED_STORES, type SharedServers } from './shared-servers.ts';

const SETTLE_TIMEOUT_MS = 120_000;
const DOCUMENTS = 60;
const PROGRAM = new URL('../src/docent.js', import.meta.url).pathname;
const APPROVED = 'When do the castle and the garden open?';

/** What a user sees of a service. */
async function seen(url: string) {
  const client = createApiClient(url);
  const get = async (path: string) => (await client.call(path)).json();
  const answers = await Promise.all(
    [3, 17, 42].map(async (i) => {
      const { answer, sources, related } = await client.ask(`Which colour has office number ${i}?`);
      const places = [...sources, ...related].map(({ doc_id, chunk_id, score }) => [
        doc_id,
        chunk_id,
        score.toFixed(3),
      ]);
      return { answer, places };
    }),
  );
  const { answer, sources } = await client.ask(APPROVED);
  return {
    documents: await client.allDocuments(),
    reviews: await get('/api/v1/review/decided'),
    feedback: await get('/api/v1/feedback'),
    text: await get('/api/v1/ingest/office-7/text'),
    original: await (await client.call('/api/v1/ingest/office-7/original')).text(),
    sources: (
      (await get('/api/v1/sources')) as { sources: { source_id: string; location: string }[] }
    ).sources.map(({ source_id, location }) => [source_id, location]),
    answers,
    approved: { answer, kinds: sources.map(({ kind }) => kind) },
  };
}

describe('docent migrate', NEEDS_SHARED_STORES, () => {
  let stores: Pick<SharedServers, 'settings'> & AsyncDisposable;
  const folder = mkdtempSync(join(tmpdir(), 'docent-migrate-'));

  before(async () => {
    stores = await commonSharedServers();
    const lines = Object.entries(stores.settings).map(([name, value]) => `${name}=${value}\n`);
    writeFileSync(join(folder, 'shared.env'), lines.join(''));
  });
  after(async () => {
    await stores?.[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  });

  function migrate() {
    const env = {
      PATH: process.env.PATH ?? '',
      DATA_DIR: join(folder, 'data'),
      LOG_DIR: join(folder, 'logs'),
    };
    const args = [PROGRAM, 'migrate', '--to', 'shared.env'];
    const child = spawn(process.execPath, args, { cwd: folder, env });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (bytes: Buffer) => {
        output += bytes;
      });
    const ended = once(child, 'close').then(([code]) => ({ code, output }));
    return { child, ended };
  }

  test('copies everything to shared stores, also when it is killed on the way', async () => {
    const embedded = await openServer({ folder });
    const client = createApiClient(embedded.url);
    for (let i = 0; i < DOCUMENTS; i++)
      await client.upload(
        `office-${i}.txt`,
        Buffer.from(`Office number ${i} is painted in colour ${1_000 + i}.`),
        {
          doc_id: `office-${i}`,
        },
      );
    await client.upload(
      'castle.txt',
      Buffer.from('Opening hours of the castle. The castle opens at nine in the morning.'),
    );
    await client.upload(
      'garden.txt',
      Buffer.from('Opening hours of the garden. The garden opens at seven in the morning.'),
    );
    await client.settled(SETTLE_TIMEOUT_MS);
    const { meta, ...held } = await client.ask(APPROVED);
    await client.call(`/api/v1/review/${meta.review_entry_id}/approve`, { method: 'POST' });
    await client.call('/api/v1/feedback', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ question: APPROVED, answer: held.answer, rating: 'up' }),
    });
    await client.settled(SETTLE_TIMEOUT_MS);
    await client.call('/api/v1/sources', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        name: 'Docs',
        kind: 'web',
        location: 'https://docs.example.org/',
        interval_minutes: null,
      }),
    });
    const expected = await seen(embedded.url);
    await embedded.stop();

    const killed = migrate();
    await sleep(1_500);
    killed.child.kill('SIGKILL');
    await killed.ended;
    const { code, output } = await migrate().ended;
    assert.equal(code, 0, output);
    assert.match(output, /Documents migrated: 63\./);

    await using shared = await openServer({ settings: stores.settings });
    assert.deepEqual(await seen(shared.url), expected);
    const another = await migrate().ended;
    assert.equal(another.code, 1);
    assert.match(another.output, /Cannot migrate to RECORD_STORE as it holds documents/);
    await createApiClient(shared.url).upload('new.txt', Buffer.from('The new bridge is red.'));
    const after = await createApiClient(shared.url).settled(SETTLE_TIMEOUT_MS);
    assert.equal(after.length, 64);
    assert.ok(after.every(({ status }) => status === 'done'));
  });
});
