import { among, type Dialect } from './document-driver.ts';

/**
 * The condition that document `d` may be seen with tags: it has one of them, and so has each document that it rests on,
 * if it is an approved answer.
 *
 * @param tags The parameter of a JSON array.
 */
export function isVisible(tags: string, dialect: Dialect): string {
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
