import type { IndexStatistics } from '../../ports/search-index.ts';
import { questionLanguages } from '../../question/question-language.ts';
import type { UsageMeter } from '../model/completion.ts';

/** The languages that a question may be in. */
interface LanguagesToRead {
  /** ISO 639-1 codes, the most probable first; empty when unknown. */
  readonly languages: readonly string[];
  readonly languagesOf: (text: string) => readonly string[];
  /** Number of chunks in each language of the corpus. */
  readonly corpusLanguages: ReadonlyMap<string, number>;
}

/**
 * @param options.asked The language that the request names; null to find it out.
 * @param options.before The earlier questions of the conversation.
 */
export function languagesToRead(
  text: string,
  {
    asked,
    before,
    corpusLanguages,
  }: {
    asked: string | null;
    before: readonly string[];
    corpusLanguages: ReadonlyMap<string, number>;
  },
): LanguagesToRead {
  const languagesOf = (of: string) => (asked ? [asked] : questionLanguages(of, corpusLanguages, before));
  return { languages: languagesOf(text), languagesOf, corpusLanguages };
}

/** What a question is read with. */
export interface ReadingContext {
  /** Possible languages of the question. */
  readonly languages: readonly string[];
  /** The language of an earlier question. */
  readonly languageOf: (text: string) => string | null;
  /** ISO 639-1 codes of the documents' languages. */
  readonly corpusLanguages: readonly string[];
  readonly corpus: IndexStatistics;
  /** Inverse document frequency of a term in the corpus. */
  readonly idf: (term: string) => number;
  readonly meter: UsageMeter;
  readonly signal: AbortSignal;
}

export function readingContext(
  { languages, languagesOf, corpusLanguages }: LanguagesToRead,
  { corpus, meter, signal }: Pick<ReadingContext, 'corpus' | 'meter' | 'signal'>,
): ReadingContext {
  return {
    languages,
    languageOf: (of) => languagesOf(of)[0] ?? null,
    corpusLanguages: [...corpusLanguages].sort(([, a], [, b]) => b - a).map(([language]) => language),
    ...{ corpus, idf: corpus.idf, meter, signal },
  };
}
