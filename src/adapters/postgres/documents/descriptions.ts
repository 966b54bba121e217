import type { DocumentStore } from '../../../ports/document-store.ts';
import { type DocumentRow, foldCase } from '../../document-rows/document-row.ts';
import type { Queries } from '../connection.ts';
import { type Change, lockDocument } from './change.ts';

type Description = Parameters<DocumentStore['describe']>[1];

/** Changes title and tags. @returns The row; undefined when there is no such document. */
export async function describe(
  change: Change,
  docId: string,
  { title, tags, now }: Description,
): Promise<DocumentRow | undefined> {
  const before = await lockDocument(change, docId);
  if (!before) return undefined;
  const { sequence } = before;
  // No analysis has made the terms of another title.
  if (title !== undefined && title !== before.title)
    await change.query(
      'UPDATE documents SET given_title = $2, title = $2, folded = $3, analysis = 0 WHERE sequence = $1',
      [sequence, title, foldCase(`${title}\n${docId}`)],
    );
  const each = tags && [...new Set(tags)];
  if (each) await replaceTags(change, sequence, each);
  const [row] = await change.query<DocumentRow>(
    'UPDATE documents SET tags = COALESCE($2, tags), updated_at = $3 WHERE sequence = $1 RETURNING *',
    [sequence, each ? JSON.stringify(each) : null, now],
  );
  change.changed(docId);
  return row;
}

/** @param tags Each once. */
export async function replaceTags(change: Queries, sequence: number, tags: readonly string[]): Promise<void> {
  await change.query('DELETE FROM document_tags WHERE document = $1', [sequence]);
  if (tags.length > 0)
    await change.query('INSERT INTO document_tags (tag, document) SELECT unnest($1::text[]), $2', [
      tags,
      sequence,
    ]);
}
