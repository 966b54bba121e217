import type { SQLInputValue, StatementSync } from 'node:sqlite';
import type {
  DocumentFilter,
  DocumentPage,
  DocumentPageRequest,
  DocumentSort,
  DocumentSortKey,
} from '../../../ports/document-list.ts';
import { type DocumentRow, foldCase, recordOf } from '../../document-rows/document-row.ts';
import type { Connection } from '../connection.ts';
import { all, one } from '../database.ts';

/** The sort keys before the sequence, and the direction. */
const ORDERS: Readonly<Record<Exclude<DocumentSort, 'newest'>, { key: string; way: 'ASC' | 'DESC' }>> = {
  // The beginning of a title is enough to sort by, and keeps cursors short.
  title: { key: 'substr(d.folded, 1, 100)', way: 'ASC' },
  size: { key: 'COALESCE(d.bytes, -1)', way: 'DESC' },
  status: { key: "instr('failed processing queued skipped done', d.status)", way: 'ASC' },
};

/** Keyset paging: a page continues after a document's position, whatever was added or deleted meanwhile. */
export function createListQuery(
  connection: Connection,
): (filter: DocumentFilter, page: DocumentPageRequest) => DocumentPage {
  // One statement for each combination of filters, orders and start positions: 128 at most.
  const statements = new Map<string, StatementSync>();
  const prepared = (sql: string) => {
    const statement = statements.get(sql) ?? connection.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };

  return (filter, page) => {
    const { from, where, values } = conditions(filter);
    const isOfTagOnly = filter.tag !== undefined && where.length === 1;
    const { total } = one<{ total: number }>(
      prepared(`SELECT COUNT(*) AS total FROM ${isOfTagOnly ? 'document_tags t' : from} ${clause(where)}`),
      ...values,
    )!;
    const order = orderOf(filter, page);
    // Keys are sorted first, so that only the records of the page are read whole.
    const rows = all<DocumentRow & { sort_key: DocumentSortKey }>(
      prepared(
        `SELECT d.*, p.sort_key FROM (
           SELECT d.sequence, ${order.key} AS sort_key FROM ${from} ${clause([...where, ...order.where])}
           ORDER BY ${order.by} LIMIT ?
         ) p CROSS JOIN documents d ON d.sequence = p.sequence ORDER BY p.sort_key ${order.way}, p.sequence DESC`,
      ),
      ...values,
      ...order.values,
      page.limit + 1,
    );
    const shown = rows.slice(0, page.limit);
    const last = rows.length > page.limit ? shown.at(-1) : undefined;
    return {
      documents: shown.map(recordOf),
      nextBefore: last?.sequence,
      nextKey: last?.sort_key ?? null,
      total,
    };
  };
}

function orderOf(filter: DocumentFilter, { sort = 'newest', before, beforeKey = null }: DocumentPageRequest) {
  // The tag's own rows have this order already.
  const sequence = filter.tag === undefined ? 'd.sequence' : 't.document';
  if (sort === 'newest') {
    return {
      key: 'NULL',
      way: 'DESC',
      where: [`${sequence} < ?`],
      by: `${sequence} DESC`,
      values: [before ?? Number.MAX_SAFE_INTEGER],
    };
  }
  const { key, way } = ORDERS[sort];
  const by = `${key} ${way}, ${sequence} DESC`;
  if (before === undefined) return { key, way, where: [], by, values: [] };
  const behind = way === 'ASC' ? '>' : '<';
  const where = [`(${key} ${behind} ? OR (${key} = ? AND ${sequence} < ?))`];
  return { key, way, where, by, values: [beforeKey, beforeKey, before] };
}

function conditions(filter: DocumentFilter) {
  const where: string[] = [];
  const values: SQLInputValue[] = [];
  if (filter.tag !== undefined) {
    where.push('t.tag = ?');
    values.push(filter.tag);
  }
  if (filter.status !== undefined) {
    where.push('d.status = ?');
    values.push(filter.status);
  }
  if (filter.text !== undefined && filter.text !== '') {
    // Unlike LIKE it has no wildcards, so the text needs no escaping.
    where.push('instr(d.folded, ?) > 0');
    values.push(foldCase(filter.text));
  }
  const from =
    filter.tag === undefined ? 'documents d' : 'document_tags t JOIN documents d ON d.sequence = t.document';
  return { from, where, values };
}

function clause(where: readonly string[]): string {
  return where.length === 0 ? '' : `WHERE ${where.join(' AND ')}`;
}
