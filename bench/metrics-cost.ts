/**
 * `node bench/metrics-cost.ts`: the cost of `METRICS_ENABLED=true`, in microseconds of processor time: counting a
 * question and its request, and rendering one scrape. Rounds with and without it alternate; prints the median.
 */

import { openProcessFigures } from '../src/adapters/process-figures.ts';
import type { AnswerQuestion, Question } from '../src/answering/answer.ts';
import { foldAnswer } from '../src/answering/events.ts';
import { withAnswerMetrics } from '../src/http/metrics/answer-metrics.ts';
import { createServiceMetrics } from '../src/http/metrics/service-metrics.ts';
import { answerTo, source } from '../test/http-stand.ts';
import { processorMs } from '../test/processor-time.ts';
import { SILENT } from '../test/silent-logger.ts';

const ROUNDS = 21;
const QUESTIONS = 20_000;
const SCRAPES = 500;

const QUESTION: Question = {
  ...{ text: 'What does a family ticket cost?', mode: 'learning', language: 'auto', topK: 5 },
  ...{ scoreThreshold: 0.3, filter: {}, userId: 'ann', conversationId: 'default' },
};
const OPTIONS = { signal: new AbortController().signal, correlationId: 'bench' };
const REQUEST = { method: 'POST', route: '/api/v1/chat', status: 200, durationMs: 1.7 };
const answer = answerTo(QUESTION, 'bench');

const answered: AnswerQuestion = async function* () {
  yield { type: 'sources', sources: [source] };
  yield { type: 'token', delta: answer.text };
  yield { type: 'done', answer };
};

using figures = openProcessFigures();
const NO_TERMS = { embeddingModelId: undefined, idf: () => 0, learn: async () => false };
const metrics = createServiceMetrics({
  version: '0',
  documentStore: {
    statusCounts: async () => ({ queued: 0, processing: 0, done: 1, skipped: 0, failed: 0 }),
    nextJobDueAt: async () => undefined,
  },
  searchIndex: { statistics: async () => ({ ...NO_TERMS, documents: 1, chunks: 1, embedded: 1 }) },
  pendingReviews: async () => 0,
  modelCalls: () => new Map(),
  modelsDown: () => new Map(),
  processFigures: figures.read,
  logger: SILENT,
  now: Date.now,
});
const measured = withAnswerMetrics(answered, metrics.questionEnded);

const plainUs: number[] = [];
const measuredUs: number[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  plainUs.push(await microsecondsEach(() => foldAnswer(answered(QUESTION, OPTIONS)), QUESTIONS));
  measuredUs.push(
    await microsecondsEach(async () => {
      await foldAnswer(measured(QUESTION, OPTIONS));
      metrics.requestEnded(REQUEST);
    }, QUESTIONS),
  );
}
const scrapeUs = await microsecondsEach(metrics.text, SCRAPES);
console.log(`a question and its request  ${(median(measuredUs) - median(plainUs)).toFixed(2)} µs`);
console.log(`the text of a scrape        ${scrapeUs.toFixed(0)} µs`);

async function microsecondsEach(work: () => Promise<unknown>, times: number): Promise<number> {
  const ms = await processorMs(async () => {
    for (let i = 0; i < times; i += 1) await work();
  });
  return (ms * 1_000) / times;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
