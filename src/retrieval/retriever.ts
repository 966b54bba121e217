import { setTimeout as sleep } from 'node:timers/promises';
import type { DocumentStore } from '../ports/document-store.ts';
import type { EmbeddingModel } from '../ports/embedding-model.ts';
import type { RerankModel } from '../ports/rerank-model.ts';
import type { IndexHit, IndexQuery, IndexStatistics, SearchIndex } from '../ports/search-index.ts';
import { documentSubjects } from './document-subject.ts';
import { distinctTexts, passagesOf } from './found-passages.ts';
import { aboveBackground, backgroundOf, DENSE_WEIGHT, type FusedHit, fuse } from './fusion.ts';
import { neighboursOf, type Side } from './neighbours.ts';
import type { Passage } from './passage.ts';
import {
  commonShortForms,
  explainedShortForms,
  initialismsOf,
  type ShortForm,
  withLongForms,
} from './question/short-forms.ts';
import { respell, type Spellings } from './question/spelling.ts';
import { type RankedCandidate, rankedCandidates } from './ranked-candidates.ts';
import { type AnswerShares, NO_SHARES, rankByAnswer } from './reranking/answer-shares.ts';
import { createReranker, type Reranker } from './reranking/reranker.ts';
import type { RetrievalQuery } from './retrieval-query.ts';

/**
 * Candidates for fusion by words, and as many by embedding. More do not change the ranking measurably
 * (`docs/quality.md`) and cost time on large corpora.
 */
const CANDIDATES = 50;
/** The best candidates by fused score, which are reranked; the others follow in their order. */
const RERANKED = 50;
/** Candidates from documents that the question names, reranked as well. */
const NAMED_CANDIDATES = 30;
/** Added to the scores of named documents' passages: the most that the `subject` feature can give. */
const NAMED_BONUS = 0.5;
/** Hits looked up beyond the limit, to make up for duplicates and chunks that have just vanished. */
const SPARE_HITS = 6;
/**
 * A document is replaced in the store a moment before it is in the index; hits found in between are gone when looked
 * up. Pauses before the search is repeated, until nothing is missing or they are used up.
 */
const PAUSES_MS = [10, 40, 150] as const;

/** Finds the passages of the corpus that a question is most likely answered from. */
export interface Retriever {
  /**
   * Best first, texts distinct, at most `limit` (≥ 1); only from the documents in `docIds` if given.
   *
   * @throws When `signal` aborts.
   */
  retrieve(
    query: RetrievalQuery,
    options: { limit: number; docIds?: ReadonlySet<string>; signal?: AbortSignal },
  ): Promise<Retrieval>;
  /** The chunks next to a passage in its section; in reading order, not ranked. */
  neighbours(passage: Passage, sides: readonly Side[]): Promise<Passage[]>;
  /** Current term statistics of the corpus, for rules that weigh words before anything is retrieved. */
  statistics(): Promise<IndexStatistics>;
}

export interface Retrieval {
  readonly passages: readonly Passage[];
  /** Corrections of words that the corpus does not know. */
  readonly spellings?: Spellings | undefined;
  /** Expansions of initialisms. */
  readonly shortForms?: readonly ShortForm[] | undefined;
  /** Number of chunks compared, before the cut to `limit`. */
  readonly candidates: number;
  /** Searched by words alone, though the corpus is embedded: the model was unavailable. */
  readonly isDegraded?: boolean;
  /** The best candidates with their scores at each stage. Computed on demand. */
  considered?(count: number): RankedCandidate[];
  /** Inverse document frequency of a term over the corpus, as the ranking used it. */
  idf(term: string): number;
}

