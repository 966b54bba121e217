import { setImmediate } from 'node:timers/promises';
import { createSemaphore } from '../concurrency/semaphore.ts';
import { createCache } from '../kernel/cache.ts';
import { packOf, repliesIn } from '../languages/languages.ts';
import { parseChunkId, type StoredChunk } from '../ports/chunk.ts';
import type { DocumentRecord } from '../ports/document.ts';
import type { DocumentStore } from '../ports/document-store.ts';
import type { IndexStatistics } from '../ports/search-index.ts';
import { detectLanguage } from '../text/language.ts';
import type { AnswerQuestion, Question } from './answer.ts';
import { foldAnswer } from './events.ts';
import { allowedDocuments } from './find/document-filter.ts';
import type { PromptPassage } from './model/passage-text.ts';
import type { WriteQuestions } from './question-writer.ts';
import type { ConversationKey } from './read/conversation-key.ts';
import { isReadable, topicsOf } from './topics.ts';

/** Documents that questions are taken from, of the newest, and passages of each. */
const DOCUMENTS_MAX = 12;
const NEWEST_MAX = 200;
const PASSAGES_MAX = 60;
/** Passages that a language model is shown, and the length of each in UTF-16 units. */
const SHOWN_MAX = 6;
const SHOWN_UNITS_MAX = 1_500;
/** Questions asked in search of each one that is suggested. */
const CHECKS_PER_SUGGESTION = 4;
/** Replies to requests, used until this time has passed or the number of documents or passages has changed. */
const CACHED_MAX = 500;
const CACHED_MS = 300_000;
/** Requests that may wait while one is worked on, as each asks several questions. Others get no suggestions. */
const WAITING_MAX = 20;

export interface SuggestionRequest extends Pick<Question, 'filter'> {
  /** The last question and the passages that answered it: the suggestions continue from there. */
  readonly after:
    | {
        readonly question: string;
        readonly chunkIds: readonly string[];
        /** In which they are asked; without one, only the last question is known. */
        readonly conversation?: ConversationKey | undefined;
      }
    | undefined;
  /** Maximum number of suggestions, ≥ 1. */
  readonly limit: number;
}

/** A question that the documents answer. */
export interface Suggestion {
  /** A question of a document, one about a heading or its title, or what a language model wrote. */
  readonly question: string;
  /** The first source of its answer. */
  readonly docId: string;
  readonly label: string;
}

/**
 * Suggests questions about some of the newest documents, or those that the last answer cites: what a language model
 * writes, then headings and questions of the documents, near the cited passages first. Each was answered by quoting
 * before it is suggested; nothing is remembered or recorded.
 *
 * @throws {RefusedError} When a store is down.
 * @throws The signal's reason when it aborts.
 */
export type SuggestQuestions = (
  request: SuggestionRequest,
  options: { signal: AbortSignal },
) => Promise<readonly Suggestion[]>;

/**
 * @param parts.quoteAnswer Answers without a language model, which never answers less, and remembers nothing.
 * @param parts.writeQuestions A language model; absent without one.
 * @param parts.now Milliseconds; only differences are used.
 */
