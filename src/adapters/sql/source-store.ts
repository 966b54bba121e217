import type { SourceDocument, SourceRecord, SourceStore } from '../../ports/source-store.ts';
import { columns, decoded, type RowOf } from './fields.ts';
import { rowsOf, type SqlDatabase, type SqlValue, totalOf } from './work.ts';

type SourceRow = RowOf<SourceRecord>;

const NAMES =
  'sequence sourceId settings createdAt dueAt startedAt endedAt result wouldDelete mayDelete isPaused isRemoved';
const FIELDS = `${columns(NAMES.split(' '))},
  (SELECT COUNT(*) FROM source_documents WHERE source_documents.source_id = sources.source_id) AS documents`;

const ADD = `
  INSERT INTO sources (source_id, settings, created_at, due_at)
  SELECT $1, $2, $3, $4 WHERE (SELECT COUNT(*) FROM sources) < $5
  ON CONFLICT (source_id) DO NOTHING RETURNING ${FIELDS}`;
const GET = `SELECT ${FIELDS} FROM sources WHERE source_id = $1`;
const LIST = `SELECT ${FIELDS} FROM sources WHERE sequence < $1 ORDER BY sequence DESC LIMIT $2`;
const COUNT = 'SELECT COUNT(*) AS total FROM sources';
const DUE = `SELECT ${FIELDS} FROM sources WHERE due_at <= $1 ORDER BY due_at, sequence LIMIT 1`;
const REQUEST = `
  UPDATE sources SET due_at = $2, is_removed = CASE WHEN $4 = 1 THEN 1 ELSE is_removed END,
    may_delete = CASE WHEN $3 = 1 THEN would_delete ELSE may_delete END,
    would_delete = CASE WHEN $3 = 1 THEN 0 ELSE would_delete END
  WHERE source_id = $1 RETURNING ${FIELDS}`;
const CHANGE = `
  UPDATE sources SET settings = $3, is_paused = $4, due_at = $5
  WHERE source_id = $1 AND settings = $2 AND is_removed = 0 RETURNING ${FIELDS}`;
const BEGIN = `
  UPDATE sources SET due_at = NULL, started_at = $2, ended_at = NULL, may_delete = 0 WHERE source_id = $1`;
const END = `
  UPDATE sources SET ended_at = $2, due_at = CASE WHEN is_paused = 1 THEN due_at ELSE COALESCE(due_at, $3) END, result = $4, would_delete = $5
  WHERE source_id = $1`;
const RECOVER = `
  UPDATE sources SET due_at = $1 WHERE due_at IS NULL AND started_at IS NOT NULL AND ended_at IS NULL`;
const REMOVE_DOCUMENTS = 'DELETE FROM source_documents WHERE source_id = $1';
const REMOVE = 'DELETE FROM sources WHERE source_id = $1 RETURNING source_id';
const DOCUMENTS = `
  SELECT item_key AS "key", ${columns(['docId', 'mark', 'contentHash'])} FROM source_documents
  WHERE source_id = $1 AND item_key > $2 ORDER BY item_key LIMIT $3`;
const PUT_DOCUMENT = `
  INSERT INTO source_documents (source_id, item_key, doc_id, mark, content_hash) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (source_id, item_key) DO UPDATE
  SET doc_id = EXCLUDED.doc_id, mark = EXCLUDED.mark, content_hash = EXCLUDED.content_hash`;
const REMOVE_DOCUMENT = 'DELETE FROM source_documents WHERE source_id = $1 AND item_key = $2';

/** A source store on statements that SQLite and PostgreSQL both run. */
export function createSqlSourceStore(database: SqlDatabase): SourceStore {
  const read = <Row>(sql: string, values: readonly SqlValue[]) =>
    database.read(() => rowsOf<Row>(sql, values));
  const write = <Row>(sql: string, values: readonly SqlValue[]) =>
    database.write(() => rowsOf<Row>(sql, values));
  const first = async (rows: Promise<readonly SourceRow[]>) => {
    const [row] = await rows;
    return row && recordOf(row);
  };
  return {
    add: ({ sourceId, settings, createdAt, dueAt }, { sourcesMax }) =>
      first(write(ADD, [sourceId, JSON.stringify(settings), createdAt, dueAt, sourcesMax])),
    get: (sourceId) => first(read(GET, [sourceId])),
    list: async ({ limit, before = Number.MAX_SAFE_INTEGER }) =>
      (await read<SourceRow>(LIST, [before, limit])).map(recordOf),
    count: () => database.read(() => totalOf(COUNT)),
    due: (now) => first(read(DUE, [now])),
    request: (sourceId, { now, isConfirmed, isRemoved }) =>
      first(write(REQUEST, [sourceId, now, Number(isConfirmed), Number(isRemoved)])),
    change: (sourceId, { from, to, isPaused, now }) =>
      first(
        write(CHANGE, [
          sourceId,
          JSON.stringify(from),
          JSON.stringify(to),
          Number(isPaused),
          isPaused ? null : now,
        ]),
      ),
    begin: async (sourceId, now) => void (await write(BEGIN, [sourceId, now])),
    end: async (sourceId, { now, dueAt, result, wouldDelete }) =>
      void (await write(END, [sourceId, now, dueAt, JSON.stringify(result), wouldDelete])),
    recover: async (now) => void (await write(RECOVER, [now])),
    remove: (sourceId) =>
      database.write(function* () {
        yield* rowsOf(REMOVE_DOCUMENTS, [sourceId]);
        return (yield* rowsOf(REMOVE, [sourceId])).length > 0;
      }),

    documents: async (sourceId, { limit, after = '' }) =>
      (await read<SourceDocument>(DOCUMENTS, [sourceId, after, limit])).map((row) => ({ ...row })),
    putDocument: async (sourceId, { key, docId, mark, contentHash }) =>
      void (await write(PUT_DOCUMENT, [sourceId, key, docId, mark, contentHash])),
    removeDocument: async (sourceId, key) => void (await write(REMOVE_DOCUMENT, [sourceId, key])),
    ping: database.ping,
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
}

function recordOf(row: SourceRow): SourceRecord {
  return decoded(row, { booleans: ['isPaused', 'isRemoved'], json: ['settings', 'result'] });
}
