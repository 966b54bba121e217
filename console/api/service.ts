import type { Health, ModelCheck, Settings } from '@docent-server/client';
import { apiKey, askForKey, me, openView, type Permission } from './access.ts';
import { needsKey } from './problem.ts';
import { type Asking, client, clientFor, send } from './request.ts';

export type { Health, ModelCheck } from '@docent-server/client';

/** Whether the server has no language model, as its page says: answers are quotations. */
export const isQuoting = document.documentElement.dataset.answers === 'quoted';

/** Docent's required dependencies, by the server's names. */
export type Dependencies = Health['dependencies'];

/** Whether questions can be answered now. */
export type Readiness = Awaited<ReturnType<typeof readiness>>;

export type Setting = Settings['settings'][number];

export function health(asking: Asking = {}): Promise<Health> {
  return clientFor(asking).get('/health');
}

/** Probes the stores; a failing one is a result, too. */
export async function readiness({ signal = null, ...asking }: Asking = {}) {
  const reply = await send(() => new Request('/ready', { signal }), { ...asking, alsoTakes: [503] });
  const told = (await reply.json().catch(() => ({}))) as { dependencies?: Dependencies; detail?: string };
  return {
    ready: reply.ok,
    // Null when the server did not report them.
    dependencies: told.dependencies ?? null,
    // Why not.
    detail: told.detail ?? null,
    correlationId: reply.headers.get('x-correlation-id'),
  };
}

/** @throws {ApiProblem} `invalid_api_key` when the server does not know this key. */
export async function checkKey(key: string): Promise<void> {
  const { name, may } = await clientFor({ askForKey: 'never' }).get('/api/v1/me', {
    headers: { 'X-API-Key': key },
  });
  // Without keys of its own the server takes any.
  if (name === null && !may.includes('admin')) throw needsKey();
}

/** Asks the user for a key unless this tab may. @throws {ApiProblem} `invalid_api_key` when none was given. */
export async function ensurePermission(permission: Permission): Promise<void> {
  const view = openView.get();
  for (;;) {
    const { name, may } = await clientFor({ askForKey: 'never' }).get('/api/v1/me');
    me.set({ name, may });
    if (may.includes(permission)) return;
    // Nobody is asked on another view than the one on which this began.
    if (openView.get() !== view || !(await askForKey({ declined: apiKey.get() !== '' }))) throw needsKey();
  }
}

/** Asks what this tab may do: now, and whenever its key changes. */
export function followPermissions(): void {
  const ask = () =>
    void clientFor({ askForKey: 'never' })
      .get('/api/v1/me')
      .then(({ name, may }) => me.set({ name, may }))
      // Then the last answer stays.
      .catch(() => {});
  apiKey.subscribe(ask);
  ask();
}

export function settings(asking: Asking = {}): Promise<Settings> {
  return clientFor(asking).get('/api/v1/settings');
}

export type ModelKind = 'language' | 'embedding';

/** Has the server call the model once. */
export function checkModel(model: ModelKind): Promise<ModelCheck> {
  return client.post('/api/v1/settings/models/{model}/check', { params: { path: { model } } });
}
