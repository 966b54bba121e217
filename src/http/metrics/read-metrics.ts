import { Counter, Gauge, Registry } from 'prom-client';
import { asError } from '../../errors.ts';
import type { DocumentStatus } from '../../ports/document.ts';
import type { DocumentStore } from '../../ports/document-store.ts';
import type { Logger } from '../../ports/logger.ts';
import type { ModelCalls } from '../../ports/model-calls.ts';
import type { SearchIndex } from '../../ports/search-index.ts';
import { METRICS, type Metric } from './metrics.ts';
import type { ProcessFigures } from './process-figures.ts';

export interface MetricSources {
  readonly documentStore: Pick<DocumentStore, 'statusCounts' | 'nextJobDueAt'>;
  readonly searchIndex: Pick<SearchIndex, 'statistics'>;
  readonly pendingReviews: () => Promise<number>;
  /** By id, such as `openai/gpt-6-luna`. */
  readonly modelCalls: () => ReadonlyMap<string, ModelCalls>;
  /** Whether its circuit breaker is open, by id. */
  readonly modelsDown: () => ReadonlyMap<string, boolean>;
  readonly processFigures: () => ProcessFigures;
  readonly logger: Logger;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * Reads current values that other parts count. The registry is new each time: a store that does not answer leaves no
 * stale values, and no counter has to be reset to take another's total.
 *
 * @see https://prometheus.io/docs/instrumenting/writing_exporters/#collectors
 */
export async function readMetrics(sources: MetricSources): Promise<Registry> {
  const read = new Registry();
  await addStored(read, sources);
  addModels(read, sources);
  addProcess(read, sources.processFigures());
  return read;
}

async function addStored(read: Registry, sources: MetricSources): Promise<void> {
  const { documentStore, searchIndex, pendingReviews, logger, now } = sources;
  async function answerOf<Answer>(ask: () => Promise<Answer>): Promise<Answer | undefined> {
    try {
      return await ask();
    } catch (error) {
      logger.warn('Metrics are missing as a store does not answer', { error: asError(error) });
      return undefined;
    }
  }
  const [documents, index, reviews] = await Promise.all([
    answerOf(() => Promise.all([documentStore.statusCounts(), documentStore.nextJobDueAt()])),
    answerOf(() => searchIndex.statistics()),
    answerOf(pendingReviews),
  ]);
  if (documents) {
    const [counts, dueAt] = documents;
    const byStatus = gauge(read, METRICS.documents);
    for (const status of Object.keys(counts) as DocumentStatus[]) byStatus.set({ status }, counts[status]);
    // A running job is due when its lease ends, which is in the future.
    gauge(read, METRICS.overdue).set(Math.max(0, now() - (dueAt ?? now())) / 1000);
  }
  if (index) {
    gauge(read, METRICS.liveDocuments).set(index.documents);
    gauge(read, METRICS.liveChunks).set(index.chunks);
  }
  if (reviews !== undefined) gauge(read, METRICS.reviews).set(reviews);
}

function addModels(read: Registry, { modelCalls, modelsDown }: MetricSources): void {
  const calls = counter(read, METRICS.modelCalls);
  const failures = counter(read, METRICS.modelFailures);
  const retries = counter(read, METRICS.modelRetries);
  const declined = counter(read, METRICS.modelDeclined);
  const tokens = counter(read, METRICS.modelTokens);
  const down = gauge(read, METRICS.modelDown);
  for (const [model, spent] of modelCalls()) {
    calls.inc({ model }, spent.calls);
    failures.inc({ model }, spent.failures);
    retries.inc({ model }, spent.retries);
    declined.inc({ model }, spent.declined);
    tokens.inc({ model, kind: 'prompt' }, spent.promptTokens);
    tokens.inc({ model, kind: 'completion' }, spent.completionTokens);
  }
  for (const [model, isDown] of modelsDown()) down.set({ model }, Number(isDown));
}

function addProcess(read: Registry, { cpuSeconds, ...now }: ProcessFigures): void {
  counter(read, METRICS.cpuSeconds).inc(cpuSeconds);
  for (const [name, value] of Object.entries(now)) gauge(read, METRICS[name as keyof typeof now]).set(value);
}

function gauge<Label extends string>(registry: Registry, metric: Metric<Label>): Gauge<Label> {
  return new Gauge({ ...metric, registers: [registry] });
}

function counter<Label extends string>(registry: Registry, metric: Metric<Label>): Counter<Label> {
  return new Counter({ ...metric, registers: [registry] });
}
