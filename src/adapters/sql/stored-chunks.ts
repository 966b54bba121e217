import { setImmediate as nextTurn } from 'node:timers/promises';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { ChunkPage } from '../../ports/document-list.ts';
import type { EmbeddingInput } from '../../ports/embedding-model.ts';
import type { BegunEmbeddings } from '../../ports/embedding-sets.ts';
import type { IndexedChunk } from '../../ports/search-index.ts';
import type { ChunkPageQuery, LiveDocumentChunks, StoredText, TextRange } from '../../ports/stored-chunks.ts';
import { pageOf } from '../page-of.ts';
import {
  type ChunkRow,
  decodeEmbedding,
  decodeTerms,
  encodeTermsOf,
  SCALE_BYTES,
  storedChunkOf,
  textHashOf,
} from './chunk-codec.ts';
import { among, type Dialect } from './document-driver.ts';
import { firstOf, rowsOf, type Work } from './work.ts';

/** Chunks of a long document read in one statement, before yielding. */
const SLICE_CHUNKS = 256;
/** How long shorter documents are read, one after another, before yielding. */
const SLICE_MS = 8;
/** Fast rather than small: text is written with every ingest, but read only to check a citation. */
const DEFLATE_LEVEL = 1;

interface LiveRow {
  readonly sequence: number;
  readonly docId: string;
  readonly version: number;
  /** Null in the only row of a version without chunks after the last ones. */
  readonly ordinal: number | null;
  readonly terms: string;
  readonly counts: Uint8Array;
  readonly vector: Uint8Array | null;
}

/** The model of a set of embeddings, and the table that these are in. */
export interface ModelInSlot {
  readonly id: string;
  readonly slot: 0 | 1;
}

/** The model of the embeddings in use. */
export const currentModel = (lock = '') =>
  firstOf<ModelInSlot>(`SELECT id, slot FROM embedding_models WHERE is_current ${lock}`);

/** The model whose embeddings are written, to replace those in use. */
export const begunModel = (lock = '') =>
  firstOf<ModelInSlot>(`SELECT id, slot FROM embedding_models WHERE NOT is_current ${lock}`);

/** @throws When none was begun. */
export function* begunSlot(lock = ''): Work<0 | 1> {
  const begun = yield* begunModel(lock);
  if (!begun) throw new Error('No embeddings were begun');
  return begun.slot;
}

