import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pathOf } from './request-context.ts';

describe('pathOf', () => {
  for (const [url, path] of [
    ['/health', '/health'],
    ['/api/v1/ingest/docs?q=secret', '/api/v1/ingest/docs'],
    ['/a\u00e9\u0085b', '/a%E9%85b'],
    ['/a"<b>\u001b[31m', '/a%22%3Cb%3E%1B[31m'],
    [`/${'x'.repeat(5000)}`, `/${'x'.repeat(2047)}`],
  ] as const) {
    it(`of ${JSON.stringify(url.slice(0, 30))} is ${path.slice(0, 30)}`, () =>
      assert.equal(pathOf(url), path));
  }
});
