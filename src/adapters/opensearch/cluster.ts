import { Client, errors } from '@opensearch-project/opensearch';
import type { Logger } from '../../ports/logger.ts';
import { unavailable } from '../store-refusals.ts';
import type { OpenSearchUrl } from './opensearch-url.ts';

/** A request without an answer by then has failed. */
const REQUEST_TIMEOUT_MS = 10_000;
/** Large updates and deletions take longer. */
const WRITE_TIMEOUT_MS = 60_000;
/** Requests that wait for an answer; beyond it they are refused. */
const WAITING_MAX = 256;

export interface ClusterRequest {
  readonly method: 'DELETE' | 'GET' | 'HEAD' | 'POST' | 'PUT';
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly body?: unknown;
  /** Lines of a bulk request, instead of `body`. */
  readonly lines?: readonly unknown[];
  readonly signal?: AbortSignal | undefined;
  /** Statuses besides 2xx that are an answer. */
  readonly allowed?: readonly number[];
}

export type Cluster = ReturnType<typeof openCluster>;

/** A cluster of OpenSearch nodes. A request that a node does not answer goes to the next. */
export function openCluster(address: OpenSearchUrl, { logger }: { logger: Logger }) {
  const client = new Client({
    nodes: [...address.nodes],
    requestTimeout: REQUEST_TIMEOUT_MS,
    // Each node once.
    maxRetries: address.nodes.length,
    ...(address.auth && { auth: { ...address.auth } }),
  });
  let waiting = 0;
  let isDown = false;

  return {
    /**
     * @returns The body of the answer, and its status.
     * @throws {RefusedError} `store_unavailable` when no node answers in time, or the cluster has too much to do.
     * @throws {Error} When the cluster refuses the request.
     * @throws The signal's reason when it aborts.
     */
    // biome-ignore lint/suspicious/noExplicitAny: the shape follows from the request.
    async send(request: ClusterRequest): Promise<{ status: number; body: any }> {
      const { method, path, query, body, lines, signal, allowed = [] } = request;
      signal?.throwIfAborted();
      if (waiting >= WAITING_MAX)
        throw unavailable(DEPENDENCY, new Error(`${WAITING_MAX} requests wait already`));
      waiting += 1;
      const content = lines ? { bulkBody: [...lines] } : body !== undefined && { body };
      const params = { method, path, ...(query && { querystring: { ...query } }), ...content };
      const isWrite = lines !== undefined || path.endsWith('/_delete_by_query');
      const sent = client.transport.request(params as Parameters<typeof client.transport.request>[0], {
        ignore: [...allowed],
        ...(isWrite && { requestTimeout: WRITE_TIMEOUT_MS }),
      });
      // Without a value: an event target would take the request for a promise, and its end for an uncaught error.
      const abort = () => void sent.abort();
      signal?.addEventListener('abort', abort, { once: true });
      try {
        const answer = await sent;
        if (isDown) logger.info('OpenSearch can be used again');
        isDown = false;
        return { status: answer.statusCode ?? 0, body: answer.body };
      } catch (error) {
        signal?.throwIfAborted();
        if (isMissing(error)) throw indexMissing(error);
        if (isPassing(error)) {
          if (!isDown) logger.warn('OpenSearch cannot be used', { error: error as Error });
          isDown = true;
          throw unavailable(DEPENDENCY, error);
        }
        throw error;
      } finally {
        signal?.removeEventListener('abort', abort);
        waiting -= 1;
      }
    },

    [Symbol.asyncDispose]: () => client.close(),
  };
}

const DEPENDENCY = 'vector_store';

/** Whether the cluster may answer later: it cannot be reached, has too much to do, or some of its shards are not there. */
function isPassing(error: unknown): boolean {
  if (error instanceof errors.ResponseError) return PASSING.has(error.statusCode ?? 0);
  return error instanceof errors.OpenSearchClientError && !(error instanceof errors.ConfigurationError);
}

function isMissing(error: unknown): boolean {
  return error instanceof errors.ResponseError && error.body?.error?.type === INDEX_NOT_FOUND;
}

/** The type of the error that an index is not there, in whole answers and in parts of one. */
const INDEX_NOT_FOUND = 'index_not_found_exception';

/** Nothing of the index is left: what it is derived from is in the record store. */
function indexMissing(cause?: unknown): Error {
  return unavailable(
    DEPENDENCY,
    new Error('The search index is not there: build it with docent reindex --search', { cause }),
  );
}

const PASSING: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** @throws {RefusedError} When shards are missing in an answer: hits of theirs would be missing. */
export function assertWhole(answer: object): void {
  const { _shards, timed_out } = answer as { _shards?: { failed?: number }; timed_out?: boolean };
  if ((_shards?.failed ?? 0) > 0 || timed_out)
    throw unavailable(DEPENDENCY, new Error('Some shards of the index did not answer'));
}

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
  return status === 429 || status >= 500 ? unavailable(DEPENDENCY, cause) : cause;
}
