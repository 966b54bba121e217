import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { IngestFailure } from '../../errors.ts';
import type { Download } from '../../ports/download.ts';
import { isPublicAddress } from './address-rules.ts';
import { createGuardedFetch } from './guarded-fetch.ts';

/** A loopback address that plays a public host; all others of 127/8 stay forbidden. */
const PUBLIC = '127.0.0.1';
const PRIVATE = '127.0.0.2';

const pages: Record<string, RequestListener> = {
  '/ok': (_request, response) =>
    response.setHeader('content-type', 'text/plain; charset=utf-8').end('guten Tag'),
  '/echo': (request, response) => response.end(JSON.stringify(request.headers)),
  '/drip': (_request, response) => {
    const timer = setInterval(() => response.write('.'), 20);
    response.on('close', () => clearInterval(timer));
  },
  '/silent': () => {},
  '/gzip': (_request, response) =>
    response.setHeader('content-encoding', 'gzip').end(gzipSync(Buffer.alloc(50 * 1024 * 1024))),
  '/broken-gzip': (_request, response) =>
    response.setHeader('content-encoding', 'gzip').end(gzipSync('x'.repeat(9000)).subarray(0, 30)),
  '/unknown-encoding': (_request, response) => response.setHeader('content-encoding', 'gzip, br').end('?'),
  '/cut': (_request, response) => {
    response.writeHead(200, { 'content-length': '1000' });
    response.write('only this', () => response.destroy());
  },
  '/endless': (_request, response) => {
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(64 * 1024)));
    };
    response.on('drain', more);
    more();
  },
};

const server = createServer((request, response) => {
  const status = /^\/status\/(\d+)$/.exec(request.url!)?.[1];
  if (status) {
    response
      .writeHead(Number(status), { location: `http://${PRIVATE}:${canaryPort}/secret` })
      .end('<b>upstream</b>');
  } else {
    pages[request.url!]!(request, response);
  }
});
let connectionsToCanary = 0;
const canary = createTcpServer((socket) => {
  connectionsToCanary++;
  socket.destroy();
});
let port: number;
let canaryPort: number;

before(async () => {
  await new Promise<void>((done) => server.listen(0, PUBLIC, done));
  await new Promise<void>((done) => canary.listen(0, '0.0.0.0', done));
  port = (server.address() as AddressInfo).port;
  canaryPort = (canary.address() as AddressInfo).port;
});
after(() => {
  server.closeAllConnections();
  server.close();
  canary.close();
});

const allowAddress = (address: string) => address === PUBLIC || isPublicAddress(address);
const resolveTo =
  (...addresses: string[]) =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

const { download } = createGuardedFetch({
  allowedHosts: ['*'],
  lookup: resolveTo(PUBLIC),
  allowAddress,
  timeoutMs: 60_000,
});
const options = { signal: new AbortController().signal };
const urlOf = (path: string) => `http://docs.example.com:${port}${path}`;

async function textOf(opened: Download): Promise<string> {
  await using download = opened;
  return await text(download.body);
}

function failsAs(code: string, message = /./) {
  return (error: unknown) => {
    assert.ok(error instanceof IngestFailure, String(error));
    assert.equal(error.code, code);
    assert.match(error.message, message);
    return true;
  };
}

test('a document of a public host is downloaded under its own name, and the request reveals nothing of Docent', async () => {
  const opened = await download(urlOf('/ok'), options);
  assert.equal(opened.mediaType, 'text/plain; charset=utf-8');
  assert.equal(await textOf(opened), 'guten Tag');
  const headers = JSON.parse(await textOf(await download(urlOf('/echo'), options)));
  assert.equal(headers.host, `docs.example.com:${port}`);
  assert.equal(headers['accept-encoding'], 'identity');
  assert.equal(headers['user-agent'], 'docent');
  assert.equal('cookie' in headers || 'authorization' in headers, false);
});

test('no spelling of a private target opens a connection', async () => {
  const production = createGuardedFetch({ allowedHosts: ['*'], lookup: resolveTo(PRIVATE) });
  const seen = connectionsToCanary;
  for (const host of [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '127。0。0。1',
    '１２７.0.0.1',
    '0',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[64:ff9b::127.0.0.1]',
    '[2002:7f00:1::]',
    'localhost',
    'LOCALHOST.',
    'app.localhost',
    'ip6-localhost',
    'metadata.google.internal',
    // Names whose addresses give them away.
    '127.0.0.1.nip.io',
    'localtest.me',
    'make-1.2.3.4-rebind-127.0.0.1-rr.1u.ms',
    'user@127.0.0.1',
  ]) {
    await assert.rejects(
      production.download(`http://${host}:${canaryPort}/`, options),
      failsAs('url_not_allowed'),
      host,
    );
  }
  assert.equal(connectionsToCanary, seen);
});

test('one private address among public ones refuses the host', async () => {
  for (const addresses of [
    [PUBLIC, PRIVATE],
    [PUBLIC, '::ffff:10.0.0.1'],
    ['fd00::1', PUBLIC],
  ]) {
    const guarded = createGuardedFetch({
      allowedHosts: ['*'],
      lookup: resolveTo(...addresses),
      allowAddress,
    });
    await assert.rejects(guarded.download(urlOf('/ok'), options), failsAs('url_not_allowed'));
  }
});

