import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loggedAnswer } from '../../../test/curation-stand.ts';
import { openHttpStand } from '../../../test/http-stand.ts';
import { createModelUsage } from '../../adapters/models/model-usage.ts';
import { createAnswerQuality } from '../../curation/answer-quality.ts';
import { Problem } from '../schemas/problem.ts';
import { Answered, Answers, Gaps, Summary } from './quality.ts';

const NOW = Date.UTC(2026, 10, 21, 15, 30);
type Stand = Awaited<ReturnType<typeof openHttpStand>>;

/** Writes the log before looking entries up. */
async function note(stand: Stand, ...answers: Parameters<typeof loggedAnswer>[]) {
  for (const answer of answers) stand.answerLog.record(loggedAnswer(...answer));
  await stand.answerLog[Symbol.asyncDispose]();
}

const refusal = {
  refused: true,
  grounded: null,
  groundedScore: null,
  answer: 'Nothing supports it.',
} as const;

describe('quality', () => {
  it('sums up days of UTC with what they cost, those without anything too, and the last day by hours', async () => {
    const modelUsage = createModelUsage({ prices: { m: { prompt: 1, completion: 1 } } });
    modelUsage.count('a/m', { calls: 2, failures: 1, retries: 1, promptTokens: 3_000_000 });
    const answerQuality = createAnswerQuality({
      answerStore: {
        figures: async ({ fromHour, hoursEach }) => {
          assert.equal((fromHour * 3_600_000) % (hoursEach * 3_600_000), 0);
          const counts = { answers: 4, refused: 1, quoted: 0, supported: 2, partial: 1, unsupported: 0 };
          return {
            buckets: [{ bucket: 2, ...counts }],
            latencies: [{ bucket: 2, latencyClass: 0, answers: 4 }],
            usage: [
              { bucket: 2, model: 'a/m', promptTokens: 1_000_000, completionTokens: 0 },
              { bucket: 2, model: 'n', promptTokens: 0, completionTokens: 500_000 },
              { bucket: 1, model: 'free', promptTokens: 9, completionTokens: 9 },
            ],
            models: [
              { model: 'a/m', ...counts, promptTokens: 1_000_000, completionTokens: 0 },
              { model: 'free', ...counts, promptTokens: 9, completionTokens: 9 },
            ],
          };
        },
        gaps: async () => ({ gaps: [], next: undefined, total: 0 }),
        answers: async () => ({ answers: [], nextBefore: undefined }),
        answer: async () => undefined,
      },
      curationStore: { ratingCounts: async () => [{ bucket: 2, rating: 'down', count: 3 }] },
      documentStore: {
        ingestCounts: async () => [{ bucket: 0, status: 'done', documents: 2, bytes: 99 }],
      },
      prices: { m: { prompt: 0.4, completion: 9 }, n: { prompt: 9, completion: 2 } },
      modelCalls: modelUsage.snapshot,
      now: () => NOW,
    });
    await using stand = await openHttpStand({ answerQuality });
    const days = Summary.parse(await (await stand.get('/api/v1/quality/summary?days=3')).json());
    assert.deepEqual(
      days.rows.map(({ start }) => start),
      ['2026-11-19T00:00:00.000Z', '2026-11-20T00:00:00.000Z', '2026-11-21T00:00:00.000Z'],
    );
    assert.deepEqual([days.rows[0]!.documents_done, days.rows[0]!.bytes_ingested], [2, 99]);
    const { answers, refused, thumbs_up, thumbs_down, latency_ms_p50, latency_ms_p95 } = days.rows[2]!;
    assert.deepEqual(
      [answers, refused, thumbs_up, thumbs_down, latency_ms_p50, latency_ms_p95],
      [4, 1, 0, 3, 1, 1],
    );
    assert.equal(days.rows[1]!.latency_ms_p50, null);
    assert.deepEqual(
      days.rows.map(({ cost_usd }) => cost_usd),
      [null, null, 1.4],
    );
    assert.deepEqual(
      days.models.map(({ cost_usd }) => cost_usd),
      [0.4, null],
    );
    assert.deepEqual(days.model_calls, [
      {
        ...{ model: 'a/m', calls: 2, failures: 1, retries: 1, declined: 0 },
        ...{ prompt_tokens: 3_000_000, completion_tokens: 0, cost_usd: 3 },
      },
    ]);
    const hours = Summary.parse(await (await stand.get('/api/v1/quality/summary?days=1')).json());
    assert.deepEqual([hours.each, hours.rows.length], ['hour', 24]);
    assert.equal(hours.rows.at(-1)!.start, '2026-11-21T15:00:00.000Z');
    for (const query of ['days=0', 'days=91', 'days=x'])
      assert.equal((await stand.get(`/api/v1/quality/summary?${query}`)).status, 422, query);
  });

  it('counts answers, and shows the cases behind the numbers', async () => {
    await using stand = await openHttpStand();
    await note(
      stand,
      ['What is it?', { correlationId: 'c1' }],
      ['Why?', { ...refusal, correlationId: 'c2', bestScore: 0.2 }],
      ['WHY', { ...refusal, correlationId: 'c3', bestScore: 0.1 }],
      [
        'How?',
        {
          correlationId: 'c4',
          grounded: 'partial',
          model: 'openai/x',
          usage: { promptTokens: 5, completionTokens: 2 },
        },
      ],
      ['Where?', { ...refusal, correlationId: 'c5' }],
    );
    const { rows, models } = Summary.parse(await (await stand.get('/api/v1/quality/summary')).json());
    const { answers, refused, quoted, supported, partial } = rows.at(-1)!;
    assert.deepEqual([answers, refused, quoted, supported, partial], [5, 3, 1, 0, 1]);
    assert.deepEqual(
      models.map(({ model, prompt_tokens }) => [model, prompt_tokens]),
      [
        ['extractive', 0],
        ['openai/x', 5],
      ],
    );

    const first = Gaps.parse(await (await stand.get('/api/v1/quality/gaps?limit=1')).json());
    assert.deepEqual(
      first.gaps.map(({ question, asked, best_score, correlation_id }) => [
        question,
        asked,
        best_score,
        correlation_id,
      ]),
      [['WHY', 2, 0.2, 'c3']],
    );
    assert.equal(first.total, 2);
    const next = Gaps.parse(
      await (await stand.get(`/api/v1/quality/gaps?limit=1&cursor=${first.next_cursor}`)).json(),
    );
    assert.deepEqual([next.gaps[0]?.question, next.next_cursor], ['Where?', null]);

    const list = async (query: string) => {
      const reply = await stand.get(`/api/v1/quality/answers?${query}`);
      assert.equal(reply.status, 200, query);
      return Answers.parse(await reply.json());
    };
    const ids = async (query: string) =>
      (await list(query)).answers.map(({ correlation_id }) => correlation_id);
    const today = new Date().toISOString().slice(0, 10);
    assert.deepEqual(await ids(`day=${today}`), ['c5', 'c4', 'c3', 'c2', 'c1']);
    assert.deepEqual(await ids('day=2020-01-01'), []);
    assert.deepEqual(await ids('refused=false&grounded=partial&model=openai/x'), ['c4']);
    const page = await list('refused=true&limit=2');
    assert.deepEqual(await ids(`refused=true&limit=2&cursor=${page.next_cursor}`), ['c2']);
    for (const [query, status] of [
      ['refused=maybe', 422],
      ['day=today', 422],
      ['from=yesterday', 422],
      ['from=2026-11-21', 422],
      ['to=2026-11-21T00:00:00', 422],
      ['cursor=x', 400],
    ] as const)
      assert.equal((await stand.get(`/api/v1/quality/answers?${query}`)).status, status, query);
  });

  it('narrows answers to a time, from its beginning to before its end', async () => {
    await using stand = await openHttpStand();
    await note(
      stand,
      ['What is it?', { correlationId: 'c1' }],
      ['Why?', { ...refusal, correlationId: 'c2' }],
    );
    const ids = async (query: Record<string, string>) => {
      const reply = await stand.get(`/api/v1/quality/answers?${new URLSearchParams(query)}`);
      assert.equal(reply.status, 200);
      return Answers.parse(await reply.json()).answers.map(({ correlation_id }) => correlation_id);
    };
    const all = Answers.parse(await (await stand.get('/api/v1/quality/answers')).json());
    const latest = all.answers[0]!.at;
    const [from, to] = [latest, new Date(Date.parse(latest) + 1).toISOString()];
    assert.ok((await ids({ from, to })).includes('c2'));
    assert.deepEqual(await ids({ refused: 'true', to: latest }), []);
    assert.deepEqual(await ids({ from: to }), []);
    assert.deepEqual(await ids({ quoted: 'true' }), ['c1']);
    assert.deepEqual(await ids({ quoted: 'false' }), ['c2']);
    // Elsewhere it is the same moment.
    const there = `${new Date(Date.parse(latest) + 2 * 3_600_000).toISOString().slice(0, -1)}+02:00`;
    assert.ok((await ids({ from: there, to })).includes('c2'));
    assert.ok((await ids({ day: latest.slice(0, 10), from, to })).includes('c2'));
    assert.deepEqual(await ids({ day: '2020-01-01', from }), []);
    assert.deepEqual(await ids({ day: latest.slice(0, 10), to: '2020-01-01T00:00:00Z' }), []);
  });

  it('shows one answer by its correlation id, the last of several', async () => {
    await using stand = await openHttpStand();
    const odd = 'a/b?c=%64&d#e';
    await note(
      stand,
      ['What is it?', { correlationId: odd }],
      ['Why?', { ...refusal, correlationId: odd }],
      ['How?', { correlationId: 'c2' }],
    );
    const shown = await stand.get(`/api/v1/quality/answers/${encodeURIComponent(odd)}`);
    const { question, refused, correlation_id } = Answered.parse(await shown.json());
    assert.deepEqual([question, refused, correlation_id], ['Why?', true, odd]);
    const unknown = await stand.get('/api/v1/quality/answers/nobody');
    assert.deepEqual([unknown.status, Problem.parse(await unknown.json()).code], [404, 'answer_not_found']);
  });

  it('keeps nothing of who asked', async () => {
    await using stand = await openHttpStand();
    await note(stand, ['What is it?']);
    const { answers } = (await (await stand.get('/api/v1/quality/answers')).json()) as { answers: object[] };
    const [answer] = answers;
    assert.ok(answer);
    assert.deepEqual(
      Object.keys(answer).filter((name) => /user|address|conversation/.test(name)),
      [],
    );
  });
});

