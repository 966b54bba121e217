import type { IndexStatistics } from '../../ports/search-index.ts';
import type { UsageMeter } from '../model/completion.ts';

/** What a question is read with. */
export interface ReadingContext {
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

/**
 * @param read.languagesOf The languages that a text may be in, the most probable first.
 * @param read.corpusLanguages Number of chunks in each language of the corpus.
 */
export function readingContext(
  read: { languagesOf: (text: string) => readonly string[]; corpusLanguages: ReadonlyMap<string, number> },
  { corpus, meter, signal }: Pick<ReadingContext, 'corpus' | 'meter' | 'signal'>,
): ReadingContext {
  return {
    languageOf: (of) => read.languagesOf(of)[0] ?? null,
    corpusLanguages: [...read.corpusLanguages].sort(([, a], [, b]) => b - a).map(([language]) => language),
    ...{ corpus, idf: corpus.idf, meter, signal },
  };
}
