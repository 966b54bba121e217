import type { DocumentStore } from '../ports/document-store.ts';
import type { EmbeddingModel } from '../ports/embedding-model.ts';
import type { IndexStatistics, SearchIndex } from '../ports/search-index.ts';
import type { ParsedQuestion } from '../question/parsed-question.ts';
import { createCandidateSearch } from './candidate-search.ts';
import { embedQuestion } from './embed-question.ts';
import { createEverydayWords, type EverydayWords } from './expansion/everyday-words.ts';
import { expandQuery } from './expansion/expand-query.ts';
import { compoundsOf } from './expansion/spelling.ts';
import { documentsOf } from './found-passages.ts';
import { namedDocuments } from './named-documents.ts';
import { type RankedPassages, rankPassages } from './rank-passages.ts';
import { createReranker, type Reranker } from './reranking/reranker.ts';
import { withFrequencies } from './with-frequencies.ts';

/** Finds the passages of the corpus that a question may be answered from. */
export interface Retriever {
  /**
   * Searches all documents, or only those in `docIds` if given.
   *
   * @param options.limit Passages to find at least, as far as there are as many, ≥ 1.
   * @param options.corpus From `statistics`.
   * @throws When `signal` aborts.
   */
  retrieve(
    question: ParsedQuestion,
    options: {
      limit: number;
      corpus: IndexStatistics;
      docIds?: ReadonlySet<string>;
      signal?: AbortSignal;
    },
  ): Promise<Retrieval>;
  /**
   * Current term statistics of the corpus, for rules that need word weights before anything is retrieved.
   *
   * @see SearchIndex.statistics
   */
  statistics: SearchIndex['statistics'];
}

/** What was retrieved; all texts are distinct. */
export interface Retrieval extends RankedPassages {
  /** The question with what the corpus adds to it. */
  readonly question: ParsedQuestion;
  /** Number of chunks compared. */
  readonly candidates: number;
  /** Searched by words alone, though the corpus is embedded: the model was unavailable. */
  readonly isDegraded: boolean;
}

const EVERYDAY_WORDS = createEverydayWords();

/**
 * @param parts.providerWeight How many times as much the embeddings of a provider count; undefined for the built-in
 *   model.
 * @param parts.rerank For measurements.
 */
export function createRetriever(parts: {
  searchIndex: Pick<SearchIndex, 'search' | 'statistics' | 'compoundTerms'>;
  documentStore: Pick<DocumentStore, 'chunks'>;
  embeddingModel: () => EmbeddingModel | undefined;
  /** What documents may say instead of a question's words. */
  everydayWords?: EverydayWords;
  /** Called when the embedding model fails: the search continues without it. */
  onModelFailed?: (error: unknown) => void;
  providerWeight?: number | undefined;
  rerank?: Reranker;
}): Retriever {
  const { searchIndex, documentStore, onModelFailed = () => {} } = parts;
  const { everydayWords = EVERYDAY_WORDS, providerWeight } = parts;
  const { rerank = createReranker(providerWeight) } = parts;
  const candidates = createCandidateSearch({ searchIndex, documentStore }, providerWeight);

  return {
    statistics: (options) => searchIndex.statistics(options),

    async retrieve(asked, { limit, corpus, docIds, signal }) {
      signal?.throwIfAborted();
      const compounds = await compoundsOf(asked, searchIndex, { corpus: corpus.corpus, signal });
      const known = { idf: corpus.idf, compounds };
      const query = await withFrequencies(corpus, () => expandQuery(asked, known, everydayWords), signal);
      const model = parts.embeddingModel();
      const embedding = await embedQuestion(query, {
        model,
        searchedModelId: corpus.embeddingModelId,
        onFailed: onModelFailed,
        signal,
      });
      const compareParts = embedding && model?.comparePartsTo?.(embedding);
      const isDegraded = !embedding && corpus.embeddingModelId !== undefined;

      const search = {
        terms: query.terms,
        ...(embedding && { embedding }),
        ...(docIds && { docIds }),
        ...(corpus.corpus && { corpus: corpus.corpus }),
      };
      const found = await candidates.find(search, { limit, signal });
      const records = documentsOf(found);
      const named = await withFrequencies(corpus, () => namedDocuments(query, records, corpus), signal);
      const inNamed = await candidates.findIn(named, search, { beside: found, signal });

      return {
        question: query,
        ...rankPassages(query, { found, inNamed, named, corpus, compareParts }, rerank),
        candidates: found.compared + inNamed.compared,
        isDegraded,
      };
    },
  };
}
