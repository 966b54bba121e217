import type { SourceStore } from '../../../ports/source-store.ts';
import { createSqlSourceStore } from '../../sql/source-store.ts';
import { openConnection } from '../connection.ts';
import type { DatabaseLayout, OnMigration } from '../database.ts';
import { sqlDatabaseOf } from '../sql-database.ts';

export const SOURCE_LAYOUT: DatabaseLayout = {
  applicationId: 0x446f6335, // "Doc5"
  durability: 'fsync',
  migrations: [
    `
    CREATE TABLE sources (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      source_id TEXT NOT NULL UNIQUE,
      settings TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      due_at INTEGER,
      started_at INTEGER,
      ended_at INTEGER,
      result TEXT,
      would_delete INTEGER NOT NULL DEFAULT 0,
      may_delete INTEGER NOT NULL DEFAULT 0,
      is_removed INTEGER NOT NULL DEFAULT 0
    ) STRICT;

    CREATE TABLE source_documents (
      source_id TEXT NOT NULL,
      item_key TEXT NOT NULL,
      doc_id TEXT NOT NULL,
      mark TEXT NOT NULL,
      content_hash TEXT NOT NULL,
      PRIMARY KEY (source_id, item_key)
    ) STRICT, WITHOUT ROWID;
    `,
    'ALTER TABLE sources ADD COLUMN is_paused INTEGER NOT NULL DEFAULT 0',
  ],
};

/**
 * Opens or creates the SQLite file at `path`.
 *
 * @throws {Error} When the file is another program's or a newer Docent's.
 */
export function openSqliteSourceStore(
  path: string,
  { onMigration }: { onMigration?: OnMigration } = {},
): SourceStore {
  const connection = openConnection(path, 'source_store', SOURCE_LAYOUT, onMigration);
  return {
    ...createSqlSourceStore(sqlDatabaseOf(connection)),
    ping: connection.ping,
    [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
  };
}
