import type { StoredText, TextRange } from '../../../ports/stored-chunks.ts';
import { clippedTo, deflateText, type StoredPiece, textOf } from '../../document-rows/text-piece.ts';
import type { Connection, Queries } from '../connection.ts';

/** Writes a piece of a version's text; `start` in UTF-16 units. */
export async function stageText(
  change: Queries,
  { sequence, version }: { sequence: number; version: number },
  { start, text }: { start: number; text: string },
): Promise<void> {
  await change.query(
    `INSERT INTO document_texts (document, version, start_offset, end_offset, deflated) VALUES ($1, $2, $3, $4, $5)`,
    [sequence, version, start, start + text.length, deflateText(text)],
  );
}

/** A range of the published text, clipped to its length. */
export async function findText(
  connection: Connection,
  docId: string,
  range: TextRange,
): Promise<StoredText | undefined> {
  // In one statement: a version that is replaced between two would have lost its pieces.
  const rows = await connection.query<StoredPiece & { version: number; length: number }>(
    `SELECT d.live_version AS version, whole.length, p.start_offset AS start, p.deflated
     FROM documents d
     JOIN LATERAL (
       SELECT end_offset AS length FROM document_texts t WHERE t.document = d.sequence AND t.version = d.live_version
       ORDER BY start_offset DESC LIMIT 1
     ) whole ON true
     LEFT JOIN document_texts p ON p.document = d.sequence AND p.version = d.live_version
       AND p.start_offset < LEAST($3, whole.length) AND p.end_offset > LEAST($2, $3, whole.length)
     WHERE d.doc_id = $1 ORDER BY p.start_offset`,
    [docId, range.from, range.to],
  );
  const [first] = rows;
  if (!first) return undefined;
  const { version, length } = first;
  return textOf(
    rows.filter(({ deflated }) => deflated !== null),
    { version, length, ...clippedTo(length, range) },
  );
}
