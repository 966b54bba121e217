import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { openStand } from '../../../test/ingestion-stand.ts';
import { createGuardedFetch } from '../../adapters/fetching/guarded-fetch.ts';

const replies: Record<string, { status?: number; type: string; body: string }> = {
  '/guide.md': { type: 'text/markdown', body: '# Tulips\n\nThey need sun.' },
  '/wiki/Node.js': { type: 'text/html; charset=utf-8', body: 'a page about runtimes' },
  '/report.pdf': { type: 'text/html', body: 'please sign in' },
  '/tool.exe': { type: 'application/octet-stream', body: 'MZ\x90\0\x03\0\0\0\x04\0\0\0' },
  '/empty.txt': { type: 'text/plain', body: '' },
  '/large.txt': { type: 'text/plain', body: 'x'.repeat(1024 * 1024 + 1) },
  '/moved.txt': { status: 302, type: 'text/plain', body: 'elsewhere' },
};
let busy = 1;
const server = createServer((request, response) => {
  if (request.url === '/busy.txt') {
    const isBusy = busy-- > 0;
    response.writeHead(isBusy ? 503 : 200, { 'content-type': 'text/plain' }).end(isBusy ? 'later' : 'petals');
    return;
  }
  const { status = 200, type, body } = replies[request.url!]!;
  response.writeHead(status, { 'content-type': type, location: '/guide.md' }).end(body, 'latin1');
});
let origin: string;
before(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  origin = `http://docs.example.com:${(server.address() as AddressInfo).port}`;
});
after(() => {
  server.closeAllConnections();
  server.close();
});

const { download } = createGuardedFetch({
  allowedHosts: ['*'],
  lookup: async () => [{ address: '127.0.0.1', family: 4 }],
  allowAddress: (address) => address === '127.0.0.1',
});

test('a URL is downloaded, stored and found', async () => {
  await using stand = await openStand({ download });
  const queued = await stand.catalog.acceptUrl({
    url: `${origin}/guide.md#sun`,
    tags: ['t'],
    mayReplace: true,
    correlationId: 'c',
  });
  assert.deepEqual([queued.docId, queued.status, queued.contentHash], ['guide', 'queued', null]);
  const done = await stand.settled('guide');
  assert.deepEqual([done.status, done.mediaType, done.bytes], ['done', 'text/markdown', 24]);
  assert.deepEqual(done.source, { kind: 'url', url: `${origin}/guide.md#sun`, filename: 'guide.md' });
  assert.deepEqual((await stand.find('sun')).docIds, ['guide']);
  assert.deepEqual(await stand.files(), [done.contentHash, 'manifest of guide']);
});

test('the same URL is downloaded again, and skipped while its content is the same', async () => {
  await using stand = await openStand({ download });
  for (const status of ['done', 'skipped']) {
    await stand.catalog.acceptUrl({ url: `${origin}/guide.md`, mayReplace: true, correlationId: 'c' });
    assert.equal((await stand.settled('guide')).status, status);
  }
  assert.equal((await stand.catalog.list({}, { limit: 5 })).total, 1);
});

test('a name that only looks like a file is read as what the host serves it as', async () => {
  await using stand = await openStand({ download });
  await stand.catalog.acceptUrl({
    url: `${origin}/wiki/Node.js`,
    docId: 'node',
    mayReplace: true,
    correlationId: 'c',
  });
  const done = await stand.settled('node');
  assert.deepEqual([done.status, done.mediaType], ['done', 'text/html']);
});

test('a download that cannot be used fails with its reason and leaves nothing behind', async () => {
  await using stand = await openStand({ download });
  for (const [path, code] of [
    ['/tool.exe', 'unsupported_file_type'],
    ['/report.pdf', 'unsupported_file_type'],
    ['/empty.txt', 'empty_file'],
    ['/large.txt', 'file_too_large'],
    ['/moved.txt', 'download_refused'],
  ] as const) {
    await stand.catalog.acceptUrl({
      url: `${origin}${path}`,
      docId: code,
      mayReplace: true,
      correlationId: 'c',
    });
    const failed = await stand.settled(code);
    assert.deepEqual([failed.status, failed.attempts, failed.error?.code], ['failed', 1, code]);
  }
  assert.deepEqual(await stand.files(), []);
});

test('a busy host is asked again', async () => {
  await using stand = await openStand({ download });
  await stand.catalog.acceptUrl({ url: `${origin}/busy.txt`, mayReplace: true, correlationId: 'c' });
  const done = await stand.settled('busy');
  assert.deepEqual([done.status, done.attempts], ['done', 2]);
  assert.deepEqual((await stand.find('petals')).docIds, ['busy']);
});
