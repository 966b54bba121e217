import { createHash, randomUUID } from 'node:crypto';
import { open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ManifestStore, NamedOriginal } from '../../ports/manifest.ts';
import { unavailable } from '../store-refusals.ts';
import { manifestIn, manifestText } from './manifest-text.ts';
import { originalPath, syncFolder } from './original-files.ts';
import { codeOf } from './received-file.ts';

/** An original's name, followed by the rest of its manifest's: no file has a name that somebody chose. */
const NAME = /^([0-9a-f]{64})(?:\.([A-Za-z0-9_-]{2,171})\.[0-9a-f]{8}\.json)?$/;

/**
 * Manifests as `originals/ab/abcd….<doc_id in base64url>.<8 hex>.json` beside the originals of `openOriginalFiles` in
 * `folder`. The digits tell ids apart that differ in case alone, where the file system does not.
 */
export function openManifestFiles(folder: string): ManifestStore {
  const pathOf = ({ docId, contentHash }: NamedOriginal) => {
    const digits = createHash('sha256').update(docId).digest('hex').slice(0, 8);
    return `${originalPath(folder, contentHash)}.${Buffer.from(docId).toString('base64url')}.${digits}.json`;
  };

  return {
    async write(manifest) {
      const path = pathOf(manifest);
      const text = manifestText(manifest);
      const staged = join(folder, 'staging', randomUUID());
      try {
        if ((await textIn(path)) !== text) {
          await writeSynced(staged, text);
          await rename(staged, path);
        }
        // Also where nothing has changed: the sync of an earlier call may have failed.
        await syncFolder(dirname(path));
      } catch (error) {
        await rm(staged, { force: true }).catch(() => undefined);
        throw unavailable('original_files', error);
      }
    },
    async remove(of) {
      const path = pathOf(of);
      try {
        await rm(path, { force: true });
        await syncFolder(dirname(path));
      } catch (error) {
        if (codeOf(error) !== 'ENOENT') throw unavailable('original_files', error);
      }
    },
    read: async (of) => manifestIn(await textIn(pathOf(of)), of),
    async *stored(signal) {
      const originals = join(folder, 'originals');
      // Other files there (`.DS_Store`, `lost+found`) are not ours.
      for (const group of (await readdir(originals)).filter((name) => /^[0-9a-f]{2}$/.test(name))) {
        signal?.throwIfAborted();
        const names = (await readdir(join(originals, group))).map((name) => NAME.exec(name) ?? []);
        const docIds = new Map<string, string[]>();
        for (const [, hash, docId] of names) if (hash && !docId) docIds.set(hash, []);
        for (const [, hash, docId] of names)
          if (hash && docId) docIds.get(hash)?.push(Buffer.from(docId, 'base64url').toString());
        for (const [contentHash, ids] of docIds) yield { contentHash, docIds: ids };
      }
    },
  };
}

async function writeSynced(path: string, text: string): Promise<void> {
  await using file = await open(path, 'wx', 0o600);
  await file.writeFile(text);
  await file.sync();
}

async function textIn(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
