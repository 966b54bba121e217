import { createMemoryKeyValueStore } from '../src/adapters/key-value/memory.ts';
import type { Answer, Question } from '../src/answering/answer.ts';
import { createAnswerQuestion } from '../src/answering/answer-question.ts';
import { foldAnswer } from '../src/answering/events.ts';
import { contentWords } from '../src/answering/follow-up.ts';
import { createMemory } from '../src/answering/memory.ts';
import { loadConfig } from '../src/config.ts';
import { createRetriever } from '../src/retrieval/retriever.ts';
import type { AnsweringTask, AskedQuestion } from './evaluation-set.ts';
import { holdsGoldAnswer } from './gold-answer.ts';
import type { IndexedCorpus } from './indexed-corpus.ts';
import { SILENT } from './silent-logger.ts';

/** How questions were answered with the settings that Docent starts with. Shares are of the count before them. */
export interface MeasuredAnswers {
  readonly name: string;
  /** Answerable questions with gold answers; a refusal holds none. */
  readonly quotable: number;
  readonly inFirstSentence: number;
  readonly inAnswer: number;
  readonly answerable: number;
  readonly refusedAnswerable: number;
  readonly unanswerable: number;
  readonly refusedUnanswerable: number;
  /** Mean over all questions, from the question to the whole answer. */
  readonly msPerQuestion: number;
}

const USER = 'evaluation';

/** Asks every question of `task` end to end, each in a conversation of its own. */
export async function measureAnswers(corpus: IndexedCorpus, task: AnsweringTask): Promise<MeasuredAnswers> {
  const ask = createAsking(corpus);
  const startedAt = performance.now();
  let [inFirstSentence, inAnswer, refusedAnswerable, refusedUnanswerable] = [0, 0, 0, 0];
  for (const question of task.answerable) {
    const { text, meta } = await ask(question);
    if (meta.refused) refusedAnswerable++;
    else if (holdsGoldAnswer(withoutMarkers(text), question.answers)) inAnswer++;
    if (!meta.refused && holdsGoldAnswer(firstSentence(text), question.answers)) inFirstSentence++;
  }
  for (const question of task.unanswerable) if ((await ask(question)).meta.refused) refusedUnanswerable++;
  const [answerable, unanswerable] = [task.answerable.length, task.unanswerable.length];
  const quotable = task.answerable.filter(({ answers }) => answers.length > 0).length;
  return {
    name: task.name,
    quotable,
    inFirstSentence: inFirstSentence / Math.max(1, quotable),
    inAnswer: inAnswer / Math.max(1, quotable),
    answerable,
    refusedAnswerable: refusedAnswerable / Math.max(1, answerable),
    unanswerable,
    refusedUnanswerable: refusedUnanswerable / Math.max(1, unanswerable),
    msPerQuestion: (performance.now() - startedAt) / Math.max(1, answerable + unanswerable),
  };
}

/** The corpora of one set as one line, every question with equal weight; none for none. */
export function poolAnswers(name: string, members: readonly MeasuredAnswers[]): MeasuredAnswers[] {
  if (members.length === 0) return [];
  const total = (count: Count) => members.reduce((sum, member) => sum + member[count], 0);
  const mean = (share: Share, count: Count) =>
    members.reduce((sum, member) => sum + member[share] * member[count], 0) / Math.max(1, total(count));
  return [
    {
      name,
      quotable: total('quotable'),
      inFirstSentence: mean('inFirstSentence', 'quotable'),
      inAnswer: mean('inAnswer', 'quotable'),
      answerable: total('answerable'),
      refusedAnswerable: mean('refusedAnswerable', 'answerable'),
      unanswerable: total('unanswerable'),
      refusedUnanswerable: mean('refusedUnanswerable', 'unanswerable'),
      msPerQuestion:
        members.reduce(
          (sum, member) => sum + member.msPerQuestion * (member.answerable + member.unanswerable),
          0,
        ) / Math.max(1, total('answerable') + total('unanswerable')),
    },
  ];
}

type Count = 'quotable' | 'answerable' | 'unanswerable';
type Share = 'inFirstSentence' | 'inAnswer' | 'refusedAnswerable' | 'refusedUnanswerable';

function createAsking(corpus: IndexedCorpus): (question: AskedQuestion) => Promise<Answer> {
  const { chatMode, topK, scoreThreshold } = loadConfig({});
  const store = createMemoryKeyValueStore({ now: Date.now });
  const memory = createMemory({ store, ttlMs: 86_400_000, logger: SILENT });
  const answerQuestion = createAnswerQuestion({
    retriever: createRetriever(corpus),
    documentStore: corpus.documentStore,
    memory,
    logger: SILENT,
    now: () => performance.now(),
  });
  return async ({ id, text, earlier, within }) => {
    const conversation = { userId: USER, conversationId: id };
    for (const question of earlier) {
      await memory.remember(conversation, { question, answer: '' }, (turn) => contentWords(turn, null));
    }
    const question: Question = {
      ...conversation,
      text,
      mode: chatMode,
      language: 'auto',
      topK,
      scoreThreshold,
      filter: within ? { docIds: [...corpus.docIdsOf(within)] } : {},
    };
    const answer = await foldAnswer(
      answerQuestion(question, { signal: new AbortController().signal, correlationId: id }),
    );
    await memory.forget(USER);
    return answer;
  };
}

const MARKER = / \[\d+\]/;

/** What stands before the first marker: every sentence of an extractive answer ends with one. */
function firstSentence(answer: string): string {
  return answer.split(MARKER, 1)[0] ?? '';
}

function withoutMarkers(answer: string): string {
  return answer.split(MARKER).join('');
}
