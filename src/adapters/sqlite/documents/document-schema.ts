import type { DatabaseLayout } from '../database.ts';

/**
 * The record of truth. A document has at most one job, that of its newest version, so a job's row holds only its due
 * time and its worker. Chunks of an unpublished version exist only while its job is leased, or while it is listed in
 * `dropped_versions`.
 *
 * Acknowledged writes survive a power cut.
 */
export const DOCUMENT_LAYOUT: DatabaseLayout = {
  applicationId: 0x446f6331, // "Doc1"
  durability: 'fsync',
  firstVersion: 12,
  migrations: [
    `
    CREATE TABLE documents (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      doc_id TEXT NOT NULL UNIQUE,
      kind TEXT NOT NULL,
      status TEXT NOT NULL,
      stage TEXT,
      progress REAL NOT NULL,
      version INTEGER NOT NULL,
      live_version INTEGER,
      -- Of the newest version, which may be pending, and of the version that answers.
      content_hash TEXT,
      live_hash TEXT,
      media_type TEXT,
      bytes INTEGER,
      pages INTEGER,
      chunks INTEGER NOT NULL,
      added INTEGER NOT NULL,
      removed INTEGER NOT NULL,
      language TEXT,
      attempts INTEGER NOT NULL,
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
      embedded INTEGER NOT NULL DEFAULT 0,
      -- Of the original that answers, as content_hash and live_hash are.
      live_media_type TEXT,
      live_filename TEXT,
      -- The review entry of an approved answer.
      entry_id TEXT,
      -- Whether the newest version is to be indexed even where its content answers already.
      is_forced INTEGER NOT NULL DEFAULT 0,
      -- The analysis that made the terms of the version that answers; 0 when it had no number yet.
      analysis INTEGER NOT NULL DEFAULT 0,
      is_tag_bound INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE INDEX documents_by_status ON documents (status);
    -- Sums up the originals' sizes without a look at each document.
    CREATE INDEX documents_by_content ON documents (content_hash, bytes) WHERE content_hash IS NOT NULL;
    CREATE INDEX documents_by_live_content ON documents (live_hash) WHERE live_hash IS NOT NULL;
    CREATE INDEX documents_by_url ON documents (url) WHERE url IS NOT NULL;
    CREATE INDEX documents_by_duplicate ON documents (duplicate_of) WHERE duplicate_of IS NOT NULL;
    CREATE INDEX documents_by_language ON documents (language, chunks) WHERE live_version IS NOT NULL;
    -- Read from end to end by the search in the list, which then need not touch the records.
    CREATE INDEX documents_by_folded ON documents (folded, status);

    -- Tells accepted jobs from forced ones without a look at each.
    CREATE INDEX documents_forced ON documents (sequence) WHERE is_forced = 1;
    CREATE INDEX documents_by_analysis ON documents (analysis, live_version) WHERE live_version IS NOT NULL;

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
    CREATE INDEX jobs_by_due ON jobs (due_at);

    CREATE TABLE chunks (
      chunk INTEGER PRIMARY KEY,
      document INTEGER NOT NULL,
      version INTEGER NOT NULL,
      ordinal INTEGER NOT NULL,
      text_hash TEXT NOT NULL,
      start INTEGER NOT NULL,
      end INTEGER NOT NULL,
      page INTEGER,
      section TEXT,
      text TEXT NOT NULL,
      UNIQUE (document, version, ordinal)
    ) STRICT;
    -- Finds a chunk that an edited document still has.
    CREATE INDEX chunks_by_text ON chunks (document, version, text_hash);
    -- Apart from the texts, so that loading the index reads nothing else.
    CREATE TABLE chunk_terms (
      chunk INTEGER PRIMARY KEY,
      terms TEXT NOT NULL,
      counts BLOB NOT NULL
    ) STRICT;

    -- Two slots: one model's embeddings are read while the next one's are written, and then they change places.
    CREATE TABLE embeddings_0 (chunk INTEGER PRIMARY KEY, vector BLOB NOT NULL) STRICT;
    CREATE TABLE embeddings_1 (chunk INTEGER PRIMARY KEY, vector BLOB NOT NULL) STRICT;
    CREATE TABLE embedding_models (
      slot INTEGER PRIMARY KEY,
      id TEXT NOT NULL,
      is_current INTEGER NOT NULL,
      -- Whether terms of live chunks have changed since the model was begun.
      has_old_terms INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE TABLE embedding_model_parts (
      slot INTEGER NOT NULL,
      part INTEGER NOT NULL,
      bytes BLOB NOT NULL,
      PRIMARY KEY (slot, part)
    ) STRICT;

    -- The extracted text in pieces, so that a range of it is read without the rest: deflated UTF-16, in which an
    -- offset is half a byte's and a piece may begin within a pair of surrogates.
    CREATE TABLE document_texts (
      piece INTEGER PRIMARY KEY,
      document INTEGER NOT NULL,
      version INTEGER NOT NULL,
      start INTEGER NOT NULL,
      end INTEGER NOT NULL,
      deflated BLOB NOT NULL,
      UNIQUE (document, version, start)
    ) STRICT;
    -- Large versions that nobody reads any more, whose chunks and texts are removed little by little.
    CREATE TABLE dropped_versions (
      document INTEGER NOT NULL,
      version INTEGER NOT NULL,
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
    -- Names the saved search index that every later change of the store but new and deleted versions has been kept from.
    CREATE TABLE saved_index (token TEXT NOT NULL) STRICT;
    `,
    `ALTER TABLE chunks ADD COLUMN layout TEXT;`,
  ],
};
