import type { DocumentStore } from '../ports/document-store.ts';
import type { Logger } from '../ports/logger.ts';
import { questionLanguages } from '../retrieval/question/question-language.ts';
import type { Retriever } from '../retrieval/retriever.ts';
import { untilAborted } from '../until-aborted.ts';
import type { AnswerEvent, AnswerMeta, Question } from './answer.ts';
import { approvedPassages, type FindApprovedPassages, quoteWhole } from './approved-answer.ts';
import { createUsageMeter } from './composition/completion.ts';
import { continuesEarlier, isSharedConversation } from './conversation/dependent-question.ts';
import { leavesSubjectOpen, standaloneQuery } from './conversation/follow-up.ts';
import type { Conversation, Memory } from './conversation/memory.ts';
import { createMemoryAccess } from './conversation/memory-access.ts';
import { allowedDocuments } from './document-filter.ts';
import { createPassageAnalyzer, type PassageAnalyzer } from './extraction/passage-analysis.ts';
import { findAnswer } from './find-answer.ts';
import { sendQuotations, writeQuotations } from './quoted-answer.ts';
import { greetingReply, isEmoji, remarkReply } from './replies/greeting.ts';
import { refusalText } from './replies/refusal.ts';
import { languageOfReply, primaryLanguage } from './replies/reply-language.ts';
import type { Traces } from './traces.ts';
import type { Composer, NothingWritten } from './written-answer.ts';

/**
 * Answers a question from the corpus: one `sources` event, then `token` events, then `done`, which is authoritative.
 *
 * @throws {RefusedError} When a store that the answer needs is down. When the memory is down, it is ignored.
 * @throws The signal's reason when it aborts; the caller sets the deadline through it.
 */
export type AnswerQuestion = (
  question: Question,
  options: { signal: AbortSignal; correlationId: string },
) => AsyncIterable<AnswerEvent>;

/**
 * @param parts.approvedPassages Finds an answer that a reviewer approved for a question; it comes before any other.
 * @param parts.now Milliseconds; only differences are used.
 */
