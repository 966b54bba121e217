import type { Queries } from '../connection.ts';

/** Which documents approved answers rest on. An answer is named by the sequence number of its document. */

/** Whether all of these documents exist; then none is deleted before the transaction ends. */
export async function areThere(change: Queries, docIds: readonly string[]): Promise<boolean> {
  const distinct = [...new Set(docIds)];
  const found = await change.query(
    'SELECT 1 FROM documents WHERE doc_id = ANY($1::text[]) ORDER BY sequence FOR KEY SHARE',
    [distinct],
  );
  return found.length === distinct.length;
}

/** The answer rests on these from now on. */
export async function replaceSources(
  change: Queries,
  answer: number,
  docIds: readonly string[],
): Promise<void> {
  await change.query('DELETE FROM answer_sources WHERE answer = $1', [answer]);
  if (docIds.length > 0) await addSources(change, answer, docIds);
}

/** The answer also rests on these. */
export async function addSources(change: Queries, answer: number, docIds: readonly string[]): Promise<void> {
  await change.query(
    'INSERT INTO answer_sources (doc_id, answer) SELECT unnest($1::text[]), $2 ON CONFLICT DO NOTHING',
    [docIds, answer],
  );
}

/** Ids of the answers that rest on the document. */
export async function answersRestingOn(change: Queries, docId: string): Promise<string[]> {
  const rows = await change.query<{ doc_id: string }>(
    `SELECT d.doc_id FROM answer_sources s JOIN documents d ON d.sequence = s.answer
     WHERE s.doc_id = $1 AND d.doc_id <> s.doc_id ORDER BY d.sequence`,
    [docId],
  );
  return rows.map((row) => row.doc_id);
}
