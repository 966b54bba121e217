import { DOCUMENT_TABLES } from '../../sql/document-schema.ts';
import { postgresOf } from '../migrations.ts';

/** Tables that grow with the corpus are cut into so many by document, so that each can be vacuumed and moved alone. */
const PARTITIONS = 16;

/**
 * The row of a document is the mutex of all that belongs to it: its job, tags, chunks and texts are written by who has
 * locked it. Offsets are in UTF-16 units, times in milliseconds since the epoch.
 */
export const DOCUMENT_MIGRATIONS: readonly string[] = [
  `
  ${postgresOf(DOCUMENT_TABLES)}
  -- Room on each page for the next progress, which then changes no index.
  ALTER TABLE documents SET (fillfactor = 80);
  -- Has no bound on the length of a URL, as a tree has.
  CREATE INDEX documents_by_url ON documents USING hash (url) WHERE url IS NOT NULL;
  CREATE INDEX documents_by_analysis ON documents (analysis) WHERE live_version IS NOT NULL;
  CREATE INDEX documents_by_title ON documents (left(folded, 100), sequence DESC);
  CREATE INDEX jobs_by_due ON jobs (due_at, job_id);

  -- Last versions of documents that are no more: chunks of them may still be in the index.
  CREATE TABLE deleted_documents (
    doc_id text COLLATE "C" PRIMARY KEY,
    version integer NOT NULL,
    deleted_at bigint NOT NULL
  );
  CREATE INDEX deleted_documents_by_time ON deleted_documents (deleted_at);

  CREATE TABLE chunks (
    document bigint NOT NULL,
    version integer NOT NULL,
    ordinal integer NOT NULL,
    text_hash text COLLATE "C" NOT NULL,
    start_offset integer NOT NULL,
    end_offset integer NOT NULL,
    page integer,
    section text,
    text text NOT NULL,
    terms text NOT NULL,
    counts bytea NOT NULL,
    PRIMARY KEY (document, version, ordinal)
  ) PARTITION BY HASH (document);
  -- Finds a chunk that an edited document still has.
  CREATE INDEX chunks_by_text ON chunks (document, version, text_hash);

  -- The extracted text in pieces, so that a range of it is read without the rest: deflated UTF-16.
  CREATE TABLE document_texts (
    document bigint NOT NULL,
    version integer NOT NULL,
    start_offset integer NOT NULL,
    end_offset integer NOT NULL,
    deflated bytea NOT NULL,
    PRIMARY KEY (document, version, start_offset)
  ) PARTITION BY HASH (document);

  -- Two slots: one model's embeddings are read while the next one's are written, and then they change places.
  CREATE TABLE embedding_models (
    slot smallint PRIMARY KEY,
    id text NOT NULL,
    is_current boolean NOT NULL,
    -- Whether terms of live chunks have changed since the model was begun.
    has_old_terms boolean NOT NULL DEFAULT false,
    payload bytea NOT NULL
  );
  CREATE TABLE embeddings_0 (
    document bigint NOT NULL,
    version integer NOT NULL,
    ordinal integer NOT NULL,
    vector bytea NOT NULL,
    PRIMARY KEY (document, version, ordinal)
  ) PARTITION BY HASH (document);
  CREATE TABLE embeddings_1 (LIKE embeddings_0 INCLUDING ALL) PARTITION BY HASH (document);

  -- Compressed already, or too small to be.
  ALTER TABLE document_texts ALTER COLUMN deflated SET STORAGE EXTERNAL;
  ALTER TABLE embeddings_0 ALTER COLUMN vector SET STORAGE EXTERNAL;
  ALTER TABLE embeddings_1 ALTER COLUMN vector SET STORAGE EXTERNAL;
  ALTER TABLE embedding_models ALTER COLUMN payload SET STORAGE EXTERNAL;

  ${['chunks', 'document_texts', 'embeddings_0', 'embeddings_1'].map(partitionsOf).join('\n')}
  `,
  // New tables have it.
  'ALTER TABLE documents ADD COLUMN IF NOT EXISTS is_tag_bound smallint NOT NULL DEFAULT 0',
  'ALTER TABLE chunks ADD COLUMN layout text',
];

function partitionsOf(table: string): string {
  return Array.from(
    { length: PARTITIONS },
    (_, remainder) =>
      `CREATE TABLE ${table}_p${remainder} PARTITION OF ${table}
       FOR VALUES WITH (MODULUS ${PARTITIONS}, REMAINDER ${remainder});`,
  ).join('\n');
}
