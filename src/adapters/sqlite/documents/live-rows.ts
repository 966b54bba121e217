import { createCache } from '../../../cache.ts';
import type { ChunkId, LiveChunk, StoredChunk } from '../../../ports/chunk.ts';
import type { DocumentRecord } from '../../../ports/document.ts';
import type { ChunkQueries } from './chunk-queries.ts';
import type { DocumentQueries } from './document-queries.ts';

/** Size of the chunk cache: some ten to twenty thousand chunks. */
const CHUNKS_BYTES_MAX = 48 * 1024 * 1024;
/** Changes of documents after which chunks that were not looked up since are dropped: most are of replaced versions. */
const CHANGES_PER_GENERATION = 500;
/** Memory of a chunk without its text. */
const CHUNK_BYTES = 400;

/**
 * Looks up chunks of published versions and caches them. The chunks of a version do not change while it is published;
 * whether it is comes from its document's record.
 */
export function createLiveRows(
  chunks: Pick<ChunkQueries, 'find'>,
  documents: Pick<DocumentQueries, 'find'>,
): {
  /** The chunk of this id, when its version is published. */
  find(chunkId: ChunkId): LiveChunk | undefined;
  /** Call when a document changes. */
  documentChanged(): void;
  /** Call when a version may be published again with other chunks. */
  clear(): void;
} {
  let changes = 0;
  const cache = createCache<ChunkId, LiveChunk>({
    sizeMax: CHUNKS_BYTES_MAX,
    sizeOf: ({ text, section }) => CHUNK_BYTES + 2 * (text.length + (section?.length ?? 0)),
  });

  function cached(chunk: StoredChunk, document: DocumentRecord): LiveChunk {
    const live = { ...chunk, document };
    cache.set(chunk.chunkId, live);
    return live;
  }

  return {
    find(chunkId) {
      const known = cache.get(chunkId);
      if (known) {
        const document = documents.find(known.docId);
        if (document === known.document) return known;
        if (document && isSameVersion(document, known.document)) return cached(known, document);
        cache.delete(chunkId);
      }
      const chunk = chunks.find(chunkId);
      const document = chunk && documents.find(chunk.docId);
      return document && cached(chunk, document);
    },
    documentChanged() {
      changes += 1;
      if (changes % CHANGES_PER_GENERATION === 0) cache.age();
    },
    clear: cache.clear,
  };
}

/** An id is reused when a document is deleted and ingested again, a sequence number never is. */
function isSameVersion(one: DocumentRecord, other: DocumentRecord): boolean {
  return one.sequence === other.sequence && one.liveVersion === other.liveVersion;
}
