import { statSync } from 'node:fs';
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { makeFolder } from '../adapters/files/make-folder.ts';
import {
  openOriginal,
  openOriginalFiles,
  originalPath,
  syncFolder,
} from '../adapters/files/original-files.ts';
import { openManifestFiles } from '../adapters/files/original-manifests.ts';
import { type DocumentRow, manifestsOf } from '../adapters/sql/document-row.ts';
import { all, one } from '../adapters/sqlite/database.ts';
import { openDatabaseSnapshots } from '../adapters/sqlite/database-snapshots.ts';
import { inParallel } from '../concurrency/in-parallel.ts';
import { asError, RefusedError } from '../errors.ts';
import type { OriginalStore } from '../ports/original-store.ts';
import { DOCUMENT_DATABASE } from './rebuild.ts';

/** What was backed up. */
export interface Backup {
  readonly documents: number;
  readonly originalBytes: number;
  readonly databaseBytes: number;
  /** Documents whose original is not there, or not as it was when it was stored. All else of them is in the backup. */
  readonly withoutOriginal: readonly string[];
}

/** The originals that documents are read from, of the newest version and of the one that answers. */
const CONTENT_HASHES = `
  SELECT content_hash AS hash FROM documents WHERE content_hash IS NOT NULL
  UNION SELECT live_hash FROM documents WHERE live_hash IS NOT NULL`;
/** Records read at once for their manifests. */
const PAGE = 500;

/** Originals copied at the same time: mostly they wait for the disk. */
const COPIES_AT_ONCE = 8;
/** Snapshots taken until the originals of one are still there; beyond it some count as lost. */
const ROUNDS_MAX = 10;

/**
 * Copies a data folder as it was at one moment, even while a server uses it. The copy is a data folder: to
 * restore it, start Docent with it. Whole and synced it takes its name; until then, and if the process is killed, it has
 * another one that begins the same.
 *
 * @param folder Absent or empty; the folder that it lies in must be there.
 * @throws {Error} With a message for the operator. Nothing is left of the copy then.
 */
export async function backUp(dataDir: string, folder: string): Promise<Backup> {
  const target = resolve(folder);
  const names = await databasesIn(dataDir);
  if ((await namesIn(target)).length > 0)
    throw new Error(`Cannot back up to ${folder} as it must be a new or an empty folder: it holds something`);
  let unfinished: string | undefined;
  try {
    unfinished = await mkdtemp(`${target}.unfinished-`);
    const backup = await copyFolder(dataDir, unfinished, names);
    await rename(unfinished, target);
    await syncFolder(dirname(target));
    return backup;
  } catch (error) {
    if (unfinished) await rm(unfinished, { recursive: true, force: true }).catch(() => undefined);
    const { message } = reasonOf(asError(error));
    if (message.startsWith('Cannot ')) throw error;
    throw new Error(`Cannot copy ${dataDir} to ${folder}: ${message}`, { cause: error });
  }
}

/**
 * Copies a backup to a data folder, and checks each file while copying it.
 *
 * @throws {Error} With a message for the operator. The data folder is as it was then.
 */
export async function restore(folder: string, dataDir: string): Promise<Backup> {
  if (!(await namesIn(folder)).includes(DOCUMENT_DATABASE))
    throw new Error(`Cannot restore ${folder} as it must be a backup, with ${DOCUMENT_DATABASE} in it`);
  if ((await namesIn(dataDir)).length > 0)
    throw new Error(
      `Cannot restore to ${dataDir} as DATA_DIR must be a new or an empty folder: it holds something`,
    );
  makeFolder(dirname(resolve(dataDir)));
  return backUp(folder, dataDir);
}

