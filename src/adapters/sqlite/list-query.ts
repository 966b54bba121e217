import type { SQLInputValue, StatementSync } from 'node:sqlite';
import type { DocumentFilter, DocumentPage } from '../../ports/document-store.ts';
import type { Connection } from './connection.ts';
import { all, one } from './database.ts';
import { type DocumentRow, foldCase, recordOf } from './document-row.ts';

/** Newest first by keyset: a page goes on below a sequence number, whatever was added or deleted meanwhile. */
export function createListQuery(
  connection: Connection,
): (filter: DocumentFilter, page: { limit: number; before?: number }) => DocumentPage {
  // One statement for each combination of filters: 8 × 2 at most.
  const statements = new Map<string, StatementSync>();
  const prepared = (sql: string) => {
    const statement = statements.get(sql) ?? connection.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };

  return (filter, { limit, before }) => {
    const { from, key, where, values } = conditions(filter);
    const { total } = one<{ total: number }>(
      prepared(`SELECT COUNT(*) AS total FROM ${from} ${clause(where)}`),
      ...values,
    )!;
    const rows = all<DocumentRow>(
      prepared(`SELECT d.* FROM ${from} ${clause([...where, `${key} < ?`])} ORDER BY ${key} DESC LIMIT ?`),
      ...values,
      before ?? Number.MAX_SAFE_INTEGER,
      limit + 1,
    );
    const documents = rows.slice(0, limit).map(recordOf);
    return { documents, nextBefore: rows.length > limit ? documents.at(-1)?.sequence : undefined, total };
  };
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
    // Unlike LIKE it knows no wildcards, so the text needs no escaping.
    where.push('instr(d.folded, ?) > 0');
    values.push(foldCase(filter.text));
  }
  return filter.tag === undefined
    ? { from: 'documents d', key: 'd.sequence', where, values }
    : {
        from: 'document_tags t JOIN documents d ON d.sequence = t.document',
        key: 't.document',
        where,
        values,
      };
}

function clause(where: readonly string[]): string {
  return where.length === 0 ? '' : `WHERE ${where.join(' AND ')}`;
}