export function createSuggestQuestions(parts: {
  quoteAnswer: AnswerQuestion;
  documentStore: Pick<DocumentStore, 'docIdsWithTags' | 'visibleAmong' | 'list' | 'getMany' | 'listChunks'>;
  writeQuestions?: WriteQuestions | undefined;
  statistics: () => Promise<Pick<IndexStatistics, 'documents' | 'chunks'>>;
  defaults: Pick<Question, 'topK' | 'scoreThreshold'>;
  now: () => number;
}): SuggestQuestions {
  const { documentStore, statistics, writeQuestions, now } = parts;
  const cache = createCache<string, { at: number; suggestions: readonly Suggestion[] }>({
    sizeMax: CACHED_MAX,
  });
  const semaphore = createSemaphore({ concurrency: 1, waitingMax: WAITING_MAX });
  const answered = asker(parts);

  return async (request, { signal }) => {
    const [corpus, { docIds: allowed }] = await Promise.all([
      statistics(),
      allowedDocuments(request.filter, documentStore),
    ]);
    const key = JSON.stringify([request, corpus.documents, corpus.chunks, allowed?.size]);
    const cached = () => {
      const known = cache.get(key);
      if (!known || now() - known.at >= CACHED_MS) return undefined;
      // A document may have lost its tag.
      return known.suggestions.filter(({ docId }) => allowed?.has(docId) ?? true);
    };
    const known = cached();
    if (known) return known;
    const { after, limit } = request;
    const documents = await readDocuments(after, allowed, documentStore);
    const written = await writeQuestions?.(documents.flatMap(passagesOf).slice(0, SHOWN_MAX), {
      ...{ after: after?.question, count: limit + 1, signal },
    });
    const release = await semaphore.acquire(signal);
    if (!release) return [];
    try {
      const meanwhile = cached();
      if (meanwhile) return meanwhile;
      const candidates = [
        ...(written ?? []).map((question) => ({ question, from: undefined })),
        ...inTurn(documents.map((read) => topicsIn(read, after))),
        ...(after ? [] : documents.flatMap(aboutTitle)),
      ].filter(({ question }) => question.toLowerCase() !== after?.question.toLowerCase());
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
  /** The passages that should answer it; a model's question may be answered by any. */
  readonly from: readonly string[] | undefined;
}

/** Keeps the candidates that are answered from their own passages without a doubt, each by another sentence. */
function asker({ quoteAnswer, defaults }: Parameters<typeof createSuggestQuestions>[0]) {
  return async (
    candidates: readonly Candidate[],
    { filter, after, limit }: SuggestionRequest,
    signal: AbortSignal,
  ): Promise<Suggestion[]> => {
    const earlier = after ? [{ question: after.question, answer: '' }] : [];
    const within = after?.conversation ?? { userId: '', conversationId: '', earlier };
    const suggestions: Suggestion[] = [];
    const cited = new Set(after?.chunkIds);
    const told = new Set<string>();
    for (const { question: text, from } of candidates.slice(0, limit * CHECKS_PER_SUGGESTION)) {
      if (suggestions.length === limit) break;
      // Other requests come in between: a question may be answered without any wait.
      await setImmediate(undefined, { signal });
      const question = { ...defaults, text, filter, ...within, ...STRICTEST };
      const { sources, meta } = await foldAnswer(
        quoteAnswer(question, { signal, correlationId: 'suggestion' }),
      );
      const [first] = sources;
      if (!first || meta.unsure || cited.has(first.chunkId)) continue;
      if (from && !from.includes(first.chunkId)) continue;
      const answer = `${first.chunkId} ${first.quotes[0]?.start}`;
      if (told.has(answer)) continue;
      told.add(answer);
      suggestions.push({ question: text, docId: first.docId, label: first.label });
    }
    return suggestions;
  };
}

/** The mode that refuses most. */
const STRICTEST = { mode: 'strict', language: 'auto' } as const;

/** A document with the passages to ask about: of a cited one, from the cited passage on. */
interface ReadDocument {
  readonly record: DocumentRecord;
  readonly chunks: readonly StoredChunk[];
}

/** Some of the newest documents, the newest first, or those cited. */
async function readDocuments(
  after: SuggestionRequest['after'],
  allowed: ReadonlySet<string> | undefined,
  documentStore: Parameters<typeof createSuggestQuestions>[0]['documentStore'],
): Promise<ReadDocument[]> {
  const cited = citedPlaces(after?.chunkIds ?? [], allowed);
  const docIds = after ? [...cited.keys()] : allowed && [...allowed];
  const records = docIds
    ? await documentStore.getMany(spread(docIds))
    : spread((await documentStore.list({ status: 'done' }, { limit: NEWEST_MAX })).documents);
  return Promise.all(
    records.map(async (record) => {
      const from = cited.get(record.docId) ?? 0;
      const page = await documentStore.listChunks(record.docId, {
        limit: PASSAGES_MAX,
        ...(from > 0 && { after: from - 1 }),
      });
      return { record, chunks: page?.chunks ?? [] };
    }),
  );
}

/** Some of the documents at equal distances: neighbours are often of one folder, and about one subject. */
function spread<T>(documents: readonly T[]): T[] {
  const step = Math.max(1, documents.length / DOCUMENTS_MAX);
  const count = Math.min(documents.length, DOCUMENTS_MAX);
  return Array.from({ length: count }, (_, i) => documents[Math.floor(i * step)]!);
}

/** What a document can be asked about in its own words: its questions, then its headings. */
function topicsIn({ record, chunks }: ReadDocument, after: SuggestionRequest['after']): Candidate[] {
  const { title, kind } = record;
  if (kind === 'approved_answer') return after ? [] : [{ question: title, from: chunkIdsOf(chunks) }];
  const language = languageOf(chunks);
  const about = askerAbout(language);
  const topics = chunks.flatMap((chunk) => topicsOf(chunk, language).map((topic) => ({ ...topic, chunk })));
  const grouped = Map.groupBy(
    topics.filter(({ text }) => text !== title),
    ({ text, isQuestion }) => (isQuestion ? text : about(text)),
  );
  return [...grouped]
    .toSorted(([, a], [, b]) => Number(b[0]!.isQuestion) - Number(a[0]!.isQuestion))
    .map(([question, found]) => ({ question, from: chunkIdsOf(found.map(({ chunk }) => chunk)) }));
}

/** `How do I add a user?` for `Add a user` and `How to add a user`; otherwise what there is to know about it. */
function askerAbout(language: string | null): (heading: string) => string {
  const { howTo } = packOf(language) ?? {};
  const { aboutTopic } = repliesIn(language).replies;
  if (!howTo) return (heading) => aboutTopic.replace('{topic}', () => heading);
  const { openings, lead, own, question } = howTo;
  const instruction = new RegExp(`^(?:${lead}\\s+|(?=(?:${openings})\\s))`, 'iu');
  const yours = new RegExp(`(?<!\\p{L})${own.yours}(?!\\p{L})`, 'gu');
  return (heading) => {
    if (!instruction.test(heading)) return aboutTopic.replace('{topic}', () => heading);
    const told = heading.replace(instruction, '').replace(yours, own.mine);
    return question.replace('{heading}', () => told[0]!.toLowerCase() + told.slice(1));
  };
}

/** What it is about, in a language in which that is understood. */
function aboutTitle({ record: { title, kind }, chunks }: ReadDocument): Candidate[] {
  const template = packOf(languageOf(chunks))?.documentRequests?.aboutTitle;
  if (!template || kind === 'approved_answer' || !isReadable(title)) return [];
  return [{ question: template.replace('{title}', () => title), from: chunkIdsOf(chunks) }];
}

function languageOf(chunks: readonly StoredChunk[]): string | null {
  return detectLanguage(
    chunks
      .slice(0, 2)
      .map(({ text }) => text)
      .join('\n'),
  );
}

function chunkIdsOf(chunks: readonly StoredChunk[]): string[] {
  return chunks.map(({ chunkId }) => chunkId);
}

/** The first two passages, for a language model. */
function passagesOf({ record, chunks }: ReadDocument): PromptPassage[] {
  const { title, source, updatedAt } = record;
  return chunks.slice(0, 2).map(({ section, page, text }) => ({
    ...{ title, section, page, updatedAt, fileName: source.filename ?? null },
    text: text.slice(0, SHOWN_UNITS_MAX).toWellFormed(),
  }));
}

/** The first cited passage of each document that may be searched, by its place. */
function citedPlaces(chunkIds: readonly string[], allowed: ReadonlySet<string> | undefined) {
  const places = new Map<string, number>();
  for (const { docId, ordinal } of chunkIds.flatMap((chunkId) => parseChunkId(chunkId) ?? [])) {
    if (!places.has(docId) && (allowed?.has(docId) ?? true)) places.set(docId, ordinal);
  }
  return places;
}

/** The first of each document, then the second of each. What several ask says nothing about one: `Next steps`. */
function inTurn(lists: readonly (readonly Candidate[])[]): Candidate[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  const rounds = Array.from({ length: longest }, (_, i) => lists.flatMap((list) => list[i] ?? []));
  const asked = Map.groupBy(rounds.flat(), ({ question }) => question);
  return [...asked.values()].flatMap((same) => (same.length === 1 ? same : []));
}
