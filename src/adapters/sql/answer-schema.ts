/** Answers given, as SQLite says it; `postgresOf` says it as PostgreSQL does. A released migration never changes. */
export const ANSWER_TABLES = `
  CREATE TABLE answers (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    correlation_id TEXT NOT NULL,
    at INTEGER NOT NULL,
    -- Null once they are forgotten, all four.
    question TEXT,
    standalone TEXT,
    question_key TEXT,
    answer TEXT,
    refused INTEGER NOT NULL,
    grounded TEXT,
    grounded_score REAL,
    best_score REAL NOT NULL,
    mode TEXT NOT NULL,
    model TEXT NOT NULL,
    prompt_tokens INTEGER,
    completion_tokens INTEGER,
    retrieve_ms REAL NOT NULL,
    generate_ms REAL NOT NULL,
    total_ms REAL NOT NULL
  ) STRICT;
  CREATE INDEX answers_by_correlation ON answers (correlation_id);
  CREATE INDEX answers_by_question ON answers (question_key, refused) WHERE question_key IS NOT NULL;

  -- What the plots are made of, counted as answers come in: a look at them does not read the answers.
  CREATE TABLE answer_hours (
    hour INTEGER NOT NULL,
    model TEXT NOT NULL,
    answers INTEGER NOT NULL,
    refused INTEGER NOT NULL,
    supported INTEGER NOT NULL,
    partial INTEGER NOT NULL,
    unsupported INTEGER NOT NULL,
    prompt_tokens INTEGER NOT NULL,
    completion_tokens INTEGER NOT NULL,
    PRIMARY KEY (hour, model)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE latency_hours (
    hour INTEGER NOT NULL,
    class INTEGER NOT NULL,
    answers INTEGER NOT NULL,
    PRIMARY KEY (hour, class)
  ) STRICT, WITHOUT ROWID;
`;
