import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { OpenOriginal, OriginalStore } from '../../ports/original-store.ts';
import {
  checkContentHash,
  close,
  discard,
  notStored,
  type ReceivedFile,
  receiveFile,
  stagedOriginal,
} from '../files/received-file.ts';
import { type Bucket, ObjectMissing, type StoredObject } from './bucket.ts';
import { contentPrefix } from './s3-manifests.ts';

/**
 * An object is removed only when it is older, and then whatever happens meanwhile: nobody relies on it any more, since
 * whoever keeps content that is half as old stores it again, under another key. So from `keep` to the commit that names
 * the content may pass half a day.
 */
const REMOVABLE_MS = 24 * 60 * 60 * 1000;
const RELIABLE_MS = REMOVABLE_MS / 2;
/** What lies in the folders for uploads and copies for so long is of a process that was killed. */
const LEFT_OVER_MS = 24 * 60 * 60 * 1000;

/** Times that an object is looked for again when it was removed for a newer one while it was read. */
const FINDS_MAX = 3;

/**
 * Originals in a bucket that other processes use as well. Uploads arrive in `<folder>/staging`, and what parsers read is
 * in `<folder>/copies` (0700, files 0600); other processes may use the same folder.
 *
 * @param options `now`: milliseconds since the epoch.
 * @see docs/decisions/0025-originals-in-s3.md
 */
export async function openS3OriginalStore(
  bucket: Bucket,
  { folder, now }: { folder: string; now: () => number },
): Promise<OriginalStore> {
  const [staging, copies] = [join(folder, 'staging'), join(folder, 'copies')];
  for (const path of [staging, copies]) await mkdir(path, { recursive: true, mode: 0o700 });

  const ageOf = ({ storedAt }: StoredObject) => bucket.now() - storedAt;

  /** Newest first. */
  async function find(contentHash: string, signal: AbortSignal | undefined): Promise<StoredObject[]> {
    checkContentHash(contentHash);
    const found = await Array.fromAsync(bucket.list(contentPrefix(contentHash), signal));
    return found.sort((one, other) => other.storedAt - one.storedAt);
  }

  /** @throws {Error} When the content is not stored. */
  async function* bytesOf(
    contentHash: string,
    { start, end }: { start: number; end: number },
    { found, signal }: { found: StoredObject; signal: AbortSignal | undefined },
  ): AsyncGenerator<Uint8Array, void> {
    let at = start;
    let { key } = found;
    for (let finds = 0; ; finds += 1) {
      try {
        for await (const piece of bucket.get(key, { start: at, end }, signal)) {
          at += piece.length;
          yield piece;
        }
        return;
      } catch (error) {
        if (!(error instanceof ObjectMissing) || finds === FINDS_MAX) throw error;
      }
      const [newest] = await find(contentHash, signal);
      if (!newest) throw notStored(contentHash);
      key = newest.key;
    }
  }

  async function store({ path, content }: ReceivedFile, signal: AbortSignal | undefined): Promise<void> {
    const { contentHash, bytes } = content;
    const found = await find(contentHash, signal);
    if (found.some((each) => each.bytes === bytes && ageOf(each) < RELIABLE_MS)) return;
    await bucket.put(
      `${contentPrefix(contentHash)}${randomUUID()}`,
      { sha256: contentHash, bytes, open: () => createReadStream(path) },
      signal,
    );
    // What is left of them goes with the next one, or with the content.
    await removeOld(found, signal).catch(() => undefined);
  }

  /** @returns Whether all of them were old enough. */
  async function removeOld(
    objects: readonly StoredObject[],
    signal: AbortSignal | undefined,
  ): Promise<boolean> {
    const old = objects.filter((object) => ageOf(object) >= REMOVABLE_MS);
    for (const { key } of old) await bucket.remove(key, signal);
    return old.length === objects.length;
  }

  return {
    async receive(bytes, { limitBytes, signal }) {
      const received = await receiveFile(join(staging, randomUUID()), bytes, { limitBytes, signal });
      return stagedOriginal(received, {
        keep: (signal) => store(received, signal),
        end: () => discard(received),
      });
    },
    async localCopy(contentHash, signal) {
      const [found] = await find(contentHash, signal);
      if (!found) throw notStored(contentHash);
      const bytes = bytesOf(contentHash, { start: 0, end: found.bytes }, { found, signal });
      const copy = await receiveFile(join(copies, randomUUID()), bytes, {
        limitBytes: found.bytes,
        signal,
      });
      if (copy.content.contentHash !== contentHash) {
        await discard(copy);
        throw damaged(contentHash);
      }
      close(copy.file);
      return { path: copy.path, [Symbol.asyncDispose]: () => rm(copy.path, { force: true }) };
    },
    async open(contentHash, signal): Promise<OpenOriginal | undefined> {
      const [found] = await find(contentHash, signal);
      if (!found) return undefined;
      return {
        bytes: found.bytes,
        read(range) {
          const bytes = bytesOf(contentHash, range, { found, signal });
          const isWhole = range.start === 0 && range.end === found.bytes;
          return isWhole ? checked(bytes, contentHash) : bytes;
        },
        async [Symbol.asyncDispose]() {},
      };
    },
    async remove(contentHash, signal) {
      return removeOld(await find(contentHash, signal), signal);
    },
    async clearStaging() {
      for (const parent of [staging, copies]) {
        for (const name of await readdir(parent)) {
          const path = join(parent, name);
          const file = await stat(path).catch(() => undefined);
          if (file && now() - file.mtimeMs > LEFT_OVER_MS) await rm(path, { force: true });
        }
      }
    },
  };
}

/** Withholds the last piece until the content is known to be what its name says: a client must not take it for whole. */
async function* checked(
  bytes: AsyncIterable<Uint8Array>,
  contentHash: string,
): AsyncGenerator<Uint8Array, void> {
  const hash = createHash('sha256');
  let last: Uint8Array | undefined;
  for await (const piece of bytes) {
    hash.update(piece);
    if (last) yield last;
    last = piece;
  }
  if (hash.digest('hex') !== contentHash) throw damaged(contentHash);
  if (last) yield last;
}

function damaged(contentHash: string): Error {
  return new Error(`The original ${contentHash} is damaged: the stored bytes are not those of this hash`);
}
