import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { parseExposition } from '../../../test/exposition-parser.ts';
import { METRICS } from './metrics.ts';
import { createServiceMetrics } from './service-metrics.ts';

const NOW = 1_000_000;
const CALLS = {
  calls: 5,
  failures: 2,
  retries: 1,
  declined: 3,
  promptTokens: 700,
  completionTokens: 80,
  cost: null,
};

const NO_TERMS = { embeddingModelId: undefined, idf: () => 0, learn: async () => false };

function metricsWith(changes: Partial<Parameters<typeof createServiceMetrics>[0]> = {}) {
  const warnings: string[] = [];
  const metrics = createServiceMetrics({
    version: '1.2.3',
    documentStore: {
      statusCounts: async () => ({ queued: 4, processing: 1, done: 20, skipped: 0, failed: 2 }),
      nextJobDueAt: async () => NOW - 2_500,
    },
    searchIndex: { statistics: async () => ({ ...NO_TERMS, documents: 21, chunks: 300, embedded: 300 }) },
    pendingReviews: async () => 7,
    modelCalls: () => new Map([['openai/gpt-6-luna', CALLS]]),
    modelsDown: () => new Map([['openai/gpt-6-luna', true]]),
    processFigures: () => ({
      ...{ cpuSeconds: 1.5, residentBytes: 10, startSeconds: 5, heapUsedBytes: 3, heapTotalBytes: 4 },
      ...{ externalBytes: 2, lagSeconds: 0.03, lagMaxSeconds: 0.25 },
    }),
    logger: { debug() {}, info() {}, error() {}, enabled: () => true, warn: (text) => warnings.push(text) },
    now: () => NOW,
    ...changes,
  });
  return { metrics, warnings, read: async () => parseExposition(await metrics.text()) };
}

describe('metrics', () => {
  it('report the state of the stores, the index, the models and the process', async () => {
    const read = await metricsWith().read();
    for (const [series, value] of Object.entries({
      'docent_build_info{version="1.2.3"}': 1,
      'docent_documents{status="queued"}': 4,
      'docent_documents{status="skipped"}': 0,
      docent_ingest_overdue_seconds: 2.5,
      docent_indexed_documents: 21,
      docent_indexed_chunks: 300,
      docent_review_entries_pending: 7,
      'docent_model_calls_total{model="openai/gpt-6-luna"}': 5,
      'docent_model_failures_total{model="openai/gpt-6-luna"}': 2,
      'docent_model_retries_total{model="openai/gpt-6-luna"}': 1,
      'docent_model_declined_total{model="openai/gpt-6-luna"}': 3,
      'docent_model_tokens_total{model="openai/gpt-6-luna",kind="prompt"}': 700,
      'docent_model_tokens_total{model="openai/gpt-6-luna",kind="completion"}': 80,
      'docent_model_down{model="openai/gpt-6-luna"}': 1,
      process_cpu_seconds_total: 1.5,
      process_start_time_seconds: 5,
      nodejs_eventloop_lag_p99_seconds: 0.03,
      nodejs_eventloop_lag_max_seconds: 0.25,
    }))
      assert.equal(read.get(series), value, series);
  });

  it('count requests, questions and ingests in seconds and by outcome', async () => {
    const { metrics, read } = metricsWith();
    const ended = { method: 'POST', route: '/api/v1/chat', status: 200, durationMs: 40 };
    metrics.requestEnded(ended);
    metrics.requestEnded({ ...ended, route: undefined, status: 404 });
    const timingsMs = { retrieve: 3, generate: 1, total: 4 };
    metrics.questionEnded({ mode: 'open', outcome: 'quoted', grounded: 'partial', timingsMs });
    metrics.questionEnded({ mode: 'open', outcome: 'failed', grounded: null, timingsMs: undefined });
    metrics.ingestEnded('done');
    const series = await read();
    for (const [name, value] of Object.entries({
      'docent_http_requests_total{method="POST",route="/api/v1/chat",status="200"}': 1,
      'docent_http_requests_total{method="POST",route="none",status="404"}': 1,
      'docent_http_request_duration_seconds_sum{method="POST",route="/api/v1/chat"}': 0.04,
      'docent_answers_total{mode="open",outcome="quoted"}': 1,
      'docent_answers_total{mode="open",outcome="failed"}': 1,
      'docent_answers_checked_total{grounded="partial"}': 1,
      'docent_answer_duration_seconds_sum{stage="total"}': 0.004,
      'docent_answer_duration_seconds_count{stage="total"}': 1,
      'docent_ingests_total{outcome="done"}': 1,
    }))
      assert.equal(series.get(name), value, name);
  });

  it('report nothing overdue while a job is leased, or when there is none', async () => {
    for (const dueAt of [NOW + 30_000, undefined]) {
      const { documentStore } = { documentStore: { nextJobDueAt: async () => dueAt } };
      const statusCounts = async () => ({ queued: 0, processing: 1, done: 0, skipped: 0, failed: 0 });
      const read = await metricsWith({ documentStore: { ...documentStore, statusCounts } }).read();
      assert.equal(read.get('docent_ingest_overdue_seconds'), 0);
    }
  });

  it('report the same when they are read again, even at the same time', async () => {
    const { metrics, read } = metricsWith();
    metrics.ingestEnded('done');
    const [first, second] = await Promise.all([read(), read()]);
    assert.deepEqual(second, first);
    assert.deepEqual(await read(), first);
  });

  it('leave out a store that does not answer, and show the rest', async () => {
    const pendingReviews = () => Promise.reject(new Error('disk I/O error'));
    const { read, warnings } = metricsWith({ pendingReviews });
    const series = await read();
    assert.ok(!series.has('docent_review_entries_pending'));
    assert.equal(series.get('docent_indexed_chunks'), 300);
    assert.equal(warnings.length, 1);
  });

  it('are listed in docs/reference/metrics.md', async () => {
    const page = readFileSync(new URL('../../../docs/reference/metrics.md', import.meta.url), 'utf8');
    const rows = Object.values(METRICS).map(
      ({ name, type, labelNames, help }) =>
        `| \`${name}\` | ${type} | ${labelNames.map((label) => `\`${label}\``).join(' ')} | ${help} |`,
    );
    assert.deepEqual(page.match(/^\| `(docent|process|nodejs)_.*$/gm), rows);
    const text = await metricsWith().metrics.text();
    assert.deepEqual(
      text.match(/(?<=^# TYPE ).+/gm),
      Object.values(METRICS).map(({ name, type }) => `${name} ${type}`),
    );
  });
});
