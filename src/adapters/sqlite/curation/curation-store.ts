import type { CurationStore } from '../../../ports/curation-store.ts';
import { createSqlCurationStore } from '../../sql/curation-store.ts';
import { reviewStatements } from '../../sql/review-statements.ts';
import { openConnection } from '../connection.ts';
import type { OnMigration } from '../database.ts';
import { sqlDatabaseOf } from '../sql-database.ts';
import { CURATION_LAYOUT } from './curation-schema.ts';

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

/**
 * Opens or creates the SQLite file at `path`.
 *
 * @param options.feedbackMax Records stored; beyond it each new one drops the oldest.
 * @throws {Error} When the file is another program's or a newer Docent's.
 */
export function openSqliteCurationStore(
  path: string,
  { feedbackMax = FEEDBACK_MAX, onMigration }: { feedbackMax?: number; onMigration?: OnMigration } = {},
): CurationStore {
  const connection = openConnection(path, 'curation_store', CURATION_LAYOUT, onMigration);
  const database = sqlDatabaseOf(connection);
  return {
    ...createSqlCurationStore(database, { change: database.write, selects: SELECTS, feedbackMax }),
    ping: connection.ping,
    [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
  };
}
