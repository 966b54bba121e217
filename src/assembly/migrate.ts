import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { lockDataFolder } from '../adapters/files/data-folder-lock.ts';
import { originalPath } from '../adapters/files/original-files.ts';
import { isCopyUnfinished, setCopyState } from '../adapters/postgres/migrations.ts';
import {
  ANSWER_TABLES,
  CURATION_TABLES,
  copyTable,
  DOCUMENT_TABLES,
  SOURCE_TABLES,
  type TableCopy,
} from '../adapters/postgres/table-copies.ts';
import { type DocumentRow, manifestsOf } from '../adapters/sql/document-row.ts';
import { all, closeDatabase, type DatabaseLayout, one, openDatabase } from '../adapters/sqlite/database.ts';
import { DOCUMENT_LAYOUT } from '../adapters/sqlite/documents/document-schema.ts';
import { ANSWER_LAYOUT, CURATION_LAYOUT, SOURCE_LAYOUT } from '../adapters/sqlite/stores.ts';
import { createProgressBar, type ProgressBar } from '../cli/progress-bar.ts';
import type { Terminal } from '../cli/terminal.ts';
import { inParallel } from '../concurrency/in-parallel.ts';
import { SILENT } from '../kernel/silent-logger.ts';
import type { Config } from '../settings/config.ts';
import { isShared } from '../settings/store-settings.ts';
import { copyOriginal } from './backup.ts';
import { fillSearchIndex } from './index-rebuild.ts';
import { DOCUMENT_DATABASE, refuseLostCatalogue } from './rebuild.ts';
import { openSharedStores } from './shared-stores.ts';

/** Originals uploaded at the same time. */
const UPLOADS_AT_ONCE = 8;

/** Documents last, as `DOCUMENT_TABLES` says. */
const DATABASES: readonly { file: string; layout: DatabaseLayout; tables: readonly TableCopy[] }[] = [
  { file: 'curation.db', layout: CURATION_LAYOUT, tables: CURATION_TABLES },
  { file: 'answers.db', layout: ANSWER_LAYOUT, tables: ANSWER_TABLES },
  { file: 'sources.db', layout: SOURCE_LAYOUT, tables: SOURCE_TABLES },
  { file: DOCUMENT_DATABASE, layout: DOCUMENT_LAYOUT, tables: DOCUMENT_TABLES },
];

type SharedStores = Awaited<ReturnType<typeof openSharedStores>>;

/**
 * Copies all that a stopped Docent has in its data folder to stores that several processes share: records, originals,
 * and the index, without parsing a document again. The folder stays as it is. When it is interrupted, the next call
 * continues; until it has ended, no Docent starts with the new stores. Conversations are not copied.
 *
 * @param of.from Settings with embedded stores.
 * @param of.to Settings with shared ones, which hold nothing, or what an earlier call has copied.
 * @throws {Error} With a message for the operator, or `store_unavailable`.
 */
export async function migrate(of: { from: Config; to: Config }, terminal: Terminal): Promise<void> {
  const { from, to } = of;
  if (isShared(from))
    throw new Error('Cannot migrate from shared stores: the settings must name embedded ones');
  if (!isShared(to))
    throw new Error('Cannot migrate to embedded stores: set RECORD_STORE, VECTOR_STORE and FILE_STORE');
  await refuseLostCatalogue(from.dataDir);
  await using opened = new AsyncDisposableStack();
  opened.use(lockDataFolder(from.dataDir));
  const elapsed = () => performance.now();
  const stores = await openSharedStores(to, {
    ...{ opened, elapsed, logger: SILENT },
    ...{ mayLead: false, isMigration: true },
  });
  await begin(stores);
  const sources = DATABASES.map(({ file, layout, tables }) => {
    const database = openDatabase(join(from.dataDir, file), layout);
    opened.defer(() => closeDatabase(database));
    return { database, tables };
  });
  const { database: documents } = sources.at(-1)!;
  using progress = createProgressBar(terminal);
  const rows = documents.prepare('SELECT * FROM documents ORDER BY sequence');
  const records = all<DocumentRow>(rows);
  const lost = await copyOriginals(records, { dataDir: from.dataDir, stores, progress });
  await copyDatabases(sources, { stores, progress });
  await fillSearchIndex(stores, { progress, total: records.length });
  await setCopyState(stores.records, 'finished');
  for (const docId of lost)
    progress.line(`The original of ${docId} is lost or damaged: send the file again.`);
  progress.line(`Documents migrated: ${records.length}. Start Docent with the new settings.`);
}

async function begin({ records, documentStore }: SharedStores): Promise<void> {
  if (await isCopyUnfinished(records)) return;
  const { documents } = await documentStore.list({}, { limit: 1 });
  if (documents.length > 0)
    throw new Error('Cannot migrate to RECORD_STORE as it holds documents: name an empty database');
  await setCopyState(records, 'unfinished');
}

async function copyDatabases(
  sources: readonly { readonly database: DatabaseSync; readonly tables: readonly TableCopy[] }[],
  { stores, progress }: { stores: SharedStores; progress: ProgressBar },
): Promise<void> {
  const copies = sources.flatMap(({ database, tables }) => tables.map((table) => ({ database, table })));
  const total = copies.reduce((sum, { database, table: { from } }) => {
    const rows = one<{ total: number }>(database.prepare(`SELECT count(*) AS total FROM (${from})`));
    return sum + rows!.total;
  }, 0);
  let copied = 0;
  const onRows = (rows: number) => {
    copied += rows;
    progress.draw(copied, total, 'rows');
  };
  for (const { database, table } of copies)
    await copyTable(table, { source: database, target: stores.records, onRows });
}

/** @returns The documents of those that are not there, or not as they were when they were stored. */
async function copyOriginals(
  records: readonly DocumentRow[],
  { dataDir, stores, progress }: { dataDir: string; stores: SharedStores; progress: ProgressBar },
): Promise<string[]> {
  const manifests = records.flatMap(manifestsOf);
  const lost = new Set<string>();
  let copied = 0;
  await inParallel(manifests, UPLOADS_AT_ONCE, async (manifest) => {
    const isThere = await ensureOriginal(manifest.contentHash, { dataDir, stores });
    if (isThere) await stores.manifests.write(manifest);
    else lost.add(manifest.docId);
    progress.draw(++copied, manifests.length, 'originals');
  });
  return [...lost].sort();
}

async function ensureOriginal(
  hash: string,
  { dataDir, stores: { originals } }: { dataDir: string; stores: SharedStores },
): Promise<boolean> {
  {
    await using there = await originals.open(hash);
    if (there) return true;
  }
  return (await copyOriginal(originalPath(dataDir, hash), { hash, originals })) !== undefined;
}
