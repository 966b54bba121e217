import { createMemoryKeyValueStore } from '../src/adapters/key-value/memory.ts';
import type { Answer, Question } from '../src/answering/answer.ts';
import { createAnswerQuestion } from '../src/answering/answer-question.ts';
import { foldAnswer } from '../src/answering/events.ts';
import { contentWords } from '../src/answering/read/follow-up.ts';
import { createMemory } from '../src/answering/read/memory.ts';
import { SILENT } from '../src/kernel/silent-logger.ts';
import type { Passage } from '../src/retrieval/passage.ts';
import { loadConfig } from '../src/settings/config.ts';
import type { AskedQuestion } from './evaluation-set.ts';
import { finderOf } from './finder.ts';
import type { IndexedCorpus } from './indexed-corpus.ts';

const USER = 'evaluation';

/** With its candidate passages, best first: up to `TOP_K`, or the depth asked for. */
export type AnswerOfCorpus = Answer & { readonly retrieved: readonly Passage[] };

/**
 * Asks questions end to end, each in its own conversation, with Docent's default settings except the threshold: by
 * default whatever can be quoted is answered, and `meta.retrieval.bestScore` shows what any threshold would refuse.
 *
 * @param options.depth Candidate passages to return, at least as many as the answer is taken from.
 * @param options.asksEarlier Whether the earlier turns are asked as well; else they are remembered as the set has them.
 */
export function createAsking(
  corpus: IndexedCorpus,
  options: { scoreThreshold?: number; depth?: number; asksEarlier?: boolean } = {},
): (question: AskedQuestion) => Promise<AnswerOfCorpus> {
  const { scoreThreshold = 0, depth = 0, asksEarlier = false } = options;
  const { chatMode, topK } = loadConfig({});
  const store = createMemoryKeyValueStore({ now: Date.now });
  const memory = createMemory({ store, ttlMs: 86_400_000, logger: SILENT });
  const finder = finderOf(corpus);
  let retrieved: readonly Passage[] = [];
  let wholeCorpus: ReadonlySet<string> | undefined;
  const answerQuestion = createAnswerQuestion({
    finder: {
      ...finder,
      async find(query, options) {
        const found = await finder.find(query, {
          ...options,
          limit: Math.max(depth, options.limit),
          ...(wholeCorpus && { docIds: wholeCorpus }),
        });
        retrieved = found.passages;
        return { ...found, passages: found.passages.slice(0, options.limit) };
      },
    },
    documentStore: corpus.documentStore,
    memory,
    logger: SILENT,
    now: () => performance.now(),
  });
  return async ({ id, text, earlier, lastAnswer = '', within, isWholeCorpus = false }) => {
    const conversation = { userId: USER, conversationId: id };
    const docIds = within ? corpus.docIdsOf(within) : undefined;
    wholeCorpus = isWholeCorpus ? docIds : undefined;
    const ask = (asked: string) => {
      const question: Question = {
        ...conversation,
        text: asked,
        mode: chatMode,
        language: 'auto',
        topK,
        scoreThreshold,
        filter: docIds && !isWholeCorpus ? { docIds: [...docIds] } : {},
      };
      const signal = new AbortController().signal;
      return foldAnswer(answerQuestion(question, { signal, correlationId: id }));
    };
    for (const [turn, question] of earlier.entries()) {
      const answer = turn === earlier.length - 1 ? lastAnswer : '';
      if (asksEarlier) await ask(question);
      else await memory.remember(conversation, { question, answer }, (words) => contentWords(words, null));
    }
    const answer = await ask(text);
    await memory.forget(USER);
    return { ...answer, retrieved };
  };
}

/** Docent's default threshold. */
export const DEFAULT_THRESHOLD = loadConfig({}).scoreThreshold;
