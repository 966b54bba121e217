import { untilAborted } from '../concurrency/deadline.ts';
import type { DocumentStore } from '../ports/document-store.ts';
import { parseQuestion } from '../question/parsed-question.ts';
import { questionLanguages } from '../question/question-language.ts';
import type { AnswerMeta, Question, RelatedSource } from './answer.ts';
import { NO_CONVERSATION } from './conversation.ts';
import { searchedCorpus } from './find/document-filter.ts';
import type { PassageFinder } from './find/find-passages.ts';
import { findEvidence } from './find-evidence.ts';
import { AGREEING, type Finding } from './judge/finding.ts';
import { createUsageMeter } from './model/completion.ts';
import { readingContext } from './read/reading-context.ts';
import { sourceOf } from './write/citation.ts';
import { foundQuote } from './write/quote/quote-answer.ts';

/** A search for passages, without an answer. */
export interface PassageSearch extends Pick<Question, 'text' | 'filter'> {
  /** Maximum passages, ≥ 1. */
  readonly limit: number;
}

export interface FoundPassage extends Omit<RelatedSource, 'snippet'> {
  readonly title: string;
  /** Null when the document had none. */
  readonly fileName: string | null;
  /** The whole passage, as extracted. */
  readonly text: string;
}

export interface SearchResult {
  /** Best first. */
  readonly passages: readonly FoundPassage[];
  readonly retrieval: AnswerMeta['retrieval'];
}

/**
 * Finds the passages that an answer would be quoted from, without writing one: no language model is called and no
 * conversation is remembered.
 *
 * @throws {RefusedError} When a store is down.
 * @throws The signal's reason when it aborts.
 */
export type SearchPassages = (
  search: PassageSearch,
  options: { signal: AbortSignal },
) => Promise<SearchResult>;

export function createSearchPassages(parts: {
  finder: PassageFinder;
  documentStore: Pick<DocumentStore, 'docIdsWithTags' | 'visibleAmong' | 'languages'>;
}): SearchPassages {
  const { finder, documentStore } = parts;
  return async ({ text, limit, filter }, { signal }) => {
    signal.throwIfAborted();
    const {
      docIds,
      corpus: visible,
      languages: corpusLanguages,
    } = await untilAborted(searchedCorpus(filter, documentStore), signal);
    const languagesOf = (of: string) => questionLanguages(of, corpusLanguages);
    const parsed = parseQuestion(text, languagesOf(text));
    const terms = () => parsed.terms.map(({ term }) => term);
    const corpus = await finder.statistics({ terms, corpus: visible, signal });
    const context = readingContext(
      { languagesOf, corpusLanguages },
      { corpus, meter: createUsageMeter(), signal },
    );
    // Of fewer passages the same one would have another probability.
    const question = { filter, topK: Math.max(limit, AGREEING) };
    const { query, candidates, isDegraded, finding } = await findEvidence(
      { question, parsed, conversation: NO_CONVERSATION, docIds, approved: [] },
      context,
      { finder, findApproved: async () => [], composer: undefined },
    );
    return {
      passages: finding ? finding.passages.slice(0, limit).map((_, place) => passageOf(finding, place)) : [],
      retrieval: {
        candidates,
        bestScore: finding?.probability ?? 0,
        query: query.standalone.text,
        ...(isDegraded && { degraded: true as const }),
      },
    };
  };
}

function passageOf(finding: Finding, place: number): FoundPassage {
  const { title, fileName, text } = finding.passages[place]!.passage;
  const { snippet: _, ...source } = sourceOf(foundQuote(finding, place));
  return { ...source, title, fileName, text };
}
