import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRouteTable } from './route-table.ts';

const routes = createRouteTable();
for (const [method, url] of [
  ['POST', '/api/v1/chat'],
  ['POST', '/api/v1/chat/stream'],
  ['GET', '/api/v1/ingest/docs'],
  ['GET', '/api/v1/ingest/status/:doc_id'],
  ['DELETE', '/api/v1/ingest/:doc_id'],
] as const) {
  routes.add({ method, url, hinted: true });
}
routes.add({ method: ['GET', 'HEAD'], url: '/docs/static/*', hinted: false });

describe('methodsAt', () => {
  for (const [path, methods] of [
    ['/api/v1/chat', ['POST']],
    ['/api/v1/ingest/docs', ['DELETE', 'GET']],
    ['/api/v1/ingest/handbook', ['DELETE']],
    ['/api/v1/ingest/', []],
    ['/api/v1/ingest/a/b', []],
    ['/docs/static/a/b.js', ['GET', 'HEAD']],
    ['/nothing', []],
  ] as const) {
    it(`of ${path} are ${methods.join(', ') || 'none'}`, () =>
      assert.deepEqual(routes.methodsAt(path), methods));
  }
});

describe('nearest', () => {
  for (const [path, nearest] of [
    ['/chat', '/api/v1/chat'],
    ['/api/v1/chats', '/api/v1/chat'],
    ['/api/v1/chat/', '/api/v1/chat'],
    ['/api/v1/chat/steam', '/api/v1/chat/stream'],
    ['/api/v1/ingest/statuses/handbook', '/api/v1/ingest/status/:doc_id'],
    ['/', undefined],
    ['/wp-login.php', undefined],
    [`/${'x'.repeat(10_000)}`, undefined],
  ] as const) {
    it(`to ${path.slice(0, 40)} is ${nearest ?? 'nothing'}`, () =>
      assert.equal(routes.nearest(path), nearest));
  }
});
