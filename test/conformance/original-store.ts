import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { RefusedError } from '../../src/errors.ts';
import type { OriginalStore } from '../../src/ports/original-store.ts';

const LIMIT = { limitBytes: 1_000_000 };

/** A store of one test, and what it takes to look behind it. */
export interface OpenedOriginals extends AsyncDisposable {
  readonly originals: OriginalStore;
  /** Lets what was stored until now become old enough to be removed. */
  letAgePass(): void;
  /** Names of files on this machine of uploads and copies that are in use, or left over. */
  localFiles(): Promise<string[]>;
}

/** Whatever is stored and removed here, each driver of the port does the same. */
export function originalStoreConformance(
  name: string,
  open: () => Promise<OpenedOriginals>,
  { skip = false }: { skip?: string | false } = {},
): void {
  const check: CheckOriginals = (says, body) =>
    void test(says, async () => {
      await using stand = await open();
      await body(stand.originals, stand);
    });

  describe(`${name} is an OriginalStore`, { skip }, () => {
    receivingChapter(check);
    readingChapter(check);
    removalChapter(check);
  });
}

type CheckOriginals = (
  says: string,
  body: (store: OriginalStore, stand: OpenedOriginals) => Promise<void>,
) => void;

function receivingChapter(check: CheckOriginals): void {
  check(
    'bytes are hashed and counted on arrival, and stored under their hash when they are kept',
    async (store) => {
      const content = Buffer.from(Array.from({ length: 10_000 }, (_, i) => i % 256));
      await using staged = await store.receive(pieces(content, 1_000), LIMIT);
      assert.equal(staged.contentHash, hashOf(content));
      assert.equal(staged.bytes, 10_000);
      assert.deepEqual(Buffer.from(staged.head), content.subarray(0, 4_096));
      assert.equal(await store.open(staged.contentHash), undefined);
      await staged.keep();
      await staged.keep();
      assert.deepEqual(await contentOf(store, staged.contentHash), content);
    },
  );

  check('a large body is the same whichever piece of it came when', async (store) => {
    const content = Buffer.from(Array.from({ length: 700_000 }, (_, i) => (i * i) % 251));
    await using staged = await store.receive(pieces(content, 65_536), LIMIT);
    await staged.keep();
    assert.deepEqual(await contentOf(store, hashOf(content)), content);
  });

  check('bytes that are not stored leave nothing behind', async (store, { localFiles }) => {
    {
      await using staged = await store.receive(pieces(Buffer.from('text'), 2), LIMIT);
      assert.equal((await localFiles()).length, 1);
      assert.equal(staged.bytes, 4);
    }
    assert.deepEqual(await localFiles(), []);
    assert.equal(await store.open(hashOf(Buffer.from('text'))), undefined);
  });

  check('nothing at all is an original of no bytes', async (store) => {
    await using staged = await store.receive(pieces(Buffer.alloc(0), 1), LIMIT);
    assert.deepEqual([staged.bytes, staged.head.length], [0, 0]);
    assert.equal(staged.contentHash, hashOf(Buffer.alloc(0)));
    await staged.keep();
    assert.deepEqual(await contentOf(store, staged.contentHash), Buffer.alloc(0));
  });

  check(
    'a body over the limit is refused at once, its source closed, and nothing is left behind',
    async (store, { localFiles }) => {
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
      assert.deepEqual(await localFiles(), []);
      await using exact = await store.receive(pieces(Buffer.alloc(5_000), 999), { limitBytes: 5_000 });
      assert.equal(exact.bytes, 5_000);
    },
  );

  check(
    'aborting ends the wait for a source that has gone quiet, and leaves nothing behind',
    async (store, { localFiles }) => {
      async function* quiet() {
        yield Buffer.from('a beginning');
        await new Promise(() => undefined);
      }
      const leaving = new AbortController();
      const receiving = store.receive(quiet(), { ...LIMIT, signal: leaving.signal });
      setTimeout(() => leaving.abort(new Error('left')), 20);
      await assert.rejects(receiving, /left/);
      assert.deepEqual(await localFiles(), []);
      await assert.rejects(store.receive(quiet(), { ...LIMIT, signal: leaving.signal }), /left/);
    },
  );

  check('a source that fails leaves nothing behind', async (store, { localFiles }) => {
    async function* failing() {
      yield Buffer.from('a beginning');
      throw new Error('connection reset');
    }
    await assert.rejects(store.receive(failing(), LIMIT), /connection reset/);
    assert.deepEqual(await localFiles(), []);
  });
}

