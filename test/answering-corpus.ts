import { createEmbeddedIndex } from '../src/adapters/search/embedded-index.ts';
import { createPassageFinder, type PassageFinder } from '../src/answering/find/find-passages.ts';
import { countTerms } from '../src/ingestion/preparing/chunk-terms.ts';
import { chunkIdOf, type LiveChunk } from '../src/ports/chunk.ts';
import { createRetriever } from '../src/retrieval/retriever.ts';
import { putDocument } from './conformance/put-document.ts';
import { recordOf } from './document-record.ts';

/** A document whose chunks are given, in the way that ingestion would have cut them. */
export interface DocumentForTests {
  readonly docId: string;
  readonly title: string;
  readonly language?: string;
  readonly tags?: readonly string[];
  readonly url?: string;
  /** Of its last change, `2026-03-04` unless given. */
  readonly updatedOn?: string;
  readonly chunks: readonly {
    readonly text: string;
    readonly page?: number;
    readonly section?: string;
  }[];
}

/** The product's search over its real index, and as much of a document store as answering needs. */
export interface CorpusForTests extends AsyncDisposable {
  readonly finder: PassageFinder;
  readonly documentStore: {
    docIdsWithTags(tags: readonly string[]): Promise<ReadonlySet<string>>;
    visibleAmong(docIds: readonly string[], tags: readonly string[]): Promise<string[]>;
    languages(): Promise<ReadonlyMap<string, number>>;
    chunks(chunkIds: readonly string[]): Promise<LiveChunk[]>;
  };
}

export async function openCorpusForTests(documents: readonly DocumentForTests[]): Promise<CorpusForTests> {
  const searchIndex = createEmbeddedIndex();
  const chunks = new Map<string, LiveChunk>();
  for (const given of documents) {
    const { docId, title, language = 'en', tags = [], url, updatedOn = '2026-03-04', chunks: pieces } = given;
    const document = recordOf(docId, {
      ...{ title, language, tags, contentHash: docId, mediaType: 'text/plain', bytes: 1 },
      ...{ status: 'done', progress: 1, liveVersion: 1, attempts: 1 },
      ...{ chunks: pieces.length, added: pieces.length },
      ...(url !== undefined && { source: { kind: 'url', url } }),
      ...{ createdAt: Date.UTC(2026, 0, 5), updatedAt: Date.parse(updatedOn) },
    });
    const indexable = pieces.map(({ text, page = null, section = null }, ordinal) => {
      const chunk = { ordinal, text, start: 0, end: text.length, page, section };
      const chunkId = chunkIdOf(docId, 1, ordinal);
      chunks.set(chunkId, { ...chunk, chunkId, docId, document });
      const fields = [title, section ?? '', text].map((field) => ({ text: field, times: 1 }));
      return { ...chunk, ...countTerms(fields, language) };
    });
    await putDocument(searchIndex, docId, 1, indexable);
  }
  const chunksOf = async (ids: readonly string[]) => ids.flatMap((id) => chunks.get(id) ?? []);
  const retriever = createRetriever({
    searchIndex,
    embeddingModel: () => undefined,
    documentStore: { chunks: chunksOf },
  });
  return {
    finder: createPassageFinder({ retriever }),
    documentStore: {
      chunks: chunksOf,
      visibleAmong: async (docIds) => [...docIds],
      docIdsWithTags: async (tags) =>
        new Set(
          documents
            .filter((document) => document.tags?.some((tag) => tags.includes(tag)))
            .map(({ docId }) => docId),
        ),
      languages: async () =>
        new Map(documents.map(({ language = 'en', chunks }) => [language, chunks.length])),
    },
    [Symbol.asyncDispose]: () => searchIndex[Symbol.asyncDispose](),
  };
}
