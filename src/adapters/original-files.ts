import { createHash, randomUUID } from 'node:crypto';
import { closeSync, existsSync, fsync, openSync, renameSync, write, writeSync } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { RefusedError } from '../errors.ts';
import type { OpenOriginal, OriginalStore, StagedOriginal } from '../ports/original-store.ts';
import { abortable } from './abortable.ts';
import { diskFull, unavailable } from './store-refusals.ts';

const HEAD_BYTES = 4_096;

/**
 * Bytes of a file written in the calling thread: writing to the page cache is faster than handing them to another one.
 * Renames happen in it, too; only waits for the disk go to other threads.
 */
const WRITTEN_AT_ONCE_MAX = 262_144;

const syncToDisk = promisify(fsync);
const writeAside = promisify(write);

/**
 * Stores originals under `folder` (0700, files 0600) as `originals/ab/abcd…`, named by their hash, so that the same
 * bytes are stored once. They arrive in `staging/`, and only complete files are renamed out of it.
 */
export async function openOriginalFiles(folder: string): Promise<OriginalStore> {
  const originals = join(folder, 'originals');
  const staging = join(folder, 'staging');
  for (const path of [originals, staging]) await mkdir(path, { recursive: true, mode: 0o700 });
  await syncFolder(folder);
  /** Holds by content hash; a held original is not removed. */
  const holds = new Map<string, number>();
  /** At most the 256 folders of originals, by name. */
  const groups = new Map<string, Promise<string>>();

  function release(contentHash: string): void {
    const left = (holds.get(contentHash) ?? 0) - 1;
    if (left > 0) holds.set(contentHash, left);
    else holds.delete(contentHash);
  }

  async function moveIn(stagedPath: string, contentHash: string): Promise<void> {
    const path = originalPath(folder, contentHash);
    const group = contentHash.slice(0, 2);
    const parent = await groupFolder(group);
    // Overwrites an existing file: the bytes are the same, and its writer may not have synced yet.
    try {
      renameSync(stagedPath, path);
    } catch (error) {
      // If the folder was removed, the next call makes it again.
      groups.delete(group);
      throw error;
    }
    await syncFolder(parent);
  }

  /** Made durable before anything is moved into it, once for each in the life of the process. */
  function groupFolder(name: string): Promise<string> {
    const made = groups.get(name) ?? makeGroupFolder(name);
    groups.set(name, made);
    made.catch(() => groups.delete(name));
    return made;
  }

  async function makeGroupFolder(name: string): Promise<string> {
    const path = join(originals, name);
    await mkdir(path, { recursive: true, mode: 0o700 });
    await syncFolder(originals);
    return path;
  }

  function stagedOriginal(
    file: number,
    path: string,
    content: { contentHash: string; bytes: number; head: Uint8Array },
  ): StagedOriginal {
    let state: 'staged' | 'kept' | 'disposed' = 'staged';
    return {
      ...content,
      async keep() {
        if (state !== 'staged') return;
        holds.set(content.contentHash, (holds.get(content.contentHash) ?? 0) + 1);
        try {
          await translating(() => syncToDisk(file));
          await translating(() => moveIn(path, content.contentHash));
          state = 'kept';
        } catch (error) {
          release(content.contentHash);
          throw error;
        }
      },
      async [Symbol.asyncDispose]() {
        if (state === 'disposed') return;
        const wasKept = state === 'kept';
        state = 'disposed';
        if (wasKept) release(content.contentHash);
        // A kept file has been moved to its place; any other is still here.
        if (wasKept) close(file);
        else await discard(file, path);
      },
    };
  }

  return {
    async receive(bytes, { limitBytes, signal }) {
      signal?.throwIfAborted();
      const path = join(staging, randomUUID());
      const file = await translating(async () => openSync(path, 'wx', 0o600));
      try {
        return stagedOriginal(file, path, await receiveInto(file, bytes, { limitBytes, signal }));
      } catch (error) {
        await discard(file, path);
        throw error;
      }
    },
    async localCopy(contentHash) {
      const path = originalPath(folder, contentHash);
      if (!existsSync(path)) throw notThere(contentHash);
      return { path, async [Symbol.asyncDispose]() {} };
    },
    open: (contentHash) => translating(() => openOriginal(originalPath(folder, contentHash))),
    async remove(contentHash) {
      const path = originalPath(folder, contentHash);
      if (holds.has(contentHash)) return false;
      // Moved in the same turn as the check for holds, so that nobody can take one in between.
      const doomed = join(staging, randomUUID());
      try {
        renameSync(path, doomed);
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return true;
        throw refusalOf(error);
      }
      await translating(() => rm(doomed, { force: true }));
      return true;
    },
    async clearStaging() {
      for (const entry of await readdir(staging))
        await rm(join(staging, entry), { recursive: true, force: true });
    },
  };
}

