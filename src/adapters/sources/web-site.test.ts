import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { SourceFailure } from '../../ports/source-driver.ts';
import type { SourceSettings } from '../../ports/source-store.ts';
import { createGuardedFetch } from '../fetching/guarded-fetch.ts';
import { createWebSource } from './web-site.ts';

const OPTIONS = { revision: null, itemsMax: 100, signal: new AbortController().signal };

let origin: string;
let pages: Record<string, RequestListener | string>;
const seen: string[] = [];
const server = createServer((request, response) => {
  seen.push(request.url!);
  const page = pages[request.url!];
  if (page === undefined) response.writeHead(404).end();
  else if (typeof page === 'string') response.end(page.replaceAll('ORIGIN', origin));
  else page(request, response);
});
/** The loopback address plays a public host. */
const web = createGuardedFetch({
  allowedHosts: ['127.0.0.1'],
  allowAddress: (address) => address === '127.0.0.1',
});
const driver = createWebSource(web);

function at(location: string): SourceSettings {
  return {
    ...{ name: 'n', kind: 'web', location, branch: null },
    ...{ include: [], tags: [], intervalMs: null },
  };
}

async function pathsAt(path: string): Promise<string[]> {
  await using listing = await driver.list(at(origin + path), OPTIONS);
  return listing.items.map(({ key }) => key.replace(origin, ''));
}

