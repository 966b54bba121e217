import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, fsync, openSync, renameSync } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { OpenOriginal, OriginalStore, StagedOriginal } from '../../ports/original-store.ts';
import {
  checkContentHash,
  close,
  codeOf,
  discard,
  notStored,
  type ReceivedFile,
  receiveFile,
  refusalOf,
  stagedOriginal,
  translating,
} from './received-file.ts';

const syncToDisk = promisify(fsync);

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

  /** Renames in the calling thread; only waits for the disk go to other threads. */
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

  function staged(received: ReceivedFile): StagedOriginal {
    const { file, path, content } = received;
    const { contentHash } = content;
    return stagedOriginal(received, {
      async keep() {
        holds.set(contentHash, (holds.get(contentHash) ?? 0) + 1);
        try {
          await translating(() => syncToDisk(file));
          await translating(() => moveIn(path, contentHash));
        } catch (error) {
          release(contentHash);
          throw error;
        }
      },
      async end(isKept) {
        if (isKept) release(contentHash);
        // A kept file has been moved to its place; any other is still here.
        if (isKept) close(file);
        else await discard(received);
      },
    });
  }

  return {
    receive: async (bytes, { limitBytes, signal }) =>
      staged(await receiveFile(join(staging, randomUUID()), bytes, { limitBytes, signal })),
    async localCopy(contentHash) {
      const path = originalPath(folder, contentHash);
      if (!existsSync(path)) throw notStored(contentHash);
      return { path, async [Symbol.asyncDispose]() {} };
    },
    open: (contentHash) => translating(() => openOriginal(originalPath(folder, contentHash))),
    async remove(contentHash) {
      const path = originalPath(folder, contentHash);
      if (holds.has(contentHash)) return false;
      // Moved in the same turn as the check for holds, so that nobody can take one in between.
      const removed = join(staging, randomUUID());
      try {
        renameSync(path, removed);
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return true;
        throw refusalOf(error);
      }
      await translating(() => rm(removed, { force: true }));
      return true;
    },
    async clearStaging() {
      for (const entry of await readdir(staging))
        await rm(join(staging, entry), { recursive: true, force: true });
    },
  };
}

/** Where `openOriginalFiles` stores the original. */
export function originalPath(folder: string, contentHash: string): string {
  checkContentHash(contentHash);
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
