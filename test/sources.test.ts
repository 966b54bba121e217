import assert from 'node:assert/strict';
import { mkdirSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createApiClient } from '../scripts/api-client.ts';
import type { DocumentSource } from '../src/http/routes/sources.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { until } from './until.ts';

const TIMEOUT_MS = 60_000;

describe('a source of a real server', { timeout: 300_000 }, () => {
  const root = realpathSync(temporaryFolder());
  const settings = { SOURCE_ROOTS: root };
  let server: ServerProcess;
  before(async () => {
    mkdirSync(join(root, 'handbook'));
    server = await startServer({ settings });
  });
  after(() => server[Symbol.asyncDispose]());

  const write = (name: string, text: string) => writeFileSync(join(root, 'handbook', name), text);

  async function call(method: string, path: string, body?: object) {
    const response = await fetch(`${server.url}/api/v1/sources${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as DocumentSource };
  }

  /** The source when no run is waited for any more. */
  async function settled(): Promise<DocumentSource> {
    let source: DocumentSource | undefined;
    await until(async () => {
      source = (await call('GET', '/handbook')).body;
      return !['queued', 'running'].includes(source.state);
    });
    await createApiClient(server.url).settled(TIMEOUT_MS, () => {});
    return source!;
  }

  async function run(): Promise<DocumentSource> {
    await call('POST', '/handbook/run');
    return settled();
  }

  async function answerTo(question: string): Promise<string> {
    return (await createApiClient(server.url).ask(question)).answer;
  }

  it('answers from its files, follows their changes, and deletes what has gone', async () => {
    write('notice.md', '# Leaving\n\nThe notice period is three months.');
    write('pets.md', '# Pets\n\nDogs are welcome on the third floor.');
    const location = join(root, 'handbook');
    const added = await call('POST', '', { name: 'Handbook', kind: 'folder', location, tags: ['hr'] });
    assert.equal(added.status, 201, JSON.stringify(added.body));
    const first = await settled();
    assert.deepEqual([first.state, first.documents, first.last_run?.added], ['done', 2, 2]);
    assert.match(await answerTo('How long is the notice period?'), /three months/);

    write('notice.md', '# Leaving\n\nThe notice period is six weeks.');
    rmSync(join(root, 'handbook/pets.md'));
    const { last_run: changed } = await run();
    assert.deepEqual([changed?.added, changed?.changed, changed?.deleted], [0, 1, 1]);
    assert.match(await answerTo('How long is the notice period?'), /six weeks/);
    const listed = await fetch(`${server.url}/api/v1/ingest/docs?tag=hr`);
    assert.equal(((await listed.json()) as { total: number }).total, 1);
  });

  it('gives its documents other tags, and is changed only to a place that it may be', async () => {
    const changed = await call('PATCH', '/handbook', { tags: ['it'] });
    assert.deepEqual([changed.status, changed.body.state], [200, 'queued']);
    await settled();
    const tagged = await fetch(`${server.url}/api/v1/ingest/docs?tag=it`);
    assert.equal(((await tagged.json()) as { total: number }).total, 1);
    assert.equal((await call('PATCH', '/handbook', { location: '/etc' })).status, 422);
    const inner = await call('POST', '', { name: 'Wiki', kind: 'web', location: 'https://10.0.0.7/' });
    assert.match(
      JSON.stringify(inner.body),
      /"detail":"location is not allowed: its host is not a public one/,
    );
  });

  it('does not follow a folder that was emptied until that is confirmed', async () => {
    renameSync(join(root, 'handbook'), join(root, 'elsewhere'));
    assert.equal((await run()).state, 'failed');
    mkdirSync(join(root, 'handbook'));
    const stopped = await run();
    assert.deepEqual([stopped.state, stopped.would_delete], ['needs_confirmation', 1]);
    assert.match(await answerTo('How long is the notice period?'), /six weeks/);
    assert.equal((await call('POST', '/handbook/confirm')).status, 202);
    const emptied = await settled();
    assert.deepEqual([emptied.state, emptied.documents], ['done', 0]);
  });

  it('continues after the process was killed in a run, and removes its documents when asked to', async () => {
    for (let n = 0; n < 40; n++) write(`page-${n}.md`, `# Page ${n}\n\nRoom ${n} has ${n + 2} chairs.`);
    await call('POST', '/handbook/run');
    await until(async () => (await call('GET', '/handbook')).body.documents > 3);
    await server.stop('SIGKILL');
    server = await startServer({ folder: server.folder, settings });
    const source = await settled();
    assert.deepEqual([source.state, source.documents, source.last_run?.failed], ['done', 40, 0]);
    assert.equal((await createApiClient(server.url).summary()).documents, 40);
    await call('DELETE', '/handbook?documents=delete');
    await until(async () => (await call('GET', '/handbook')).status === 404);
    assert.equal((await createApiClient(server.url).summary()).documents, 0);
  });
});
