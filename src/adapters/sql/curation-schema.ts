/**
 * Review, feedback, API keys and the audit log, as SQLite says it; `postgresOf` says it as PostgreSQL does. A released
 * migration never changes.
 */
export const CURATION_TABLES = `
  CREATE TABLE entries (
    entry INTEGER PRIMARY KEY AUTOINCREMENT,
    entry_id TEXT NOT NULL UNIQUE,
    position INTEGER NOT NULL UNIQUE,
    state TEXT NOT NULL,
    stale INTEGER NOT NULL,
    question TEXT NOT NULL,
    answer TEXT NOT NULL,
    sources TEXT NOT NULL,
    mode TEXT NOT NULL,
    model TEXT NOT NULL,
    grounded TEXT,
    grounded_score REAL,
    asked INTEGER NOT NULL,
    correlation_id TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    decided_at INTEGER,
    doc_id TEXT,
    note TEXT,
    tags TEXT NOT NULL,
    approved_key TEXT,
    -- Who said to be the one that decided.
    decided_by TEXT,
    -- Findings for each sentence.
    statements TEXT NOT NULL DEFAULT '[]',
    expires_at INTEGER,
    -- Tags of the key that asked: it saw only documents with one of them. NULL: all documents.
    audience TEXT
  ) STRICT;
  CREATE INDEX entries_by_state ON entries (state, position);
  CREATE INDEX entries_by_document ON entries (doc_id) WHERE doc_id IS NOT NULL;
  CREATE INDEX entries_by_approved_key ON entries (approved_key) WHERE approved_key IS NOT NULL;
  CREATE INDEX entries_by_decision ON entries (decided_at, position) WHERE decided_at IS NOT NULL;
  CREATE INDEX entries_by_expiry ON entries (expires_at) WHERE expires_at IS NOT NULL AND doc_id IS NOT NULL;

  -- Every question that leads to an entry: as it was asked, and as it was approved.
  CREATE TABLE entry_questions (
    question_key TEXT PRIMARY KEY NOT NULL,
    entry INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX entry_questions_by_entry ON entry_questions (entry);
  -- The versions of the documents that an answer was taken from.
  CREATE TABLE entry_sources (
    doc_id TEXT NOT NULL,
    entry INTEGER NOT NULL,
    version INTEGER NOT NULL,
    PRIMARY KEY (doc_id, entry)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX entry_sources_by_entry ON entry_sources (entry);

  CREATE TABLE feedback (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    feedback_id TEXT NOT NULL UNIQUE,
    rating TEXT NOT NULL,
    correlation_id TEXT,
    reason TEXT,
    question TEXT,
    answer TEXT,
    created_at INTEGER NOT NULL,
    question_key TEXT
  ) STRICT;
  CREATE INDEX feedback_by_question ON feedback (question_key, rating) WHERE question_key IS NOT NULL;
  CREATE INDEX feedback_by_time ON feedback (created_at, rating);

  CREATE TABLE api_keys (
    key_id TEXT PRIMARY KEY NOT NULL,
    digest TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL UNIQUE,
    prefix TEXT NOT NULL,
    scopes TEXT NOT NULL,
    tags TEXT,
    requests_per_minute INTEGER,
    answers_per_day INTEGER,
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    last_used_at INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE audit_log (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    actor TEXT NOT NULL,
    action TEXT NOT NULL,
    subject TEXT NOT NULL,
    title TEXT NOT NULL,
    correlation_id TEXT NOT NULL
  ) STRICT;
  CREATE INDEX audit_log_by_time ON audit_log (at);
`;
