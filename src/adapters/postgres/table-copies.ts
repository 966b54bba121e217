import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { Connection, Queries } from './connection.ts';

/** Rows written by one statement: it has at most 65,535 values. */
const ROWS_MAX = 200;
/** Characters and bytes of a statement's values, about. */
const SIZE_MAX = 4_000_000;

/** A table as SQLite has it, to be copied to PostgreSQL. */
export interface TableCopy {
  readonly table: string;
  /** Of SQLite, with the columns that PostgreSQL has. */
  readonly from: string;
  /** Columns that the rows are ordered by; no two rows are equal in them. */
  readonly key: readonly string[];
  readonly booleans?: readonly string[];
  /** The column that PostgreSQL numbers itself. */
  readonly numbered?: string;
}

const CHUNK_KEY = ['document', 'version', 'ordinal'];

/** Documents last: until they are there, nothing refers to what is. */
export const DOCUMENT_TABLES: readonly TableCopy[] = [
  {
    table: 'chunks',
    from: `SELECT document, version, ordinal, text_hash, start AS start_offset, "end" AS end_offset, page, section, layout,
             text, terms, counts
           FROM chunks JOIN chunk_terms USING (chunk)`,
    key: CHUNK_KEY,
  },
  {
    table: 'document_texts',
    from: 'SELECT document, version, start AS start_offset, "end" AS end_offset, deflated FROM document_texts',
    key: ['document', 'version', 'start_offset'],
  },
  ...[0, 1].map((slot) => ({
    table: `embeddings_${slot}`,
    from: `SELECT document, version, ordinal, vector FROM chunks JOIN embeddings_${slot} USING (chunk)`,
    key: CHUNK_KEY,
  })),
  {
    table: 'embedding_models',
    from: `SELECT slot, id, is_current, has_old_terms,
             -- In order, as an index gives them.
             unhex((SELECT group_concat(hex(bytes), '') FROM (
               SELECT bytes FROM embedding_model_parts p WHERE p.slot = m.slot ORDER BY part))) AS payload
           FROM embedding_models m`,
    key: ['slot'],
    booleans: ['is_current', 'has_old_terms'],
  },
  ...[
    { table: 'document_tags', key: ['tag', 'document'] },
    { table: 'answer_sources', key: ['doc_id', 'answer'] },
    { table: 'released_originals', key: ['content_hash', 'doc_id'] },
    { table: 'dropped_versions', key: ['document', 'version'] },
    { table: 'jobs', key: ['job_id'], numbered: 'job_id' },
    { table: 'documents', key: ['sequence'], numbered: 'sequence' },
  ].map(asItIs),
];

export const CURATION_TABLES: readonly TableCopy[] = [
  { table: 'entry_questions', key: ['question_key'] },
  { table: 'entry_sources', key: ['doc_id', 'entry'] },
  { table: 'feedback', key: ['sequence'], numbered: 'sequence' },
  { table: 'api_keys', key: ['key_id'] },
  { table: 'audit_log', key: ['sequence'], numbered: 'sequence' },
  { table: 'entries', key: ['entry'], numbered: 'entry' },
].map(asItIs);

export const ANSWER_TABLES: readonly TableCopy[] = [
  { table: 'answers', key: ['sequence'], numbered: 'sequence' },
  { table: 'answer_hours', key: ['hour', 'model'] },
  { table: 'latency_hours', key: ['hour', 'class'] },
].map(asItIs);

export const SOURCE_TABLES: readonly TableCopy[] = [
  { table: 'source_documents', key: ['source_id', 'item_key'] },
  { table: 'sources', key: ['sequence'], numbered: 'sequence' },
].map(asItIs);

function asItIs(copy: Omit<TableCopy, 'from'>): TableCopy {
  return { ...copy, from: `SELECT * FROM ${copy.table}` };
}

/**
 * Copies what PostgreSQL does not have yet of a table that nobody writes to on either side. What is copied stays when it
 * fails, and the next call continues after it.
 *
 * @returns The number of rows, in both.
 * @throws {Error} With a message for the operator, when they differ in the end.
 */
export async function copyTable(
  { table, from, key, booleans = [], numbered }: TableCopy,
  { source, target, onRows }: { source: DatabaseSync; target: Connection; onRows: (rows: number) => void },
): Promise<number> {
  const columns = key.join(', ');
  const [last] = await target.query<Record<string, SQLInputValue>>(
    `SELECT ${columns} FROM ${table} ORDER BY ${key.map((column) => `${column} DESC`).join(', ')} LIMIT 1`,
  );
  const behind = last ? `WHERE (${columns}) > (${key.map(() => '?').join(', ')})` : '';
  const rows = source
    .prepare(`SELECT * FROM (${from}) ${behind} ORDER BY ${columns}`)
    .iterate(...(last ? key.map((column) => last[column]!) : []));
  let batch: Record<string, unknown>[] = [];
  let size = 0;
  const write = async () => {
    if (batch.length > 0) await insert(target, table, batch);
    onRows(batch.length);
    batch = [];
    size = 0;
  };
  for (const row of rows as Iterable<Record<string, unknown>>) {
    for (const column of booleans) row[column] = row[column] === 1;
    batch.push(row);
    size += sizeOf(row);
    if (batch.length >= ROWS_MAX || size >= SIZE_MAX) await write();
  }
  await write();
  if (numbered)
    await target.query(
      `SELECT setval(pg_get_serial_sequence('${table}', '${numbered}'), max(${numbered})) FROM ${table}
       HAVING max(${numbered}) IS NOT NULL`,
    );
  const there = source.prepare(`SELECT count(*) AS total FROM (${from})`).get() as { total: number };
  const [here] = await target.query<{ total: number }>(`SELECT count(*)::bigint AS total FROM ${table}`);
  if (here!.total !== there.total)
    throw new Error(
      `Cannot end the migration as ${table} has ${here!.total} rows of ${there.total}: begin it again with an empty database`,
    );
  return there.total;
}

async function insert(
  { query }: Queries,
  table: string,
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  const columns = Object.keys(rows[0]!);
  const values: unknown[] = [];
  const places = rows.map((row) => {
    const numbers = columns.map((column) => `$${values.push(row[column])}`);
    return `(${numbers.join(', ')})`;
  });
  await query(
    `INSERT INTO ${table} (${columns.join(', ')}) OVERRIDING SYSTEM VALUE VALUES ${places.join(', ')}`,
    values,
  );
}

function sizeOf(row: Readonly<Record<string, unknown>>): number {
  let size = 0;
  for (const value of Object.values(row))
    size += typeof value === 'string' || value instanceof Uint8Array ? value.length : 8;
  return size;
}
