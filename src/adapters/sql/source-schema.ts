/** Sources, as SQLite says it; `postgresOf` says it as PostgreSQL does. A released migration never changes. */
export const SOURCE_TABLES = `
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
    is_removed INTEGER NOT NULL DEFAULT 0,
    is_paused INTEGER NOT NULL DEFAULT 0
  ) STRICT;

  CREATE TABLE source_documents (
    source_id TEXT NOT NULL,
    item_key TEXT NOT NULL,
    doc_id TEXT NOT NULL,
    mark TEXT NOT NULL,
    content_hash TEXT NOT NULL,
    PRIMARY KEY (source_id, item_key)
  ) STRICT, WITHOUT ROWID;
`;
