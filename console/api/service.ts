import { type ApiRequest, send, sendForJson } from './request.ts';

/** Whether the server has no language model, as its page says: answers are quotations. */
export const isQuoting = document.documentElement.dataset.answers === 'quoted';

/** Docent's required dependencies, by the server's names. */
export type Dependencies = Readonly<Record<string, 'ok' | 'unavailable'>>;

export interface Health {
  readonly status: 'ok' | 'degraded';
  /** As of the start. */
  readonly dependencies: Dependencies;
  readonly version: string;
  readonly uptime_seconds: number;
}

/** Whether questions can be answered now. */
export interface Readiness {
  readonly ready: boolean;
  /** Null when the server did not report them. */
  readonly dependencies: Dependencies | null;
  /** Why not. */
  readonly detail: string | null;
  readonly correlationId: string | null;
}

export interface Setting {
  readonly name: string;
  /** Secrets are masked; empty when not set. */
  readonly value: string;
  readonly default: string;
  readonly is_default: boolean;
  readonly explanation: string;
  /** The accepted values. */
  readonly takes: string;
}

export function health(asking: Pick<ApiRequest, 'signal'> = {}): Promise<Health> {
  return sendForJson({ path: '/health', ...asking });
}

/** Probes the stores; a failing one is a result, too. */
export async function readiness(asking: Pick<ApiRequest, 'signal'> = {}): Promise<Readiness> {
  const reply = await send({ path: '/ready', alsoTakes: [503], ...asking });
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
  const given = key === undefined ? {} : ({ headers: { 'X-API-Key': key }, askForKey: 'never' } as const);
  await settings(given);
}

export function settings(
  asking: Pick<ApiRequest, 'signal' | 'askForKey' | 'headers'> = {},
): Promise<{ readonly version: string; readonly settings: readonly Setting[] }> {
  return sendForJson({ path: '/api/v1/settings', ...asking });
}
