import { createCache } from '../cache.ts';
import { createSemaphore } from '../concurrency/semaphore.ts';
import { parseChunkId } from '../ports/chunk.ts';
import type { DocumentStore } from '../ports/document-store.ts';
import type { IndexStatistics } from '../ports/search-index.ts';
import { type Topic, topicsOf } from '../text/topics.ts';
import type { AnswerQuestion, Question } from './answer.ts';
import { foldAnswer } from './events.ts';
import { allowedDocuments } from './find/document-filter.ts';

/** Documents that questions are taken from, and passages of each. */
const DOCUMENTS_MAX = 12;
const PASSAGES_MAX = 60;
/** Questions asked in search of each one that is suggested. */
const CHECKS_PER_SUGGESTION = 4;
/** Replies to requests, used until this time has passed or the number of documents or passages has changed. */
const CACHED_MAX = 500;
const CACHED_MS = 300_000;
/** Requests that may wait while one is worked on, as each asks several questions. Others get no suggestions. */
const WAITING_MAX = 20;

export interface SuggestionRequest extends Pick<Question, 'filter'> {
  /** The last question and the passages that answered it: the suggestions continue from there. */
  readonly after: { readonly question: string; readonly chunkIds: readonly string[] } | undefined;
  /** Maximum number of suggestions, ≥ 1. */
  readonly limit: number;
}

/** A question that the documents answer. */
export interface Suggestion {
  /** Words of a document: a question, or a heading. */
  readonly question: string;
  /** The first source of its answer. */
  readonly docId: string;
  readonly label: string;
}

/**
 * Suggests questions from headings and questions of the documents: of the newest ones, or of those that the last answer
 * cites, near the cited passages. Each was answered from its document before it is suggested. No language model is
 * called, and nothing is remembered or recorded.
 *
 * @throws {RefusedError} When a store is down.
 * @throws The signal's reason when it aborts.
 */
export type SuggestQuestions = (
  request: SuggestionRequest,
  options: { signal: AbortSignal },
) => Promise<readonly Suggestion[]>;

/**
 * @param parts.quoteAnswer Answers without a language model, which never answers less.
 * @param parts.now Milliseconds; only differences are used.
 */
export function createSuggestQuestions(parts: {
  quoteAnswer: AnswerQuestion;
  documentStore: Pick<DocumentStore, 'docIdsWithTags' | 'visibleAmong' | 'list' | 'getMany' | 'listChunks'>;
  statistics: () => Promise<Pick<IndexStatistics, 'documents' | 'chunks'>>;
  defaults: Pick<Question, 'topK' | 'scoreThreshold'>;
  now: () => number;
}): SuggestQuestions {
  const { documentStore, statistics, now } = parts;
  const cache = createCache<string, { at: number; suggestions: readonly Suggestion[] }>({
    sizeMax: CACHED_MAX,
  });
  const semaphore = createSemaphore({ concurrency: 1, waitingMax: WAITING_MAX });
  const answered = asker(parts);

  return async (request, { signal }) => {
    const [{ documents, chunks }, allowed] = await Promise.all([
      statistics(),
      allowedDocuments(request.filter, documentStore),
    ]);
    const key = JSON.stringify([request, documents, chunks, allowed?.size]);
    const cached = () => {
      const known = cache.get(key);
      if (!known || now() - known.at >= CACHED_MS) return undefined;
      // A document may have lost its tag.
      return known.suggestions.filter(({ docId }) => allowed?.has(docId) ?? true);
    };
    const known = cached();
    if (known) return known;
    const release = await semaphore.acquire(signal);
    if (!release) return [];
    try {
      const meanwhile = cached();
      if (meanwhile) return meanwhile;
      const candidates = await candidatesFor(request.after, allowed, documentStore);
      const suggestions = await answered(candidates, request, signal);
      cache.set(key, { at: now(), suggestions });
      return suggestions;
    } finally {
      release();
    }
  };
}

interface Candidate {
  readonly question: string;
  readonly docId: string;
}

