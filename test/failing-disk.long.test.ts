import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { makeCorpus } from '../bench/corpus.ts';
import { createApiClient } from '../scripts/api-client.ts';
import { CANNOT_FAIL, openFailingDisk } from './failing-io.ts';
import { launchServer, type ServerProcess, startServer } from './server-process.ts';

/** A disk that can be filled to the last byte. */
interface FullableDisk extends Disposable {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  fill(): void;
  makeRoom(): void;
}

const MOUNT_BYTES = 24 * 1024 * 1024;
const SETTLE_TIMEOUT_MS = 120_000;
const FULL_MS = 2_000;
const UNSYNCED = 20;
const CANNOT_MOUNT: string | false = canMount()
  ? false
  : 'SKIPPED: mounting a small tmpfs takes root on Linux';

for (const { name, skip, open } of [
  { name: 'a file system that is full', skip: CANNOT_MOUNT, open: openSmallDisk },
  {
    name: 'a disk on which every write fails with ENOSPC',
    skip: CANNOT_FAIL,
    open: openRefusingDisk,
  },
]) {
  describe(name, { skip }, () => {
    test('uploads are refused with disk_full, answers go on, and all is well again when there is room', async () => {
      using disk = open();
      await using server = await startOn(disk);
      const client = createApiClient(server.url);
      const [before, refused, after] = makeCorpus(3, 11);
      await upload(server, before!);
      await client.settled(SETTLE_TIMEOUT_MS);

      disk.fill();
      const response = await tryUpload(server, refused!);
      const { detail } = await assertRefused(response, 'disk_full');
      assert.ok(!detail.includes(disk.folder), 'no path is told');
      for (let i = 0; i < 5; i += 1) {
        const { answer } = await client.ask(before!.question, { conversation_id: `full-${i}` });
        assert.ok(answer.includes(before!.fact), answer);
      }
      assert.equal((await client.call('/health')).status, 200);
      assert.equal((await client.documents()).total, 1);
      const feedback = await client.call('/api/v1/feedback', jsonPost({ rating: 'up', reason: 'Right.' }));
      // A few bytes may have been left.
      if (feedback.status !== 201) await assertRefused(feedback, 'disk_full');

      disk.makeRoom();
      for (const document of [refused!, after!]) await upload(server, document);
      const documents = await client.settled(SETTLE_TIMEOUT_MS);
      assert.deepEqual(
        documents.map(({ status }) => status),
        ['done', 'done', 'done'],
      );
      for (const document of [before!, refused!, after!]) {
        assert.ok((await client.ask(document.question)).answer.includes(document.fact));
      }
    });
  });
}

