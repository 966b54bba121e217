import type { StoredText, TextRange } from '../../../ports/stored-chunks.ts';
import { clippedTo, deflateText, type StoredPiece, textOf } from '../../document-rows/text-piece.ts';
import type { Connection } from '../connection.ts';
import { all, one } from '../database.ts';

export interface TextQueries {
  /** Writes a piece of a version's text; `start` in UTF-16 units. */
  stage(document: number, version: number, piece: { start: number; text: string }): void;
  /** A range of the published text, clipped to its length. */
  find(docId: string, range: TextRange): StoredText | undefined;
}

export function createTextQueries(connection: Connection): TextQueries {
  const insert = connection.prepare(
    'INSERT INTO document_texts (document, version, start, end, deflated) VALUES (?, ?, ?, ?, ?)',
  );
  const selectLength = connection.prepare(
    `SELECT t.document, t.version, MAX(t.end) AS length
     FROM documents d JOIN document_texts t ON t.document = d.sequence AND t.version = d.live_version
     WHERE d.doc_id = ? GROUP BY t.document, t.version`,
  );
  const selectPieces = connection.prepare(
    `SELECT start, deflated FROM document_texts
     WHERE document = ? AND version = ? AND start < ? AND end > ? ORDER BY start`,
  );

  return {
    stage(document, version, { start, text }) {
      insert.run(document, version, start, start + text.length, deflateText(text));
    },
    find(docId, range) {
      const found = one<{ document: number; version: number; length: number }>(selectLength, docId);
      if (!found) return undefined;
      const { document, version, length } = found;
      const { from, to } = clippedTo(length, range);
      return textOf(all<StoredPiece>(selectPieces, document, version, to, from), {
        version,
        from,
        to,
        length,
      });
    },
  };
}
