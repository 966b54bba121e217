import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { failureOfStatus, failureWithin, isTooLong, mayPass } from './provider-failure.ts';

const NOW_MS = Date.UTC(2026, 10, 21, 12, 0, 0);

describe('failureOfStatus', () => {
  for (const [status, kind, again] of [
    [429, 'overloaded', true],
    [529, 'overloaded', true],
    [500, 'unavailable', true],
    [503, 'unavailable', true],
    [408, 'unavailable', true],
    [424, 'unavailable', true],
    [501, 'rejected', false],
    [302, 'rejected', false],
    [400, 'rejected', false],
    [401, 'rejected', false],
    [404, 'rejected', false],
    [204, 'malformed', false],
  ] as const) {
    it(`takes ${status} for ${kind}`, () => {
      const failure = failureOfStatus(status, { retryAfter: null, said: '', nowMs: NOW_MS });
      assert.equal(failure.kind, kind);
      assert.equal(mayPass(failure), again);
    });
  }

  for (const [retryAfter, said, expected] of [
    ['7', '', 7_000],
    ['1.5', '', 1_500],
    ['Sat, 21 Nov 2026 12:00:30 GMT', '', 30_000],
    ['Sat, 21 Nov 2026 11:00:00 GMT', '', 0],
    ['soon', '', undefined],
    ['-5', '', undefined],
    [null, '{"error":{"details":[{"retryDelay": "34.5s"}]}}', 34_500],
    [null, '', undefined],
  ] as const) {
    it(`waits ${expected} ms after ${retryAfter ?? (said || 'nothing')}`, () => {
      assert.equal(failureOfStatus(429, { retryAfter, said, nowMs: NOW_MS }).retryAfterMs, expected);
    });
  }
});

/** As the providers document or show them. */
const SAID: readonly (readonly [status: number, body: string, kind: string])[] = [
  [429, '{"error":{"message":"Slow","type":"requests","code":"rate_limit_exceeded"}}', 'overloaded'],
  [429, '{"error":{"type":"insufficient_quota","code":"credit_balance_exhausted"}}', 'unpaid'],
  [429, '{"error":{"code":"project_spend_limit_exceeded"}}', 'unpaid'],
  [429, '{"error":{"type":"enforced_spend_limit_reached","message":"…"}}', 'unpaid'],
  [429, '{"error":{"type":"exceeded_current_quota_error"}}', 'unpaid'],
  [
    429,
    '{"error":{"code":429,"metadata":{"raw":"{\\"error\\":{\\"code\\": \\"insufficient_quota\\"}}"}}}',
    'unpaid',
  ],
  [429, '{"error":{"message":"the type insufficient_quota is meant for others"}}', 'overloaded'],
  [
    400,
    '{"error":{"code":"content_filter","innererror":{"code":"ResponsibleAIPolicyViolation"}}}',
    'filtered',
  ],
  [400, '{"error":{"type":"invalid_request_error","code":"invalid_prompt"}}', 'filtered'],
  [400, '{"error":{"message":"Content Exists Risk","type":"invalid_request_error"}}', 'filtered'],
  [403, '{"error":{"code":403,"metadata":{"reasons":["violence"],"flagged_input":"…"}}}', 'filtered'],
  [400, '{"error":{"type":"invalid_request_error","code":"context_length_exceeded"}}', 'rejected'],
  [500, '{"error":{"message":"the request exceeds the available context size"}}', 'rejected'],
  [500, '{"error":{"message":"input is too large to process"}}', 'rejected'],
];

describe('the words of a provider', () => {
  for (const [status, said, kind] of SAID) {
    it(`make ${kind} of ${status} ${said}`, () => {
      assert.equal(failureOfStatus(status, { retryAfter: null, said, nowMs: NOW_MS }).kind, kind);
    });
  }

  for (const [report, kind, status] of [
    [{ code: 502, message: 'Provider disconnected' }, 'unavailable', 502],
    [{ code: 429 }, 'overloaded', 429],
    [{ code: '400', type: 'BadRequestError' }, 'rejected', 400],
    [{ code: null, type: 'overloaded_error' }, 'overloaded', 529],
    [{ type: 'rate_limit_error' }, 'overloaded', 429],
    [{ type: 'authentication_error' }, 'rejected', 401],
    [{ code: 'context_length_exceeded' }, 'rejected', 400],
    [{ code: 'content_filter', type: 'invalid_request_error' }, 'filtered', 400],
    [{ code: 'server_error' }, 'unavailable', undefined],
    [{ message: 'The prompt is greater than the context length' }, 'rejected', undefined],
    ['Model unloaded.', 'unavailable', undefined],
    [null, 'unavailable', undefined],
  ] as const) {
    it(`make ${kind} of ${JSON.stringify(report)} within a stream`, () => {
      const failure = failureWithin(report, { said: JSON.stringify(report), nowMs: NOW_MS });
      assert.deepEqual([failure.kind, failure.status], [kind, status]);
    });
  }
});

describe('A prompt that was too long', () => {
  const isTooLongAfter = (said: string, status = 400) =>
    isTooLong(failureOfStatus(status, { retryAfter: null, said, nowMs: NOW_MS }));

  for (const said of [
    'request (2280 tokens) exceeds the available context size (1024 tokens), try increasing it',
    '{"error":{"type":"invalid_request_error","code":"context_length_exceeded"}}',
    'prompt is too long: 210000 tokens > 200000 maximum',
    'input length and `max_tokens` exceed context limit: 199759 + 8192 > 200000',
    'Input is too long for requested model.',
    'The input token count (1100000) exceeds the maximum number of tokens allowed (1048576).',
  ])
    it(`is told by: ${said}`, () => assert.ok(isTooLongAfter(said)));

  it('is told by nothing else', () => {
    assert.ok(
      !isTooLongAfter('max_tokens is too large: 100000. At most 16384 completion tokens are supported'),
    );
    assert.ok(!isTooLongAfter('the context length is checked later', 503), 'the server is down');
  });
});
