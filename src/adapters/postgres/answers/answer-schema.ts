/** Answers given. */
export const ANSWER_MIGRATIONS = [
  `
  CREATE TABLE answers (
    sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    correlation_id text NOT NULL,
    at bigint NOT NULL,
    question text,
    standalone text,
    question_key text,
    answer text,
    refused smallint NOT NULL,
    grounded text,
    grounded_score double precision,
    best_score double precision NOT NULL,
    mode text NOT NULL,
    model text NOT NULL,
    prompt_tokens bigint,
    completion_tokens bigint,
    retrieve_ms double precision NOT NULL,
    generate_ms double precision NOT NULL,
    total_ms double precision NOT NULL
  );
  CREATE INDEX answers_by_correlation ON answers (correlation_id);
  CREATE INDEX answers_by_time ON answers (at, sequence);
  CREATE INDEX answers_with_text ON answers (sequence) WHERE question IS NOT NULL;
  CREATE INDEX answers_by_question ON answers (question_key, refused) WHERE question_key IS NOT NULL;
  CREATE TABLE answer_hours (
    hour bigint NOT NULL,
    model text COLLATE "C" NOT NULL,
    answers bigint NOT NULL,
    refused bigint NOT NULL,
    supported bigint NOT NULL,
    partial bigint NOT NULL,
    unsupported bigint NOT NULL,
    prompt_tokens bigint NOT NULL,
    completion_tokens bigint NOT NULL,
    PRIMARY KEY (hour, model)
  );
  CREATE TABLE latency_hours (
    hour bigint NOT NULL,
    class integer NOT NULL,
    answers bigint NOT NULL,
    PRIMARY KEY (hour, class)
  )
  `,
];
