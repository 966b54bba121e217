import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { originForm, printablePathOf } from './request-target.ts';

for (const [target, path] of [
  ['/docs?x=1', '/docs?x=1'],
  ['/http://other.example.org/', '/http://other.example.org/'],
  ['http://docent.example.org/docs?x=1', '/docs?x=1'],
  ['HTTPS://user@docent.example.org:8000/docs', '/docs'],
  ['http://docent.example.org', '/'],
  ['http://docent.example.org?x=1', '/?x=1'],
  ['*', '*'],
  ['ftp://docent.example.org/docs', 'ftp://docent.example.org/docs'],
] as const) {
  test(`${target} asks for ${path}`, () => {
    assert.equal(originForm(target), path);
  });
}

describe('printablePathOf', () => {
  for (const [url, path] of [
    ['/health', '/health'],
    ['/api/v1/ingest/docs?q=secret', '/api/v1/ingest/docs'],
    ['/a\u00e9\u0085b', '/a%E9%85b'],
    ['/a"<b>\u001b[31m', '/a%22%3Cb%3E%1B[31m'],
    [`/${'x'.repeat(5000)}`, `/${'x'.repeat(2047)}`],
  ] as const) {
    it(`of ${JSON.stringify(url.slice(0, 30))} is ${path.slice(0, 30)}`, () =>
      assert.equal(printablePathOf(url), path));
  }
});
