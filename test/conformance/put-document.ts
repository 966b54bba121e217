import type { IndexedChunk, SearchIndex } from '../../src/ports/search-index.ts';

/** Stages a version and retires earlier ones, for tests and measurements. */
export async function putDocument(
  index: Pick<SearchIndex, 'stage' | 'retire'>,
  docId: string,
  version: number,
  chunks: readonly IndexedChunk[],
): Promise<void> {
  await index.stage(docId, version, chunks);
  await index.retire(docId, version);
}
