import type { ModelUsage } from '../adapters/models/model-usage.ts';
import { openProcessFigures } from '../http/metrics/process-figures.ts';
import type { ServiceMetrics } from '../http/metrics/service-metrics.ts';
import type { Stores, Surroundings } from './stores.ts';

/** Metrics for operators. `prom-client` is loaded only here, as most servers run without metrics. */
export async function openMetrics(
  parts: Pick<Surroundings, 'opened' | 'logger'> & Stores & { modelUsage: ModelUsage; version: string },
): Promise<ServiceMetrics> {
  const { createServiceMetrics } = await import('../http/metrics/service-metrics.ts');
  const { opened, curationStore, modelUsage } = parts;
  return createServiceMetrics({
    ...parts,
    pendingReviews: async () => (await curationStore.pending({ limit: 1 })).total,
    modelCalls: modelUsage.snapshot,
    modelsDown: modelUsage.down,
    processFigures: opened.use(openProcessFigures()).read,
  });
}
