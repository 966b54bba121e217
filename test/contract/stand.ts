import type { openHttpStand } from '../http-stand.ts';
import { type Reply, replyOf } from './reply.ts';

/** The server within this process, where its stores can be let fail. */
type Stand = Awaited<ReturnType<typeof openHttpStand>>;

export async function getFrom(stand: Pick<Stand, 'get'>, path: string, init?: RequestInit): Promise<Reply> {
  const response = await stand.get(path, init);
  return replyOf(response.status, response.headers, await response.text());
}

/** Probes of which one finds its store gone. */
export function failing(name: 'kv_store' | 'vector_store') {
  const works = async () => {};
  const fails = async () => {
    throw new Error('connect ECONNREFUSED 10.0.0.5:6379');
  };
  return { kv_store: works, vector_store: works, [name]: fails };
}
