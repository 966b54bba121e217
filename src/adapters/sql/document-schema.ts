/**
 * The record of truth but for chunks and texts, as SQLite says it; `postgresOf` says it as PostgreSQL does, where an
 * `INT` has four bytes. A released migration never changes.
 *
 * A document has at most one job, that of its newest version, so a job's row holds only its due time and its worker.
 * Chunks of an unpublished version exist only while its job is leased, or while it is listed in `dropped_versions`.
 */
export const DOCUMENT_TABLES = `
  CREATE TABLE documents (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    doc_id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    status TEXT NOT NULL,
    stage TEXT,
    progress REAL NOT NULL,
    version INT NOT NULL,
    live_version INT,
    -- Of the newest version, which may be pending, and of the version that answers.
    content_hash TEXT,
    live_hash TEXT,
    media_type TEXT,
    bytes INTEGER,
    pages INT,
    chunks INT NOT NULL,
    -- By the last ingest.
    added INT NOT NULL,
    removed INT NOT NULL,
    language TEXT,
    attempts INT NOT NULL,
    -- As the client gave it, and as it is shown.
    given_title TEXT,
    title TEXT NOT NULL,
    -- Title and id in one case, for the search in the list.
    folded TEXT NOT NULL,
    source_kind TEXT NOT NULL,
    filename TEXT,
    url TEXT,
    tags TEXT NOT NULL,
    correlation_id TEXT NOT NULL,
    error_code TEXT,
    error_message TEXT,
    duplicate_of TEXT,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    embedded INT NOT NULL DEFAULT 0,
    -- Of the original that answers, as content_hash and live_hash are.
    live_media_type TEXT,
    live_filename TEXT,
    -- The review entry of an approved answer.
    entry_id TEXT,
    -- Whether the newest version is to be indexed even where its content answers already.
    is_forced INT NOT NULL DEFAULT 0,
    -- The analysis that made the terms of the version that answers; 0 when it had no number yet.
    analysis INT NOT NULL DEFAULT 0,
    is_tag_bound INT NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX documents_by_status ON documents (status);
  -- Sums up the originals' sizes without a look at each document.
  CREATE INDEX documents_by_content ON documents (content_hash, bytes) WHERE content_hash IS NOT NULL;
  CREATE INDEX documents_by_live_content ON documents (live_hash) WHERE live_hash IS NOT NULL;
  CREATE INDEX documents_by_duplicate ON documents (duplicate_of) WHERE duplicate_of IS NOT NULL;
  CREATE INDEX documents_by_language ON documents (language, chunks) WHERE live_version IS NOT NULL;
  -- Tells accepted jobs from forced ones without a look at each.
  CREATE INDEX documents_forced ON documents (sequence) WHERE is_forced = 1;

  CREATE TABLE document_tags (
    tag TEXT NOT NULL,
    document INTEGER NOT NULL,
    PRIMARY KEY (tag, document)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX document_tags_by_document ON document_tags (document);

  CREATE TABLE jobs (
    job_id INTEGER PRIMARY KEY AUTOINCREMENT,
    document INTEGER NOT NULL UNIQUE,
    -- When a waiting job may be taken, and when a leased one may be taken again.
    due_at INTEGER NOT NULL,
    lease_token TEXT
  ) STRICT;

  -- Large versions that nobody reads any more, whose chunks and texts are removed little by little.
  CREATE TABLE dropped_versions (
    document INTEGER NOT NULL,
    version INT NOT NULL,
    PRIMARY KEY (document, version)
  ) STRICT, WITHOUT ROWID;

  -- The documents that an approved answer rests on: with one of them the answer is deleted.
  CREATE TABLE answer_sources (
    doc_id TEXT NOT NULL,
    answer INTEGER NOT NULL,
    PRIMARY KEY (doc_id, answer)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX answer_sources_by_answer ON answer_sources (answer);
  -- Content that a document named and names no more, until its file is removed. No id: no document came to name it.
  CREATE TABLE released_originals (
    content_hash TEXT NOT NULL,
    doc_id TEXT NOT NULL,
    released_at INTEGER NOT NULL,
    PRIMARY KEY (content_hash, doc_id)
  ) STRICT, WITHOUT ROWID;
`;