describe('settings', () => {
  it('are listed with explanation and default, secrets masked', async () => {
    await using stand = await openHttpStand();
    const text = await (await stand.get('/api/v1/settings')).text();
    assert.doesNotMatch(text, /secret-key/);
    const { settings } = JSON.parse(text) as { settings: Record<string, unknown>[] };
    const named = (name: string) => settings.find((setting) => setting.name === name)!;
    assert.deepEqual([named('API_KEY').value, named('API_KEY').is_default], ['***', false]);
    assert.deepEqual(
      [named('PORT').value, named('PORT').default, named('PORT').is_default],
      ['9000', '8000', false],
    );
    assert.equal(named('TOP_K').is_default, true);
    assert.match(String(named('TOP_K').explanation), /Passages/);
  });

  it('come with a call of each model, which says what to look at when it fails', async () => {
    const settings = 'LLM_MODEL';
    let error: string | null = null;
    await using stand = await openHttpStand({
      checkModel: async (kind) => ({ model: error ? null : kind, dimensions: null, error, settings }),
    });
    const check = async () => {
      const reply = await stand.get('/api/v1/settings/models/embedding/check', { method: 'POST' });
      const { took_ms: ms, ...rest } = (await reply.json()) as { took_ms: number };
      assert.ok(ms >= 0);
      return rest;
    };
    const nothing = { dimensions: null, error: null, settings: null };
    assert.deepEqual(await check(), { ...nothing, ok: true, model: 'embedding' });
    error = 'It does not answer';
    assert.deepEqual(await check(), { ...nothing, ok: false, model: null, error, settings });
  });
});

