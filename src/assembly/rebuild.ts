import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { lockDataFolder } from '../adapters/files/data-folder-lock.ts';
import { openOriginalFiles, originalPath, syncFolder } from '../adapters/files/original-files.ts';
import { openManifestFiles } from '../adapters/files/original-manifests.ts';
import { openSqliteDocumentStore } from '../adapters/sqlite/documents/document-store.ts';
import { restoreDocuments } from '../ingestion/maintenance/restore-documents.ts';

/** The file of the documents in `DATA_DIR`. */
export const DOCUMENT_DATABASE = 'docent.db';

/** Where originals that nothing describes are moved to, in `DATA_DIR`: a start would remove them after a day. */
const UNDESCRIBED_FOLDER = 'originals-without-manifest';
/** SQLite's files beside a database. */
const BESIDE = ['-wal', '-shm'];

/** What was rebuilt. */
export interface Rebuilt {
  readonly documents: number;
  /** Originals without a manifest, and the folder that they are in now. */
  readonly undescribed: number;
  readonly undescribedFolder: string;
}

/** Whether there are originals, but not the database that says which documents they are. */
export async function isCatalogueLost(dataDir: string): Promise<boolean> {
  const database = join(dataDir, DOCUMENT_DATABASE);
  // The log of a database may hold all of it.
  if (bytesOf(database) > 0 || (bytesOf(database) === 0 && bytesOf(`${database}-wal`) > 0)) return false;
  if (bytesOf(join(dataDir, 'originals')) < 0) return false;
  for await (const _ of openManifestFiles(dataDir).stored()) return true;
  return false;
}

/** @throws {Error} When a start would take what is in the folder for a new one. */
export async function refuseLostCatalogue(dataDir: string): Promise<void> {
  if (!(await isCatalogueLost(dataDir))) return;
  throw new Error(
    `Cannot start as ${dataDir} holds originals, but not ${DOCUMENT_DATABASE}, which says which documents they are: ` +
      `restore ${DOCUMENT_DATABASE} from a backup, or rebuild it with docent reindex --from-originals`,
  );
}

/**
 * Rebuilds a lost database of documents from the manifests of the originals. The next start ingests the documents.
 * Whole and synced it takes its name: if the process is killed, the next call begins again.
 *
 * @throws {Error} With a message for the operator.
 */
export async function rebuildCatalogue(dataDir: string, { now }: { now: number }): Promise<Rebuilt> {
  using _ = lockDataFolder(dataDir);
  const path = join(dataDir, DOCUMENT_DATABASE);
  const unfinished = `${path}.unfinished`;
  for (const end of ['', ...BESIDE]) await rm(`${unfinished}${end}`, { force: true });
  const originals = await openOriginalFiles(dataDir);
  const manifests = openManifestFiles(dataDir);
  const { documents, undescribed } = await restoreInto(unfinished, { originals, manifests, now });
  if (documents === 0)
    throw new Error(
      `Cannot rebuild ${path} as none of the originals has a manifest: restore ${DOCUMENT_DATABASE} from a backup`,
    );
  const undescribedFolder = join(dataDir, UNDESCRIBED_FOLDER);
  if (undescribed.length > 0) await mkdir(undescribedFolder, { recursive: true, mode: 0o700 });
  for (const hash of undescribed) await rename(originalPath(dataDir, hash), join(undescribedFolder, hash));
  // Of the lost database: SQLite would replay its log into the new one.
  for (const end of BESIDE)
    if (bytesOf(`${path}${end}`) >= 0) await rename(`${path}${end}`, `${path}${end}.old`);
  await rename(unfinished, path);
  await syncFolder(dataDir);
  return { documents, undescribed: undescribed.length, undescribedFolder };
}

async function restoreInto(
  path: string,
  { now, ...stores }: Pick<Parameters<typeof restoreDocuments>[0], 'originals' | 'manifests' | 'now'>,
) {
  await using documentStore = openSqliteDocumentStore(path);
  return await restoreDocuments({ documentStore, ...stores, correlationId: randomUUID(), now });
}

/** -1 when there is no such file. */
function bytesOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? -1;
}
