import { z } from 'zod';
import { operations } from '../openapi.ts';
import { wordsFor } from '../page-words.ts';
import { hundredths, named } from '../schemas/fields.ts';
import { MODEL_KINDS, type RouteParts, type Scope } from './route-parts.ts';

const operation = operations('settings');

const Settings = named('Settings', {
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
});

const ModelPath = z.strictObject({ model: z.enum(MODEL_KINDS) });

const ModelCheck = named('ModelCheck', {
  ok: z.boolean(),
  model: z.string().nullable().meta({
    description:
      'Its id. Null if it failed, if none is set, or if the built-in one has not been trained yet.',
  }),
  dimensions: z.int().nullable().meta({ description: 'Of an embedding model.' }),
  took_ms: z.number().min(0),
  error: z.string().nullable().meta({ description: 'Why it failed, as the provider says.' }),
  settings: z.string().nullable().meta({ description: 'What to look at if it failed.' }),
});

/** The server's effective settings, as `docent config` prints them, and a call of the models that they name. */
export function settingsRoutes(scope: Scope, { version, shownSettings, checkModel }: RouteParts): void {
  scope.get(
    '/settings',
    operation('operate', 'listSettings', 'List the effective settings', {
      description: 'Change them in the environment or `.env`; changes take effect at the next start.',
      response: { 200: Settings },
    }),
    async ({ headers }, reply) => {
      const { language, t } = wordsFor(headers['accept-language']);
      reply.header('content-language', language).raw.appendHeader('vary', 'Accept-Language');
      const settings = shownSettings.map(({ name, value, fallback, explains, takes }) => ({
        ...{ name, value, default: fallback },
        is_default: value === fallback,
        explanation: t(explains),
        takes: t(takes),
      }));
      return { version, settings };
    },
  );

  scope.post(
    '/settings/models/:model/check',
    operation('operate', 'checkModel', 'Call a model once', {
      description: 'Whether the configured model answers now, as `docent doctor` finds out.',
      params: ModelPath,
      response: { 200: ModelCheck },
    }),
    async ({ params, lifetime }) => {
      const before = performance.now();
      const { model, dimensions, error, settings } = await checkModel(params.model, lifetime.signal);
      return {
        ...{ ok: error === null, model, dimensions, error },
        took_ms: hundredths(performance.now() - before),
        settings: error === null ? null : settings,
      };
    },
  );
}
