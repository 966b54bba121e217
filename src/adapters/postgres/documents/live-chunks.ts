import type { IndexedChunk } from '../../../ports/search-index.ts';
import type { LiveDocumentChunks } from '../../../ports/stored-chunks.ts';
import { decodeEmbedding, decodeTerms } from '../../document-rows/chunk-codec.ts';
import type { Connection } from '../connection.ts';
import { currentModel } from './embedding-models.ts';

/** Chunks of a document read in one statement. */
const SLICE = 1_024;

interface SliceRow {
  readonly sequence: number;
  readonly doc_id: string;
  readonly live_version: number;
  /** Null in the only row of a version without chunks after the last ones. */
  readonly ordinal: number | null;
  readonly terms: string;
  readonly counts: Uint8Array;
  readonly vector: Uint8Array | null;
}

/**
 * Reads the chunks of every published version, or of one document, a document at a time. A long one replaced during the
 * read is read again, so that none is seen in parts.
 */
export async function* liveChunks(
  connection: Connection,
  named?: string,
): AsyncGenerator<LiveDocumentChunks> {
  for (let after = 0; ; ) {
    const found = await readSlice(connection, { after, named }, -1);
    const [first] = found;
    if (!first) return;
    const { sequence, doc_id: docId } = first;
    let rows = found;
    let version = first.live_version;
    let chunks: IndexedChunk[] = [];
    while (rows.length > 0) {
      if (rows[0]!.live_version !== version) {
        version = rows[0]!.live_version;
        chunks = [];
        rows = await readSlice(connection, { after: sequence - 1, named: docId }, -1);
        continue;
      }
      for (const row of rows) if (row.ordinal !== null) chunks.push(chunkOf(row, row.ordinal));
      if (rows.length < SLICE) break;
      rows = await readSlice(connection, { after: sequence - 1, named: docId }, rows.at(-1)!.ordinal!);
    }
    if (rows.length > 0) yield { docId, version, chunks };
    after = sequence;
  }
}

/** Rows of the first document after sequence number `after`, of one version. @returns None when there is no such document. */
async function readSlice(
  connection: Connection,
  { after, named }: { after: number; named: string | undefined },
  last: number,
): Promise<SliceRow[]> {
  const slot = (await currentModel(connection))?.slot ?? 0;
  return connection.query<SliceRow>(
    `SELECT d.sequence, d.doc_id, d.live_version, c.ordinal, c.terms, c.counts, e.vector
     FROM (
       SELECT sequence, doc_id, live_version FROM documents
       WHERE sequence > $1 AND live_version IS NOT NULL ${named === undefined ? '' : 'AND doc_id = $3'}
       ORDER BY sequence LIMIT 1
     ) d
     LEFT JOIN chunks c ON c.document = d.sequence AND c.version = d.live_version AND c.ordinal > $2
     LEFT JOIN embeddings_${slot} e ON e.document = c.document AND e.version = c.version AND e.ordinal = c.ordinal
     ORDER BY c.ordinal LIMIT ${SLICE}`,
    [after, last, ...(named === undefined ? [] : [named])],
  );
}

function chunkOf(row: SliceRow, ordinal: number): IndexedChunk {
  const chunk = { ordinal, ...decodeTerms(row.terms, row.counts) };
  return row.vector === null ? chunk : { ...chunk, embedding: decodeEmbedding(row.vector) };
}
