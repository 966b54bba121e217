import type { DocumentStore } from '../ports/document-store.ts';
import type { Logger } from '../ports/logger.ts';
import { questionLanguages } from '../retrieval/question-language.ts';
import type { Retriever } from '../retrieval/retriever.ts';
import type { AnswerEvent, AnswerMeta, Question } from './answer.ts';
import { approvedPassages, type FindApprovedPassages, quoteWhole } from './approved-answer.ts';
import { withMarkers } from './citation.ts';
import { continuesEarlier, isSharedConversation } from './dependent-question.ts';
import { allowedDocuments } from './document-filter.ts';
import { standaloneQuery } from './follow-up.ts';
import { greetingReply } from './greeting.ts';
import type { Conversation, Memory } from './memory.ts';
import { createMemoryAccess } from './memory-access.ts';
import { createPassageAnalyzer } from './passage-analysis.ts';
import { quoteAnswer } from './quote-answer.ts';
import { refusalText } from './refusal.ts';
import { primaryLanguage, refusalLanguage } from './reply-language.ts';
import { untilAborted } from './until-aborted.ts';

/**
 * Answers a question from the corpus: `sources` once, then `token` parts, then `done`, which is authoritative.
 *
 * @throws {RefusedError} When a store that the answer needs is down. A memory that is down costs only the memory.
 * @throws The signal's reason when it aborts; whoever asks sets the deadline by it.
 */
export type AnswerQuestion = (
  question: Question,
  options: { signal: AbortSignal; correlationId: string },
) => AsyncIterable<AnswerEvent>;

/**
 * @param parts.approvedPassages Where an answer stands that a person approved for a question; it is given before any other.
 * @param parts.now Milliseconds; only differences are used.
 */
export function createAnswerQuestion(parts: {
  retriever: Retriever;
  documentStore: Pick<DocumentStore, 'docIdsWithTags' | 'languages'>;
  approvedPassages?: FindApprovedPassages;
  memory: Memory;
  logger: Logger;
  now: () => number;
}): AnswerQuestion {
  const { retriever, documentStore, approvedPassages: find = NONE_APPROVED, now } = parts;
  const conversations = createMemoryAccess(parts);
  const analyse = createPassageAnalyzer();

  return async function* answerQuestion(question, { signal, correlationId }) {
    signal.throwIfAborted();
    const startedAt = now();
    const blank = blankMeta(question, correlationId);
    const asked = question.language === 'auto' ? null : primaryLanguage(question.language);

    const greeting = greetingReply(question.text, asked);
    if (greeting) {
      yield* reply(greeting.text, {
        ...blank,
        language: greeting.language,
        timingsMs: timings(startedAt, startedAt, now()),
      });
      return;
    }

    const conversation = await conversations.recall(question, signal);
    const languages = asked
      ? [asked]
      : questionLanguages(question.text, await untilAborted(documentStore.languages(), signal));
    const corpus = await untilAborted(retriever.statistics(), signal);
    const earlier = goesOn(question) ? conversation : NO_CONVERSATION;
    const query = standaloneQuery(question.text, earlier, { languages, idf: (term) => corpus.idf(term) });
    const docIds = await untilAborted(allowedDocuments(question.filter, documentStore), signal);
    const approved = await approvedPassages([query.text, question.text], { find, docIds, signal });
    const retrieval = approved
      ? { passages: approved, candidates: approved.length }
      : await retriever.retrieve(
          { text: query.text, terms: query.terms },
          { limit: question.topK, signal, ...(docIds && { docIds }) },
        );
    const retrievedAt = now();

    // A few words that may be of several languages are of the one that has the best passage.
    const found = retrieval.passages[0]?.language;
    const language = found && languages.includes(found) ? found : (languages[0] ?? null);
    const { probability, answer } = approved
      ? { probability: 1, answer: quoteWhole(approved) }
      : quoteAnswer(question, retrieval, { query, language, corpus, analyse });
    const meta = {
      ...blank,
      retrieval: { candidates: retrieval.candidates, bestScore: probability, query: query.text },
    };
    if (!answer) {
      const reason = corpus.documents === 0 ? 'empty' : 'unsupported';
      const refusal = refusalText(reason, asked ?? refusalLanguage(question.text, language));
      await conversations.remember(question, { answer: refusal.text, language }, signal);
      const timingsMs = timings(startedAt, retrievedAt, now());
      yield* reply(refusal.text, { ...meta, language: refusal.language, refused: true, timingsMs });
      return;
    }

    const { sources, grounding } = answer;
    yield { type: 'sources', sources };
    const parts = answer.sentences.map((sentence, i) => (i === 0 ? '' : ' ') + withMarkers(sentence));
    for (const delta of parts) yield { type: 'token', delta };
    const text = parts.join('');
    await conversations.remember(question, { answer: text, language }, signal);
    const stated: AnswerMeta = {
      ...meta,
      language: answer.language ?? language ?? UNKNOWN_LANGUAGE,
      grounded: grounding.verdict,
      groundedScore: grounding.score,
      synthesized: answer.isSynthesized,
      timingsMs: timings(startedAt, retrievedAt, now()),
    };
    yield { type: 'done', answer: { text, sources, meta: stated } };
  };
}

const NONE_APPROVED: FindApprovedPassages = async () => [];
const NO_CONVERSATION: Conversation = { turns: [], summary: [] };

/**
 * Within a conversation every question may go on from the one before, whether its words show it or not. Where nobody says
 * whose conversation it is, only a question that shows it does.
 */
function goesOn(question: Question): boolean {
  return !isSharedConversation(question) || continuesEarlier(question.text);
}

/** BCP 47's tag for a language that cannot be told. */
const UNKNOWN_LANGUAGE = 'und';

/** What is true of every answer until more is known: it states nothing and cites nothing. */
function blankMeta(question: Question, correlationId: string): AnswerMeta {
  return {
    correlationId,
    conversationId: question.conversationId,
    mode: question.mode,
    language: UNKNOWN_LANGUAGE,
    model: 'extractive',
    grounded: null,
    groundedScore: null,
    refused: false,
    synthesized: false,
    reviewEntryId: null,
    retrieval: { candidates: 0, bestScore: 0, query: question.text },
    usage: null,
    timingsMs: { retrieve: 0, generate: 0, total: 0 },
  };
}

/** An answer that cites nothing: a greeting or a refusal. */
function* reply(text: string, meta: AnswerMeta): Generator<AnswerEvent> {
  yield { type: 'sources', sources: [] };
  yield { type: 'token', delta: text };
  yield { type: 'done', answer: { text, sources: [], meta } };
}

function timings(startedAt: number, retrievedAt: number, doneAt: number): AnswerMeta['timingsMs'] {
  return { retrieve: retrievedAt - startedAt, generate: doneAt - retrievedAt, total: doneAt - startedAt };
}