describe('what operators alone may see', () => {
  const PATHS = [
    ...['/review/pending', '/review/decided', '/review/some-entry', '/feedback'],
    ...['/quality/summary', '/quality/gaps', '/quality/answers', '/settings', '/chat/some-entry/trace'],
    '/quality/answers/some-entry',
  ];

  it('needs the key, at both addresses, and is counted like any other request', async () => {
    const settings = { apiKey: 'secret', rateLimitPerMinute: 100 };
    await using stand = await openHttpStand({ settings });
    for (const prefix of ['/api/v1', '/api']) {
      for (const path of PATHS) {
        const refused = await stand.get(prefix + path);
        assert.equal(refused.status, 401, path);
        assert.equal(Problem.parse(await refused.json()).code, 'invalid_api_key');
        const allowed = await stand.get(prefix + path, { headers: { 'x-api-key': 'secret' } });
        assert.equal(allowed.status, path.includes('some-entry') ? 404 : 200, path);
        assert.equal(allowed.headers.get('x-ratelimit-limit'), '100');
        await allowed.arrayBuffer();
      }
    }
  });

  it('needs the key of ingestion for what is told of documents', async () => {
    await using stand = await openHttpStand({ settings: { apiKey: 'secret', requireAuthForIngest: true } });
    for (const path of ['/ingest/docs', '/ingest/summary', '/ingest/some-document/chunks'])
      assert.equal((await stand.get(`/api/v1${path}`)).status, 401, path);
  });
});
