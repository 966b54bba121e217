/** A metric's name and meaning, as `prom-client`'s counters, gauges and histograms take it. */
export interface Metric<Label extends string = string> {
  /** With its base unit; a counter's ends in `_total`. */
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  /** Values come from a closed set, never from clients or documents: a label's count is kept until the process ends. */
  readonly labelNames: readonly Label[];
}

/** All metrics, listed in `docs/metrics.md`. The prefix `docent_` marks those that not every Node process has. */
export const METRICS = {
  info: metric('docent_build_info', 'gauge', ['version'], 'Always 1; its label tells what runs.'),
  requests: metric(
    'docent_http_requests_total',
    'counter',
    ['method', 'route', 'status'],
    'HTTP requests that ended. Status 429: over the rate limit; 499: the client left before it had an answer; route none: an address that there is not.',
  ),
  requestSeconds: metric(
    'docent_http_request_duration_seconds',
    'histogram',
    ['method', 'route'],
    'Time from the head of a request to the last byte of its response; a stream lasts as long as it is followed.',
  ),
  answers: metric(
    'docent_answers_total',
    'counter',
    ['mode', 'outcome'],
    'Questions by what came of them: quoted from documents, composed by a model, cached (composed before for an equal question), approved (all that is cited was approved by a person), greeting, refused, failed, or abandoned as the client left.',
  ),
  verdicts: metric(
    'docent_answers_checked_total',
    'counter',
    ['grounded'],
    'Answers by what holding them against their sources came to: supported, partial or unsupported.',
  ),
  stageSeconds: metric(
    'docent_answer_duration_seconds',
    'histogram',
    ['stage'],
    'Time that answers and refusals took: retrieve, generate, and total of both.',
  ),
  ingests: metric(
    'docent_ingests_total',
    'counter',
    ['outcome'],
    'Attempts to ingest a document by how they ended: done, skipped (unchanged, or a duplicate), failed for good, queued for another attempt, released until it can go on, or superseded by a newer version or a deletion.',
  ),
  documents: metric(
    'docent_documents',
    'gauge',
    ['status'],
    'Documents by the state of their last ingest; queued is the depth of the queue.',
  ),
  overdue: metric(
    'docent_ingest_overdue_seconds',
    'gauge',
    [],
    'For how long the oldest ingest that is due has waited for somebody to work on it; 0 when none waits.',
  ),
  liveDocuments: metric('docent_indexed_documents', 'gauge', [], 'Documents that answer questions now.'),
  liveChunks: metric('docent_indexed_chunks', 'gauge', [], 'Chunks that answer questions now.'),
  reviews: metric('docent_review_entries_pending', 'gauge', [], 'Answers that wait for review.'),
  modelCalls: metric(
    'docent_model_calls_total',
    'counter',
    ['model'],
    'Calls to a model of a provider, those included that failed. The label is `provider/model`.',
  ),
  modelFailures: metric(
    'docent_model_failures_total',
    'counter',
    ['model'],
    'Those of the calls that failed.',
  ),
  modelRetries: metric('docent_model_retries_total', 'counter', ['model'], 'Second attempts.'),
  modelDeclined: metric(
    'docent_model_declined_total',
    'counter',
    ['model'],
    'Calls that were not made, as the provider was down or too many waited.',
  ),
  modelTokens: metric(
    'docent_model_tokens_total',
    'counter',
    ['model', 'kind'],
    'Tokens that models have counted: of the prompt and of the completion.',
  ),
  modelDown: metric(
    'docent_model_down',
    'gauge',
    ['model'],
    '1 while calls are kept from a provider that is down, but for a probe every 5 seconds; else 0.',
  ),
  cpuSeconds: metric(
    'process_cpu_seconds_total',
    'counter',
    [],
    'Processor time of the process with its threads; processes that parse files are not part of it.',
  ),
  residentBytes: metric('process_resident_memory_bytes', 'gauge', [], 'Memory that the process occupies.'),
  startSeconds: metric(
    'process_start_time_seconds',
    'gauge',
    [],
    'When the process began, in seconds since the epoch.',
  ),
  heapUsedBytes: metric('nodejs_heap_size_used_bytes', 'gauge', [], 'JavaScript heap in use.'),
  heapTotalBytes: metric('nodejs_heap_size_total_bytes', 'gauge', [], 'JavaScript heap.'),
  externalBytes: metric(
    'nodejs_external_memory_bytes',
    'gauge',
    [],
    'Memory outside of the heap that JavaScript objects hold, the vectors of the index among it.',
  ),
  lagSeconds: metric(
    'nodejs_eventloop_lag_p99_seconds',
    'gauge',
    [],
    'Delay of the event loop since this was last asked, to within 50 ms: 99 of 100 looks found less.',
  ),
  lagMaxSeconds: metric(
    'nodejs_eventloop_lag_max_seconds',
    'gauge',
    [],
    'The longest delay of the event loop since this was last asked.',
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
