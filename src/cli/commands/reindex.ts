import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, CorpusSummary, Reindexing } from '@docent-server/client';
import { type Context, EXIT, type ExitCode } from '../context.ts';
import { createProgressBar } from '../progress-bar.ts';

/** Slow enough for the default rate limit. */
const POLL_MS = 2_000;

/**
 * `docent reindex`: makes a running server rebuild its index and shows the progress. The server continues when this
 * ends early.
 *
 * @returns `failed` when a document failed meanwhile.
 * @throws {ApiError} When the server refuses; the signal's reason when `signal` aborts.
 */
export async function reindexCommand(
  { fromOriginals }: { readonly fromOriginals?: true | undefined },
  context: Pick<Context, 'terminal' | 'signal'> & { client: Pick<Client, 'get' | 'post'> },
  { pollMs = POLL_MS }: { pollMs?: number } = {},
): Promise<ExitCode> {
  const { client, terminal, signal } = context;
  const from = fromOriginals ? 'originals' : 'chunks';
  using bar = createProgressBar(terminal);
  const askSummary = () => client.get('/api/v1/ingest/summary');
  // Documents that had failed before are not read again and are no failures of this run.
  const { failed: failedBefore } = (await askSummary()).by_status;
  const begun = await client.post('/api/v1/ingest/reindex', { body: { from } });
  const noun = from === 'chunks' ? 'passages embedded' : 'documents read';
  let summary: CorpusSummary;
  for (;;) {
    summary = await askSummary();
    const { done, total } = from === 'chunks' ? ofChunks(summary) : ofOriginals(summary, begun);
    if (from === 'chunks' && summary.embedding.reindexing?.state === 'waiting')
      bar.note('The embedding provider cannot be reached; the log of the server says why.');
    bar.draw(done, total, noun);
    if (done >= total) break;
    await sleep(pollMs, undefined, { signal });
  }
  const { by_status: status, embedding } = summary;
  const { declined } = embedding;
  if (declined)
    bar.note(
      `Passages found by their words alone: ${declined.passages} (${declined.reason}); the log of the server names them.`,
    );
  const model = embedding.model ?? 'none: too few documents, or the model cannot be had';
  const failed = Math.max(0, status.failed - failedBefore);
  bar.line(from === 'chunks' ? `Embedding model: ${model}` : `${status.done} done, ${failed} failed`);
  return from === 'chunks' || failed === 0 ? EXIT.ok : EXIT.failed;
}

function ofChunks({ chunks, embedding: { reindexing } }: CorpusSummary) {
  if (!reindexing) return { done: chunks, total: chunks };
  // The last step is still to come.
  const done = Math.min(reindexing.embedded, reindexing.chunks - 1);
  return { done: Math.max(0, done), total: Math.max(1, reindexing.chunks) };
}

function ofOriginals({ by_status: status }: CorpusSummary, { queued }: Reindexing) {
  const left = status.queued + status.processing;
  const total = Math.max(queued, left);
  return { done: total - left, total };
}