describe('a web site as a source', () => {
  before(async () => {
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    seen.length = 0;
    pages = {};
  });

  it('lists the pages of its sitemap that are on its host and that robots.txt allows', async () => {
    pages['/robots.txt'] = 'User-agent: *\nDisallow: /private\n\nUser-agent: docent\nDisallow: /drafts/';
    pages['/sitemap.xml'] = `<?xml version="1.0"?>
      <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas">
        <url><loc> ORIGIN/a </loc><lastmod>2026-01-01</lastmod>
          <image:image><image:loc>ORIGIN/picture.png</image:loc></image:image></url>
        <url><loc>ORIGIN/b?x=1&amp;y=2#part</loc></url>
        <url><loc>ORIGIN/a#other</loc></url>
        <url><loc>ORIGIN/drafts/c</loc></url>
        <url><loc>https://elsewhere.example/d</loc></url>
        <url><loc>javascript:alert(1)</loc></url>
        <url><loc></loc></url>
      </urlset>`;
    assert.deepEqual(await pathsAt('/sitemap.xml'), ['/a', '/b?x=1&y=2']);
    // A site alone: its robots.txt names no sitemap, so the usual one is read.
    assert.deepEqual(await pathsAt('/'), ['/a', '/b?x=1&y=2']);
  });

  it('follows the sitemaps of an index, packed ones as well', async () => {
    pages['/robots.txt'] = 'Sitemap: ORIGIN/index.xml';
    pages['/index.xml'] =
      '<sitemapindex><sitemap><loc>ORIGIN/one.xml</loc></sitemap><sitemap><loc>ORIGIN/two.xml.gz</loc></sitemap></sitemapindex>';
    pages['/one.xml'] = '<urlset><url><loc>ORIGIN/a</loc></url></urlset>';
    pages['/two.xml.gz'] = (_request, response) =>
      response.end(gzipSync(`<urlset><url><loc>${origin}/b</loc></url></urlset>`));
    assert.deepEqual(await pathsAt('/'), ['/a', '/b']);
  });

  it('reads RSS and Atom feeds, which do not show what has gone', async () => {
    pages['/rss'] =
      `<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><link>ORIGIN/home</link>
      <atom:link href="ORIGIN/rss" rel="self"/>
      <item><title>A</title><link><![CDATA[ORIGIN/a]]></link></item><item><link>/b</link></item></channel></rss>`;
    pages['/atom'] = `<feed xmlns="http://www.w3.org/2005/Atom"><link href="ORIGIN/home"/>
      <entry><link rel="edit" href="ORIGIN/edit"/><link href="ORIGIN/c"/><updated>2026-01-02</updated>
        <source><link href="ORIGIN/elsewhere"/></source></entry></feed>`;
    assert.deepEqual(await pathsAt('/rss'), ['/a', '/b']);
    assert.deepEqual(await pathsAt('/atom'), ['/c']);
    await using listing = await driver.list(at(`${origin}/rss`), OPTIONS);
    assert.equal(listing.isComplete, false);
  });

  it('downloads a page once while its validators or the time in its list stay the same', async () => {
    let text = 'one';
    pages['/sitemap.xml'] =
      '<urlset><url><loc>ORIGIN/etag</loc></url><url><loc>ORIGIN/time</loc></url><url><loc>ORIGIN/listed</loc><lastmod>2026-01-01</lastmod></url></urlset>';
    pages['/etag'] = (request, response) => {
      const etag = `"${text}"`;
      if (request.headers['if-none-match'] === etag) response.writeHead(304).end();
      else response.setHeader('etag', etag).setHeader('content-type', 'text/html').end(text);
    };
    pages['/time'] = (request, response) => {
      const time = 'Thu, 01 Jan 2026 00:00:00 GMT';
      if (request.headers['if-modified-since'] === time) response.writeHead(304).end();
      else response.setHeader('last-modified', time).end(text);
    };
    pages['/listed'] = 'listed';
    const open = async (place: number, mark: string | null) => {
      await using listing = await driver.list(at(`${origin}/sitemap.xml`), OPTIONS);
      await using opened = await listing.items[place]!.open(mark, OPTIONS);
      return opened && { ...opened, text: Buffer.concat(await Array.fromAsync(opened.body)).toString() };
    };
    for (const place of [0, 1, 2]) {
      const first = await open(place, null);
      assert.ok(first);
      assert.equal(await open(place, first.mark), undefined);
    }
    assert.equal(seen.filter((path) => path === '/listed').length, 1);
    const { mark, mediaType, url } = (await open(0, null))!;
    assert.deepEqual([mediaType, url], ['text/html', `${origin}/etag`]);
    text = 'two';
    assert.equal((await open(0, mark))?.text, 'two');
  });

  it('reads nothing when robots.txt cannot be had, and all when there is none', async () => {
    pages['/sitemap.xml'] = '<urlset><url><loc>ORIGIN/a</loc></url></urlset>';
    assert.deepEqual(await pathsAt('/sitemap.xml'), ['/a']);
    pages['/robots.txt'] = (_request, response) => response.writeHead(500).end();
    await assert.rejects(() => pathsAt('/sitemap.xml'), /robots\.txt cannot be read, so nothing is/);
  });

  it('is refused what is no list, and what is too long', async () => {
    pages['/page'] = '<!doctype html><html><body><p>Not a list<br></body></html>';
    pages['/bomb'] =
      '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><urlset><url><loc>ORIGIN/&b;</loc></url></urlset>';
    pages['/cut'] = '<urlset><url><loc>ORIGIN/a</loc></url>';
    pages['/empty'] = '';
    for (const path of ['/page', '/bomb', '/cut', '/empty', '/none'])
      await assert.rejects(() => pathsAt(path), SourceFailure, path);
    pages['/many'] =
      `<urlset>${Array.from({ length: 101 }, (_, n) => `<url><loc>ORIGIN/${n}</loc></url>`).join('')}</urlset>`;
    await assert.rejects(() => pathsAt('/many'), /more than 100 documents/);
    assert.ok(driver.vet(at('https://elsewhere.example/sitemap.xml')) !== undefined);
    assert.ok(driver.vet(at('file:///etc/passwd')) !== undefined);
  });

  it('waits between pages as robots.txt asks', async () => {
    pages['/robots.txt'] = 'User-agent: *\nCrawl-delay: 0.2';
    pages['/sitemap.xml'] = '<urlset><url><loc>ORIGIN/a</loc></url><url><loc>ORIGIN/b</loc></url></urlset>';
    pages['/a'] = 'a';
    pages['/b'] = 'b';
    await using listing = await driver.list(at(`${origin}/sitemap.xml`), OPTIONS);
    assert.equal(listing.openAtOnce, 1);
    const startedAt = performance.now();
    for (const item of listing.items) await (await item.open(null, OPTIONS))?.[Symbol.asyncDispose]();
    assert.ok(performance.now() - startedAt >= 190);
  });
});
