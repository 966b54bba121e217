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
  info: gauge('docent_build_info', ['version'], 'Always 1; the label is the version that runs.'),
  requests: counter(
    'docent_http_requests_total',
    ['method', 'route', 'status'],
    'Finished HTTP requests. Status 429: over the rate limit; status 499: the client disconnected before the reply; route none: unknown URL.',
  ),
  requestSeconds: histogram(
    'docent_http_request_duration_seconds',
    ['method', 'route'],
    'Time from the request headers to the last byte of the response; for streams until they end.',
  ),
  answers: counter(
    'docent_answers_total',
    ['mode', 'outcome'],
    'Questions by outcome: quoted from documents, composed by a model, cached (composed earlier for an equal question), approved (cites only approved answers), greeting, refused, failed, or abandoned (the client disconnected).',
  ),
  verdicts: counter(
    'docent_answers_checked_total',
    ['grounded'],
    'Answers by how well their sources support them: supported, partial or unsupported.',
  ),
  stageSeconds: histogram(
    'docent_answer_duration_seconds',
    ['stage'],
    'Time to answer or refuse, by stage: retrieve, generate, and total.',
  ),
  ingests: counter(
    'docent_ingests_total',
    ['outcome'],
    'Attempts to ingest a document by outcome: done, skipped (unchanged or a duplicate), failed (not retried), queued (retried later), released (resumes when it can), or superseded (by a newer version or a deletion).',
  ),
  documents: gauge(
    'docent_documents',
    ['status'],
    'Documents by status of their last ingest; queued is the length of the queue.',
  ),
  overdue: gauge(
    'docent_ingest_overdue_seconds',
    [],
    'How long the oldest due ingest has been waiting for a worker; 0 when none is waiting.',
  ),
  liveDocuments: gauge('docent_indexed_documents', [], 'Searchable documents.'),
  liveChunks: gauge('docent_indexed_chunks', [], 'Searchable chunks.'),
  reviews: gauge('docent_review_entries_pending', [], 'Answers waiting for review.'),
  modelCalls: counter(
    'docent_model_calls_total',
    ['model'],
    'Calls to a model, failed ones included. The label is `provider/model`.',
  ),
  modelFailures: counter('docent_model_failures_total', ['model'], 'Failed calls.'),
  modelRetries: counter('docent_model_retries_total', ['model'], 'Calls that were second attempts.'),
  modelDeclined: counter(
    'docent_model_declined_total',
    ['model'],
    'Calls not made because the provider was down or too many were waiting.',
  ),
  modelTokens: counter(
    'docent_model_tokens_total',
    ['model', 'kind'],
    'Tokens as counted by the provider; kind is prompt or completion.',
  ),
  modelDown: gauge(
    'docent_model_down',
    ['model'],
    '1 while the provider is considered down and only probed every 5 seconds; otherwise 0.',
  ),
  cpuSeconds: counter(
    'process_cpu_seconds_total',
    [],
    'CPU time of the server process; without the processes that parse files.',
  ),
  residentBytes: gauge('process_resident_memory_bytes', [], 'Resident memory of the server process.'),
  startSeconds: gauge(
    'process_start_time_seconds',
    [],
    'Start time of the process, in seconds since the epoch.',
  ),
  heapUsedBytes: gauge('nodejs_heap_size_used_bytes', [], 'Used JavaScript heap.'),
  heapTotalBytes: gauge('nodejs_heap_size_total_bytes', [], 'Total JavaScript heap.'),
  externalBytes: gauge(
    'nodejs_external_memory_bytes',
    [],
    'Memory that JavaScript objects hold outside the heap, such as the vectors of the index.',
  ),
  lagSeconds: gauge(
    'nodejs_eventloop_lag_p99_seconds',
    [],
    '99th percentile of the event loop delay since the last scrape, accurate to 50 ms.',
  ),
  lagMaxSeconds: gauge(
    'nodejs_eventloop_lag_max_seconds',
    [],
    'Longest event loop delay since the last scrape.',
  ),
} as const;

/** Histogram bounds in seconds, for requests (streams included) and answers. */
export const DURATION_BOUNDS = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60,
] as const;

function counter<const Label extends string>(name: string, labelNames: readonly Label[], help: string) {
  return { name, type: 'counter', labelNames, help } as const;
}

function gauge<const Label extends string>(name: string, labelNames: readonly Label[], help: string) {
  return { name, type: 'gauge', labelNames, help } as const;
}

function histogram<const Label extends string>(name: string, labelNames: readonly Label[], help: string) {
  return { name, type: 'histogram', labelNames, help } as const;
}
