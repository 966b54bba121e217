import type { SourceStore } from '../../../ports/source-store.ts';
import { createSqlSourceStore } from '../../sql/source-store.ts';
import type { Connection } from '../connection.ts';
import { migrate } from '../migrations.ts';
import { pingOf } from '../ping.ts';
import { sqlDatabaseOf } from '../sql-database.ts';

const MIGRATIONS = [
  `
  CREATE TABLE sources (
    sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    source_id text NOT NULL UNIQUE,
    settings text NOT NULL,
    created_at bigint NOT NULL,
    due_at bigint,
    started_at bigint,
    ended_at bigint,
    result text,
    would_delete bigint NOT NULL DEFAULT 0,
    may_delete bigint NOT NULL DEFAULT 0,
    is_removed smallint NOT NULL DEFAULT 0
  );
  CREATE TABLE source_documents (
    source_id text NOT NULL,
    item_key text COLLATE "C" NOT NULL,
    doc_id text NOT NULL,
    mark text NOT NULL,
    content_hash text NOT NULL,
    PRIMARY KEY (source_id, item_key)
  )
  `,
  'ALTER TABLE sources ADD COLUMN is_paused smallint NOT NULL DEFAULT 0',
];

/** Sources in PostgreSQL. Disposing of it closes the connection. */
export async function openPostgresSourceStore(connection: Connection): Promise<SourceStore> {
  await migrate(connection, 'sources', MIGRATIONS);
  return {
    ...createSqlSourceStore(sqlDatabaseOf(connection)),
    ping: pingOf(connection),
    [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
  };
}