describe('a disk that fails', { skip: CANNOT_FAIL }, () => {
  test('documents that were accepted before it was full are ingested by themselves when there is room', async () => {
    using disk = openRefusingDisk();
    await using server = await startOn(disk);
    const client = createApiClient(server.url);
    const corpus = makeCorpus(240, 12);
    let accepted = 0;
    let done = 0;
    // Until it is full before all are done, which depends on the machine.
    while (done === accepted) {
      assert.ok(accepted < corpus.length, 'all were done before it was full');
      disk.makeRoom();
      await Promise.all(corpus.slice(accepted, accepted + 12).map((document) => upload(server, document)));
      accepted += 12;
      disk.fill();
      await pause(FULL_MS);
      done = (await client.documents('?status=done')).total;
    }
    disk.makeRoom();
    const documents = await client.settled(SETTLE_TIMEOUT_MS);
    assert.deepEqual(
      documents.filter(({ status }) => status !== 'done'),
      [],
    );
  });

  test('a start on a full disk ends with a sentence that says so, and the next one finds everything', async () => {
    using disk = openRefusingDisk();
    const [document] = makeCorpus(1, 14);
    await using before = await startOn(disk);
    await upload(before, document!);
    await createApiClient(before.url).settled(SETTLE_TIMEOUT_MS);
    await before.stop('SIGKILL');
    disk.fill();
    const refused = launchServer(before.folder, { ...disk.environment });
    assert.equal((await refused.ended()).code, 1);
    assert.match(refused.output(), /^docent: Cannot start as there is no room in \S+\.\n$/);
    disk.makeRoom();
    await using after = await startServer({ folder: before.folder, settings: disk.environment });
    assert.ok((await createApiClient(after.url).ask(document!.question)).answer.includes(document!.fact));
  });

  test('nothing is acknowledged that could not be synced, and everything that was is synced', async () => {
    using disk = openFailingDisk();
    await using server = await startOn(disk);
    const corpus = makeCorpus(UNSYNCED, 13);
    disk.arm({ call: 1, code: 'EIO', torn: false, lasts: true, kinds: ['sync'] });
    for (const document of corpus)
      await assertRefused(await tryUpload(server, document), 'store_unavailable');
    const feedback = await fetch(`${server.url}/api/v1/feedback`, jsonPost({ rating: 'down' }));
    await assertRefused(feedback, 'store_unavailable');
    assert.equal((await createApiClient(server.url).documents()).total, 0);
    disk.mend();
    for (const document of corpus) await upload(server, document);
    const documents = await createApiClient(server.url).settled(SETTLE_TIMEOUT_MS);
    assert.equal(documents.filter(({ status }) => status === 'done').length, UNSYNCED);
  });

  test('a version that was committed but not synced is done only when it answers', async () => {
    using disk = openFailingDisk();
    await using server = await startOn(disk);
    const client = createApiClient(server.url);
    const [document] = makeCorpus(1, 15);
    await upload(server, document!);
    disk.arm({ call: 1, code: 'EIO', torn: false, lasts: true, kinds: ['sync'] });
    await client.settled(SETTLE_TIMEOUT_MS);
    assert.ok((await client.ask(document!.question)).answer.includes(document!.fact));
  });
});

async function assertRefused(response: Response, code: string): Promise<{ detail: string }> {
  const problem = (await response.json()) as { code: string; detail: string };
  assert.deepEqual([response.status, problem.code], [503, code]);
  assert.match(response.headers.get('retry-after') ?? '', /^\d+$/);
  return problem;
}

function jsonPost(body: unknown): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

function startOn(disk: Pick<FullableDisk, 'folder' | 'environment'>): Promise<ServerProcess> {
  const folder = join(disk.folder, 'docent');
  mkdirSync(folder);
  return startServer({ folder, settings: { RATE_LIMIT_PER_MINUTE: '0', ...disk.environment } });
}

async function upload(server: ServerProcess, document: { name: string; text: string }): Promise<void> {
  const response = await tryUpload(server, document);
  assert.equal(response.status, 202, await response.text());
}

function tryUpload(server: ServerProcess, { name, text }: { name: string; text: string }): Promise<Response> {
  const form = new FormData();
  form.set('file', new Blob([text]), name);
  return fetch(`${server.url}/api/v1/ingest/upload`, { method: 'POST', body: form });
}

function canMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  const folder = mkdtempSync(join(tmpdir(), 'docent-mount-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]).status === 0;
  if (mounted) spawnSync('umount', [folder]);
  rmSync(folder, { recursive: true });
  return mounted;
}

function openSmallDisk(): FullableDisk {
  const folder = mkdtempSync(join(tmpdir(), 'docent-mount-'));
  assert.equal(spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${MOUNT_BYTES}`, 'tmpfs', folder]).status, 0);
  const filler = join(folder, 'filler');
  return {
    folder,
    environment: {},
    fill() {
      const file = openSync(filler, 'a');
      // Down to the last byte: halves its pieces whenever one does not fit any more.
      for (let size = MOUNT_BYTES; size >= 1; ) {
        try {
          writeSync(file, Buffer.alloc(size));
        } catch {
          size = Math.floor(size / 2);
        }
      }
      closeSync(file);
    },
    makeRoom: () => rmSync(filler),
    [Symbol.dispose]() {
      // Detached at once: a parser that has lost its server stands in it for a moment.
      spawnSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function openRefusingDisk(): FullableDisk {
  const { folder, environment, arm, mend, [Symbol.dispose]: dispose } = openFailingDisk();
  return {
    folder,
    environment,
    fill: () => arm({ call: 1, code: 'ENOSPC', torn: false, lasts: true, kinds: ['write'] }),
    makeRoom: mend,
    [Symbol.dispose]: dispose,
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