function readingChapter(check: CheckOriginals): void {
  check(
    'a parser reads the bytes from a file, which is not there for an original that is not',
    async (store, { localFiles }) => {
      const contentHash = await stored(store, 'for a parser');
      {
        await using copy = await store.localCopy(contentHash);
        assert.equal(await readFile(copy.path, 'utf8'), 'for a parser');
      }
      await assert.rejects(store.localCopy('f'.repeat(64)), /is not stored/);
      assert.deepEqual(await localFiles(), []);
    },
  );

  check('ranges are read from the first byte to the last, whole and empty ones among them', async (store) => {
    const contentHash = await stored(store, '0123456789');
    await using original = (await store.open(contentHash))!;
    assert.equal(original.bytes, 10);
    for (const [start, end] of [
      [0, 10],
      [0, 1],
      [9, 10],
      [3, 7],
      [4, 4],
      [10, 10],
    ] as const)
      assert.equal((await joined(original.read({ start, end }))).toString(), '0123456789'.slice(start, end));
  });

  check('a reader that stops early leaves the store usable, any number of times', async (store) => {
    const contentHash = await stored(store, 'x'.repeat(400_000));
    for (let round = 0; round < 100; round += 1) {
      await using original = (await store.open(contentHash))!;
      for await (const piece of original.read({ start: 0, end: 400_000 })) {
        assert.ok(piece.length > 0);
        break;
      }
    }
  });

  check('only a hash names an original', async (store) => {
    for (const name of ['../../etc/passwd', '', 'A'.repeat(64), `${'a'.repeat(64)}/x`]) {
      await assert.rejects(store.open(name), RangeError);
      await assert.rejects(store.localCopy(name), RangeError);
      await assert.rejects(store.remove(name), RangeError);
    }
  });
}

function removalChapter(check: CheckOriginals): void {
  check(
    'an original is gone when it is removed, and removing it again changes nothing',
    async (store, { letAgePass }) => {
      const contentHash = await stored(store, 'removed');
      letAgePass();
      for (let time = 0; time < 2; time += 1) {
        assert.equal(await store.remove(contentHash), true);
        assert.equal(await store.open(contentHash), undefined);
      }
      await assert.rejects(store.localCopy(contentHash), /is not stored/);
    },
  );

  check(
    'the same bytes are stored for all who keep them, and are not removed while anyone holds them',
    async (store, { letAgePass }) => {
      const receive = () => store.receive(pieces(Buffer.from('same'), 4), LIMIT);
      const [first, second] = await Promise.all([receive(), receive()]);
      await Promise.all([first.keep(), second.keep()]);
      const { contentHash } = first;
      assert.equal(await store.remove(contentHash), false);
      await first[Symbol.asyncDispose]();
      await first[Symbol.asyncDispose]();
      assert.equal(await store.remove(contentHash), false);
      assert.equal((await contentOf(store, contentHash))?.toString(), 'same');
      await second[Symbol.asyncDispose]();
      letAgePass();
      assert.equal(await store.remove(contentHash), true);
      assert.equal(await store.open(contentHash), undefined);
    },
  );

  check('removing and keeping the same bytes at once never loses those that were kept', async (store) => {
    const content = Buffer.from('contended');
    for (let round = 0; round < 30; round += 1) {
      await using staged = await store.receive(pieces(content, 9), LIMIT);
      await Promise.all(
        round % 2 === 0
          ? [staged.keep(), store.remove(staged.contentHash)]
          : [store.remove(staged.contentHash), staged.keep()],
      );
      assert.deepEqual(await contentOf(store, staged.contentHash), content);
    }
  });

  check('originals outlive what is cleared of staging', async (store) => {
    const contentHash = await stored(store, 'stays');
    await store.clearStaging();
    assert.equal((await contentOf(store, contentHash))?.toString(), 'stays');
  });
}

async function stored(store: OriginalStore, text: string): Promise<string> {
  await using staged = await store.receive(pieces(Buffer.from(text), 65_536), LIMIT);
  await staged.keep();
  return staged.contentHash;
}

async function contentOf(store: OriginalStore, contentHash: string): Promise<Buffer | undefined> {
  await using original = await store.open(contentHash);
  return original && (await joined(original.read({ start: 0, end: original.bytes })));
}

async function joined(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of bytes) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function* pieces(content: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
}

function hashOf(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
