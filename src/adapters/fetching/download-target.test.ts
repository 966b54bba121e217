import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { isPublicAddress } from './address-rules.ts';
import { downloadTarget } from './download-target.ts';

const anyHost = { allowedHosts: ['*'], allowAddress: isPublicAddress };

const DATA = '../shared/data/dev/hostile/ssrf/urls.jsonl';
const absent = !existsSync(DATA) && `${DATA} is absent`;

/** Only their addresses give these away: the test of the guarded fetch resolves them. */
const SHOWN_BY_DNS = [
  'http://127.0.0.1.nip.io/',
  'http://localtest.me/',
  'http://make-1.2.3.4-rebind-127.0.0.1-rr.1u.ms/',
];

test('every hostile spelling of a private target is refused by its text, every control passes', {
  skip: absent,
}, () => {
  const rows = readFileSync(DATA, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  for (const { url, expect } of rows as { url: string; expect: string }[]) {
    if (SHOWN_BY_DNS.includes(url) || expect === 'block_or_allow') continue;
    assert.equal('reason' in downloadTarget(url, anyHost), expect !== 'allow', url);
  }
});

test('credentials, foreign schemes and ports of other protocols are refused', () => {
  for (const url of [
    'http://user@example.com/',
    'http://:secret@example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'http://example.com:22/',
    'http://example.com:6379/',
    'http://metadata.google.internal./',
    'http://metadata.tencentyun.com/',
    'http://router.home.arpa/',
    'http://localhost../',
    '//example.com/',
    'not a url',
    '',
  ]) {
    assert.ok('reason' in downloadTarget(url, anyHost), url);
  }
});

test('a trailing dot of the host is dropped, so that each host has one spelling', () => {
  const target = downloadTarget('https://Example.com.:8443/a?b#c', anyHost);
  assert.ok('url' in target);
  assert.equal(target.host, 'example.com');
  assert.equal(target.url.href, 'https://example.com:8443/a?b#c');
});

test('an allow-list lets its hosts through and no others, whatever the spelling', () => {
  const allowedHosts = ['docs.example.com', '*.Bücher.example', '93.184.216.34', '::1', '127.0.0.1'];
  const passes = (url: string) =>
    'url' in downloadTarget(url, { allowedHosts, allowAddress: isPublicAddress });
  for (const url of [
    'https://docs.example.com/',
    'https://DOCS.example.com./',
    'https://a.b.xn--bcher-kva.example/',
    'http://93.184.216.34/',
  ]) {
    assert.ok(passes(url), url);
  }
  for (const url of [
    'https://example.com/',
    'https://docs.example.com.evil.org/',
    'https://evildocs.example.com/',
    'https://bücher.example/',
    'https://evilbücher.example/',
    'http://93.184.216.35/',
    'http://127.0.0.1/',
    'http://[::1]/',
  ]) {
    assert.ok(!passes(url), url);
  }
});

test('an empty allow-list and a pattern that is no host allow nothing', () => {
  for (const allowedHosts of [[], [''], ['*.'], ['https://example.com']]) {
    assert.ok(
      'reason' in downloadTarget('https://example.com/', { allowedHosts, allowAddress: isPublicAddress }),
    );
  }
});
