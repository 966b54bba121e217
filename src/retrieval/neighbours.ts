import { type ChunkId, chunkIdOf, parseChunkId, type StoredChunk } from '../ports/chunk.ts';
import type { Passage } from './passage.ts';

/** How much less a neighbour counts than the passage that was found. From .1 to .4 answers are the same. */
const DISCOUNT = 0.1;

/** The side of a passage on which reading continues in its section. */
export type Side = 'before' | 'behind';

/**
 * The chunks next to a passage that belong to the same section.
 *
 * @returns In reading order, at most one a side.
 */
export async function neighboursOf(
  passage: Passage,
  sides: readonly Side[],
  documentStore: { chunks(chunkIds: readonly ChunkId[]): Promise<readonly StoredChunk[]> },
): Promise<Passage[]> {
  const place = parseChunkId(passage.chunkId);
  if (!place) return [];
  const { docId, version, ordinal } = place;
  const ordinals = sides.map((side) => (side === 'before' ? ordinal - 1 : ordinal + 1));
  const chunkIds = ordinals.filter((other) => other >= 0).map((other) => chunkIdOf(docId, version, other));
  const chunks = await documentStore.chunks(chunkIds);
  return chunks
    .filter(({ section }) => section === passage.section)
    .map(({ chunkId, text, start, page, section }) => ({
      ...passage,
      chunkId,
      text,
      start,
      page,
      section,
      score: passage.score - DISCOUNT,
    }));
}