async function copyFolder(dataDir: string, target: string, names: readonly string[]): Promise<Backup> {
  const paths = names.map((name) => join(dataDir, name));
  const catalogue = join(dataDir, DOCUMENT_DATABASE);
  const originals = await openOriginalFiles(target);
  const copies = new Map<string, number>();

  /** @returns Those that cannot be copied. */
  async function copyOriginals(hashes: readonly string[]): Promise<string[]> {
    const failed: string[] = [];
    const missing = hashes.filter((hash) => !copies.has(hash));
    await inParallel(missing, COPIES_AT_ONCE, async (hash) => {
      const bytes = await copyOriginal(originalPath(dataDir, hash), { hash, originals });
      if (bytes === undefined) failed.push(hash);
      else copies.set(hash, bytes);
    });
    return failed;
  }

  // While the databases are locked, their logs grow: only what arrives meanwhile is copied then.
  let lost = await copyOriginals(hashesNow(catalogue));
  for (let round = 1; ; round += 1) {
    using snapshots = openDatabaseSnapshots(paths);
    const hashes = hashesIn(snapshots.database(catalogue));
    const failed = await copyOriginals(hashes);
    // Most likely it was removed with its document after this moment, so a later one does not know it.
    const isOvertaken = failed.some((hash) => !lost.includes(hash));
    lost = failed;
    if (isOvertaken && round < ROUNDS_MAX) continue;

    const wanted = new Set(hashes);
    for (const hash of copies.keys()) if (!wanted.has(hash)) await originals.remove(hash);
    await originals.clearStaging();
    const documents = snapshots.database(catalogue);
    await writeManifests(documents, { target, isCopied: (hash) => copies.has(hash) });
    for (const name of names) await snapshots.copy(join(dataDir, name), join(target, name));
    await syncFolder(target);
    return {
      documents: one<{ total: number }>(documents.prepare('SELECT COUNT(*) AS total FROM documents'))!.total,
      originalBytes: hashes.reduce((sum, hash) => sum + (copies.get(hash) ?? 0), 0),
      databaseBytes: names.reduce((sum, name) => sum + statSync(join(target, name)).size, 0),
      withoutOriginal: documentsOf(documents, lost),
    };
  }
}

/** @returns Its size; undefined when it is not there, or its content is not what its name says. */
export async function copyOriginal(
  path: string,
  { hash, originals }: { hash: string; originals: Pick<OriginalStore, 'receive'> },
): Promise<number | undefined> {
  await using original = await openOriginal(path);
  if (!original) return undefined;
  const bytes = original.read({ start: 0, end: original.bytes });
  await using copy = await originals.receive(bytes, { limitBytes: Number.POSITIVE_INFINITY });
  if (copy.contentHash !== hash) return undefined;
  await copy.keep();
  return copy.bytes;
}

/** From the database, so that they are of the same moment, and there even where an earlier Docent wrote none. */
async function writeManifests(
  documents: DatabaseSync,
  { target, isCopied }: { target: string; isCopied: (hash: string) => boolean },
): Promise<void> {
  const manifests = openManifestFiles(target);
  const page = documents.prepare('SELECT * FROM documents WHERE sequence > ? ORDER BY sequence LIMIT ?');
  for (let after = 0; ; ) {
    const rows = all<DocumentRow>(page, after, PAGE);
    const described = rows.flatMap(manifestsOf).filter(({ contentHash }) => isCopied(contentHash));
    await inParallel(described, COPIES_AT_ONCE, manifests.write);
    if (rows.length < PAGE) return;
    after = rows.at(-1)!.sequence;
  }
}

function hashesNow(catalogue: string): string[] {
  using snapshots = openDatabaseSnapshots([catalogue]);
  return hashesIn(snapshots.database(catalogue));
}

function hashesIn(documents: DatabaseSync): string[] {
  return all<{ hash: string }>(documents.prepare(CONTENT_HASHES)).map(({ hash }) => hash);
}

function documentsOf(documents: DatabaseSync, hashes: readonly string[]): string[] {
  const named = documents.prepare('SELECT doc_id FROM documents WHERE ?1 IN (content_hash, live_hash)');
  const ids = hashes.flatMap((hash) => all<{ doc_id: string }>(named, hash).map(({ doc_id: id }) => id));
  return [...new Set(ids)].sort();
}

/** @throws {Error} When the folder is no data folder. */
async function databasesIn(dataDir: string): Promise<string[]> {
  const names = (await namesIn(dataDir)).filter((name) => name.endsWith('.db'));
  if (names.includes(DOCUMENT_DATABASE)) return names;
  throw new Error(`Cannot back up ${dataDir} as it must hold ${DOCUMENT_DATABASE}: set DATA_DIR`);
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** The error of the disk, not the one for clients. */
function reasonOf(error: Error): Error {
  return error instanceof RefusedError && error.cause instanceof Error ? error.cause : error;
}
