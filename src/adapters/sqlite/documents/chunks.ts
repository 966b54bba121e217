import { setImmediate as nextTurn } from 'node:timers/promises';
import { createCache } from '../../../kernel/cache.ts';
import type { AnalysedDocuments } from '../../../ports/analysed-documents.ts';
import {
  type ChunkId,
  type IndexableChunk,
  type LiveChunk,
  parseChunkId,
  type StoredChunk,
} from '../../../ports/chunk.ts';
import type { DocumentRecord } from '../../../ports/document.ts';
import type { ChunkPage } from '../../../ports/document-list.ts';
import type { IndexedChunk } from '../../../ports/search-index.ts';
import type {
  ChunkPageQuery,
  LiveDocumentChunks,
  StoredText,
  TextRange,
} from '../../../ports/stored-chunks.ts';
import { pageOf } from '../../page-of.ts';
import {
  type ChunkRow,
  decodeEmbedding,
  decodeTerms,
  encodeCounts,
  encodeLayout,
  encodeTerms,
  storedChunkOf,
  textHashOf,
} from '../../sql/chunk-codec.ts';
import { clippedTo, deflateText, type StoredPiece, textOf } from '../../sql/text-piece.ts';
import type { Connection } from '../connection.ts';
import type { Embeddings } from './embeddings.ts';

/** Size of the chunk cache: some ten to twenty thousand chunks. */
const CACHE_BYTES_MAX = 48 * 1024 * 1024;
/** Changes of documents after which chunks that were not looked up since are dropped: most are of replaced versions. */
const CHANGES_PER_GENERATION = 500;
/** Memory of a chunk without its text. */
const CHUNK_BYTES = 400;
/** Chunks of a long document read before yielding. */
const SLICE_CHUNKS = 256;
/** How long shorter documents are read, one after another, before yielding. */
const SLICE_MS = 8;

