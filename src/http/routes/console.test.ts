import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { openHttpStand } from '../../../test/http-stand.ts';
import { contentSecurityPolicy, encodingFor } from './console.ts';

describe('GET /', () => {
  it('gives one page, in the best encoding that the client takes, and nothing when the client has it', async () => {
    await using stand = await openHttpStand();
    const plain = await page(stand.url, 'identity');
    assert.match(plain.body.toString(), /^<!doctype html>/i);
    assert.equal(plain.headers.get('cache-control'), 'no-cache');
    assert.equal(plain.headers.get('vary'), 'Accept-Encoding');
    const etags = new Set([plain.headers.get('etag')]);
    for (const encoding of ['br', 'gzip'] as const) {
      const packed = await page(stand.url, encoding);
      assert.ok(packed.body.equals(plain.body), encoding);
      assert.equal(packed.headers.get('content-encoding'), encoding);
      etags.add(packed.headers.get('etag'));
      const again = await stand.get('/', {
        headers: { 'accept-encoding': encoding, 'if-none-match': `"x", ${packed.headers.get('etag')}` },
      });
      assert.equal(again.status, 304);
    }
    assert.equal(etags.size, 3);
  });

  it('says whether answers are only quoted, as there is no language model', async () => {
    for (const [llmProvider, isQuoting] of [
      ['extractive', true],
      ['openai', false],
    ] as const) {
      await using stand = await openHttpStand({ settings: { llmProvider } });
      const html = (await page(stand.url, 'identity')).body.toString();
      assert.equal(html.includes('<html data-answers="quoted" lang="en">'), isQuoting);
    }
  });

  it('is open to everyone, counted, and no part of its document', async () => {
    await using stand = await openHttpStand({
      settings: { apiKey: 'secret', requireAuthForIngest: true, rateLimitPerMinute: 2 },
    });
    assert.equal((await stand.get('/')).status, 200);
    const document = (await (await stand.get('/openapi.json')).json()) as { paths: object };
    assert.ok(!('/' in document.paths));
    assert.equal((await stand.get('/')).status, 429);
  });

  it('gives the widget to pages of all origins', async () => {
    await using stand = await openHttpStand();
    const reply = await stand.get('/widget.js');
    assert.match(reply.headers.get('content-type')!, /^text\/javascript/);
    assert.equal(reply.headers.get('cross-origin-resource-policy'), 'cross-origin');
    assert.ok((await reply.arrayBuffer()).byteLength < 12_000);
  });
});

describe('the policy of the page', () => {
  it('lets the scripts and styles run that it came with, and no others', () => {
    const policy = contentSecurityPolicy('<style>a{}</style><script type="module">run()</script><p>');
    const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    assert.match(policy, /^default-src 'none'; /);
    assert.ok(policy.includes(`script-src ${hash('run()')};`));
    assert.ok(policy.includes(`style-src ${hash('a{}')};`));
    assert.ok(policy.includes("connect-src 'self';"));
    assert.ok(!policy.includes('unsafe'));
  });

  it('lets none run where there are none', () => {
    assert.match(contentSecurityPolicy('<p>'), /script-src 'none'; style-src 'none'/);
  });
});

describe('the encoding', () => {
  for (const [accepted, encoding] of [
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip, deflate, br', 'br'],
    ['GZIP', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['*', 'br'],
    ['*;q=0', 'identity'],
    ['br;q=0.000, *', 'gzip'],
    ['zstd', 'identity'],
  ] as const) {
    it(`for ${accepted ?? 'no header'} is ${encoding}`, () => assert.equal(encodingFor(accepted), encoding));
  }
});

async function page(url: string, encoding: string) {
  const response = await fetch(url, { headers: { 'accept-encoding': encoding } });
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8');
  return { headers: response.headers, body: Buffer.from(await response.arrayBuffer()) };
}
