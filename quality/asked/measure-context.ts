import { createMemoryKeyValueStore } from '../../src/adapters/key-value/memory.ts';
import { createAnswerQuestion } from '../../src/answering/answer-question.ts';
import { contextOf } from '../../src/answering/composition/context.ts';
import type { Expansion } from '../../src/answering/composition/expand-question.ts';
import { createPassageTexts } from '../../src/answering/composition/passage-text.ts';
import { createMemory } from '../../src/answering/conversation/memory.ts';
import { foldAnswer } from '../../src/answering/events.ts';
import { createPassageAnalyzer } from '../../src/answering/extraction/passage-analysis.ts';
import { isForModel } from '../../src/answering/finding.ts';
import type { Composer, WritingTask } from '../../src/answering/written-answer.ts';
import { loadConfig } from '../../src/config.ts';
import { createRetriever } from '../../src/retrieval/retriever.ts';
import { SILENT } from '../../test/silent-logger.ts';
import { type IndexedCorpus, withIndexedCorpus } from '../indexed-corpus.ts';
import { readJsonLines } from '../json-lines.ts';
import { mean } from '../mean.ts';
import { share, table } from '../table.ts';
import type { Collection, CollectionQuestion } from './collection.ts';
import { holdsGold } from './gold.ts';

/** What a language model would be given for one question. */
export interface ContextOutcome {
  readonly collection: string;
  readonly question: CollectionQuestion;
  readonly expansion: Composer['expansion'];
  /** Whether the passages in the prompt hold the gold, and the place of the first that does, from 1. */
  readonly isHeld: boolean;
  readonly place: number;
  /** Passages and their estimated tokens; both 0 when no prompt was made. */
  readonly passages: number;
  readonly tokens: number;
  readonly calls: number;
}

/** By the question's id: what a model might write, recorded without a look at the documents. */
function recordedExpansions(): Map<string, Expansion> {
  const rows =
    readJsonLines<Expansion & { id: string; names: string[] }>(import.meta.dirname, 'expansions') ?? [];
  return new Map(
    rows.map(({ id, question, wordings, names }) => [id, { question, wordings: [...wordings, ...names] }]),
  );
}

const MARKER = 'f'.repeat(16);

/**
 * Asks the questions of a collection with a model's place taken by one that writes nothing: what counts is its prompt.
 * Questions are worded by recorded expansions.
 */
export function measureContext(
  collection: Collection,
  expansion: Composer['expansion'],
): Promise<ContextOutcome[]> {
  const expansions = recordedExpansions();
  return withIndexedCorpus(collection.documents, async (corpus) => {
    const outcomes: ContextOutcome[] = [];
    for (const question of collection.questions) {
      const { tasks, calls } = await promptsOf(question, {
        corpus,
        expansion,
        recorded: expansions.get(question.id),
      });
      outcomes.push(
        outcomeOf(question, { collection: collection.name, corpus, expansion, task: tasks.at(-1), calls }),
      );
    }
    return outcomes;
  });
}

async function promptsOf(
  question: CollectionQuestion,
  of: { corpus: IndexedCorpus; expansion: Composer['expansion']; recorded: Expansion | undefined },
) {
  const tasks: WritingTask[] = [];
  let calls = 0;
  const composer: Composer = {
    expansion: of.expansion,
    async expand() {
      calls += 1;
      return of.recorded;
    },
    // biome-ignore lint/correctness/useYield: it has nothing to send.
    async *write(task) {
      calls += 1;
      tasks.push(task);
      return { sent: 'nothing', model: 'none' };
    },
  };
  const memory = createMemory({
    store: createMemoryKeyValueStore({ now: Date.now }),
    ttlMs: 60_000,
    logger: SILENT,
  });
  const answerQuestion = createAnswerQuestion({
    ...{ retriever: createRetriever(of.corpus), documentStore: of.corpus.documentStore, memory, composer },
    ...{ analyse: createPassageAnalyzer(), logger: SILENT, now: () => performance.now() },
  });
  const { chatMode, topK, scoreThreshold } = loadConfig({});
  for (const text of [...question.turns, question.question]) {
    tasks.length = 0;
    calls = 0;
    const asked = { text, mode: chatMode, language: 'auto', topK, scoreThreshold, filter: {} };
    const key = { userId: 'evaluation', conversationId: question.id };
    const signal = new AbortController().signal;
    await foldAnswer(answerQuestion({ ...asked, ...key }, { signal, correlationId: question.id }));
  }
  return { tasks, calls };
}

function outcomeOf(
  question: CollectionQuestion,
  of: {
    collection: string;
    corpus: IndexedCorpus;
    expansion: Composer['expansion'];
    task: WritingTask | undefined;
    calls: number;
  },
): ContextOutcome {
  const { collection, corpus, expansion, task, calls } = of;
  const base = { collection, question, expansion, calls };
  if (!task || !isForModel(task.finding, task))
    return { ...base, isHeld: false, place: 0, passages: 0, tokens: 0 };
  const textOf = createPassageTexts();
  const tokensOf = (place: number) => textOf(task.finding.passages[place]!.passage, MARKER).tokens;
  const { passages } = contextOf(task.finding, { tokensOf, tokensMax: loadConfig({}).contextPassageTokens });
  const shown = passages.map(({ passage }) => ({ key: corpus.keyOf(passage.docId), text: passage.text }));
  const place = shown.findIndex((each) => holdsGold({ ...question, gold_mode: 'any' }, [each])) + 1;
  const tokens = passages.reduce((sum, { passage }) => sum + textOf(passage, MARKER).tokens, 0);
  return { ...base, isHeld: holdsGold(question, shown), place, passages: passages.length, tokens };
}

/** Context recall of answerable questions: how often the passages of the prompt hold the gold. */
export function renderContext(outcomes: readonly ContextOutcome[]): string {
  const answerable = outcomes.filter(({ question }) => question.answerable);
  const groups = [
    ...Map.groupBy(answerable, ({ expansion, collection }) => `${expansion}: ${collection}`),
    ...Map.groupBy(answerable, ({ expansion, question }) => `${expansion}: worded ${question.wording}`),
    ...Map.groupBy(answerable, ({ expansion }) => `${expansion}: all`),
  ];
  const rows = groups.map(([name, of]) => [
    name,
    String(of.length),
    share(mean(of.map(({ isHeld }) => Number(isHeld)))),
    share(mean(of.map(({ passages }) => Number(passages === 0)))),
    mean(of.filter(({ place }) => place > 0).map(({ place }) => place)).toFixed(1),
    mean(of.map(({ passages }) => passages)).toFixed(1),
    mean(of.map(({ tokens }) => tokens)).toFixed(0),
    mean(of.map(({ calls }) => calls)).toFixed(2),
  ]);
  const head = [
    'what a model is given',
    'questions',
    'context recall',
    'no prompt',
    'place',
    'passages',
    'tokens',
    'calls',
  ];
  return table([head, ...rows]);
}
