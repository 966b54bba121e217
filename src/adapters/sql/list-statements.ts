import type { DocumentFilter, DocumentPageRequest, DocumentSortKey } from '../../ports/document-list.ts';
import { among, type Dialect } from './document-driver.ts';
import { type DocumentRow, foldCase } from './document-row.ts';
import type { Statement } from './work.ts';

export type ListedRow = DocumentRow & { readonly sort_key: DocumentSortKey };

/**
 * Statements for a page of the list and for the number of all documents that the filter lets through. Keyset paging: a
 * page continues after a document's position, whatever was added or deleted in between.
 */
export function listStatements(
  { tag, status, text, visibleTo }: DocumentFilter,
  { sort = 'newest', before, beforeKey = null, limit }: DocumentPageRequest,
  dialect: Dialect,
): { count: Statement; select: Statement } {
  const { place, titleKey } = dialect;
  const values: (string | number)[] = [];
  const parameter = (value: string | number) => `$${values.push(value)}`;
  const where: string[] = [];
  if (tag !== undefined) where.push(`t.tag = ${parameter(tag)}`);
  if (status !== undefined) where.push(`d.status = ${parameter(status)}`);
  // Unlike LIKE it has no wildcards, so the text needs no escaping.
  if (text) where.push(`${place}(d.folded, ${parameter(foldCase(text))}) > 0`);
  if (visibleTo !== undefined) where.push(isVisible(parameter(JSON.stringify(visibleTo)), dialect));
  const isOfTagOnly = tag !== undefined && where.length === 1;
  const from =
    tag === undefined ? 'documents d' : 'document_tags t JOIN documents d ON d.sequence = t.document';
  const count = {
    sql: `SELECT COUNT(*) AS total FROM ${isOfTagOnly ? 'document_tags t' : from} ${clause(where)}`,
    values: [...values],
  };

  // The tag's own rows have this order already.
  const sequence = tag === undefined ? 'd.sequence' : 't.document';
  const { key, way, keyOf } = {
    newest: { key: undefined, way: 'DESC', keyOf: numberOf },
    title: { key: titleKey, way: 'ASC', keyOf: String },
    size: { key: 'COALESCE(d.bytes, -1)', way: 'DESC', keyOf: numberOf },
    status: {
      // A cursor may hold any safe integer, which PostgreSQL's own type of a place cannot.
      key: `CAST(${place}('failed processing queued skipped done', d.status) AS bigint)`,
      way: 'ASC',
      keyOf: numberOf,
    },
  }[sort];
  if (key === undefined) {
    where.push(`${sequence} < ${parameter(before ?? Number.MAX_SAFE_INTEGER)}`);
  } else if (before !== undefined) {
    const last = parameter(keyOf(beforeKey));
    const behind = way === 'ASC' ? '>' : '<';
    where.push(`(${key} ${behind} ${last} OR (${key} = ${last} AND ${sequence} < ${parameter(before)}))`);
  }
  // Keys are sorted first, so that only the records of the page are read whole.
  const sql = `SELECT d.*, p.sort_key FROM (
      SELECT d.sequence, ${key ?? 'CAST(NULL AS text)'} AS sort_key FROM ${from} ${clause(where)}
      ORDER BY ${key === undefined ? '' : `${key} ${way}, `}${sequence} DESC LIMIT ${parameter(limit + 1)}
    ) p CROSS JOIN documents d WHERE d.sequence = p.sequence ORDER BY p.sort_key ${way}, p.sequence DESC`;
  return { count, select: { sql, values } };
}

function clause(where: readonly string[]): string {
  return where.length === 0 ? '' : `WHERE ${where.join(' AND ')}`;
}

/** A cursor of another order holds another key. */
function numberOf(key: DocumentSortKey): number {
  const number = Number(key);
  return Number.isSafeInteger(number) ? number : -1;
}

/**
 * The condition that document `d` may be seen with tags: it has one of them, and so has each document that it rests on,
 * if it is an approved answer.
 *
 * @param tags The parameter of a JSON array.
 */
function isVisible(tags: string, dialect: Dialect): string {
  const hasOne = (document: string) =>
    `EXISTS (SELECT 1 FROM document_tags v WHERE v.document = ${document} AND v.tag ${among(dialect, tags)})`;
  return `${hasOne('d.sequence')} AND NOT EXISTS (
    SELECT 1 FROM answer_sources r LEFT JOIN documents o ON o.doc_id = r.doc_id
    WHERE r.answer = d.sequence AND (o.sequence IS NULL OR NOT ${hasOne('o.sequence')}))`;
}

/** Values: JSON arrays of ids and of tags. */
export function selectVisible(dialect: Dialect): string {
  return `SELECT d.doc_id FROM documents d WHERE d.doc_id ${among(dialect, '$1')} AND ${isVisible('$2', dialect)}`;
}
