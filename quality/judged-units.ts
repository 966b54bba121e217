import type { Passage } from '../src/retrieval/passage.ts';
import type { Line, RankedQuestion } from './evaluation-set.ts';
import type { IndexedCorpus } from './indexed-corpus.ts';

/** The ranking of judged units: each ranks where its best passage does. */
export function unitsOf(
  corpus: IndexedCorpus,
  line: Line,
  passages: readonly Pick<Passage, 'chunkId' | 'docId' | 'page'>[],
): string[] {
  const units = passages.map(({ chunkId, docId, page }) => {
    if (line.unit === 'chunk') return chunkId;
    return line.unit === 'page' ? `${corpus.keyOf(docId)}#p${page}` : corpus.keyOf(docId);
  });
  return [...new Set(units)];
}

/** Chunk judgments name an offset in the chunk, as chunk boundaries are not known beforehand. */
export async function relevantUnits(
  corpus: IndexedCorpus,
  line: Line,
  { relevant }: RankedQuestion,
): Promise<ReadonlyMap<string, number>> {
  if (line.unit !== 'chunk') return relevant;
  const chunks = new Map<string, number>();
  for (const [place, grade] of relevant) {
    const at = place.lastIndexOf('@');
    const chunkId = await corpus.chunkAt(place.slice(0, at), Number(place.slice(at + 1)));
    chunks.set(chunkId ?? place, grade);
  }
  return chunks;
}
