import type { DocumentStore } from '../../../ports/document-store.ts';
import { type DocumentRow, foldCase } from '../../document-rows/document-row.ts';
import type { Connection } from '../connection.ts';
import { one } from '../database.ts';

type Description = Parameters<DocumentStore['describe']>[1];

/** Titles and tags of documents. For use in writes. */
export function createDescriptionQueries(connection: Connection) {
  const select = connection.prepare('SELECT title FROM documents WHERE doc_id = ?');
  // No analysis has made the terms of another title.
  const setTitle = connection.prepare(
    `UPDATE documents SET given_title = ?1, title = ?1, folded = ?2, analysis = 0 WHERE doc_id = ?3`,
  );
  const setTags = connection.prepare('UPDATE documents SET tags = ? WHERE doc_id = ?');
  const setChanged = connection.prepare('UPDATE documents SET updated_at = ? WHERE doc_id = ? RETURNING *');
  const deleteTags = connection.prepare('DELETE FROM document_tags WHERE document = ?');
  const insertTag = connection.prepare('INSERT INTO document_tags (tag, document) VALUES (?, ?)');

  /** @param tags Each once. */
  function tag(sequence: number, tags: readonly string[]): void {
    deleteTags.run(sequence);
    for (const tag of tags) insertTag.run(tag, sequence);
  }

  return {
    tag,

    describe(docId: string, { title, tags, now }: Description): DocumentRow | undefined {
      const before = one<{ title: string }>(select, docId);
      if (title !== undefined && title !== before?.title)
        setTitle.run(title, foldCase(`${title}\n${docId}`), docId);
      const each = tags && [...new Set(tags)];
      if (each) setTags.run(JSON.stringify(each), docId);
      const row = one<DocumentRow>(setChanged, now, docId);
      if (row && each) tag(row.sequence, each);
      return row;
    },
  };
}
