import type { AnswerStore } from '../../ports/answer-store.ts';
import type { CurationStore } from '../../ports/curation-store.ts';
import type { SourceStore } from '../../ports/source-store.ts';
import { ANSWER_TABLES } from '../sql/answer-schema.ts';
import { createSqlAnswerStore } from '../sql/answer-store.ts';
import { CURATION_TABLES } from '../sql/curation-schema.ts';
import { createSqlCurationStore, reviewStatements } from '../sql/curation-store.ts';
import { SOURCE_TABLES } from '../sql/source-schema.ts';
import { createSqlSourceStore } from '../sql/source-store.ts';
import type { DatabaseLayout, OnMigration } from './database.ts';
import { openSqlDatabase } from './sql-database.ts';

/** Each store opens or creates the SQLite file at `path`, and throws when it is another program's or a newer Docent's. */
interface Options {
  readonly onMigration?: OnMigration;
}

export const ANSWER_LAYOUT: DatabaseLayout = {
  applicationId: 0x446f6334, // "Doc4"
  // Losing the last second is acceptable.
  durability: 'relaxed',
  migrations: [
    `${ANSWER_TABLES}
    CREATE INDEX answers_by_time ON answers (at);
    CREATE INDEX answers_refused ON answers (question_key, at, best_score) WHERE refused = 1 AND question_key IS NOT NULL;
    `,
  ],
};

export function openSqliteAnswerStore(
  path: string,
  options: Options & { answersMax?: number; textsMax?: number } = {},
): AnswerStore {
  const { answersMax = 1_000_000, textsMax = 100_000, onMigration } = options;
  const database = openSqlDatabase(path, 'answer_store', ANSWER_LAYOUT, onMigration);
  return createSqlAnswerStore(database, { answersMax, textsMax });
}

export const CURATION_LAYOUT: DatabaseLayout = {
  applicationId: 0x446f6333, // "Doc3"
  // An acknowledged decision survives a power cut.
  durability: 'fsync',
  firstVersion: 5,
  migrations: [`${CURATION_TABLES} CREATE INDEX feedback_by_rating ON feedback (rating);`],
};

/** Anyone who may ask may give feedback, some 20 KB at a time: unbounded, it could fill the disk. */
const FEEDBACK_MAX = 100_000;

const SELECTS = reviewStatements({
  sources: `json_group_array(json_object('docId', s.doc_id, 'version', s.version) ORDER BY s.doc_id)`,
  // With that index SQLite would sort all entries for each page.
  unindexedState: '+state',
  isWithin: (column, parameter) =>
    `NOT EXISTS (
      SELECT 1 FROM json_each(${column}) t WHERE t.value NOT IN (SELECT value FROM json_each(${parameter})))`,
});

/** @param options.feedbackMax Records stored; beyond it each new one drops the oldest. */
export function openSqliteCurationStore(
  path: string,
  { feedbackMax = FEEDBACK_MAX, onMigration }: Options & { feedbackMax?: number } = {},
): CurationStore {
  const database = openSqlDatabase(path, 'curation_store', CURATION_LAYOUT, onMigration);
  return createSqlCurationStore(database, { selects: SELECTS, feedbackMax });
}

export const SOURCE_LAYOUT: DatabaseLayout = {
  applicationId: 0x446f6335, // "Doc5"
  durability: 'fsync',
  firstVersion: 2,
  migrations: [SOURCE_TABLES],
};

export function openSqliteSourceStore(path: string, { onMigration }: Options = {}): SourceStore {
  return createSqlSourceStore(openSqlDatabase(path, 'source_store', SOURCE_LAYOUT, onMigration));
}