test('a name that changes its address after the check is still fetched from the checked one', async () => {
  const seen = connectionsToCanary;
  for (const rebindsAfter of [1, 2, 3, 4]) {
    let lookups = 0;
    const guarded = createGuardedFetch({
      allowedHosts: ['*'],
      lookup: async () => [{ address: ++lookups > rebindsAfter ? PRIVATE : PUBLIC, family: 4 }],
      allowAddress,
    });
    assert.equal(await textOf(await guarded.download(urlOf('/ok'), options)), 'guten Tag');
    assert.equal(lookups, 1);
    while (lookups < rebindsAfter) await textOf(await guarded.download(urlOf('/ok'), options));
    await assert.rejects(guarded.download(urlOf('/ok'), options), failsAs('url_not_allowed'));
  }
  assert.equal(connectionsToCanary, seen);
});

test('the address that was reached is judged again', async () => {
  let judged = 0;
  const guarded = createGuardedFetch({
    allowedHosts: ['*'],
    lookup: resolveTo(PUBLIC),
    allowAddress: () => ++judged === 1,
  });
  await assert.rejects(guarded.download(urlOf('/ok'), options), failsAs('url_not_allowed'));
});

test('redirects are not followed', async () => {
  const seen = connectionsToCanary;
  for (const status of [300, 301, 302, 303, 307, 308]) {
    await assert.rejects(
      download(urlOf(`/status/${status}`), options),
      failsAs('download_refused', /redirects.*give the final URL/),
    );
  }
  assert.equal(connectionsToCanary, seen);
});

test('temporary and permanent statuses are distinguished, and the upstream body is never shown', async () => {
  for (const status of [429, 500, 502, 503]) {
    await assert.rejects(
      download(urlOf(`/status/${status}`), options),
      failsAs('download_failed', /^[^<]*$/),
    );
  }
  for (const status of [204, 206, 401, 403, 404, 410]) {
    await assert.rejects(
      download(urlOf(`/status/${status}`), options),
      failsAs('download_refused', /^[^<]*$/),
    );
  }
});

test('a closed port, an unknown name, a port without HTTP and a truncated reply give the same message', async () => {
  const unknown = createGuardedFetch({
    allowedHosts: ['*'],
    lookup: () => Promise.reject(new Error('ENOTFOUND')),
    allowAddress,
  });
  const toCanary = createGuardedFetch({
    allowedHosts: ['*'],
    lookup: resolveTo(PRIVATE),
    allowAddress: () => true,
  });
  const attempts = [
    () => download(`http://docs.example.com:${canaryPort}/`, options),
    () => unknown.download(urlOf('/ok'), options),
    () => toCanary.download(`http://docs.example.com:${canaryPort}/`, options),
    async () => textOf(await download(urlOf('/cut'), options)),
    async () => textOf(await download(urlOf('/broken-gzip'), options)),
  ];
  const messages = new Set<string>();
  for (const attempt of attempts) {
    await assert.rejects(
      attempt,
      (error: Error) => Boolean(messages.add(error.message)) && failsAs('download_failed')(error),
    );
  }
  assert.equal(messages.size, 1);
});

test('a slow drip and a silent host are cut by the one deadline', async () => {
  const hasty = createGuardedFetch({
    allowedHosts: ['*'],
    lookup: resolveTo(PUBLIC),
    allowAddress,
    timeoutMs: 150,
  });
  await assert.rejects(
    async () => textOf(await hasty.download(urlOf('/drip'), options)),
    failsAs('download_failed', /within/),
  );
  await assert.rejects(hasty.download(urlOf('/silent'), options), failsAs('download_failed', /within/));
  const mute = createGuardedFetch({
    allowedHosts: ['*'],
    lookup: () => new Promise(() => {}),
    allowAddress,
    timeoutMs: 50,
  });
  // AbortSignal.timeout does not keep a process alive by itself.
  const alive = setTimeout(() => {}, 60_000);
  await assert.rejects(mute.download(urlOf('/ok'), options), failsAs('download_failed', /within/));
  clearTimeout(alive);
});

test('the caller can stop a download while it opens and while it is read', async () => {
  const reason = new Error('cancelled');
  const opening = new AbortController();
  setTimeout(() => opening.abort(reason), 30);
  await assert.rejects(download(urlOf('/silent'), { signal: opening.signal }), reason);
  const reading = new AbortController();
  await assert.rejects(async () => {
    await using opened = await download(urlOf('/drip'), { signal: reading.signal });
    for await (const _ of opened.body) reading.abort(reason);
  }, reason);
});

test('a reply compressed unasked is decoded while it is read, so that a bomb can be cut off', async () => {
  await using opened = await download(urlOf('/gzip'), options);
  const before = process.memoryUsage().rss;
  let decoded = 0;
  for await (const bytes of opened.body) {
    decoded += bytes.length;
    if (decoded > 1024 * 1024) break;
  }
  assert.ok(decoded < 2 * 1024 * 1024, `${decoded} bytes were decoded`);
  assert.ok(process.memoryUsage().rss - before < 40 * 1024 * 1024);
  await assert.rejects(download(urlOf('/unknown-encoding'), options), failsAs('download_refused'));
});

test('an endless body ends when its reader stops', async () => {
  const closed = new Promise((done) => server.once('request', (_, response) => response.once('close', done)));
  {
    await using opened = await download(urlOf('/endless'), options);
    for await (const _ of opened.body) break;
  }
  await closed;
});
