/** A metric's name and meaning, as `prom-client`'s counters, gauges and histograms take it. */
export interface Metric<Label extends string = string> {
  /** With its base unit; a counter's ends in `_total`. */
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  /** Values come from a closed set, never from clients or documents: a label's count is kept until the process ends. */
  readonly labelNames: readonly Label[];
}

/** All metrics, listed in `docs/reference/metrics.md`. The prefix `docent_` marks those that not every Node process has. */
export const METRICS = {
  info: metric('docent_build_info', 'gauge', ['version'], 'Always 1; the label is the version that runs.'),
  requests: metric(
    'docent_http_requests_total',
    'counter',
    ['method', 'route', 'status'],
    'Finished HTTP requests. Status 429: over the rate limit; status 499: the client disconnected before the reply; route none: unknown URL.',
  ),
  requestSeconds: metric(
    'docent_http_request_duration_seconds',
    'histogram',
    ['method', 'route'],
    'Time from the request headers to the last byte of the response; for streams until they end.',
  ),
  answers: metric(
    'docent_answers_total',
    'counter',
    ['mode', 'outcome'],
    'Questions by outcome: quoted from documents, composed by a model, cached (composed earlier for an equal question), approved (cites only approved answers), greeting, refused, failed, or abandoned (the client disconnected).',
  ),
  verdicts: metric(
    'docent_answers_checked_total',
    'counter',
    ['grounded'],
    'Answers by how well their sources support them: supported, partial or unsupported.',
  ),
  stageSeconds: metric(
    'docent_answer_duration_seconds',
    'histogram',
    ['stage'],
    'Time to answer or refuse, by stage: retrieve, generate, and total.',
  ),
  ingests: metric(
    'docent_ingests_total',
    'counter',
    ['outcome'],
    'Attempts to ingest a document by outcome: done, skipped (unchanged or a duplicate), failed (not retried), queued (retried later), released (resumes when it can), or superseded (by a newer version or a deletion).',
  ),
  documents: metric(
    'docent_documents',
    'gauge',
    ['status'],
    'Documents by status of their last ingest; queued is the length of the queue.',
  ),
  overdue: metric(
    'docent_ingest_overdue_seconds',
    'gauge',
    [],
    'How long the oldest due ingest has been waiting for a worker; 0 when none is waiting.',
  ),
  liveDocuments: metric('docent_indexed_documents', 'gauge', [], 'Searchable documents.'),
  liveChunks: metric('docent_indexed_chunks', 'gauge', [], 'Searchable chunks.'),
  reviews: metric('docent_review_entries_pending', 'gauge', [], 'Answers waiting for review.'),
  modelCalls: metric(
    'docent_model_calls_total',
    'counter',
    ['model'],
    'Calls to a model, failed ones included. The label is `provider/model`.',
  ),
  modelFailures: metric('docent_model_failures_total', 'counter', ['model'], 'Failed calls.'),
  modelRetries: metric(
    'docent_model_retries_total',
    'counter',
    ['model'],
    'Calls that were second attempts.',
  ),
  modelDeclined: metric(
    'docent_model_declined_total',
    'counter',
    ['model'],
    'Calls not made because the provider was down or too many were waiting.',
  ),
  modelTokens: metric(
    'docent_model_tokens_total',
    'counter',
    ['model', 'kind'],
    'Tokens as counted by the provider; kind is prompt or completion.',
  ),
  modelDown: metric(
    'docent_model_down',
    'gauge',
    ['model'],
    '1 while the provider is considered down and only probed every 5 seconds; otherwise 0.',
  ),
  cpuSeconds: metric(
    'process_cpu_seconds_total',
    'counter',
    [],
    'CPU time of the server process; without the processes that parse files.',
  ),
  residentBytes: metric(
    'process_resident_memory_bytes',
    'gauge',
    [],
    'Resident memory of the server process.',
  ),
  startSeconds: metric(
    'process_start_time_seconds',
    'gauge',
    [],
    'Start time of the process, in seconds since the epoch.',
  ),
  heapUsedBytes: metric('nodejs_heap_size_used_bytes', 'gauge', [], 'Used JavaScript heap.'),
  heapTotalBytes: metric('nodejs_heap_size_total_bytes', 'gauge', [], 'Total JavaScript heap.'),
  externalBytes: metric(
    'nodejs_external_memory_bytes',
    'gauge',
    [],
    'Memory that JavaScript objects hold outside the heap, such as the vectors of the index.',
  ),
  lagSeconds: metric(
    'nodejs_eventloop_lag_p99_seconds',
    'gauge',
    [],
    '99th percentile of the event loop delay since the last scrape, accurate to 50 ms.',
  ),
  lagMaxSeconds: metric(
    'nodejs_eventloop_lag_max_seconds',
    'gauge',
    [],
    'Longest event loop delay since the last scrape.',
  ),
} as const;

/** Histogram bounds in seconds, for requests (streams included) and answers. */
export const DURATION_BOUNDS = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60,
] as const;

function metric<const Label extends string>(
  name: string,
  type: Metric['type'],
  labelNames: readonly Label[],
  help: string,
): Metric<Label> {
  return { name, type, labelNames, help };
}
