import { createCache } from '../../../kernel/cache.ts';
import {
  type ChunkId,
  type IndexableChunk,
  type LiveChunk,
  parseChunkId,
  type StoredChunk,
} from '../../../ports/chunk.ts';
import type { DocumentRecord } from '../../../ports/document.ts';
import {
  type ChunkRow,
  encodeLayout,
  encodeTermsOf,
  storedChunkOf,
  textHashOf,
} from '../../sql/chunk-codec.ts';
import type { DocumentDriver, VersionOf } from '../../sql/document-driver.ts';
import type { Connection } from '../connection.ts';
import type { Embeddings } from './embeddings.ts';

/** Size of the chunk cache: some ten to twenty thousand chunks. */
const CACHE_BYTES_MAX = 48 * 1024 * 1024;
/** Memory of a chunk without its text. */
const CHUNK_BYTES = 400;

/** Chunks of documents' versions. */
export function createChunks(
  { one, run }: Connection,
  { find, embeddings }: { find: (docId: string) => DocumentRecord | undefined; embeddings: Embeddings },
) {
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

  return {
    /** Writes chunks of a version, with their embeddings to a slot. */
    add({ document, version }: VersionOf, chunks: readonly IndexableChunk[], slot: 0 | 1): void {
      for (const { ordinal, text, start, end, page, section, layout, terms, counts, embedding } of chunks) {
        const { lastInsertRowid: chunk } = run(
          `INSERT INTO chunks (document, version, ordinal, text_hash, start, end, page, section, layout, text)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
          ...[document, version, ordinal, textHashOf(text)],
          ...[start, end, page, section, encodeLayout(layout), text],
        );
        run(
          'INSERT INTO chunk_terms (chunk, terms, counts) VALUES ($1, $2, $3)',
          ...[chunk, ...encodeTermsOf({ terms, counts })],
        );
        if (embedding) embeddings.put(slot, Number(chunk), embedding);
      }
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

    setTerms({ document, version }: VersionOf, chunks: Parameters<DocumentDriver['setTerms']>[1]): void {
      for (const chunk of chunks)
        run(
          `UPDATE chunk_terms SET terms = $4, counts = $5 WHERE chunk = (
             SELECT chunk FROM chunks WHERE document = $1 AND version = $2 AND ordinal = $3
           )`,
          ...[document, version, chunk.ordinal, ...encodeTermsOf(chunk)],
        );
    },
  };
}

/** An id is reused when a document is deleted and ingested again, a sequence number never is. */
function isSameVersion(one: DocumentRecord, other: DocumentRecord): boolean {
  return one.sequence === other.sequence && one.liveVersion === other.liveVersion;
}
