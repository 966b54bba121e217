/** Review, feedback, API keys and the audit log. */
export const CURATION_MIGRATIONS = [
  `
  CREATE TABLE entries (
    entry bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    entry_id text NOT NULL UNIQUE,
    position bigint NOT NULL UNIQUE,
    state text NOT NULL,
    stale smallint NOT NULL,
    question text NOT NULL,
    answer text NOT NULL,
    sources text NOT NULL,
    mode text NOT NULL,
    model text NOT NULL,
    grounded text,
    grounded_score double precision,
    statements text NOT NULL,
    asked bigint NOT NULL,
    correlation_id text NOT NULL,
    created_at bigint NOT NULL,
    decided_at bigint,
    decided_by text,
    doc_id text,
    note text,
    tags text NOT NULL,
    approved_key text,
    expires_at bigint
  );
  CREATE INDEX entries_by_state ON entries (state, position);
  CREATE INDEX entries_by_document ON entries (doc_id) WHERE doc_id IS NOT NULL;
  CREATE INDEX entries_by_approved_key ON entries (approved_key) WHERE approved_key IS NOT NULL;
  CREATE INDEX entries_by_decision ON entries (decided_at, position) WHERE decided_at IS NOT NULL;
  CREATE INDEX entries_by_expiry ON entries (expires_at) WHERE expires_at IS NOT NULL AND doc_id IS NOT NULL;
  CREATE TABLE entry_questions (question_key text PRIMARY KEY, entry bigint NOT NULL);
  CREATE INDEX entry_questions_by_entry ON entry_questions (entry);
  CREATE TABLE entry_sources (
    doc_id text COLLATE "C" NOT NULL,
    entry bigint NOT NULL,
    version bigint NOT NULL,
    PRIMARY KEY (doc_id, entry)
  );
  CREATE INDEX entry_sources_by_entry ON entry_sources (entry);
  CREATE TABLE feedback (
    sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    feedback_id text NOT NULL UNIQUE,
    rating text NOT NULL,
    correlation_id text,
    reason text,
    question text,
    answer text,
    question_key text,
    created_at bigint NOT NULL
  );
  CREATE INDEX feedback_by_rating ON feedback (rating, sequence);
  CREATE INDEX feedback_by_question ON feedback (question_key, rating) WHERE question_key IS NOT NULL;
  CREATE INDEX feedback_by_time ON feedback (created_at, rating)
  `,
  `
  CREATE TABLE api_keys (
    key_id text PRIMARY KEY,
    digest text NOT NULL UNIQUE,
    name text COLLATE "C" NOT NULL UNIQUE,
    prefix text NOT NULL,
    scopes text NOT NULL,
    tags text,
    requests_per_minute bigint,
    answers_per_day bigint,
    created_at bigint NOT NULL,
    expires_at bigint,
    last_used_at bigint
  );
  CREATE TABLE audit_log (
    sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at bigint NOT NULL,
    actor text NOT NULL,
    action text NOT NULL,
    subject text NOT NULL,
    title text NOT NULL,
    correlation_id text NOT NULL
  );
  CREATE INDEX audit_log_by_time ON audit_log (at);
  ALTER TABLE entries ADD COLUMN audience text
  `,
];
