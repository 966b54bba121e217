import { createHash, randomUUID } from 'node:crypto';
import { open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { Manifest, ManifestStore, NamedOriginal } from '../ports/manifest.ts';
import { originalPath, syncFolder } from './original-files.ts';
import { unavailable } from './store-refusals.ts';

const FORMAT = 1;

/** An original's name, followed by the rest of its manifest's: no file has a name that somebody chose. */
const NAME = /^([0-9a-f]{64})(?:\.([A-Za-z0-9_-]{2,171})\.[0-9a-f]{8}\.json)?$/;

const ManifestFile = z.object({
  format: z.literal(FORMAT),
  doc_id: z.string().regex(/^[A-Za-z0-9_-]{1,128}$/),
  content_hash: z.string().regex(/^[0-9a-f]{64}$/),
  kind: z.enum(['document', 'approved_answer']),
  version: z.int().positive(),
  title: z.string().nullable(),
  tags: z.array(z.string()),
  source: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('upload'), filename: z.string() }),
    z.object({ kind: z.literal('url'), url: z.string(), filename: z.string().optional() }),
    z.object({ kind: z.literal('review'), entry_id: z.string(), filename: z.string() }),
  ]),
  media_type: z.string(),
  is_failed: z.boolean(),
  created_at: z.iso.datetime(),
});

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
      const text = textOf(manifest);
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
        if (!isAbsent(error)) throw unavailable('original_files', error);
      }
    },
    async read(of) {
      const manifest = manifestIn(await textIn(pathOf(of)));
      return manifest?.docId === of.docId && manifest.contentHash === of.contentHash ? manifest : undefined;
    },
    async *stored() {
      const originals = join(folder, 'originals');
      // Other files there (`.DS_Store`, `lost+found`) are not ours.
      for (const group of (await readdir(originals)).filter((name) => /^[0-9a-f]{2}$/.test(name))) {
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

function textOf({ docId, contentHash, mediaType, isFailed, createdAt, source, ...rest }: Manifest): string {
  const file: z.input<typeof ManifestFile> = {
    format: FORMAT,
    doc_id: docId,
    content_hash: contentHash,
    ...rest,
    tags: [...rest.tags],
    source:
      source.kind === 'review'
        ? { kind: source.kind, entry_id: source.entryId, filename: source.filename }
        : source,
    media_type: mediaType,
    is_failed: isFailed,
    created_at: new Date(createdAt).toISOString(),
  };
  return `${JSON.stringify(file, undefined, 2)}\n`;
}

function manifestIn(text: string | undefined): Manifest | undefined {
  const read = ManifestFile.safeParse(parsed(text));
  if (!read.success) return undefined;
  const { doc_id, content_hash, kind, version, title, tags, source, ...rest } = read.data;
  return {
    ...{ docId: doc_id, contentHash: content_hash, kind, version, title, tags },
    source:
      source.kind === 'review'
        ? { kind: source.kind, entryId: source.entry_id, filename: source.filename }
        : source.kind === 'url'
          ? { kind: source.kind, url: source.url, ...(source.filename && { filename: source.filename }) }
          : source,
    mediaType: rest.media_type,
    isFailed: rest.is_failed,
    createdAt: Date.parse(rest.created_at),
  };
}

function parsed(text: string | undefined): unknown {
  try {
    return text && JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function textIn(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

function isAbsent(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
