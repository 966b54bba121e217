import type { openHttpStand } from '../http-stand.ts';
import { type Reply, replyOf } from './reply.ts';

/** The server within this process, where its stores can be let fail. */
type Stand = Awaited<ReturnType<typeof openHttpStand>>;

export async function getFrom(stand: Pick<Stand, 'get'>, path: string, init?: RequestInit): Promise<Reply> {
  const response = await stand.get(path, init);
  return replyOf(response.status, response.headers, await response.text());
}

/** Probes of both stores, of which those in `down` do not answer. */
export function withStoresDown(down: ReadonlySet<string>) {
  const probe = (name: string) => async () => {
    if (down.has(name)) throw new Error('connect ECONNREFUSED 10.0.0.5:6379');
  };
  return { probes: { kv_store: probe('kv_store'), vector_store: probe('vector_store') } };
}
