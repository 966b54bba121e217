import { inParallel } from '../../concurrency/in-parallel.ts';
import type { DocumentStore } from '../../ports/document-store.ts';
import type { SearchIndex } from '../../ports/search-index.ts';
import type { LiveDocumentChunks } from '../../ports/stored-chunks.ts';

/** Documents that are indexed at the same time: they share the refreshes of the index. */
const AT_ONCE = 32;

/**
 * Stages every live version in an index that is empty. Documents may be published and deleted meanwhile.
 *
 * @param parts.onIndexed Called after each document with the number so far.
 * @returns The model of the embeddings; undefined when there are none.
 */
export async function indexLiveDocuments(parts: {
  documentStore: Pick<DocumentStore, 'embeddingModel' | 'get' | 'liveChunks'>;
  searchIndex: Pick<SearchIndex, 'stage' | 'remove'>;
  onIndexed: (documents: number) => void;
}): Promise<string | undefined> {
  const { documentStore, searchIndex, onIndexed } = parts;
  const embeddingModelId = (await documentStore.embeddingModel())?.id;
  let indexed = 0;

  async function index({ docId, version, chunks }: LiveDocumentChunks): Promise<void> {
    await searchIndex.stage(docId, version, chunks, { embeddingModelId });
    // It was read some time ago, and may have been replaced before it was staged.
    const record = await documentStore.get(docId);
    if (record?.liveVersion !== version) await searchIndex.remove(docId, version);
    onIndexed(++indexed);
  }

  await inParallel(documentStore.liveChunks(), AT_ONCE, index);
  return embeddingModelId;
}
