/** Tables that grow with the corpus are cut into so many by document, so that each can be vacuumed and moved alone. */
const PARTITIONS = 16;

/**
 * The record of truth. The row of a document is the mutex of all that belongs to it: its job, tags, chunks and texts are
 * written by who has locked it. A document has at most one job, that of its newest version. Chunks of an unpublished
 * version exist only while its job is leased, or while it is listed in `dropped_versions`.
 *
 * Offsets are in UTF-16 units, times in milliseconds since the epoch.
 */
export const DOCUMENT_MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE documents (
    sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    doc_id text COLLATE "C" NOT NULL UNIQUE,
    kind text NOT NULL,
    status text COLLATE "C" NOT NULL,
    stage text,
    progress double precision NOT NULL DEFAULT 0,
    version integer NOT NULL,
    live_version integer,
    -- Of the newest version, which may be pending, and of the version that answers.
    content_hash text COLLATE "C",
    live_hash text COLLATE "C",
    media_type text,
    live_media_type text,
    bytes bigint,
    pages integer,
    chunks integer NOT NULL DEFAULT 0,
    -- By the last ingest.
    added integer NOT NULL DEFAULT 0,
    removed integer NOT NULL DEFAULT 0,
    embedded integer NOT NULL DEFAULT 0,
    language text COLLATE "C",
    -- The analysis that made the terms of the version that answers.
    analysis integer NOT NULL DEFAULT 0,
    attempts integer NOT NULL DEFAULT 0,
    -- As the client gave it, and as it is shown.
    given_title text,
    title text NOT NULL,
    -- Title and id in one case, for the search in the list.
    folded text COLLATE "C" NOT NULL,
    source_kind text NOT NULL,
    filename text,
    live_filename text,
    url text,
    -- The review entry of an approved answer.
    entry_id text,
    tags text NOT NULL,
    correlation_id text NOT NULL,
    error_code text,
    error_message text,
    duplicate_of text COLLATE "C",
    -- 1: the newest version is to be indexed even where its content answers already.
    is_forced smallint NOT NULL DEFAULT 0,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL
    -- Room on each page for the next progress, which then changes no index.
  ) WITH (fillfactor = 80);
  CREATE INDEX documents_by_status ON documents (status);
  CREATE INDEX documents_by_content ON documents (content_hash, bytes) WHERE content_hash IS NOT NULL;
  CREATE INDEX documents_by_live_content ON documents (live_hash) WHERE live_hash IS NOT NULL;
  -- Has no bound on the length of a URL, as a tree has.
  CREATE INDEX documents_by_url ON documents USING hash (url) WHERE url IS NOT NULL;
  CREATE INDEX documents_by_duplicate ON documents (duplicate_of) WHERE duplicate_of IS NOT NULL;
  CREATE INDEX documents_by_language ON documents (language, chunks) WHERE live_version IS NOT NULL;
  CREATE INDEX documents_by_analysis ON documents (analysis) WHERE live_version IS NOT NULL;
  CREATE INDEX documents_forced ON documents (sequence) WHERE is_forced = 1;
  CREATE INDEX documents_by_title ON documents (left(folded, 100), sequence DESC);

  -- Last versions of documents that are no more: chunks of them may still be in the index.
  CREATE TABLE deleted_documents (
    doc_id text COLLATE "C" PRIMARY KEY,
    version integer NOT NULL,
    deleted_at bigint NOT NULL
  );
  CREATE INDEX deleted_documents_by_time ON deleted_documents (deleted_at);

  CREATE TABLE document_tags (
    tag text COLLATE "C" NOT NULL,
    document bigint NOT NULL,
    PRIMARY KEY (tag, document)
  );
  CREATE INDEX document_tags_by_document ON document_tags (document);

  -- The documents that an approved answer rests on: with one of them the answer is deleted.
  CREATE TABLE answer_sources (
    doc_id text COLLATE "C" NOT NULL,
    answer bigint NOT NULL,
    PRIMARY KEY (doc_id, answer)
  );
  CREATE INDEX answer_sources_by_answer ON answer_sources (answer);

  -- Content that a document named and names no more, until its file is removed. No id: no document came to name it.
  CREATE TABLE released_originals (
    content_hash text COLLATE "C" NOT NULL,
    doc_id text COLLATE "C" NOT NULL,
    released_at bigint NOT NULL,
    PRIMARY KEY (content_hash, doc_id)
  );

  CREATE TABLE jobs (
    job_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    document bigint NOT NULL UNIQUE,
    -- When a waiting job may be taken, and when a leased one may be taken again.
    due_at bigint NOT NULL,
    lease_token text COLLATE "C"
  );
  CREATE INDEX jobs_by_due ON jobs (due_at, job_id);

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

  -- Large versions that nobody reads any more, whose chunks and texts are removed little by little.
  CREATE TABLE dropped_versions (
    document bigint NOT NULL,
    version integer NOT NULL,
    PRIMARY KEY (document, version)
  );

  -- Compressed already, or too small to be.
  ALTER TABLE document_texts ALTER COLUMN deflated SET STORAGE EXTERNAL;
  ALTER TABLE embeddings_0 ALTER COLUMN vector SET STORAGE EXTERNAL;
  ALTER TABLE embeddings_1 ALTER COLUMN vector SET STORAGE EXTERNAL;
  ALTER TABLE embedding_models ALTER COLUMN payload SET STORAGE EXTERNAL;

  ${['chunks', 'document_texts', 'embeddings_0', 'embeddings_1'].map(partitionsOf).join('\n')}
  `,
  'ALTER TABLE documents ADD COLUMN is_tag_bound smallint NOT NULL DEFAULT 0',
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
