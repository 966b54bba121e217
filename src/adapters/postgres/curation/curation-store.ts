import type { CurationStore } from '../../../ports/curation-store.ts';
import { createSqlCurationStore } from '../../sql/curation-store.ts';
import { reviewStatements } from '../../sql/review-statements.ts';
import type { Connection } from '../connection.ts';
import { migrate } from '../migrations.ts';
import { pingOf } from '../ping.ts';
import { sqlDatabaseOf } from '../sql-database.ts';
import { CURATION_MIGRATIONS } from './curation-schema.ts';

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

/**
 * Review and feedback in PostgreSQL. Disposing of it closes the connection.
 *
 * @param options.feedbackMax Records stored; beyond it each new one drops the oldest.
 */
export async function openPostgresCurationStore(
  connection: Connection,
  { feedbackMax = FEEDBACK_MAX }: { feedbackMax?: number } = {},
): Promise<CurationStore> {
  await migrate(connection, 'reviews', CURATION_MIGRATIONS);
  const { write: change } = sqlDatabaseOf(connection, ENTRIES_LOCK);
  return {
    ...createSqlCurationStore(sqlDatabaseOf(connection), { change, selects: SELECTS, feedbackMax }),
    ping: pingOf(connection),
    [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
  };
}
