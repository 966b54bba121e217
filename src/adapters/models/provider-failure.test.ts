import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { failureOfStatus, mayPass } from './provider-failure.ts';

const NOW_MS = Date.UTC(2026, 10, 21, 12, 0, 0);

describe('failureOfStatus', () => {
  for (const [status, kind, again] of [
    [429, 'overloaded', true],
    [529, 'overloaded', true],
    [500, 'unavailable', true],
    [503, 'unavailable', true],
    [408, 'unavailable', true],
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
