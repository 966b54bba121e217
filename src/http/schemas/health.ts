import { z } from 'zod';
import { named } from './fields.ts';

/** The service's required dependencies, by their names on the wire. */
export const DEPENDENCY_NAMES = ['kv_store', 'vector_store'] as const;
export type DependencyName = (typeof DEPENDENCY_NAMES)[number];

/** `loading`: it will answer soon; only after a start. */
export const DependencyState = z.enum(['ok', 'loading', 'unavailable']);

const Dependencies = named('Dependencies', { kv_store: DependencyState, vector_store: DependencyState });

export type Dependencies = z.output<typeof Dependencies>;

export const Health = z
  .strictObject({
    status: z.enum(['ok', 'degraded']),
    dependencies: Dependencies,
    version: z.string(),
    uptime_seconds: z.int().min(0),
  })
  .meta({
    id: 'Health',
    examples: [
      {
        status: 'ok',
        dependencies: { kv_store: 'ok', vector_store: 'ok' },
        version: '0.1.0',
        uptime_seconds: 42,
      },
    ],
  });

export const Ready = z.strictObject({ status: z.literal('ready'), dependencies: Dependencies }).meta({
  id: 'Ready',
  examples: [{ status: 'ready', dependencies: { kv_store: 'ok', vector_store: 'ok' } }],
});
