import { createMemoryKeyValueStore } from '../src/adapters/key-value/memory.ts';
import type { Answer, Question } from '../src/answering/answer.ts';
import { createAnswerQuestion } from '../src/answering/answer-question.ts';
import { contentWords } from '../src/answering/conversation/follow-up.ts';
import { createMemory } from '../src/answering/conversation/memory.ts';
import { foldAnswer } from '../src/answering/events.ts';
import { loadConfig } from '../src/config.ts';
import type { SearchIndex } from '../src/ports/search-index.ts';
import type { Passage } from '../src/retrieval/passage.ts';
import { createRetriever } from '../src/retrieval/retriever.ts';
import { SILENT } from '../test/silent-logger.ts';
import type { AskedQuestion } from './evaluation-set.ts';
import type { IndexedCorpus } from './indexed-corpus.ts';

const USER = 'evaluation';

/** With its candidate passages, best first: up to `TOP_K`. */
export type AnswerOfCorpus = Answer & { readonly retrieved: readonly Passage[] };

/** The used part of an index. */
export type SearchedIndex = Pick<
  SearchIndex,
  'search' | 'statistics' | 'similarTerms' | 'compoundTerms' | 'holders' | 'embeddingModelId'
>;

/**
 * Asks questions end to end, each in its own conversation, with Docent's default settings except the threshold:
 * whatever can be quoted is answered, and `meta.retrieval.bestScore` shows what any threshold would refuse.
 */
export function createAsking(
  corpus: Pick<IndexedCorpus, 'documentStore' | 'embeddingModel' | 'docIdsOf'> &
    Partial<Pick<IndexedCorpus, 'ranking' | 'onModelFailed'>> & {
      searchIndex: SearchedIndex;
    },
): (question: AskedQuestion) => Promise<AnswerOfCorpus> {
  const { chatMode, topK } = loadConfig({});
  const store = createMemoryKeyValueStore({ now: Date.now });
  const memory = createMemory({ store, ttlMs: 86_400_000, logger: SILENT });
  const retriever = createRetriever(corpus);
  let retrieved: readonly Passage[] = [];
  let wholeCorpus: ReadonlySet<string> | undefined;
  const answerQuestion = createAnswerQuestion({
    retriever: {
      ...retriever,
      async retrieve(query, options) {
        const found = await retriever.retrieve(query, {
          ...options,
          ...(wholeCorpus && { docIds: wholeCorpus }),
        });
        retrieved = found.passages;
        return found;
      },
    },
    documentStore: corpus.documentStore,
    memory,
    logger: SILENT,
    now: () => performance.now(),
  });
  return async ({ id, text, earlier, lastAnswer = '', within, isWholeCorpus = false }) => {
    const conversation = { userId: USER, conversationId: id };
    for (const [turn, question] of earlier.entries()) {
      const answer = turn === earlier.length - 1 ? lastAnswer : '';
      await memory.remember(conversation, { question, answer }, (words) => contentWords(words, null));
    }
    const docIds = within ? corpus.docIdsOf(within) : undefined;
    wholeCorpus = isWholeCorpus ? docIds : undefined;
    const question: Question = {
      ...conversation,
      text,
      mode: chatMode,
      language: 'auto',
      topK,
      scoreThreshold: 0,
      filter: docIds && !isWholeCorpus ? { docIds: [...docIds] } : {},
    };
    const answer = await foldAnswer(
      answerQuestion(question, { signal: new AbortController().signal, correlationId: id }),
    );
    await memory.forget(USER);
    return { ...answer, retrieved };
  };
}

/** Docent's default threshold. */
export const DEFAULT_THRESHOLD = loadConfig({}).scoreThreshold;
