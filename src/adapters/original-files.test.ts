import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { RefusedError } from '../errors.ts';
import type { OriginalStore } from '../ports/original-store.ts';
import { openOriginalFiles } from './original-files.ts';

const LIMIT = { limitBytes: 1_000_000 };

test('bytes are hashed and counted as they come in, and stand under their hash when they are kept', () =>
  inFolder(async (store) => {
    const content = Buffer.from(Array.from({ length: 10_000 }, (_, i) => i % 256));
    await using staged = await store.receive(pieces(content, 1_000), LIMIT);
    assert.equal(staged.contentHash, hashOf(content));
    assert.equal(staged.bytes, 10_000);
    assert.deepEqual(Buffer.from(staged.head), content.subarray(0, 4_096));
    await assert.rejects(stat(store.pathOf(staged.contentHash)), /ENOENT/);
    await staged.keep();
    const path = store.pathOf(staged.contentHash);
    assert.match(path, new RegExp(`originals/${staged.contentHash.slice(0, 2)}/${staged.contentHash}$`));
    assert.deepEqual(await readFile(path), content);
    assert.equal((await stat(path)).mode & 0o777, 0o600);
    assert.equal((await stat(dirname(path))).mode & 0o777, 0o700);
  }));

test('a large body is the same whichever thread wrote which part of it', () =>
  inFolder(async (store) => {
    const content = Buffer.from(Array.from({ length: 700_000 }, (_, i) => (i * i) % 251));
    await using staged = await store.receive(pieces(content, 65_536), LIMIT);
    await staged.keep();
    assert.deepEqual(await readFile(store.pathOf(hashOf(content))), content);
  }));

test('bytes that are not kept leave nothing behind', () =>
  inFolder(async (store, folder) => {
    {
      await using staged = await store.receive(pieces(Buffer.from('text'), 2), LIMIT);
      assert.equal((await readdir(join(folder, 'staging'))).length, 1);
      assert.equal(staged.bytes, 4);
    }
    assert.deepEqual(await filesIn(folder), []);
  }));

test('nothing at all is an original of no bytes', () =>
  inFolder(async (store) => {
    await using staged = await store.receive(pieces(Buffer.alloc(0), 1), LIMIT);
    assert.deepEqual([staged.bytes, staged.head.length], [0, 0]);
    assert.equal(staged.contentHash, hashOf(Buffer.alloc(0)));
  }));

test('a body over the limit is refused at once, its source closed, and nothing is left behind', () =>
  inFolder(async (store, folder) => {
    let given = 0;
    let closed = false;
    async function* endless() {
      try {
        for (;;) {
          given += 1;
          yield Buffer.alloc(1_000);
        }
      } finally {
        closed = true;
      }
    }
    await assert.rejects(store.receive(endless(), { limitBytes: 5_000 }), (error) => {
      assert.ok(error instanceof RefusedError);
      assert.deepEqual(error.refusal, { code: 'file_too_large', limitBytes: 5_000 });
      return true;
    });
    assert.equal(given, 6);
    assert.equal(closed, true);
    assert.deepEqual(await filesIn(folder), []);
    await using exact = await store.receive(pieces(Buffer.alloc(5_000), 999), { limitBytes: 5_000 });
    assert.equal(exact.bytes, 5_000);
  }));

test('aborting ends the wait for a source that has gone quiet, and leaves nothing behind', () =>
  inFolder(async (store, folder) => {
    async function* quiet() {
      yield Buffer.from('a beginning');
      await new Promise(() => undefined);
    }
    const leaving = new AbortController();
    const receiving = store.receive(quiet(), { ...LIMIT, signal: leaving.signal });
    setTimeout(() => leaving.abort(new Error('left')), 20);
    await assert.rejects(receiving, /left/);
    assert.deepEqual(await filesIn(folder), []);
    await assert.rejects(store.receive(quiet(), { ...LIMIT, signal: leaving.signal }), /left/);
  }));

test('a source that fails leaves nothing behind', () =>
  inFolder(async (store, folder) => {
    async function* failing() {
      yield Buffer.from('a beginning');
      throw new Error('connection reset');
    }
    await assert.rejects(store.receive(failing(), LIMIT), /connection reset/);
    assert.deepEqual(await filesIn(folder), []);
  }));

test('the same bytes stand there once, and are not removed while anyone holds them', () =>
  inFolder(async (store, folder) => {
    const receive = () => store.receive(pieces(Buffer.from('same'), 4), LIMIT);
    const [first, second] = await Promise.all([receive(), receive()]);
    await Promise.all([first.keep(), second.keep()]);
    assert.equal((await filesIn(folder)).length, 1);
    const { contentHash } = first;
    await store.remove(contentHash);
    await first[Symbol.asyncDispose]();
    await first[Symbol.asyncDispose]();
    await store.remove(contentHash);
    assert.equal(await readFile(store.pathOf(contentHash), 'utf8'), 'same');
    await second[Symbol.asyncDispose]();
    await store.remove(contentHash);
    assert.deepEqual(await filesIn(folder), []);
    await store.remove(contentHash);
  }));

test('removing and keeping the same bytes at once never loses those that were kept', () =>
  inFolder(async (store) => {
    for (let round = 0; round < 30; round += 1) {
      const content = Buffer.from('contended');
      const staged = await store.receive(pieces(content, 9), LIMIT);
      await Promise.all([staged.keep(), store.remove(staged.contentHash)]);
      assert.deepEqual(await readFile(store.pathOf(staged.contentHash)), content);
      const next = await store.receive(pieces(content, 9), LIMIT);
      await staged[Symbol.asyncDispose]();
      await Promise.all([store.remove(staged.contentHash), next.keep()]);
      assert.deepEqual(await readFile(store.pathOf(staged.contentHash)), content);
      await next[Symbol.asyncDispose]();
    }
  }));

test('what a crash left in staging is removed, and originals stay', () =>
  inFolder(async (store, folder) => {
    await using staged = await store.receive(pieces(Buffer.from('stays'), 3), LIMIT);
    await staged.keep();
    await writeFile(join(folder, 'staging', 'left-by-a-crash'), 'half');
    await store.clearStaging();
    assert.deepEqual(await filesIn(folder), [staged.contentHash]);
  }));

test('only a hash names an original', () =>
  inFolder(async (store) => {
    for (const name of ['../../etc/passwd', '', 'A'.repeat(64), `${'a'.repeat(64)}/x`]) {
      assert.throws(() => store.pathOf(name), RangeError);
      await assert.rejects(store.remove(name), RangeError);
    }
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

function hashOf(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
