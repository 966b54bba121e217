import { untilAborted } from '../concurrency/deadline.ts';
import { RefusedError } from '../errors.ts';
import { EXTRACTIVE } from '../kernel/model-providers.ts';
import { repliesIn } from '../languages/languages.ts';
import type { RefusalReason, Replies } from '../languages/pack.ts';
import type { DocumentStore } from '../ports/document-store.ts';
import type { Logger } from '../ports/logger.ts';
import type { IndexStatistics } from '../ports/search-index.ts';
import { type ParsedQuestion, parseQuestion } from '../question/parsed-question.ts';
import { questionLanguages } from '../question/question-language.ts';
import type { AnswerMeta, AnswerQuestion, RelatedSource } from './answer.ts';
import { searchedCorpus } from './find/document-filter.ts';
import { type Openings, openingsOf } from './find/document-openings.ts';
import type { PassageFinder } from './find/find-passages.ts';
import { findEvidence } from './find-evidence.ts';
import { isSure } from './judge/finding.ts';
import { createUsageMeter } from './model/completion.ts';
import { leavesSubjectOpen } from './read/follow-up.ts';
import type { Memory } from './read/memory.ts';
import { createMemoryAccess } from './read/memory-access.ts';
import { readingContext } from './read/reading-context.ts';
import type { Traces } from './record/traces.ts';
import { blankMeta, replyWithoutSources, UNKNOWN_LANGUAGE } from './write/answer-meta.ts';
import { type FindApprovedPassages, quoteWhole } from './write/quote/approved-answer.ts';
import { relatedPassages } from './write/quote/quote-answer.ts';
import { sendQuotations, writeQuotations } from './write/quote/write-quotations.ts';
import { greetingReply, isEmoji, remarkReply, type SmallTalkReply } from './write/replies/greeting.ts';
import { missingWords } from './write/replies/missing-words.ts';
import { languageOfReply, primaryLanguage } from './write/replies/reply-language.ts';
import type { Composer, NothingWritten } from './write/written-answer.ts';

/**
 * @param parts.approvedPassages Finds an answer that a reviewer approved for a question; it comes before any other.
 * @param parts.now Milliseconds; only differences are used.
 */
export function createAnswerQuestion(parts: {
  finder: PassageFinder;
  documentStore: Pick<DocumentStore, 'docIdsWithTags' | 'visibleAmong' | 'languages' | 'chunks'>;
  approvedPassages?: FindApprovedPassages;
  memory: Memory;
  /** Writes the answers; without it, sentences of the documents are quoted. */
  composer?: Composer | undefined;
  /** The operator's text, appended to every refusal; empty for none. */
  escalationMessage?: string;
  /** Records why a question got its answer. */
  traces?: Pick<Traces, 'record'>;
  logger: Logger;
  now: () => number;
}): AnswerQuestion {
  const { finder, documentStore, approvedPassages = NONE_APPROVED, composer, now } = parts;
  const { escalationMessage = '' } = parts;
  const write = composer?.write ?? writeQuotations;
  const conversations = createMemoryAccess(parts);

  return async function* answerQuestion(question, { signal, correlationId }) {
    signal.throwIfAborted();
    const startedAt = now();
    const timingsMs = (retrievedAt = startedAt) => timings(startedAt, retrievedAt, now());
    const blank = blankMeta(question, correlationId);
    const replyAtOnce = ({ text, language }: SmallTalkReply) =>
      replyWithoutSources(text, { ...blank, language, timingsMs: timingsMs() });
    const asked = question.language === 'auto' ? null : primaryLanguage(question.language);

    const greeting = greetingReply(question.text, asked);
    if (greeting) return yield* replyAtOnce(greeting);

    const [conversation, { docIds, corpus: visible, languages: corpusLanguages }] = await untilAborted(
      Promise.all([conversations.recall(question, signal), searchedCorpus(question.filter, documentStore)]),
      signal,
    );
    const before = conversation.turns.map((turn) => turn.question);
    const languagesOf = (text: string) =>
      asked ? [asked] : questionLanguages(text, corpusLanguages, before);
    const languages = languagesOf(question.text);
    const replyLanguage = () => asked ?? languageOfReply(question.text, languages[0] ?? null, before);

    // A model may have asked something itself: “yes” is then for the model.
    const isForModel = composer && before.length > 0 && !isEmoji(question.text);
    const remark = isForModel
      ? undefined
      : remarkReply(question.text, replyLanguage, { isFirst: before.length === 0 });
    if (remark) return yield* replyAtOnce(remark);

    const parsed = parseQuestion(question.text, languages);
    const terms = () => parsed.terms.map(({ term }) => term);
    const audience = question.filter.visibleTo ?? null;
    const findApproved = (text: string) => untilAborted(approvedPassages(text, { docIds, audience }), signal);
    const [approved, statistics] = await Promise.all([
      findApproved(question.text),
      refusedOr(finder.statistics({ terms, corpus: visible, signal })),
    ]);
    // An approved answer is given even while nothing can be searched.
    if (approved.length === 0 && statistics instanceof RefusedError) throw statistics;
    const corpus = statistics instanceof RefusedError ? NO_STATISTICS : statistics;
    const meter = createUsageMeter();
    const context = readingContext({ languagesOf, corpusLanguages }, { corpus, meter, signal });
    const evidence = await findEvidence({ question, parsed, conversation, docIds, approved }, context, {
      ...{ finder, findApproved, composer },
    });
    const { query, passages, language, finding } = evidence;
    const openings = composer
      ? undefined
      : await openingsOf(parsed.ofDocuments, evidence.ranked, { documentStore, docIds, signal });
    const retrievedAt = now();
    const elapsedMs = now() - startedAt;
    const written = finding
      ? yield* write({ question, query, finding, openings, conversation, language, signal, meter, elapsedMs })
      : yield* sendQuotations(quoteWhole(passages));

    const isRefused = 'sent' in written;
    const statements = isRefused ? undefined : written.statements;
    const { isFallback = false } = written;
    const searched = { question, corpus, evidence };
    const isJudged = written.model !== EXTRACTIVE;
    parts.traces?.record(correlationId, { ...searched, statements, isFallback, isJudged, audience });

    // Most follow-ups name their subject: only one that points back needs the words of earlier turns. Any other was refused
    // by its own words.
    const standalone = parsed.continues ? query.standalone.text : question.text;
    const meta = {
      ...blank,
      model: written.model,
      ...(isFallback && { fallback: true as const }),
      standalone,
      usage: meter.total(),
      retrieval: {
        candidates: evidence.candidates,
        bestScore: finding?.probability ?? 1,
        query: isRefused && isByWords(query) ? standalone : query.standalone.text,
        ...(evidence.isDegraded && { degraded: true as const }),
      },
    };
    if (isRefused) {
      const related = finding ? relatedPassages(finding, openings) : [];
      const reason = refusalReason(query, { written, corpus, docIds, openings, related });
      const reply = repliesIn(replyLanguage());
      // Documents in another language than the question have other words.
      const isNotFound = NOT_FOUND.has(reason) && corpusLanguages.has(reply.language);
      const missing = isNotFound ? missingWords(query, corpus) : [];
      const text = refusalText(reply.replies, { reason, escalationMessage, missing });
      await conversations.remember(
        question,
        { answer: text, language, refused: true, recalled: conversation },
        signal,
      );
      const refused = { language: reply.language, refused: true, timingsMs: timingsMs(retrievedAt) };
      return yield* replyWithoutSources(text, { ...meta, ...refused }, { related, sent: written.sent });
    }

    const { text, sources, related, grounding, gist } = written;
    const turn = { answer: text, language, recalled: conversation, ...(gist !== undefined && { gist }) };
    await conversations.remember(question, turn, signal);
    const stated: AnswerMeta = {
      ...meta,
      language: written.language ?? language ?? UNKNOWN_LANGUAGE,
      grounded: grounding.verdict,
      groundedScore: grounding.score,
      statements: written.statements,
      ...(!isJudged && !openings && finding && !isSure(finding) && { unsure: true }),
      synthesized: written.isSynthesized,
      ...(written.isReused && { cached: true }),
      ...(written.isTruncated && { truncated: true }),
      timingsMs: timingsMs(retrievedAt),
    };
    yield { type: 'done', answer: { text, sources, related, meta: stated } };
  };
}

