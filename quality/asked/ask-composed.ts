import { createMemoryKeyValueStore } from '../../src/adapters/key-value/memory.ts';
import type { Answer, Source } from '../../src/answering/answer.ts';
import { createAnswerQuestion } from '../../src/answering/answer-question.ts';
import { isForModel } from '../../src/answering/judge/finding.ts';
import { limitedSignal, type UsageMeter } from '../../src/answering/model/completion.ts';
import { createMemory } from '../../src/answering/read/memory.ts';
import type { Composer, WritingTask } from '../../src/answering/write/written-answer.ts';
import { SILENT } from '../../src/kernel/silent-logger.ts';
import type { Passage } from '../../src/retrieval/passage.ts';
import type { Config } from '../../src/settings/config.ts';
import { finderOf } from '../finder.ts';
import type { IndexedCorpus } from '../indexed-corpus.ts';
import type { CollectionQuestion } from './collection.ts';

/** An answer, and what the composer had to write it from. */
export interface ComposedAnswer {
  readonly answer: Answer;
  /** Undefined when no prompt was made. */
  readonly task: WritingTask | undefined;
  /** The passages that the composer sent as sources, in the order of the prompt. */
  readonly sent: readonly Passage[];
  /** For the last question alone. */
  readonly calls: number;
  /** How long the model took to judge its statements; undefined when it did not. */
  readonly judgementMs: number | undefined;
}

/**
 * Asks the earlier questions of a conversation and then the question, each within the time limit of a question.
 *
 * @throws {RefusedError} When the model fails and the composer has no fallback.
 * @throws {TooSlowError} When the time is over.
 */
export async function askComposed(
  question: CollectionQuestion,
  of: {
    corpus: IndexedCorpus;
    composer: Pick<Composer, 'expansion' | 'expand' | 'write'>;
    config: Pick<Config, 'chatMode' | 'topK' | 'scoreThreshold' | 'questionTimeoutMs'>;
  },
): Promise<ComposedAnswer> {
  const { corpus, composer } = of;
  const { chatMode, topK, scoreThreshold, questionTimeoutMs } = of.config;
  let task: WritingTask | undefined;
  let calls = 0;
  /** When the calls of the composer ended. */
  let endedAt: number[] = [];
  const watched: Composer = {
    expansion: composer.expansion,
    expand(...given) {
      calls += 1;
      return composer.expand(...given);
    },
    write(given) {
      task = isForModel(given.finding, given) ? given : undefined;
      calls += Number(task !== undefined);
      const add: UsageMeter['add'] = (usage) => {
        endedAt.push(performance.now());
        given.meter.add(usage);
      };
      return composer.write({ ...given, meter: { ...given.meter, add } });
    },
  };
  const store = createMemoryKeyValueStore({ now: Date.now });
  const memory = createMemory({ store, ttlMs: 86_400_000, logger: SILENT });
  const answerQuestion = createAnswerQuestion({
    ...{ finder: finderOf(corpus), documentStore: corpus.documentStore, memory, composer: watched },
    ...{ logger: SILENT, now: () => performance.now() },
  });
  let answer: Answer | undefined;
  let sources: readonly Source[] = [];
  for (const text of [...question.turns, question.question]) {
    task = undefined;
    sources = [];
    calls = 0;
    endedAt = [];
    const asked = { text, mode: chatMode, language: 'auto', topK, scoreThreshold, filter: {} };
    const key = { userId: 'evaluation', conversationId: question.id };
    using limited = limitedSignal(new AbortController().signal, questionTimeoutMs);
    const options = { signal: limited.signal, correlationId: question.id };
    for await (const event of answerQuestion({ ...asked, ...key }, options)) {
      if (event.type === 'sources') sources = event.sources;
      if (event.type === 'done') answer = event.answer;
    }
  }
  const found = new Map(task?.finding.passages.map(({ passage }) => [passage.chunkId, passage]));
  const [written = 0, judged] = endedAt;
  return {
    ...{ answer: answer!, task },
    sent: sources.flatMap(({ chunkId }) => found.get(chunkId) ?? []),
    calls: calls + Number(judged !== undefined),
    judgementMs: judged === undefined ? undefined : judged - written,
  };
}
