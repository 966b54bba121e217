import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { originalStoreConformance } from '../../../test/conformance/original-store.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { RefusedError } from '../../errors.ts';
import type { OriginalStore } from '../../ports/original-store.ts';
import { openOriginalFiles } from './original-files.ts';

const LIMIT = { limitBytes: 1_000_000 };

originalStoreConformance('The folder of originals', async () => {
  const folder = temporaryFolder();
  return {
    originals: await openOriginalFiles(folder),
    letAgePass() {},
    localFiles: () => readdir(join(folder, 'staging')),
    async [Symbol.asyncDispose]() {},
  };
});

test('an original is a file that is named by its hash, for its owner alone, and is not copied for a parser', () =>
  inFolder(async (store, folder) => {
    await using staged = await store.receive(pieces(Buffer.from('content'), 3), LIMIT);
    await staged.keep();
    const { path } = await store.localCopy(staged.contentHash);
    assert.equal(path, join(folder, 'originals', staged.contentHash.slice(0, 2), staged.contentHash));
    assert.equal(await readFile(path, 'utf8'), 'content');
    assert.equal((await stat(path)).mode & 0o777, 0o600);
    assert.equal((await stat(dirname(path))).mode & 0o777, 0o700);
  }));

test('the same bytes are one file', () =>
  inFolder(async (store, folder) => {
    for (let time = 0; time < 2; time += 1) {
      await using staged = await store.receive(pieces(Buffer.from('same'), 4), LIMIT);
      await staged.keep();
    }
    assert.deepEqual(await filesIn(folder), [createHash('sha256').update('same').digest('hex')]);
  }));

test('what a crash left in staging is removed, and originals stay', () =>
  inFolder(async (store, folder) => {
    await using staged = await store.receive(pieces(Buffer.from('stays'), 3), LIMIT);
    await staged.keep();
    await writeFile(join(folder, 'staging', 'left-by-a-crash'), 'half');
    await store.clearStaging();
    assert.deepEqual(await filesIn(folder), [staged.contentHash]);
  }));

test('a folder that cannot be written to is refused as unavailable', () =>
  inFolder(async (store, folder) => {
    await rm(join(folder, 'staging'), { recursive: true });
    const unavailable = (error: unknown) =>
      error instanceof RefusedError && error.refusal.code === 'store_unavailable';
    await assert.rejects(store.receive(pieces(Buffer.from('a'), 1), LIMIT), unavailable);
    await mkdir(join(folder, 'staging'));
    const staged = await store.receive(pieces(Buffer.from('a'), 1), LIMIT);
    await rm(join(folder, 'originals'), { recursive: true });
    await writeFile(join(folder, 'originals'), 'in the way');
    await assert.rejects(staged.keep(), unavailable);
    await staged[Symbol.asyncDispose]();
    assert.deepEqual(await readdir(join(folder, 'staging')), []);
  }));

async function inFolder(body: (store: OriginalStore, folder: string) => Promise<void>): Promise<void> {
  const folder = temporaryFolder();
  await body(await openOriginalFiles(folder), folder);
}

async function* pieces(content: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}
