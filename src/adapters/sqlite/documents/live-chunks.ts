import { setImmediate as nextTurn } from 'node:timers/promises';
import type { IndexedChunk } from '../../../ports/search-index.ts';
import type { LiveDocumentChunks } from '../../../ports/stored-chunks.ts';
import { decodeEmbedding, decodeTerms } from '../../document-rows/chunk-codec.ts';
import type { Connection } from '../connection.ts';
import { all, one } from '../database.ts';
import type { EmbeddingModelQueries } from './embedding-model-queries.ts';

/** Chunks of a long document read in one turn of the event loop. */
const SLICE = 256;
/** How long shorter documents are read, one after another, before yielding. */
const TURN_MS = 8;

interface NextRow {
  readonly sequence: number;
  readonly doc_id: string;
  readonly live_version: number;
}

interface ChunkRow {
  readonly ordinal: number;
  readonly terms: string;
  readonly counts: Uint8Array;
  readonly vector: Uint8Array | null;
}

/**
 * Reads the chunks of every published version, or of one document, a document at a time. A long one replaced during the
 * read is read again, so that none is seen in parts.
 */
export function createLiveChunks(
  connection: Connection,
  models: EmbeddingModelQueries,
): (docId?: string) => AsyncGenerator<LiveDocumentChunks> {
  const selectNext = connection.prepare(
    `SELECT sequence, doc_id, live_version FROM documents
     WHERE sequence > ? AND live_version IS NOT NULL ORDER BY sequence LIMIT 1`,
  );
  const selectNamed = connection.prepare(
    `SELECT sequence, doc_id, live_version FROM documents
     WHERE sequence > ? AND live_version IS NOT NULL AND doc_id = ?`,
  );
  const selectVersion = connection.prepare('SELECT live_version FROM documents WHERE sequence = ?');
  const selectChunks = ([0, 1] as const).map((slot) =>
    connection.prepare(
      `SELECT c.ordinal, t.terms, t.counts, e.vector
       FROM chunks c JOIN chunk_terms t ON t.chunk = c.chunk LEFT JOIN embeddings_${slot} e ON e.chunk = c.chunk
       WHERE c.document = ? AND c.version = ? AND c.ordinal > ? ORDER BY c.ordinal LIMIT ${SLICE}`,
    ),
  );

  return async function* liveChunks(named) {
    let turnEnds = performance.now() + TURN_MS;
    const breathe = async () => {
      if (performance.now() < turnEnds) return;
      await nextTurn();
      turnEnds = performance.now() + TURN_MS;
    };

    let after = 0;
    for (;;) {
      const next = await connection.read(() =>
        named === undefined ? one<NextRow>(selectNext, after) : one<NextRow>(selectNamed, after, named),
      );
      if (!next) return;
      const { sequence, doc_id: docId } = next;
      let version: number | null = next.live_version;
      let chunks: IndexedChunk[] = [];
      let last = -1;
      for (;;) {
        const slice = await connection.read(() => {
          const live = one<{ live_version: number | null }>(selectVersion, sequence)?.live_version ?? null;
          return { live, rows: all<ChunkRow>(selectChunks[models.slot()]!, sequence, version, last) };
        });
        if (slice.live !== version) {
          version = slice.live;
          chunks = [];
          last = -1;
          if (version === null) break;
          continue;
        }
        for (const row of slice.rows) chunks.push(chunkOf(row));
        if (slice.rows.length < SLICE) break;
        last = slice.rows.at(-1)!.ordinal;
        await nextTurn();
      }
      if (version !== null) {
        yield { docId, version, chunks };
        // The caller's work on a document is part of the turn.
        await breathe();
      }
      after = sequence;
    }
  };
}

function chunkOf(row: ChunkRow): IndexedChunk {
  const chunk = { ordinal: row.ordinal, ...decodeTerms(row.terms, row.counts) };
  return row.vector === null ? chunk : { ...chunk, embedding: decodeEmbedding(row.vector) };
}
