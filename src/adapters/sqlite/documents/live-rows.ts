import type { ChunkId, StoredChunk } from '../../../ports/chunk.ts';
import { parseChunkId } from '../../../ports/chunk.ts';
import { createBoundedMemory } from '../../bounded-memory.ts';
import type { ChunkQueries } from './chunk-queries.ts';
import type { DocumentQueries } from './document-queries.ts';

/** Chunks remembered: some ten to twenty thousand. */
const CHUNKS_BYTES_MAX = 48 * 1024 * 1024;
/** Of a chunk without its text, in memory. */
const CHUNK_BYTES = 400;

interface KnownChunk {
  readonly chunk: StoredChunk;
  /** Of its document: an id is used again when a document is deleted and ingested anew, a sequence number never is. */
  readonly sequence: number;
  readonly version: number;
}

/**
 * Looks chunks of versions that answer up, and remembers the last ones. The chunks of a version do not change while it
 * answers; whether it does is known from its document's record.
 */
export function createLiveRows(
  chunks: Pick<ChunkQueries, 'find'>,
  documents: Pick<DocumentQueries, 'find'>,
): {
  /** The chunk of this id, when its version answers. */
  find(chunkId: ChunkId): StoredChunk | undefined;
  /** To be called when a version that answered may answer again from other chunks. */
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