/** Chunks and texts of documents' versions. */
export function createChunks(
  { one, all, run, read }: Connection,
  { find, embeddings }: { find: (docId: string) => DocumentRecord | undefined; embeddings: Embeddings },
) {
  let changes = 0;
  const cache = createCache<ChunkId, LiveChunk>({
    sizeMax: CACHE_BYTES_MAX,
    sizeOf: ({ text, section }) => CHUNK_BYTES + 2 * (text.length + (section?.length ?? 0)),
  });

  function cached(chunk: StoredChunk, document: DocumentRecord): LiveChunk {
    const live = { ...chunk, document };
    cache.set(chunk.chunkId, live);
    return live;
  }

  function stored(chunkId: ChunkId): StoredChunk | undefined {
    const id = parseChunkId(chunkId);
    if (!id) return undefined;
    const row = one<ChunkRow>(
      `SELECT c.ordinal, c.text, c.start, c.end, c.page, c.section, c.layout
       FROM documents d JOIN chunks c ON c.document = d.sequence AND c.version = d.live_version
       WHERE d.doc_id = $1 AND d.live_version = $2 AND c.ordinal = $3`,
      ...[id.docId, id.version, id.ordinal],
    );
    return row && storedChunkOf(row, id);
  }

  function count(document: number, version: number): number {
    return one<{ chunks: number }>(
      'SELECT COUNT(*) AS chunks FROM chunks WHERE document = $1 AND version = $2',
      ...[document, version],
    )!.chunks;
  }

  /** The chunks of a document's published version; undefined when there is none any more. */
  async function readLive(sequence: number): Promise<Omit<LiveDocumentChunks, 'docId'> | undefined> {
    let version: number | undefined;
    let chunks: IndexedChunk[] = [];
    let last = -1;
    for (;;) {
      const slice = await read(() => {
        const live = one<{ live_version: number | null }>(
          'SELECT live_version FROM documents WHERE sequence = $1',
          sequence,
        )?.live_version;
        if (live == null || (version !== undefined && live !== version)) return { live, rows: [] };
        return { live, rows: all<LiveRow>(SELECT_SLICE[embeddings.slot()], sequence, live, last) };
      });
      if (slice.live == null) return undefined;
      if (version !== undefined && slice.live !== version) {
        // Replaced during the read: it is read again, so that none is seen in parts.
        version = undefined;
        chunks = [];
        last = -1;
        continue;
      }
      version = slice.live;
      for (const row of slice.rows) chunks.push(indexedChunkOf(row));
      if (slice.rows.length < SLICE_CHUNKS) return { version, chunks };
      last = slice.rows.at(-1)!.ordinal;
      await nextTurn();
    }
  }

  return {
    /** Writes chunks of a version, with embeddings of the model in use. */
    stage(document: number, version: number, chunks: readonly IndexableChunk[]): void {
      const slot = embeddings.slot();
      for (const { ordinal, text, start, end, page, section, layout, terms, counts, embedding } of chunks) {
        if (terms.length !== counts.length) {
          throw new RangeError(
            `Cannot store a chunk of ${terms.length} terms as it has ${counts.length} counts`,
          );
        }
        const { lastInsertRowid: chunk } = run(
          `INSERT INTO chunks (document, version, ordinal, text_hash, start, end, page, section, layout, text)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
          ...[document, version, ordinal, textHashOf(text)],
          ...[start, end, page, section, encodeLayout(layout), text],
        );
        run(
          'INSERT INTO chunk_terms (chunk, terms, counts) VALUES ($1, $2, $3)',
          ...[chunk, encodeTerms(terms), encodeCounts(counts)],
        );
        if (embedding) embeddings.put(slot, Number(chunk), embedding);
      }
    },

    /** Writes a piece of a version's text; `start` in UTF-16 units. */
    stageText(document: number, version: number, { start, text }: { start: number; text: string }): void {
      run(
        'INSERT INTO document_texts (document, version, start, end, deflated) VALUES ($1, $2, $3, $4, $5)',
        ...[document, version, start, start + text.length, deflateText(text)],
      );
    },

    dropEmbeddings(document: number, version: number): void {
      for (const sql of DELETE_EMBEDDINGS) run(sql, document, version);
    },

    /** How a version's chunks differ in text from the previous version's. */
    difference(document: number, { from, to }: { from: number | null; to: number }) {
      const chunks = count(document, to);
      if (from === null) return { chunks, added: chunks, removed: 0 };
      const { same } = one<{ same: number }>(COUNT_SAME, document, from, to)!;
      return { chunks, added: chunks - same, removed: count(document, from) - same };
    },

    /** The chunk of this id, when its version is published. */
    chunk(chunkId: ChunkId): LiveChunk | undefined {
      const known = cache.get(chunkId);
      if (known) {
        // The chunks of a version do not change while it is published; whether it is comes from its document's record.
        const document = find(known.docId);
        if (document === known.document) return known;
        if (document && isSameVersion(document, known.document)) return cached(known, document);
        cache.delete(chunkId);
      }
      const chunk = stored(chunkId);
      const document = chunk && find(chunk.docId);
      return document && cached(chunk, document);
    },

    /** Call when a document changes. */
    documentChanged(): void {
      changes += 1;
      if (changes % CHANGES_PER_GENERATION === 0) cache.age();
    },

    /** Chunks of the published version, by ordinal. */
    list(docId: string, { limit, after = -1, from = -1 }: ChunkPageQuery): ChunkPage | undefined {
      const live = one<{ sequence: number; version: number | null; total: number }>(
        'SELECT sequence, live_version AS version, chunks AS total FROM documents WHERE doc_id = $1',
        docId,
      );
      if (!live || live.version === null) return undefined;
      const { sequence, version, total } = live;
      const rows = all<ChunkRow>(
        `SELECT ordinal, text, start, end, page, section, layout FROM chunks
         WHERE document = $1 AND version = $2 AND ordinal > $3 AND end > $4 ORDER BY ordinal LIMIT $5`,
        ...[sequence, version, after, from, limit + 1],
      );
      const { shown, last } = pageOf(rows, limit);
      const chunks = shown.map((row) => storedChunkOf(row, { docId, version }));
      return { version, chunks, nextAfter: last?.ordinal, total };
    },

    /** A range of the published text, clipped to its length. */
    text(docId: string, range: TextRange): StoredText | undefined {
      const found = one<{ document: number; version: number; length: number }>(
        `SELECT t.document, t.version, MAX(t.end) AS length
         FROM documents d JOIN document_texts t ON t.document = d.sequence AND t.version = d.live_version
         WHERE d.doc_id = $1 GROUP BY t.document, t.version`,
        docId,
      );
      if (!found) return undefined;
      const { document, version, length } = found;
      const { from, to } = clippedTo(length, range);
      const pieces = all<StoredPiece>(
        `SELECT start, deflated FROM document_texts
         WHERE document = $1 AND version = $2 AND start < $3 AND end > $4 ORDER BY start`,
        ...[document, version, to, from],
      );
      return textOf(pieces, { version, from, to, length });
    },

    /** The chunks of every published version, or of one document's, a document at a time. */
    async *live(docId?: string): AsyncGenerator<LiveDocumentChunks> {
      let sliceEnds = performance.now() + SLICE_MS;
      for (let after = 0; ; ) {
        const next = await read(() =>
          one<{ sequence: number; doc_id: string }>(
            `SELECT sequence, doc_id FROM documents
             WHERE sequence > $1 AND live_version IS NOT NULL ${docId === undefined ? '' : 'AND doc_id = $2'}
             ORDER BY sequence LIMIT 1`,
            ...(docId === undefined ? [after] : [after, docId]),
          ),
        );
        if (!next) return;
        after = next.sequence;
        const live = await readLive(next.sequence);
        if (!live) continue;
        yield { docId: next.doc_id, ...live };
        // The caller's work on a document counts as well.
        if (performance.now() < sliceEnds) continue;
        await nextTurn();
        sliceEnds = performance.now() + SLICE_MS;
      }
    },

    /** @returns Whether the version is still published. */
    replaceTerms(
      docId: string,
      { version, chunks, reason, analysed }: Parameters<AnalysedDocuments['replaceTerms']>[1],
    ): boolean {
      if (!one('SELECT 1 FROM documents WHERE doc_id = $1 AND live_version = $2', docId, version))
        return false;
      for (const { ordinal, terms, counts } of chunks) {
        const chunk = embeddings.rowOf({ docId, version, ordinal });
        if (chunk !== undefined)
          run(
            'UPDATE chunk_terms SET terms = $1, counts = $2 WHERE chunk = $3',
            ...[encodeTerms(terms), encodeCounts(counts), chunk],
          );
      }
      if (chunks.length > 0 && reason === 'analysis') embeddings.outdate();
      if (analysed) {
        run(
          'UPDATE documents SET analysis = $1, language = $2 WHERE doc_id = $3 AND live_version = $4 AND title = $5',
          ...[analysed.analysis, analysed.language, docId, version, analysed.title],
        );
      }
      return true;
    },
  };
}

interface LiveRow {
  readonly ordinal: number;
  readonly terms: string;
  readonly counts: Uint8Array;
  readonly vector: Uint8Array | null;
}

const SELECT_SLICE = (['embeddings_0', 'embeddings_1'] as const).map(
  (table) => `
    SELECT c.ordinal, t.terms, t.counts, e.vector
    FROM chunks c JOIN chunk_terms t ON t.chunk = c.chunk LEFT JOIN ${table} e ON e.chunk = c.chunk
    WHERE c.document = $1 AND c.version = $2 AND c.ordinal > $3 ORDER BY c.ordinal LIMIT ${SLICE_CHUNKS}`,
) as [string, string];

const DELETE_EMBEDDINGS = ['embeddings_0', 'embeddings_1'].map(
  (table) =>
    `DELETE FROM ${table} WHERE chunk IN (SELECT chunk FROM chunks WHERE document = $1 AND version = $2)`,
);

const COUNT_SAME = `
  SELECT COALESCE(SUM(MIN(a.times, b.times)), 0) AS same FROM
    (SELECT text_hash, COUNT(*) AS times FROM chunks WHERE document = $1 AND version = $2 GROUP BY text_hash) a
  JOIN
    (SELECT text_hash, COUNT(*) AS times FROM chunks WHERE document = $1 AND version = $3 GROUP BY text_hash) b
  USING (text_hash)`;

/** An id is reused when a document is deleted and ingested again, a sequence number never is. */
function isSameVersion(one: DocumentRecord, other: DocumentRecord): boolean {
  return one.sequence === other.sequence && one.liveVersion === other.liveVersion;
}

function indexedChunkOf(row: LiveRow): IndexedChunk {
  const chunk = { ordinal: row.ordinal, ...decodeTerms(row.terms, row.counts) };
  return row.vector === null ? chunk : { ...chunk, embedding: decodeEmbedding(row.vector) };
}
