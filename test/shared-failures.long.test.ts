import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApiClient } from '../scripts/api-client.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import { NEEDS_SHARED_STORES, type SharedServers, startSharedServers } from './shared-servers.ts';
import { until } from './until.ts';

const SETTLE_TIMEOUT_MS = 120_000;
const PROGRAM = new URL('../src/docent.js', import.meta.url).pathname;
const QUESTION = 'How high is the tower?';
const APPROVED = 'When do the castle and the garden open?';

/** Each row of the table of failures in docs/how-to/scaling.md. */
const options = NEEDS_SHARED_STORES;

describe('With shared stores', options, () => {
  let stores: SharedServers;
  let server: ServerProcess;
  let client: ReturnType<typeof createApiClient>;

  before(async () => {
    stores = await startSharedServers();
    server = await startServer({ settings: stores.settings });
    client = createApiClient(server.url);
    await ingest('tower', 'The tower is 71 metres high. It has 300 steps.');
    await ingest('castle', 'Opening hours of the castle. The castle opens at nine in the morning.');
    await ingest('garden', 'Opening hours of the garden. The garden opens at seven in the morning.');
    const { meta } = await client.ask(APPROVED);
    assert.ok(meta.review_entry_id);
    const approval = await client.call(`/api/v1/review/${meta.review_entry_id}/approve`, { method: 'POST' });
    assert.equal(approval.status, 200);
    assert.ok(await settled());
    await assertApproved(await chat(APPROVED));
  });
  after(async () => {
    await server?.[Symbol.asyncDispose]();
    await stores?.[Symbol.asyncDispose]();
  });

  const upload = (docId: string, text: string) => {
    const form = new FormData();
    form.set('doc_id', docId);
    form.set('file', new Blob([text]), `${docId}.txt`);
    return client.call('/api/v1/ingest/upload', { method: 'POST', body: form });
  };
  const chat = (question: string) =>
    client.call('/api/v1/chat', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ question }),
    });
  const settled = () => client.settled(SETTLE_TIMEOUT_MS);
  async function ingest(docId: string, text: string): Promise<void> {
    assert.equal((await upload(docId, text)).status, 202);
    const record = (await settled()).find(({ doc_id }) => doc_id === docId);
    assert.equal(record?.status, 'done');
  }
  async function answers(question: string, docId: string): Promise<void> {
    const { sources } = await client.ask(question);
    assert.equal(sources[0]?.doc_id, docId);
  }
  const isAnsweredAgain = () => until(async () => (await chat(QUESTION)).status === 200);

  test('without OpenSearch, approved answers are given and lists read; uploads wait, then are ingested', async () => {
    await stores.opensearch.kill(0);
    // Longer than what was read of the index lasts.
    await sleep(1_500);
    await assertUnavailable(await chat(QUESTION));
    await assertApproved(await chat(APPROVED));
    assert.equal((await client.allDocuments()).length, 4);
    assert.match((await refusal(await client.call('/ready'))).detail, /vector_store/);
    assert.equal((await upload('bridge', 'The bridge is 18 metres wide.')).status, 202);
    await stores.opensearch.restart(0);
    const bridge = (await settled()).find(({ doc_id }) => doc_id === 'bridge');
    assert.deepEqual([bridge?.status, bridge?.version], ['done', 1]);
    await isAnsweredAgain();
    await answers('How wide is the bridge?', 'bridge');
  });

  test('a lost index is not taken for an empty one, and built again from PostgreSQL', async () => {
    const removed = await fetch(`${stores.opensearch.nodes[0]}/docent-chunks-1-index`, { method: 'DELETE' });
    assert.equal(removed.status, 200);
    await until(async () => (await chat(QUESTION)).status === 503);
    await assertUnavailable(await chat(QUESTION));
    assert.match((await refusal(await client.call('/ready'))).detail, /vector_store/);
    const { code, output } = await run('reindex', '--search');
    assert.equal(code, 0, output);
    assert.match(output, /The search index has 5 documents\./);
    await isAnsweredAgain();
    await answers(QUESTION, 'tower');
    await assertApproved(await chat(APPROVED));
  });

  test('without PostgreSQL nothing is acknowledged, and nothing acknowledged is lost', async () => {
    await stores.postgres.kill();
    await assertUnavailable(await chat(QUESTION));
    await assertUnavailable(await upload('well', 'The well is 40 metres deep.'));
    assert.equal((await client.call('/health')).status, 200);
    await stores.postgres.restart();
    await isAnsweredAgain();
    await answers(QUESTION, 'tower');
    await ingest('well', 'The well is 40 metres deep.');
  });

  test('without Redis, questions are answered', async () => {
    await stores.redis.kill();
    await answers(QUESTION, 'tower');
    await stores.redis.restart();
  });

  test('without S3, uploads are refused and questions answered', async () => {
    stores.s3.signal('SIGSTOP');
    const refused = upload('gate', 'The gate is 3 metres wide.');
    await answers(QUESTION, 'tower');
    await assertUnavailable(await refused);
    stores.s3.signal('SIGCONT');
    await until(async () => (await upload('gate', 'The gate is 3 metres wide.')).status === 202);
    assert.deepEqual(
      (await settled()).filter(({ status }) => status !== 'done'),
      [],
    );
  });

  /** A command of Docent with the settings of the server, in a folder of its own. */
  async function run(...args: string[]): Promise<{ code: number; output: string }> {
    const cwd = mkdtempSync(join(tmpdir(), 'docent-command-'));
    const env = { PATH: process.env.PATH ?? '', ...stores.settings };
    const child = spawn(process.execPath, [PROGRAM, ...args], { cwd, env });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (bytes: Buffer) => {
        output += bytes;
      });
    const [code] = await once(child, 'close');
    return { code, output };
  }
});

async function refusal(response: Response): Promise<{ detail: string }> {
  const body = (await response.json()) as { detail: string };
  assert.equal(response.status, 503, body.detail);
  return body;
}

async function assertUnavailable(response: Response): Promise<void> {
  await refusal(response);
  assert.match(response.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
}

async function assertApproved(response: Response): Promise<void> {
  assert.equal(response.status, 200);
  const { sources } = (await response.json()) as { sources: { kind: string }[] };
  assert.deepEqual(
    sources.map(({ kind }) => kind),
    ['approved_answer'],
  );
}