export function notThere(contentHash: string): Error {
  return new Error(`The original ${contentHash} is not stored, although a document names it`);
}

/** Where `openOriginalFiles` stores the original. */
export function originalPath(folder: string, contentHash: string): string {
  if (!/^[0-9a-f]{64}$/.test(contentHash)) {
    throw new RangeError(`Cannot name an original as its hash must be 64 hex digits: ${contentHash}`);
  }
  return join(folder, 'originals', contentHash.slice(0, 2), contentHash);
}

/** Undefined when there is none. Changes nothing in the folder. */
export async function openOriginal(path: string): Promise<OpenOriginal | undefined> {
  let file: FileHandle;
  try {
    file = await open(path, 'r');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
  const { size: bytes } = await file.stat();
  return {
    bytes,
    async *read({ start, end }) {
      // Bounds are inclusive there, so an empty range could not be expressed.
      if (start < end) yield* file.createReadStream({ start, end: end - 1, autoClose: false });
    },
    [Symbol.asyncDispose]: () => file.close(),
  };
}

async function receiveInto(
  file: number,
  bytes: AsyncIterable<Uint8Array>,
  { limitBytes, signal }: { limitBytes: number; signal: AbortSignal | undefined },
): Promise<{ contentHash: string; bytes: number; head: Uint8Array }> {
  const hash = createHash('sha256');
  const head: Uint8Array[] = [];
  let total = 0;
  for await (const piece of abortable(bytes, signal)) {
    if (total < HEAD_BYTES) head.push(piece.slice(0, HEAD_BYTES - total));
    total += piece.byteLength;
    if (total > limitBytes) throw new RefusedError({ code: 'file_too_large', limitBytes });
    hash.update(piece);
    await translating(() => append(file, piece, { aside: total > WRITTEN_AT_ONCE_MAX }));
  }
  return { contentHash: hash.digest('hex'), bytes: total, head: new Uint8Array(Buffer.concat(head)) };
}

/** @param options.aside In another thread. */
async function append(file: number, piece: Uint8Array, { aside }: { aside: boolean }): Promise<void> {
  let written = 0;
  while (written < piece.length) {
    written += aside
      ? (await writeAside(file, piece, written)).bytesWritten
      : writeSync(file, piece, written);
  }
}

/** Never throws: it must not hide why a file is discarded, and the next start removes leftovers. */
async function discard(file: number, path: string): Promise<void> {
  close(file);
  await rm(path, { force: true }).catch(() => undefined);
}

/** Never throws: the file was synced, or is no longer wanted. */
function close(file: number): void {
  try {
    closeSync(file);
  } catch {}
}

/** Makes the names in a folder durable. */
export async function syncFolder(path: string): Promise<void> {
  // Windows cannot sync folders; its file system keeps names by itself.
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    await syncToDisk(folder);
  } finally {
    closeSync(folder);
  }
}

async function translating<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw refusalOf(error);
  }
}

function refusalOf(error: unknown): unknown {
  const code = codeOf(error);
  if (code === undefined) return error;
  return code === 'ENOSPC' || code === 'EDQUOT' ? diskFull(error) : unavailable('original_files', error);
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
