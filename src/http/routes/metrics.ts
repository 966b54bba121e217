import { z } from 'zod';
import type { ServiceMetrics } from '../metrics/service-metrics.ts';
import { operations } from '../openapi.ts';
import type { Scope } from './route-parts.ts';

const operation = operations('health');

const TEXT = {
  description: 'Prometheus text format 0.0.4.',
  content: { 'text/plain': { schema: z.string() } },
};

/** Metrics for operators. */
export function metricsRoutes(scope: Scope, metrics: Pick<ServiceMetrics, 'contentType' | 'text'>): void {
  scope.get(
    '/metrics',
    operation({ key: 'operate', bearer: true }, 'metrics', 'Get metrics', {
      description:
        'Counted since the server started. Only with `METRICS_ENABLED`, else 404. Scrapers may send the key as `Authorization: Bearer`.',
      response: { 200: TEXT },
    }),
    // The schema serves only the API document; the reply is text.
    async (_request, reply) => reply.type(metrics.contentType).send(await metrics.text()),
  );
}
