import { userId } from './access.ts';
import { type ApiRequest, send, sendForJson } from './request.ts';

/** What Docent cannot do without, by the server's names. */
export type Dependencies = Readonly<Record<string, 'ok' | 'unavailable'>>;

export interface Health {
  readonly status: 'ok' | 'degraded';
  /** As they were at the start. */
  readonly dependencies: Dependencies;
  readonly version: string;
  readonly uptime_seconds: number;
}

/** Whether questions can be answered at this moment. */
export interface Readiness {
  readonly ready: boolean;
  /** Null when the server said nothing of them. */
  readonly dependencies: Dependencies | null;
  /** Why not. */
  readonly detail: string | null;
  readonly correlationId: string | null;
}

export interface Setting {
  readonly name: string;
  /** Secrets are masked; empty when it is not set. */
  readonly value: string;
  readonly default: string;
  readonly is_default: boolean;
  readonly explanation: string;
  /** What a value may be. */
  readonly takes: string;
}

export function health(asking: Pick<ApiRequest, 'signal'> = {}): Promise<Health> {
  return sendForJson({ path: '/health', ...asking });
}

/** Asks the stores; that one does not answer is an answer, too. */
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

export function settings(
  asking: Pick<ApiRequest, 'signal' | 'askForKey'> = {},
): Promise<{ readonly version: string; readonly settings: readonly Setting[] }> {
  return sendForJson({ path: '/api/v1/settings', ...asking });
}

/** Makes the server forget all that was said in this browser's conversations. */
export async function forgetConversations(): Promise<void> {
  await send({ method: 'DELETE', path: '/api/v1/chat/memory', headers: { 'X-User-Id': userId.get() } });
}