export function createAnswerQuestion(parts: {
  retriever: Retriever;
  documentStore: Pick<DocumentStore, 'docIdsWithTags' | 'languages'>;
  approvedPassages?: FindApprovedPassages;
  memory: Memory;
  /** Shared with other readers of sentences, so that each passage is analysed once. */
  analyse?: PassageAnalyzer;
  /** Writes the answers; without it, sentences of the documents are quoted. */
  composer?: Composer | undefined;
  /** The operator's text, appended to every refusal; empty for none. */
  escalationMessage?: string;
  /** Records why a question got its answer. */
  traces?: Pick<Traces, 'record'>;
  logger: Logger;
  now: () => number;
}): AnswerQuestion {
  const { retriever, documentStore, approvedPassages: find = NONE_APPROVED, now } = parts;
  const composer = parts.composer ?? BUILT_IN;
  const { escalationMessage = '', analyse = createPassageAnalyzer() } = parts;
  const conversations = createMemoryAccess(parts);

  return async function* answerQuestion(question, { signal, correlationId }) {
    signal.throwIfAborted();
    const startedAt = now();
    const blank = blankMeta(question, correlationId);
    const asked = question.language === 'auto' ? null : primaryLanguage(question.language);

    const greeting = greetingReply(question.text, asked);
    if (greeting) {
      const timingsMs = timings(startedAt, startedAt, now());
      yield* reply(greeting.text, { ...blank, language: greeting.language, timingsMs });
      return;
    }

    const conversation = await conversations.recall(question, signal);
    const earlier = goesOn(question) ? conversation : NO_CONVERSATION;
    const before = earlier.turns.map((turn) => turn.question);
    const corpusLanguages = await untilAborted(documentStore.languages(), signal);
    const languages = asked ? [asked] : questionLanguages(question.text, corpusLanguages, before);
    const replyLanguage = () => asked ?? languageOfReply(question.text, languages[0] ?? null, before);
    // A model may have asked something itself: “yes” is then for the model.
    const isRemark = !parts.composer || before.length === 0 || isEmoji(question.text);
    const answers = parts.composer ? 'model' : 'quotations';
    const remark = isRemark ? remarkReply(question.text, replyLanguage, { answers }) : undefined;
    if (remark) {
      const timingsMs = timings(startedAt, startedAt, now());
      yield* reply(remark.text, { ...blank, language: remark.language, timingsMs });
      return;
    }

    const corpus = await untilAborted(retriever.statistics(), signal);
    const meter = createUsageMeter();
    const context = {
      languages,
      languageOf: (text: string) => asked ?? questionLanguages(text, corpusLanguages, before)[0] ?? null,
      idf: (term: string) => corpus.idf(term),
    };
    const docIds = await untilAborted(allowedDocuments(question.filter, documentStore), signal);
    const lookUp = (questions: string[]) => approvedPassages(questions, { find, docIds, signal });
    // A question with an approved answer to its exact words that continues nothing needs no rewriting by a model.
    const approvedAsAsked =
      parts.composer && !continuesEarlier(question.text) ? await lookUp([question.text]) : undefined;
    const { standalone } = approvedAsAsked ? BUILT_IN : composer;
    const query = await standalone(question.text, earlier, { ...context, meter, signal });
    const approved = approvedAsAsked ?? (await lookUp([query.text, question.text]));
    const retrieval = approved
      ? {
          passages: approved,
          candidates: approved.length,
          spellings: undefined,
          shortForms: undefined,
          isDegraded: false,
        }
      : await retriever.retrieve(query, { limit: question.topK, signal, ...(docIds && { docIds }) });
    const retrievedAt = now();

    // A short question that may be in several languages is in that of the best passage.
    const found = retrieval.passages[0]?.language;
    const language = found && languages.includes(found) ? found : (languages[0] ?? null);
    const finding = approved
      ? undefined
      : await findAnswer(question, retrieval, { query, language, corpus, analyse, retriever, signal });
    const elapsedMs = now() - startedAt;
    const task = { question, query, conversation: earlier, language, signal, meter, elapsedMs };
    const written = approved
      ? yield* sendQuotations(quoteWhole(approved))
      : yield* composer.write({ ...task, finding: finding! });

    const statements = 'sent' in written ? undefined : written.statements;
    const traced = { question, query, languages, language, corpus, retrieval, finding, statements };
    parts.traces?.record(correlationId, traced);

    const meta = {
      ...blank,
      model: written.model,
      usage: meter.total,
      retrieval: {
        candidates: retrieval.candidates,
        bestScore: finding?.probability ?? 1,
        query: query.text,
        ...(retrieval.isDegraded && { degraded: true as const }),
      },
    };
    if ('sent' in written) {
      const unsupported = leavesSubjectOpen(query.question, languages) ? 'unclear' : 'unsupported';
      const refusal = refusalText(corpus.documents === 0 ? 'empty' : unsupported, replyLanguage());
      const text = [refusal.text, escalationMessage].filter((part) => part !== '').join(' ');
      await conversations.remember(question, { answer: text, language, refused: true }, signal);
      const timingsMs = timings(startedAt, retrievedAt, now());
      yield* reply(text, { ...meta, language: refusal.language, refused: true, timingsMs }, written.sent);
      return;
    }

    const { text, sources, grounding } = written;
    await conversations.remember(question, { answer: text, language }, signal);
    composer.remembered?.(question);
    const stated: AnswerMeta = {
      ...meta,
      language: written.language ?? language ?? UNKNOWN_LANGUAGE,
      grounded: grounding.verdict,
      groundedScore: grounding.score,
      statements: written.statements,
      synthesized: written.isSynthesized,
      ...(written.isReused && { cached: true }),
      timingsMs: timings(startedAt, retrievedAt, now()),
    };
    yield { type: 'done', answer: { text, sources, meta: stated } };
  };
}

/** Quotes passages, and makes follow-ups stand alone by rules. */
const BUILT_IN: Composer = {
  write: writeQuotations,
  standalone: async (question, conversation, context) => standaloneQuery(question, conversation, context),
};
const NONE_APPROVED: FindApprovedPassages = async () => [];
const NO_CONVERSATION: Conversation = { turns: [], summary: [] };

/**
 * Within a conversation every question may continue the previous one, whether its words show it or not. Without a user
 * and a conversation id, only a question that shows it does.
 */
function goesOn(question: Question): boolean {
  return !isSharedConversation(question) || continuesEarlier(question.text);
}

/** BCP 47's tag for an undetermined language. */
const UNKNOWN_LANGUAGE = 'und';

/** Initial metadata of every answer: nothing stated, nothing cited. */
function blankMeta(question: Question, correlationId: string): AnswerMeta {
  return {
    correlationId,
    conversationId: question.conversationId,
    mode: question.mode,
    language: UNKNOWN_LANGUAGE,
    model: 'extractive',
    grounded: null,
    groundedScore: null,
    statements: [],
    refused: false,
    synthesized: false,
    reviewEntryId: null,
    retrieval: { candidates: 0, bestScore: 0, query: question.text },
    usage: null,
    timingsMs: { retrieve: 0, generate: 0, total: 0 },
  };
}

/** An answer without citations: a greeting or a refusal. @param sent What was already sent. */
function* reply(
  text: string,
  meta: AnswerMeta,
  sent: NothingWritten['sent'] = 'nothing',
): Generator<AnswerEvent> {
  if (sent === 'nothing') yield { type: 'sources', sources: [] };
  if (sent !== 'text') yield { type: 'token', delta: text };
  yield { type: 'done', answer: { text, sources: [], meta } };
}

function timings(startedAt: number, retrievedAt: number, doneAt: number): AnswerMeta['timingsMs'] {
  return { retrieve: retrievedAt - startedAt, generate: doneAt - retrievedAt, total: doneAt - startedAt };
}