/** @param parts.ranking Differs from the defaults only in measurements. */
export function createRetriever(parts: {
  searchIndex: Pick<SearchIndex, 'search' | 'statistics' | 'similarTerms' | 'holders' | 'embeddingModelId'>;
  documentStore: Pick<DocumentStore, 'chunks' | 'getMany'>;
  embeddingModel: () => EmbeddingModel | undefined;
  /** Looks for the answer in the best passages; their ranking depends on it, too. */
  answerShares?: AnswerShares;
  /** Has the last word on the order of the best passages. */
  rerankModel?: RerankModel | undefined;
  /** Called when a remote model fails: the question goes on without it. */
  onModelFailed?: (what: 'embedding' | 'rerank', error: unknown) => void;
  ranking?: {
    readonly denseWeight?: number;
    readonly candidates?: number;
    readonly rerank?: Reranker;
    /** Whether the model gives unrelated texts a cosine well above 0, which is then subtracted. */
    readonly hasBackground?: boolean;
  };
}): Retriever {
  const { searchIndex, documentStore, rerankModel, onModelFailed = () => {} } = parts;
  const { answerShares = NO_SHARES } = parts;
  const {
    denseWeight = DENSE_WEIGHT,
    candidates = CANDIDATES,
    rerank = createReranker(),
    hasBackground = false,
  } = parts.ranking ?? {};

  async function embeddingOf(query: RetrievalQuery, signal: AbortSignal | undefined) {
    const model = parts.embeddingModel();
    // Vectors of different models are not comparable: between a refit and its arrival in the index only words count.
    if (!model || model.id !== searchIndex.embeddingModelId) return undefined;
    const input = {
      text: query.text,
      terms: query.terms.map(({ term }) => term),
      counts: query.terms.map(({ weight }) => weight),
    };
    try {
      const [embedding] = await model.embed([input], { purpose: 'question', ...(signal && { signal }) });
      return embedding;
    } catch (error) {
      signal?.throwIfAborted();
      onModelFailed('embedding', error);
      return undefined;
    }
  }

  /** Ordered by the rerank model, which reads question and passage together; unchanged when it is unavailable. */
  async function rerankedByModel(
    query: RetrievalQuery,
    passages: Passage[],
    signal: AbortSignal | undefined,
  ): Promise<Passage[]> {
    if (!rerankModel || passages.length < 2) return passages;
    try {
      const texts = passages.map(({ title, section, text }) =>
        [title, section ?? '', text].filter((part) => part !== '').join('\n'),
      );
      const order = await rerankModel.rerank(query.text, texts, { signal });
      // Later stages were fitted to the built-in scores: the order is the model's, the scores keep their scale.
      return order.map((place, rank) => ({ ...passages[place]!, score: passages[rank]!.score }));
    } catch (error) {
      signal?.throwIfAborted();
      onModelFailed('rerank', error);
      return passages;
    }
  }

  async function respelt(query: RetrievalQuery): Promise<RetrievalQuery> {
    const { idf } = await searchIndex.statistics();
    const spellings = await respell(query, { idf, searchIndex });
    if (spellings.size === 0) return query;
    const known = new Set(query.terms.map(({ term }) => term));
    const added = [...spellings.values()].flat().filter(({ term }) => !known.has(term) && known.add(term));
    return { ...query, terms: [...query.terms, ...added], spellings };
  }

  function fuseAbove(background: number, hits: readonly IndexHit[]): FusedHit[] {
    if (background === 0) return fuse(hits, denseWeight);
    const cleared = hits.map((hit) => ({ ...hit, dense: aboveBackground(hit.dense, background) }));
    return fuse(cleared, denseWeight);
  }

  async function searchAndLookUp(
    indexQuery: IndexQuery,
    { limit, signal }: { limit: number; signal: AbortSignal | undefined },
  ) {
    const [hits, statistics] = await Promise.all([
      searchIndex.search(indexQuery, { limit: Math.max(candidates, limit), ...(signal && { signal }) }),
      searchIndex.statistics(),
    ]);
    const background = hasBackground ? backgroundOf(hits) : 0;
    const best = fuseAbove(background, hits).slice(0, Math.max(RERANKED, limit) + SPARE_HITS);
    const [chunks, records] = await Promise.all([
      documentStore.chunks(best.map(({ chunkId }) => chunkId)),
      documentStore.getMany([...new Set(best.map(({ docId }) => docId))]),
    ]);
    signal?.throwIfAborted();
    return { hits, statistics, best, chunks, records, background };
  }

  /**
   * More candidates from the named documents: their passages seldom name the subject, and others that do crowd them
   * out.
   */
  async function searchNamed(
    indexQuery: IndexQuery,
    docIds: ReadonlySet<string>,
    { found, signal }: { found: { best: FusedHit[]; background: number }; signal: AbortSignal | undefined },
  ) {
    if (docIds.size === 0) return { best: [], chunks: [] };
    const hits = await searchIndex.search(
      { ...indexQuery, docIds },
      { limit: NAMED_CANDIDATES, ...(signal && { signal }) },
    );
    const known = new Set(found.best.map(({ chunkId }) => chunkId));
    const best = fuseAbove(found.background, hits)
      .slice(0, NAMED_CANDIDATES)
      .filter(({ chunkId }) => !known.has(chunkId));
    const chunks = await documentStore.chunks(best.map(({ chunkId }) => chunkId));
    signal?.throwIfAborted();
    return { best, chunks };
  }

  return {
    statistics: () => searchIndex.statistics(),
    neighbours: (passage, sides) => neighboursOf(passage, sides, documentStore),

    async retrieve(asked, { limit, docIds, signal }) {
      signal?.throwIfAborted();
      const initialisms = initialismsOf(asked.text);
      let query = withLongForms(await respelt(asked), commonShortForms(initialisms));
      const embedding = await embeddingOf(query, signal);
      const isDegraded = !embedding && searchIndex.embeddingModelId !== undefined;
      let indexQuery: IndexQuery = {
        terms: query.terms,
        ...(embedding && { embedding }),
        ...(docIds && { docIds }),
      };
      let found = await searchAndLookUp(indexQuery, { limit, signal });
      for (const pauseMs of PAUSES_MS) {
        if (found.chunks.length === found.best.length) break;
        await sleep(pauseMs, undefined, { ...(signal && { signal }) });
        found = await searchAndLookUp(indexQuery, { limit, signal });
      }
      if (initialisms.length > 0) {
        const texts = passagesOf(found.best, found.chunks, found.records, new Map());
        const explained = withLongForms(query, explainedShortForms(initialisms, texts));
        const isMore = explained.terms.length > query.terms.length;
        query = explained;
        indexQuery = { ...indexQuery, terms: query.terms };
        if (isMore) found = await searchAndLookUp(indexQuery, { limit, signal });
      }
      const { hits, statistics, best, chunks, records, background } = found;
      const { subjects, named } = await documentSubjects(query, records, {
        searchIndex,
        chunks: statistics.chunks,
      });
      signal?.throwIfAborted();
      const more = await searchNamed(indexQuery, named, { found, signal });
      const fused = distinctTexts(passagesOf(best, chunks, records, subjects));
      const read = distinctTexts([
        ...fused.slice(0, RERANKED),
        ...passagesOf(more.best, more.chunks, records, subjects),
      ]);
      const rest = distinctTexts([...read, ...fused.slice(RERANKED)]).slice(read.length);
      const embeddings = new Map(
        [...best, ...more.best].map(({ chunkId, embedding }) => [chunkId, embedding]),
      );
      const scores = rerank(query, read, {
        chunks: statistics.chunks,
        background,
        idf: (term) => statistics.idf(term),
        embeddingOf: ({ chunkId }) => embeddings.get(chunkId),
      });
      const ranked = read
        .map((passage, p) => ({
          ...passage,
          score: scores[p]! + (named.has(passage.docId) ? NAMED_BONUS : 0),
        }))
        .sort((a, b) => b.score - a.score || b.lexical - a.lexical);
      const byAnswer = query.isFollowUp
        ? ranked
        : rankByAnswer(ranked, (best) => answerShares(query, best, statistics));
      const reranked = await rerankedByModel(query, byAnswer, signal);
      const passages = [...reranked, ...rest].slice(0, limit);
      const considered = (count: number) => rankedCandidates(reranked, read, count);
      const idf = (term: string) => statistics.idf(term);
      return {
        passages,
        spellings: query.spellings,
        shortForms: query.shortForms,
        candidates: hits.length + more.best.length,
        isDegraded,
        idf,
        considered,
      };
    },
  };
}
