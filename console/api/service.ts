import type { Health, Settings } from '@docent-server/client';
import { type Asking, clientFor, send } from './request.ts';

export type { Health } from '@docent-server/client';

/** Whether the server has no language model, as its page says: answers are quotations. */
export const isQuoting = document.documentElement.dataset.answers === 'quoted';

/** Docent's required dependencies, by the server's names. */
export type Dependencies = Health['dependencies'];

/** Whether questions can be answered now. */
export interface Readiness {
  readonly ready: boolean;
  /** Null when the server did not report them. */
  readonly dependencies: Dependencies | null;
  /** Why not. */
  readonly detail: string | null;
  readonly correlationId: string | null;
}

export type Setting = Settings['settings'][number];

export function health({ signal = null, ...asking }: Asking = {}): Promise<Health> {
  return clientFor(asking).get('/health', { signal });
}

/** Probes the stores; a failing one is a result, too. */
export async function readiness({ signal = null, ...asking }: Asking = {}): Promise<Readiness> {
  const reply = await send(() => new Request('/ready', { signal }), { ...asking, alsoTakes: [503] });
  const told = (await reply.json().catch(() => ({}))) as { dependencies?: Dependencies; detail?: string };
  return {
    ready: reply.ok,
    dependencies: told.dependencies ?? null,
    detail: told.detail ?? null,
    correlationId: reply.headers.get('x-correlation-id'),
  };
}

/**
 * Checks a key where only its holder may look.
 *
 * @param key By default the one of this tab; the user is asked for it if that does not do.
 * @throws {ApiProblem} `invalid_api_key` when it is wrong.
 */
export async function checkKey(key?: string): Promise<void> {
  if (key === undefined) await settings();
  else await clientFor({ askForKey: 'never' }).get('/api/v1/settings', { headers: { 'X-API-Key': key } });
}

export function settings({ signal = null, ...asking }: Asking = {}): Promise<Settings> {
  return clientFor(asking).get('/api/v1/settings', { signal });
}
