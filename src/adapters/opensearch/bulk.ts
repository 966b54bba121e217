import { unavailable } from '../store-refusals.ts';
import { type Cluster, INDEX_NOT_FOUND, indexMissing } from './cluster.ts';

/** Why a part of a request was refused. */
export interface PartError {
  readonly type?: string;
  readonly reason: string;
  readonly root_cause?: readonly { readonly reason: string }[];
}

/**
 * Writes documents with one request, through aliases only.
 *
 * @param lines What to do, each followed by its document where it has one.
 * @param options.allowed Statuses of a document besides 2xx that are no failure.
 * @throws As `Cluster.send`, also for a part of the request.
 */
export async function writeBulk(
  cluster: Cluster,
  lines: readonly object[],
  { allowed = [], signal }: { allowed?: readonly number[]; signal?: AbortSignal | undefined } = {},
): Promise<void> {
  const query = { require_alias: true, filter_path: 'errors,items.*.status,items.*.error' };
  const { body } = await cluster.send({ method: 'POST', path: '/_bulk', query, lines, signal });
  if (!body.errors) return;
  for (const item of body.items) {
    const { status, error } = Object.values(item)[0] as { status: number; error?: PartError };
    if (status >= 300 && !allowed.includes(status)) throw refusalOf(error ?? { reason: '' }, status);
  }
}

/** A part of a request may fail alone: there are too many, or no copy of a shard answers. */
export function refusalOf({ type, reason, root_cause: causes = [] }: PartError, status: number): Error {
  if (type === INDEX_NOT_FOUND) return indexMissing(reason);
  const cause = new Error(
    `OpenSearch refused a part of a request: ${causes[0]?.reason ?? reason} (${status})`,
  );
  return status === 429 || status >= 500 ? unavailable('vector_store', cause) : cause;
}
