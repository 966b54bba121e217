/** A server's memory, what it holds and how late it is, from `/proc` and its `/metrics`; Linux only. */
import { parseExposition } from '../test/exposition-parser.ts';
import type { ServerProcess } from '../test/server-process.ts';
import { rssMb, tree } from './process-figures.ts';

const BYTES_PER_MB = 2 ** 20;

/**
 * The delay of the server's event loop since the last call of a function of this file.
 *
 * @param server Started with `METRICS_ENABLED=true`.
 */
export async function eventLoopDelayOf(server: ServerProcess) {
  const metrics = await metricsOf(server);
  const ms = (name: string) => Math.round((metrics.get(name) ?? 0) * 1000);
  return { p99Ms: ms('nodejs_eventloop_lag_p99_seconds'), maxMs: ms('nodejs_eventloop_lag_max_seconds') };
}

/** @param server Started with `METRICS_ENABLED=true`. */
export async function memoryOf(server: ServerProcess) {
  const { pid } = server;
  const metrics = await metricsOf(server);
  const figure = (name: string) => metrics.get(name) ?? 0;
  const megabytes = (name: string) => Math.round(figure(name) / BYTES_PER_MB);
  const serverMb = megabytes('process_resident_memory_bytes');
  return {
    /** Resident: of the server, and of its children together. */
    serverMb,
    childrenMb: Math.max(0, rssMb(pid) - serverMb),
    children: tree(pid).length - 1,
    /** Of the server, as V8 says. */
    heapUsedMb: megabytes('nodejs_heap_size_used_bytes'),
    heapMb: megabytes('nodejs_heap_size_total_bytes'),
    /** Mostly array buffers. */
    externalMb: megabytes('nodejs_external_memory_bytes'),
    documents: figure('docent_indexed_documents'),
    chunks: figure('docent_indexed_chunks'),
  };
}

async function metricsOf({ url }: ServerProcess): Promise<ReadonlyMap<string, number>> {
  return parseExposition(await (await fetch(`${url}/metrics`)).text());
}
