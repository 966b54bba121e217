import { randomUUID } from 'node:crypto';
import { openLanguageModel } from '../../src/adapters/models/language/open-language-model.ts';
import { createModelUsage } from '../../src/adapters/models/model-usage.ts';
import { isModelFailure } from '../../src/answering/model/completion.ts';
import { createComposer } from '../../src/answering/write/compose/composer.ts';
import { inParallel } from '../../src/concurrency/in-parallel.ts';
import { asError } from '../../src/errors.ts';
import { SILENT } from '../../src/kernel/silent-logger.ts';
import type { LanguageModel } from '../../src/ports/language-model.ts';
import type { Logger } from '../../src/ports/logger.ts';
import { loadConfig } from '../../src/settings/config.ts';
import { type IndexedCorpus, withIndexedCorpus } from '../indexed-corpus.ts';
import { askComposed } from './ask-composed.ts';
import type { Collection, CollectionQuestion } from './collection.ts';
import { holdsFacts, holdsGold } from './gold.ts';
import { withoutMarkers } from './measure-asked.ts';
import { contextOutcome } from './measure-context.ts';

/** Questions asked at the same time, at most. */
const CONCURRENCY_MAX = 4;
/** Failed questions in a row after which no further one is asked. */
const FAILURES_MAX = 3;
const PROGRESS_EVERY = 10;

/** What came of one question that a language model was asked. */
export interface ModelOutcome {
  readonly collection: string;
  readonly question: CollectionQuestion;
  /** Undefined when the model failed, or took too long. */
  readonly answer: ModelAnswer | undefined;
}

type ModelAnswer = Awaited<ReturnType<typeof answerOf>>;

/** The model of the environment's settings, ready to be measured. */
export interface MeasuredModel extends AsyncDisposable {
  readonly id: string;
  /**
   * Lets it answer the questions of a collection, and adds each outcome to `outcomes`.
   *
   * @throws {ModelDownError} When questions fail one after the other.
   */
  measure(collection: Collection, outcomes: ModelOutcome[]): Promise<void>;
  /** US dollars of all calls so far; null without `LLM_PRICES`. */
  cost(): number | null;
}

/** The provider fails: what is measured any further would be of no model. */
export class ModelDownError extends Error {
  override readonly name = 'ModelDownError';
}

/**
 * Undefined when answers are quoted. Makes no call yet.
 *
 * @throws {ValueError} When a setting of the environment is invalid.
 */
export async function openMeasuredModel(
  environment: Parameters<typeof loadConfig>[0],
): Promise<MeasuredModel | undefined> {
  // A quotation in place of a failed model would be scored as the model's answer.
  const config = { ...loadConfig(environment), fallback: 'error' as const };
  const usage = createModelUsage({ prices: config.llmPrices });
  const clocks = { now: Date.now, elapsed: () => performance.now(), random: Math.random };
  const model = await openLanguageModel(config, { ...clocks, usage, logger: WARNING });
  if (!model) return undefined;
  const composer = createComposer({
    ...{ languageModel: model, settings: config, logger: WARNING, now: Date.now },
    newMarker: () => randomUUID().replaceAll('-', '').slice(-15),
  });
  const asking = { model, composer, config };
  return {
    id: model.id,
    measure: ({ name, documents, questions }, outcomes) =>
      withIndexedCorpus(documents, (corpus) => askAll({ name, questions, corpus, outcomes }, asking)),
    cost: () => usage.snapshot().get(model.id)?.cost ?? null,
    [Symbol.asyncDispose]: () => model[Symbol.asyncDispose](),
  };
}

type Asking = Pick<Parameters<typeof askComposed>[1], 'composer'> & {
  model: LanguageModel;
  config: ReturnType<typeof loadConfig>;
};

async function askAll(
  of: Pick<Collection, 'name' | 'questions'> & { corpus: IndexedCorpus; outcomes: ModelOutcome[] },
  { model, ...asking }: Asking,
): Promise<void> {
  const { name, questions, corpus, outcomes } = of;
  let asked = 0;
  let written = 0;
  /** Since the model last answered. */
  let failed = 0;
  let reason: unknown;
  const isDown = () => failed >= FAILURES_MAX || (failed > 0 && written === 0 && asked === questions.length);
  await inParallel(questions, Math.min(CONCURRENCY_MAX, asking.config.llmConcurrency), async (question) => {
    let answer: ModelAnswer | undefined;
    try {
      answer = await answerOf(question, { ...asking, name, corpus });
      // A question without a prompt says nothing about the model.
      if (answer.context.passages > 0) {
        written += 1;
        failed = 0;
      }
    } catch (error) {
      if (!isModelFailure(error)) throw error;
      failed += 1;
      reason = error.cause ?? error;
    }
    outcomes.push({ collection: name, question, answer });
    asked += 1;
    if (asked % PROGRESS_EVERY === 0 || asked === questions.length)
      process.stderr.write(`${name}: ${model.id} was asked ${asked} of ${questions.length} questions\n`);
    if (isDown())
      throw new ModelDownError(
        `Cannot measure ${model.id} as it failed for ${failed} questions in a row: ${asError(reason).message}`,
      );
  });
}

async function answerOf(
  question: CollectionQuestion,
  of: Omit<Asking, 'model'> & { name: string; corpus: IndexedCorpus },
) {
  const { name, corpus } = of;
  const { answer, task, sent, calls, judgementMs } = await askComposed(question, of);
  // Quoted is a passage, as no sentence of the model could be used.
  const { refused, fallback: quoted = false, statements, usage, timingsMs } = answer.meta;
  const texts = new Map(task?.finding.passages.map(({ passage }) => [passage.chunkId, passage.text]));
  const cited = answer.sources.map(({ docId, chunkId }) => {
    return { key: corpus.keyOf(docId), text: texts.get(chunkId) ?? '' };
  });
  const isGold = (passage: (typeof cited)[number]) =>
    holdsGold({ ...question, gold_mode: 'any' }, [passage]) ||
    (question.must.length > 0 && holdsFacts(question, passage.text));
  return {
    context: contextOutcome(question, { collection: name, wordings: 'model', corpus, shown: sent, calls }),
    ...{ refused, quoted, usage, judgementMs },
    holdsFacts: !refused && holdsFacts(question, withoutMarkers(answer.text)),
    // Cited passages, and those of them that hold a gold quote or all facts.
    cited: cited.length,
    citedGold: cited.filter(isGold).length,
    // The model's own, with the verdict of the built-in check and the final one.
    statements: quoted
      ? []
      : statements.map(({ verdict, rulesVerdict = verdict }) => ({ byRules: rulesVerdict, verdict })),
    ms: timingsMs.total,
  };
}

/** Failed calls are named while the others continue. */
const WARNING: Logger = { ...SILENT, warn, error: warn };

function warn(message: string, { status = '', said = '' }: Record<string, unknown> = {}): void {
  process.stderr.write(`${[message, status, said].filter((part) => part !== '').join(' ')}\n`);
}
