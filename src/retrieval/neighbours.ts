import { chunkIdOf, parseChunkId } from '../ports/chunk.ts';
import type { DocumentStore } from '../ports/document-store.ts';
import type { Passage } from './passage.ts';

/** What they count less than the passage that was found. From .1 to .4 answers are the same. */
const DISCOUNT = 0.1;
/** Whoever wants an answer from one or two passages gets no more of them. */
const LIMIT_MIN = 3;

/**
 * The chunks before and behind the best passage, where its section goes on: a chunk ends where some 175 words do, and what
 * was asked for may stand in the next one.
 *
 * @param passages Best first; may be empty.
 * @param options.limit How many passages were asked for.
 * @returns In reading order, at most two, whose texts are none of `passages`.
 */
export async function neighboursOf(
  passages: readonly Passage[],
  { limit, documentStore }: { limit: number; documentStore: Pick<DocumentStore, 'chunks'> },
): Promise<Passage[]> {
  const [best] = passages;
  const place = best && parseChunkId(best.chunkId);
  if (!place || limit < LIMIT_MIN) return [];
  const { docId, version, ordinal } = place;
  const texts = new Set(passages.map(({ text }) => text));
  const ids = [ordinal - 1, ordinal + 1]
    .filter((other) => other >= 0)
    .map((other) => chunkIdOf(docId, version, other));
  const chunks = await documentStore.chunks(ids);
  return chunks
    .filter(({ section, text }) => section === best.section && !texts.has(text))
    .map(({ chunkId, text, start, page, section }) => ({
      ...best,
      chunkId,
      text,
      start,
      page,
      section,
      score: best.score - DISCOUNT,
    }));
}
