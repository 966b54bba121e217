import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { EndedQuestion } from './answer-metrics.ts';
import { DURATION_BOUNDS, METRICS } from './metrics.ts';
import { type MetricSources, readMetrics } from './read-metrics.ts';

/** Label for unknown URLs and invalid requests. */
const NO_ROUTE = 'none';

const STAGES = ['retrieve', 'generate', 'total'] as const;

export interface EndedRequest {
  readonly method: string;
  /** The route pattern, such as `/api/v1/ingest/:doc_id`; undefined when none matched. */
  readonly route: string | undefined;
  readonly status: number;
  readonly durationMs: number;
}

export type ServiceMetrics = ReturnType<typeof createServiceMetrics>;

/**
 * Counts events and renders the metrics. Values that other parts count are read on demand. Uses its own registry, so
 * other users of `prom-client` in the process are not included.
 */
export function createServiceMetrics(parts: MetricSources & { version: string }) {
  const counted = new Registry();
  const registers = [counted];
  const buckets = [...DURATION_BOUNDS];
  new Gauge({ ...METRICS.info, registers }).set({ version: parts.version }, 1);
  const requests = new Counter({ ...METRICS.requests, registers });
  const requestSeconds = new Histogram({ ...METRICS.requestSeconds, registers, buckets });
  const answers = new Counter({ ...METRICS.answers, registers });
  const verdicts = new Counter({ ...METRICS.verdicts, registers });
  const stageSeconds = new Histogram({ ...METRICS.stageSeconds, registers, buckets });
  const ingests = new Counter({ ...METRICS.ingests, registers });

  return {
    requestEnded({ method, route = NO_ROUTE, status, durationMs }: EndedRequest): void {
      requests.inc({ method, route, status });
      requestSeconds.observe({ method, route }, durationMs / 1000);
    },

    questionEnded({ mode, outcome, grounded, timingsMs }: EndedQuestion): void {
      answers.inc({ mode, outcome });
      if (grounded) verdicts.inc({ grounded });
      for (const stage of timingsMs ? STAGES : []) stageSeconds.observe({ stage }, timingsMs![stage] / 1000);
    },

    ingestEnded: (outcome: string) => ingests.inc({ outcome }),

    /** Of `text`. */
    contentType: counted.contentType as string,
    /** In Prometheus' text format. A store that does not answer is left out, so that the rest can be seen. */
    text: async () => Registry.merge([counted, await readMetrics(parts)]).metrics(),
  };
}