/** Keeps the candidates that are answered from their own documents, each by another sentence. */
function asker({ quoteAnswer, defaults }: Parameters<typeof createSuggestQuestions>[0]) {
  return async (
    candidates: readonly Candidate[],
    { filter, after, limit }: SuggestionRequest,
    signal: AbortSignal,
  ): Promise<Suggestion[]> => {
    const earlier = after ? [{ question: after.question, answer: '' }] : [];
    const suggestions: Suggestion[] = [];
    const cited = new Set(after?.chunkIds);
    const told = new Set<string>();
    for (const { question: text, docId } of candidates.slice(0, limit * CHECKS_PER_SUGGESTION)) {
      if (suggestions.length === limit) break;
      const question = { ...defaults, text, filter, earlier, ...ANY_ASKER };
      const { sources } = await foldAnswer(quoteAnswer(question, { signal, correlationId: 'suggestion' }));
      const [first] = sources;
      if (!first || first.docId !== docId || cited.has(first.chunkId)) continue;
      const answer = `${first.chunkId} ${first.quotes[0]?.start}`;
      if (told.has(answer)) continue;
      told.add(answer);
      suggestions.push({ question: text, docId, label: first.label });
    }
    return suggestions;
  };
}

/** In the mode that refuses most. */
const ANY_ASKER = { mode: 'strict', language: 'auto', userId: '', conversationId: '' } as const;

/** What each document can be asked about, of the documents in turn: the newest document first, or the one cited first. */
async function candidatesFor(
  after: SuggestionRequest['after'],
  allowed: ReadonlySet<string> | undefined,
  documentStore: Parameters<typeof createSuggestQuestions>[0]['documentStore'],
): Promise<Candidate[]> {
  const cited = citedPlaces(after?.chunkIds ?? [], allowed);
  const docIds = after ? [...cited.keys()] : allowed && [...allowed];
  const documents = docIds
    ? await documentStore.getMany(docIds.slice(0, DOCUMENTS_MAX))
    : (await documentStore.list({ status: 'done' }, { limit: DOCUMENTS_MAX })).documents;
  const topics = documents.map(async ({ docId, title, kind }) => {
    if (kind === 'approved_answer') return after ? [] : [{ question: title, docId }];
    const from = cited.get(docId) ?? 0;
    // What follows the cited passage first, then what is before it.
    const page = await documentStore.listChunks(docId, {
      limit: PASSAGES_MAX,
      ...(from > 0 && { after: from - 1 }),
    });
    const found = page?.chunks.flatMap(topicsOf).filter((topic) => topic.text !== title) ?? [];
    return byAppeal(found).map(({ text }) => ({ question: text, docId }));
  });
  const asked = after?.question.toLowerCase();
  return inTurn(await Promise.all(topics)).filter(({ question }) => question.toLowerCase() !== asked);
}

/** The first cited passage of each document that may be searched, by its place. */
function citedPlaces(chunkIds: readonly string[], allowed: ReadonlySet<string> | undefined) {
  const places = new Map<string, number>();
  for (const { docId, ordinal } of chunkIds.flatMap((chunkId) => parseChunkId(chunkId) ?? [])) {
    if (!places.has(docId) && (allowed?.has(docId) ?? true)) places.set(docId, ordinal);
  }
  return places;
}

/** Questions first, then headings of several words, then other headings and lines. */
function byAppeal(topics: readonly Topic[]): Topic[] {
  return topics.toSorted((a, b) => appealOf(b) - appealOf(a));
}

function appealOf({ text, isQuestion, isHeading }: Topic): number {
  return (isQuestion ? 4 : 0) + (isHeading ? 2 : 0) + (text.includes(' ') ? 1 : 0);
}

/** The first of each list, then the second of each, distinct by their words. */
function inTurn(lists: readonly (readonly Candidate[])[]): Candidate[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  const rounds = Array.from({ length: longest }, (_, i) => lists.flatMap((list) => list[i] ?? []));
  return [...new Map(rounds.flat().map((candidate) => [candidate.question, candidate])).values()];
}
