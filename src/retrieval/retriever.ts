import type { DocumentStore } from '../ports/document-store.ts';
import type { EmbeddingModel } from '../ports/embedding-model.ts';
import type { RerankModel } from '../ports/rerank-model.ts';
import type { IndexStatistics, SearchIndex } from '../ports/search-index.ts';
import { type CandidateSearchOptions, createCandidateSearch } from './candidate-search.ts';
import { documentSubjects } from './document-subject.ts';
import { embedQuestion } from './embed-question.ts';
import { createEverydayWords, type EverydayWords, type Variants } from './expansion/everyday-words.ts';
import { expandByPassages, expandQuery } from './expansion/expand-query.ts';
import type { ShortForm } from './expansion/short-forms.ts';
import type { Spellings } from './expansion/spelling.ts';
import { documentsOf, passagesOf } from './found-passages.ts';
import type { Passage } from './passage.ts';
import { rankPassages } from './rank-passages.ts';
import { type RankedCandidate, rankedCandidates } from './ranked-candidates.ts';
import { type AnswerShares, NO_SHARES, rankByAnswer } from './reranking/answer-shares.ts';
import { rankByModel } from './reranking/rank-by-model.ts';
import { createReranker, type Reranker } from './reranking/reranker.ts';
import type { RetrievalQuery } from './retrieval-query.ts';
import { searchedOnce, weighed } from './weighed.ts';

/** Finds the passages of the corpus that a question is most likely answered from. */
export interface Retriever {
  /**
   * Best first, texts distinct, at most `limit` (≥ 1); only from the documents in `docIds` if given.
   *
   * @param options.corpus From `statistics`, where the caller has it.
   * @throws When `signal` aborts.
   */
  retrieve(
    query: RetrievalQuery,
    options: {
      limit: number;
      corpus?: IndexStatistics;
      docIds?: ReadonlySet<string>;
      signal?: AbortSignal;
    },
  ): Promise<Retrieval>;
  /**
   * Current term statistics of the corpus, for rules that weigh words before anything is retrieved.
   *
   * @see SearchIndex.statistics
   */
  statistics: SearchIndex['statistics'];
}

export interface Retrieval {
  readonly passages: readonly Passage[];
  /** Corrections of words that the corpus does not know. */
  readonly spellings?: Spellings | undefined;
  /** Expansions of initialisms. */
  readonly shortForms?: readonly ShortForm[] | undefined;
  /** What documents may say instead of its words. */
  readonly variants?: Variants | undefined;
  /** Number of chunks compared, before the cut to `limit`. */
  readonly candidates: number;
  /** Searched by words alone, though the corpus is embedded: the model was unavailable. */
  readonly isDegraded?: boolean;
  /** The best candidates with their scores at each stage. Computed on demand. */
  considered?(count: number): RankedCandidate[];
}

const EVERYDAY_WORDS = createEverydayWords();

/** @param parts.ranking For measurements, and for the embeddings of a provider. */
export function createRetriever(parts: {
  searchIndex: Pick<SearchIndex, 'search' | 'statistics' | 'similarTerms' | 'compoundTerms' | 'holders'>;
  documentStore: Pick<DocumentStore, 'chunks'>;
  embeddingModel: () => EmbeddingModel | undefined;
  /** Looks for the answer in the best passages; their ranking depends on it, too. */
  answerShares?: AnswerShares;
  /** Has the last word on the order of the best passages. */
  rerankModel?: RerankModel | undefined;
  /** What documents may say instead of a question's words. */
  everydayWords?: EverydayWords;
  /** Called when a remote model fails: the question goes on without it. */
  onModelFailed?: (what: 'embedding' | 'rerank', error: unknown) => void;
  ranking?: CandidateSearchOptions & { readonly rerank?: Reranker };
}): Retriever {
  const { searchIndex, documentStore, rerankModel, onModelFailed = () => {} } = parts;
  const { answerShares = NO_SHARES, everydayWords = EVERYDAY_WORDS, ranking = {} } = parts;
  const { rerank = createReranker() } = ranking;
  const candidates = createCandidateSearch({ searchIndex, documentStore }, ranking);

  return {
    statistics: (options) => searchIndex.statistics(options),

    async retrieve(asked, { limit, corpus: given, docIds, signal }) {
      signal?.throwIfAborted();
      const terms = () => asked.terms.map(({ term }) => term);
      const corpus = given ?? (await searchIndex.statistics({ terms, ...(signal && { signal }) }));
      const known = { idf: corpus.idf, searchIndex: searchedOnce(searchIndex) };
      const expanded = await weighed(corpus, () => expandQuery(asked, known, everydayWords), signal);
      const embedding = await embedQuestion(expanded, {
        model: parts.embeddingModel(),
        searchedModelId: corpus.embeddingModelId,
        onFailed: (error) => onModelFailed('embedding', error),
        signal,
      });
      const isDegraded = !embedding && corpus.embeddingModelId !== undefined;

      const within = { ...(embedding && { embedding }), ...(docIds && { docIds }) };
      const find = ({ terms }: RetrievalQuery) => candidates.find({ terms, ...within }, { limit, signal });
      let found = await find(expanded);
      const query = expandByPassages(expanded, () => passagesOf(found));
      if (query.terms.length > expanded.terms.length) found = await find(query);

      const about = await documentSubjects(query, documentsOf(found), {
        ...{ searchIndex, chunks: corpus.chunks },
        ...(signal && { signal }),
      });
      signal?.throwIfAborted();
      const inNamed = await candidates.findIn(
        new Set([...about.named, ...about.titled]),
        { terms: query.terms, ...within },
        { beside: found, signal },
      );

      const { ranked, rest } = rankPassages(query, { found, inNamed, about, corpus }, rerank);
      const byAnswer = query.isFollowUp
        ? ranked
        : await weighed(
            corpus,
            () => rankByAnswer(ranked, (best) => answerShares(query, best, corpus)),
            signal,
          );
      const reranked = await rankByModel(query.text, byAnswer, {
        model: rerankModel,
        onFailed: (error) => onModelFailed('rerank', error),
        signal,
      });

      return {
        passages: [...reranked, ...rest].slice(0, limit),
        spellings: query.spellings,
        shortForms: query.shortForms,
        variants: query.variants,
        candidates: found.compared + inNamed.compared,
        isDegraded,
        considered: (count) => rankedCandidates(reranked.slice(0, count)),
      };
    },
  };
}
