import type { AnswerStore } from '../../ports/answer-store.ts';
import type { CurationStore } from '../../ports/curation-store.ts';
import type { SourceStore } from '../../ports/source-store.ts';
import { ANSWER_TABLES } from '../sql/answer-schema.ts';
import { createSqlAnswerStore } from '../sql/answer-store.ts';
import { CURATION_TABLES } from '../sql/curation-schema.ts';
import { createSqlCurationStore, reviewStatements } from '../sql/curation-store.ts';
import { SOURCE_TABLES } from '../sql/source-schema.ts';
import { createSqlSourceStore } from '../sql/source-store.ts';
import type { Connection } from './connection.ts';
import { migrate, postgresOf } from './migrations.ts';
import { sqlDatabaseOf } from './sql-database.ts';

/** Disposing of a store closes its connection. */

const ANSWERS_MAX = 10_000_000;
const TEXTS_MAX = 1_000_000;

export async function openPostgresAnswerStore(
  connection: Connection,
  { answersMax = ANSWERS_MAX, textsMax = TEXTS_MAX }: { answersMax?: number; textsMax?: number } = {},
): Promise<AnswerStore> {
  await migrate(connection, 'answers', [
    `${postgresOf(ANSWER_TABLES)}
    CREATE INDEX answers_by_time ON answers (at, sequence);
    CREATE INDEX answers_with_text ON answers (sequence) WHERE question IS NOT NULL`,
  ]);
  return createSqlAnswerStore(sqlDatabaseOf(connection), { answersMax, textsMax });
}

/** Anyone who may ask may give feedback, some 20 KB at a time: unbounded, it could fill the disk. */
const FEEDBACK_MAX = 1_000_000;
/** Changes of entries come one after another, as decisions are few. */
const ENTRIES_LOCK = 0x646f6333;

const SELECTS = reviewStatements({
  sources: `coalesce(
    json_agg(json_build_object('docId', s.doc_id, 'version', s.version) ORDER BY s.doc_id), '[]'
  )::text`,
  unindexedState: 'state',
  isWithin: (column, parameter) => `${column}::jsonb <@ ${parameter}::jsonb`,
});

/** @param options.feedbackMax Records stored; beyond it each new one drops the oldest. */
export async function openPostgresCurationStore(
  connection: Connection,
  { feedbackMax = FEEDBACK_MAX }: { feedbackMax?: number } = {},
): Promise<CurationStore> {
  const tables = `${postgresOf(CURATION_TABLES)}
    CREATE INDEX feedback_by_rating ON feedback (rating, sequence)`;
  await migrate(connection, 'reviews', [tables], { firstVersion: 2 });
  const { write: change } = sqlDatabaseOf(connection, ENTRIES_LOCK);
  return createSqlCurationStore(sqlDatabaseOf(connection), { change, selects: SELECTS, feedbackMax });
}

export async function openPostgresSourceStore(connection: Connection): Promise<SourceStore> {
  await migrate(connection, 'sources', [postgresOf(SOURCE_TABLES)], { firstVersion: 2 });
  return createSqlSourceStore(sqlDatabaseOf(connection));
}
