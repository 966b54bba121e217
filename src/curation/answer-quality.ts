import { RefusedError } from '../errors.ts';
import { type TokenPrices, tokenCost } from '../kernel/token-prices.ts';
import type { AnswerRecord, AnswerStore } from '../ports/answer-store.ts';
import type { CurationStore } from '../ports/curation-store.ts';
import type { DocumentStore } from '../ports/document-store.ts';
import type { ModelCalls } from '../ports/model-calls.ts';
import { FIGURE_DAYS } from './answer-log.ts';
import { latencyWithin } from './latency-class.ts';

const HOUR_MS = 3_600_000;
const HOURS_A_DAY = 24;
const DAY_MS = HOURS_A_DAY * HOUR_MS;
export const DAYS_MAX = FIGURE_DAYS;

/** Answer quality over some days, in UTC. */
export type QualitySummary = Awaited<ReturnType<AnswerQuality['summary']>>;

/** US dollars at today's prices; null when no model used has a price. */
type Cost = number | null;

export type AnswerQuality = ReturnType<typeof createAnswerQuality>;

/** @param parts.now Milliseconds since the epoch. */
export function createAnswerQuality(parts: {
  answerStore: Pick<AnswerStore, 'figures' | 'gaps' | 'answers' | 'answer'>;
  curationStore: Pick<CurationStore, 'ratingCounts'>;
  documentStore: Pick<DocumentStore, 'ingestCounts'>;
  prices: TokenPrices;
  modelCalls: () => ReadonlyMap<string, ModelCalls>;
  now: () => number;
}) {
  const { answerStore, curationStore, documentStore, prices, modelCalls, now } = parts;

  return {
    /** @param days 1 … `DAYS_MAX`, including today; one day means the last 24 hours, by hour. */
    async summary(days: number) {
      const { from, bucketMs, count } = bucketsOf(days, now());
      const [figures, ratings, ingests] = await Promise.all([
        answerStore.figures({ fromHour: from / HOUR_MS, hoursEach: bucketMs / HOUR_MS }),
        curationStore.ratingCounts({ from, bucketMs }),
        documentStore.ingestCounts({ from, bucketMs }),
      ]);
      /** One for each hour or day, oldest first, empty ones included. */
      const rows = Array.from({ length: count }, (_, i) => {
        const latencies = figures.latencies.filter(({ bucket }) => bucket === i);
        const thumbs = (wanted: 'up' | 'down') =>
          ratings.find(({ bucket, rating }) => bucket === i && rating === wanted)?.count ?? 0;
        const ended = (wanted: 'done' | 'failed') =>
          ingests.find(({ bucket, status }) => bucket === i && status === wanted);
        return {
          ...NO_ANSWERS,
          ...figures.buckets.find(({ bucket }) => bucket === i),
          start: from + i * bucketMs,
          ...{ thumbsUp: thumbs('up'), thumbsDown: thumbs('down') },
          latencyMsP50: latencyWithin(latencies, 0.5),
          latencyMsP95: latencyWithin(latencies, 0.95),
          costUsd: sumOf(
            figures.usage
              .filter(({ bucket }) => bucket === i)
              .map(({ model, ...tokens }) => tokenCost(prices, model, tokens)),
          ),
          documentsDone: ended('done')?.documents ?? 0,
          documentsFailed: ended('failed')?.documents ?? 0,
          bytesIngested: ended('done')?.bytes ?? 0,
        };
      });
      const costOf = (used: (typeof figures.models)[number]) => tokenCost(prices, used.model, used);
      return {
        ...{ each: days === 1 ? ('hour' as const) : ('day' as const), rows },
        models: figures.models.map((used) => ({ ...used, costUsd: costOf(used) })),
        modelCalls: [...modelCalls()].map(([model, calls]) => ({ ...calls, model, costUsd: calls.cost })),
      };
    },

    gaps: (days: number, page: Parameters<AnswerStore['gaps']>[1]) =>
      answerStore.gaps(bucketsOf(days, now()).from, page),
    answers: (...of: Parameters<AnswerStore['answers']>) => answerStore.answers(...of),

    /** The latest one with a correlation id. @throws {RefusedError} `answer_not_found`. */
    async answer(correlationId: string): Promise<AnswerRecord> {
      const answered = await answerStore.answer(correlationId);
      if (!answered) throw new RefusedError({ code: 'answer_not_found', correlationId });
      return answered;
    },
  };
}

const NO_ANSWERS = { answers: 0, refused: 0, quoted: 0, supported: 0, partial: 0, unsupported: 0 };

function sumOf(costs: readonly Cost[]): Cost {
  const known = costs.filter((cost) => cost !== null);
  return known.length === 0 ? null : known.reduce((total, cost) => total + cost, 0);
}

/** Hours or days in UTC, the current one last. */
function bucketsOf(days: number, now: number) {
  const [bucketMs, count] = days === 1 ? [HOUR_MS, HOURS_A_DAY] : [DAY_MS, days];
  return { from: Math.floor(now / bucketMs) * bucketMs - (count - 1) * bucketMs, bucketMs, count };
}