/** What is read of chunks and texts, and what is written alike. */
export function createStoredChunks(dialect: Dialect) {
  const { start, end, joinTerms, joinEmbeddings, zeros } = dialect.chunks;
  const columns = chunkColumns({ start, end });

  /** Rows of the first document after sequence number `after`, of one version. @returns None when there is no such document. */
  function* liveSlice(after: number, docId: string | undefined, last: number): Work<LiveRow[]> {
    const model = yield* currentModel();
    return yield* rowsOf<LiveRow>(
      `SELECT d.sequence, d.doc_id AS "docId", d.live_version AS version, c.ordinal, terms, counts, e.vector
       FROM documents d
       LEFT JOIN chunks c ON c.document = d.sequence AND c.version = d.live_version AND c.ordinal > $2
       ${joinTerms} ${joinEmbeddings(model?.slot ?? 0)}
       WHERE d.sequence = (
         SELECT sequence FROM documents
         WHERE sequence > $1 AND live_version IS NOT NULL ${docId === undefined ? '' : 'AND doc_id = $3'}
         ORDER BY sequence LIMIT 1
       )
       ORDER BY c.ordinal LIMIT ${SLICE_CHUNKS}`,
      [after, last, ...(docId === undefined ? [] : [docId])],
    );
  }

  return {
    /** The embeddings that are written, to replace those in use. */
    *begunEmbeddings(): Work<BegunEmbeddings | undefined> {
      const model = yield* begunModel();
      if (!model) return undefined;
      const row = yield* firstOf<{ embedded: number; declined: number; bytes: number | null }>(
        `SELECT COUNT(*) AS embedded, COUNT(*) FILTER (WHERE vector = ${zeros}) AS declined,
           MAX(length(vector)) AS bytes
         FROM embeddings_${model.slot}`,
      );
      const { bytes, ...counts } = row!;
      return { modelId: model.id, ...counts, dimensions: bytes === null ? undefined : bytes - SCALE_BYTES };
    },

    /**
     * Existing embeddings of equal chunks. Equal means the same text *and* terms: text models read the former, the
     * built-in model the latter, which include title and section.
     */
    *embeddingsOfEqual(
      inputs: readonly EmbeddingInput[],
      { docId, modelId }: { docId: string; modelId: string },
    ): Work<(Float32Array | undefined)[]> {
      const model = yield* firstOf<ModelInSlot>(
        `SELECT id, slot FROM embedding_models WHERE is_current
           AND EXISTS (SELECT 1 FROM documents WHERE doc_id = $1 AND live_version IS NOT NULL)`,
        [docId],
      );
      if (model?.id !== modelId) return inputs.map(() => undefined);
      const hashes = inputs.map(({ text }) => textHashOf(text));
      const rows = yield* rowsOf<{ hash: string; terms: string; counts: Uint8Array; vector: Uint8Array }>(
        `SELECT c.text_hash AS hash, terms, counts, e.vector
         FROM documents d JOIN chunks c ON c.document = d.sequence AND c.version = d.live_version
         ${joinTerms} ${joinEmbeddings(model.slot)}
         WHERE d.doc_id = $1 AND e.vector IS NOT NULL AND c.text_hash ${among(dialect, '$2')}`,
        [docId, JSON.stringify(hashes)],
      );
      const known = new Map(rows.map((row) => [contentKey(row.hash, row.terms, row.counts), row.vector]));
      return inputs.map((input, i) => {
        const vector = known.get(contentKey(hashes[i]!, ...encodeTermsOf(input)));
        return vector && decodeEmbedding(vector);
      });
    },
    /** How a version's chunks differ in text from the previous version's. */
    *differenceOf(document: number, { from, to }: { from: number | null; to: number }) {
      const row = yield* firstOf<{ chunks: number; before: number; same: number }>(
        `SELECT
           (SELECT COUNT(*) FROM chunks WHERE document = $1 AND version = $3) AS chunks,
           (SELECT COUNT(*) FROM chunks WHERE document = $1 AND version = $2) AS before,
           (SELECT CAST(COALESCE(SUM(CASE WHEN a.times < b.times THEN a.times ELSE b.times END), 0) AS bigint) FROM
              (SELECT text_hash, COUNT(*) AS times FROM chunks WHERE document = $1 AND version = $2 GROUP BY text_hash) a
            JOIN
              (SELECT text_hash, COUNT(*) AS times FROM chunks WHERE document = $1 AND version = $3 GROUP BY text_hash) b
            USING (text_hash)) AS same`,
        [document, from, to],
      );
      const { chunks, before, same } = row!;
      return { chunks, added: chunks - same, removed: before - same };
    },

    /** Chunks of the published version, by ordinal; undefined without one. */
    *list(docId: string, { limit, after = -1, from = -1 }: ChunkPageQuery): Work<ChunkPage | undefined> {
      const rows = yield* rowsOf<{ version: number; total: number } & (ChunkRow | { ordinal: null })>(
        `SELECT d.live_version AS version, d.chunks AS total, ${columns}
         FROM documents d LEFT JOIN chunks c
           ON c.document = d.sequence AND c.version = d.live_version AND c.ordinal > CAST($2 AS bigint)
             AND c.${end} > CAST($3 AS bigint)
         WHERE d.doc_id = $1 AND d.live_version IS NOT NULL ORDER BY c.ordinal LIMIT $4`,
        [docId, after, from, limit + 1],
      );
      const [first] = rows;
      if (!first) return undefined;
      const { version, total } = first;
      const { shown, last } = pageOf(
        rows.filter((row) => row.ordinal !== null),
        limit,
      );
      const chunks = shown.map((row) => storedChunkOf(row, { docId, version }));
      return { version, chunks, nextAfter: last?.ordinal, total };
    },

    /**
     * Writes a piece of a version's text, deflated as UTF-16, so that it may begin within a pair of surrogates.
     *
     * @param piece.start In UTF-16 units.
     */
    *addText(document: number, version: number, piece: { start: number; text: string }): Work<void> {
      const deflated = deflateRawSync(Buffer.from(piece.text, 'utf16le'), { level: DEFLATE_LEVEL });
      yield* rowsOf(
        `INSERT INTO document_texts (document, version, ${start}, ${end}, deflated) VALUES ($1, $2, $3, $4, $5)`,
        [document, version, piece.start, piece.start + piece.text.length, deflated],
      );
    },

    /** A range of the published text, clipped to its length. */
    *text(docId: string, range: TextRange): Work<StoredText | undefined> {
      // In one statement: a version that is replaced between two would have lost its pieces.
      const rows = yield* rowsOf<{
        readonly version: number;
        readonly length: number | null;
        readonly start: number | null;
        readonly deflated: Uint8Array;
      }>(
        `SELECT d.live_version AS version, (
           SELECT t.${end} FROM document_texts t WHERE t.document = d.sequence AND t.version = d.live_version
           ORDER BY t.${start} DESC LIMIT 1
         ) AS length, p.${start} AS start, p.deflated
         FROM documents d LEFT JOIN document_texts p ON p.document = d.sequence AND p.version = d.live_version
           AND p.${start} < CAST($3 AS bigint) AND p.${end} > CAST($2 AS bigint)
         WHERE d.doc_id = $1 ORDER BY p.${start}`,
        [docId, range.from, range.to],
      );
      const [first] = rows;
      if (!first || first.length === null) return undefined;
      const { version, length, start: offset } = first;
      const to = Math.min(range.to, length);
      const from = Math.min(range.from, to);
      const pieces = rows.filter((row) => row.start !== null);
      const joined = pieces.map(({ deflated }) => inflateRawSync(deflated).toString('utf16le')).join('');
      return { version, length, from, to, text: joined.slice(from - (offset ?? 0), to - (offset ?? 0)) };
    },

    /**
     * The chunks of every published version, or of one document's, a document at a time. A long one replaced during the
     * read is read again, so that none is seen in parts.
     *
     * @param read Does work.
     */
    async *live(
      read: (work: () => Work<LiveRow[]>) => Promise<LiveRow[]>,
      named?: string,
    ): AsyncGenerator<LiveDocumentChunks> {
      let sliceEnds = performance.now() + SLICE_MS;
      for (let after = 0; ; ) {
        let rows = await read(() => liveSlice(after, named, -1));
        const [first] = rows;
        if (!first) return;
        const { sequence, docId } = first;
        let { version } = first;
        let chunks: IndexedChunk[] = [];
        while (rows.length > 0) {
          let last = -1;
          if (rows[0]!.version === version) {
            for (const row of rows) if (row.ordinal !== null) chunks.push(indexedChunkOf(row, row.ordinal));
            if (rows.length < SLICE_CHUNKS) break;
            last = rows.at(-1)!.ordinal!;
            await nextTurn();
          } else {
            version = rows[0]!.version;
            chunks = [];
          }
          rows = await read(() => liveSlice(sequence - 1, docId, last));
        }
        if (rows.length > 0) yield { docId, version, chunks };
        after = sequence;
        // The caller's work on a document counts as well.
        if (performance.now() < sliceEnds) continue;
        await nextTurn();
        sliceEnds = performance.now() + SLICE_MS;
      }
    },
  };
}

function contentKey(hash: string, terms: string, counts: Uint8Array): string {
  return `${hash} ${Buffer.from(counts).toString('latin1')} ${terms}`;
}

/** Of chunk `c`. */
export function chunkColumns({ start, end }: Pick<Dialect['chunks'], 'start' | 'end'>): string {
  return `c.ordinal, c.text, c.${start} AS start, c.${end} AS "end", c.page, c.section, c.layout`;
}

function indexedChunkOf(row: LiveRow, ordinal: number): IndexedChunk {
  const chunk = { ordinal, ...decodeTerms(row.terms, row.counts) };
  return row.vector === null ? chunk : { ...chunk, embedding: decodeEmbedding(row.vector) };
}
