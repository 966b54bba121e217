import type { RerankModel } from '../../ports/rerank-model.ts';
import type { IndexStatistics } from '../../ports/search-index.ts';
import type { ParsedQuestion } from '../../question/parsed-question.ts';
import type { Passage } from '../../retrieval/passage.ts';
import { rankByModel } from '../../retrieval/reranking/rank-by-model.ts';
import type { Retriever } from '../../retrieval/retriever.ts';
import { withFrequencies } from '../../retrieval/with-frequencies.ts';
import { questionWords } from '../choose/question-words.ts';
import { rankByAnswer } from '../choose/rank-by-answer.ts';
import { createSentenceReader, type SentenceReader } from '../choose/sentence-reader.ts';

/** The passages that a question is most likely answered from. */
export interface FoundPassages {
  /** The question with what the corpus adds to it. */
  readonly question: ParsedQuestion;
  /** Best first, texts distinct, as many as wanted. */
  readonly passages: readonly Passage[];
  /** The best passages before the cut, with their scores at each stage. */
  readonly ranked: readonly Passage[];
  /** Number of chunks compared. */
  readonly candidates: number;
  /** Searched by words alone, though the corpus is embedded: the model was unavailable. */
  readonly isDegraded: boolean;
  /** Language in which the question was read, ISO 639-1; null when unknown. */
  readonly language: string | null;
  /** Has read the best passages for the question's own words. */
  readonly reader: SentenceReader;
}

export interface PassageFinder extends Pick<Retriever, 'statistics'> {
  /**
   * Retrieves passages, and puts those first that probably hold the answer. Questions after an answered one are answered
   * at length more often than by one sentence: theirs keep the retriever's order.
   *
   * @param options.limit Maximum passages, ≥ 1.
   * @param options.corpus From `statistics`, where the caller has it.
   * @param options.docIds The documents to search; all when absent.
   * @param options.namesDocuments Whether the request named them.
   * @throws The signal's reason when it aborts.
   */
  find(
    question: ParsedQuestion,
    options: {
      limit: number;
      corpus?: IndexStatistics;
      docIds?: ReadonlySet<string>;
      namesDocuments?: boolean;
      signal?: AbortSignal;
    },
  ): Promise<FoundPassages>;
}

export function createPassageFinder(parts: {
  retriever: Retriever;
  /** Has the last word on the order of the best passages. */
  rerankModel?: RerankModel | undefined;
  /** Called when the rerank model fails: the built-in order stays. */
  onModelFailed?: (error: unknown) => void;
}): PassageFinder {
  const { retriever, rerankModel, onModelFailed = () => {} } = parts;
  return {
    statistics: (options) => retriever.statistics(options),

    async find(asked, { limit, corpus: given, docIds, namesDocuments = false, signal }) {
      const terms = () => asked.terms.map(({ term }) => term);
      const corpus = given ?? (await retriever.statistics({ terms, ...(signal && { signal }) }));
      const retrieval = await retriever.retrieve(asked, {
        ...{ limit, corpus },
        ...(docIds && { docIds }),
        ...(signal && { signal }),
      });
      const { question, rest, candidates, isDegraded } = retrieval;
      const language = languageOf(retrieval.ranked, question.languages);
      const order = () => {
        const isAlone = question.carried.length > 0;
        const words = questionWords(question, { language, corpus, namesDocuments, isAlone });
        const reader = createSentenceReader(words);
        const ranked = question.isFollowUp ? retrieval.ranked : rankByAnswer(retrieval.ranked, reader);
        return { reader, ranked };
      };
      const { reader, ranked: byAnswer } = await withFrequencies(corpus, order, signal);
      const ranked = await rankByModel(question.standalone.text, byAnswer, {
        model: rerankModel,
        onFailed: onModelFailed,
        signal,
      });
      const passages = [...ranked, ...rest].slice(0, limit);
      return { question, passages, ranked, candidates, isDegraded, language, reader };
    },
  };
}

/** A short question that may be in several languages is in that of the best passage. */
export function languageOf(passages: readonly Passage[], languages: readonly string[]): string | null {
  const found = passages[0]?.language;
  return found && languages.includes(found) ? found : (languages[0] ?? null);
}