/** Whether words of earlier turns were added to a question that asks for something new. */
function isByWords({ carried, said }: ParsedQuestion): boolean {
  return carried.length > 0 && said === undefined;
}

async function refusedOr<T>(work: Promise<T>): Promise<T | RefusedError> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof RefusedError) return error;
    throw error;
  }
}

/** What is known of the corpus while the index cannot be used. */
const NO_STATISTICS: IndexStatistics = {
  ...{ documents: 0, chunks: 0, embedded: 0, embeddingModelId: undefined },
  idf: () => 0,
  learn: async () => false,
};

const NONE_APPROVED: FindApprovedPassages = async () => [];

/** Why nothing answers a question. */
function refusalReason(
  query: ParsedQuestion,
  found: {
    written: NothingWritten;
    corpus: Pick<IndexStatistics, 'documents'>;
    docIds: ReadonlySet<string> | undefined;
    openings: Openings | undefined;
    related: readonly RelatedSource[];
  },
): RefusalReason {
  const { written, corpus, docIds, openings, related } = found;
  if (corpus.documents === 0 || docIds?.size === 0) return 'empty';
  if (written.isUnwritable) return 'unwritten';
  if (query.said) return 'exhausted';
  if (openings || related.length > 0) return 'unsure';
  return leavesSubjectOpen(query) ? 'unclear' : 'unsupported';
}

/** Reasons that other words of the question may change. */
const NOT_FOUND: ReadonlySet<RefusalReason> = new Set(['unsure', 'unsupported', 'unclear']);

/** @param why.missing Words that no document has. */
function refusalText(
  { refusal, beyond }: Replies,
  why: { reason: RefusalReason; escalationMessage: string; missing: readonly string[] },
): string {
  const { reason, escalationMessage, missing } = why;
  const note = missing.length > 0 ? `${beyond.missing} ${missing.join(', ')}` : '';
  const parts = [refusal[reason], note, escalationMessage].filter((part) => part !== '');
  return parts.join(note === '' ? ' ' : '\n\n');
}

function timings(startedAt: number, retrievedAt: number, doneAt: number): AnswerMeta['timingsMs'] {
  return { retrieve: retrievedAt - startedAt, generate: doneAt - retrievedAt, total: doneAt - startedAt };
}
