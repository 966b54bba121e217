import type { ChunkId, StoredChunk } from '../../../ports/chunk.ts';
import { parseChunkId } from '../../../ports/chunk.ts';
import { createBoundedMemory } from '../../bounded-memory.ts';
import type { ChunkQueries } from './chunk-queries.ts';
import type { DocumentQueries } from './document-queries.ts';

/** Size of the chunk cache: some ten to twenty thousand chunks. */
const CHUNKS_BYTES_MAX = 48 * 1024 * 1024;
/** Memory of a chunk without its text. */
const CHUNK_BYTES = 400;

interface KnownChunk {
  readonly chunk: StoredChunk;
  /** Of its document: an id is reused when a document is deleted and ingested again, a sequence number never is. */
  readonly sequence: number;
  readonly version: number;
}

/**
 * Looks up chunks of published versions and caches them. The chunks of a version do not change while it is published;
 * whether it is comes from its document's record.
 */
export function createLiveRows(
  chunks: Pick<ChunkQueries, 'find'>,
  documents: Pick<DocumentQueries, 'find'>,
): {
  /** The chunk of this id, when its version is published. */
  find(chunkId: ChunkId): StoredChunk | undefined;
  /** Call when a version may be published again with other chunks. */
  clear(): void;
} {
  const memory = createBoundedMemory<KnownChunk>({
    bytesMax: CHUNKS_BYTES_MAX,
    bytesOf: ({ chunk }) => CHUNK_BYTES + 2 * (chunk.text.length + (chunk.section?.length ?? 0)),
  });
  return {
    find(chunkId) {
      const known = memory.get(chunkId);
      if (known) {
        const record = documents.find(known.chunk.docId);
        if (record?.sequence === known.sequence && record.liveVersion === known.version) return known.chunk;
        memory.forget(chunkId);
      }
      const chunk = chunks.find(chunkId);
      const record = chunk && documents.find(chunk.docId);
      if (chunk && record) {
        const { version } = parseChunkId(chunkId)!;
        memory.set(chunkId, { chunk, sequence: record.sequence, version });
      }
      return chunk;
    },
    clear: memory.clear,
  };
}
