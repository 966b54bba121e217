import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { RouteParts } from './route-parts.ts';

const Settings = z
  .strictObject({
    version: z.string(),
    settings: z.array(
      z.strictObject({
        name: z.string(),
        value: z.string().meta({ description: 'Secrets are masked as `***`. Empty if not set.' }),
        default: z.string(),
        is_default: z.boolean(),
        explanation: z.string(),
        takes: z.string().meta({ description: 'The accepted values.' }),
      }),
    ),
  })
  .meta({ id: 'Settings' });

/** The server's effective settings, as `docent config` prints them. */
export function settingsRoutes({ version, shownSettings }: RouteParts): FastifyPluginAsyncZod {
  return async (scope) => {
    scope.get(
      '/settings',
      {
        config: { key: 'operate' },
        schema: {
          operationId: 'listSettings',
          summary: 'List the effective settings',
          description: 'Change them in the environment or `.env`; changes take effect at the next start.',
          tags: ['settings'],
          response: { 200: Settings },
        },
      },
      async () => ({
        version,
        settings: shownSettings.map(({ name, value, fallback, explains, takes }) => ({
          ...{ name, value, takes },
          default: fallback,
          is_default: value === fallback,
          explanation: explains,
        })),
      }),
    );
  };
}
