import { DOCUMENT_TABLES } from '../../sql/document-schema.ts';
import type { DatabaseLayout } from '../database.ts';

/** Acknowledged writes survive a power cut. */
export const DOCUMENT_LAYOUT: DatabaseLayout = {
  applicationId: 0x446f6331, // "Doc1"
  durability: 'fsync',
  firstVersion: 12,
  migrations: [
    `
    ${DOCUMENT_TABLES}
    CREATE INDEX documents_by_url ON documents (url) WHERE url IS NOT NULL;
    -- Read from end to end by the search in the list, which then need not touch the records.
    CREATE INDEX documents_by_folded ON documents (folded, status);
    CREATE INDEX documents_by_analysis ON documents (analysis, live_version) WHERE live_version IS NOT NULL;
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
    -- Names the saved search index that every later change of the store but new and deleted versions has been kept from.
    CREATE TABLE saved_index (token TEXT NOT NULL) STRICT;
    `,
    `ALTER TABLE chunks ADD COLUMN layout TEXT;`,
  ],
};
