import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { EndedQuestion } from './answer-metrics.ts';
import { DURATION_BOUNDS, METRICS } from './metrics.ts';
import { type MetricSources, readMetrics } from './read-metrics.ts';

/** An address that there is not, and what could not be parsed. */
const NO_ROUTE = 'none';

const STAGES = ['retrieve', 'generate', 'total'] as const;

export interface EndedRequest {
  readonly method: string;
  /** As it is written in the program, such as `/api/v1/ingest/:doc_id`; undefined where none was met. */
  readonly route: string | undefined;
  readonly status: number;
  readonly durationMs: number;
}

/** Told of what happens, and asked what it came to. What others count already is read from them when somebody asks. */
export interface ServiceMetrics {
  requestEnded(request: EndedRequest): void;
  questionEnded(question: EndedQuestion): void;
  ingestEnded(outcome: string): void;
  /** Of `text`. */
  readonly contentType: string;
  /** In the text format of Prometheus. A store that does not answer is left out, so that the rest can be seen. */
  text(): Promise<string>;
}

/** Counts in a registry of its own: whatever else in the process counts with `prom-client` is not seen. */
export function createServiceMetrics(parts: MetricSources & { version: string }): ServiceMetrics {
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
    requestEnded({ method, route = NO_ROUTE, status, durationMs }) {
      requests.inc({ method, route, status });
      requestSeconds.observe({ method, route }, durationMs / 1000);
    },

    questionEnded({ mode, outcome, grounded, timingsMs }) {
      answers.inc({ mode, outcome });
      if (grounded) verdicts.inc({ grounded });
      for (const stage of timingsMs ? STAGES : []) stageSeconds.observe({ stage }, timingsMs![stage] / 1000);
    },

    ingestEnded: (outcome) => ingests.inc({ outcome }),

    contentType: counted.contentType,
    text: async () => Registry.merge([counted, await readMetrics(parts)]).metrics(),
  };
}
