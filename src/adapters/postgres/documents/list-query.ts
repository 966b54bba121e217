import type {
  DocumentFilter,
  DocumentPage,
  DocumentPageRequest,
  DocumentSort,
  DocumentSortKey,
} from '../../../ports/document-list.ts';
import { type DocumentRow, foldCase, recordOf } from '../../document-rows/document-row.ts';
import { pageOf } from '../../page-of.ts';
import type { Connection } from '../connection.ts';

/** The sort keys before the sequence, the direction, and what a key of another order is taken for. */
const ORDERS = {
  // The beginning of a title is enough to sort by, and keeps cursors short.
  title: { key: 'left(d.folded, 100)', way: 'ASC', keyOf: String },
  size: { key: 'COALESCE(d.bytes, -1)', way: 'DESC', keyOf: numberOf },
  status: { key: "strpos('failed processing queued skipped done', d.status)", way: 'ASC', keyOf: numberOf },
} as const satisfies Record<Exclude<DocumentSort, 'newest'>, unknown>;

/** Keyset paging: a page continues after a document's position, whatever was added or deleted meanwhile. */
export async function listDocuments(
  connection: Connection,
  filter: DocumentFilter,
  page: DocumentPageRequest,
): Promise<DocumentPage> {
  const { from, where, values } = conditions(filter);
  const isOfTagOnly = filter.tag !== undefined && where.length === 1;
  const [counted] = await connection.query<{ total: number }>(
    `SELECT count(*) AS total FROM ${isOfTagOnly ? 'document_tags t' : from} ${clause(where)}`,
    values,
  );
  const order = orderOf(filter, page, values.length);
  const limit = `$${values.length + order.values.length + 1}`;
  // Keys are sorted first, so that only the records of the page are read whole.
  const rows = await connection.query<DocumentRow & { sort_key: DocumentSortKey }>(
    `SELECT d.*, p.sort_key FROM (
       SELECT d.sequence, ${order.key} AS sort_key FROM ${from} ${clause([...where, ...order.where])}
       ORDER BY ${order.by} LIMIT ${limit}
     ) p JOIN documents d ON d.sequence = p.sequence ORDER BY p.sort_key ${order.way}, p.sequence DESC`,
    [...values, ...order.values, page.limit + 1],
  );
  const { shown, last } = pageOf(rows, page.limit);
  return {
    documents: shown.map(recordOf),
    nextBefore: last?.sequence,
    nextKey: last?.sort_key ?? null,
    total: counted!.total,
  };
}

/** @param used Parameters before those of the order. */
function orderOf(
  filter: DocumentFilter,
  { sort = 'newest', before, beforeKey = null }: DocumentPageRequest,
  used: number,
) {
  // The tag's own rows have this order already.
  const sequence = filter.tag === undefined ? 'd.sequence' : 't.document';
  const [first, second] = [`$${used + 1}`, `$${used + 2}`];
  if (sort === 'newest') {
    return {
      key: 'NULL::text',
      way: 'DESC',
      where: [`${sequence} < ${first}`],
      by: `${sequence} DESC`,
      values: [before ?? Number.MAX_SAFE_INTEGER],
    };
  }
  const { key, way, keyOf } = ORDERS[sort];
  const by = `${key} ${way}, ${sequence} DESC`;
  if (before === undefined) return { key, way, where: [], by, values: [] };
  const behind = way === 'ASC' ? '>' : '<';
  const where = [`(${key} ${behind} ${first} OR (${key} = ${first} AND ${sequence} < ${second}))`];
  return { key, way, where, by, values: [keyOf(beforeKey), before] };
}

function conditions(filter: DocumentFilter) {
  const where: string[] = [];
  const values: string[] = [];
  if (filter.tag !== undefined) where.push(`t.tag = $${values.push(filter.tag)}`);
  if (filter.status !== undefined) where.push(`d.status = $${values.push(filter.status)}`);
  // Unlike LIKE it has no wildcards, so the text needs no escaping.
  if (filter.text !== undefined && filter.text !== '')
    where.push(`strpos(d.folded, $${values.push(foldCase(filter.text))}) > 0`);
  const from =
    filter.tag === undefined ? 'documents d' : 'document_tags t JOIN documents d ON d.sequence = t.document';
  return { from, where, values };
}

function clause(where: readonly string[]): string {
  return where.length === 0 ? '' : `WHERE ${where.join(' AND ')}`;
}

function numberOf(key: DocumentSortKey): number {
  const number = Number(key);
  return Number.isSafeInteger(number) ? number : -1;
}
