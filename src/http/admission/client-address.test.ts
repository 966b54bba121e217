import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { clientOf, type ProxyRange, proxyRangeOf } from './client-address.ts';

const PROXIES = ['10.0.0.0/8', '192.0.2.7', '2001:db8:1::/48', '::ffff:172.16.0.0/108'];
const proxies = rangesOf(PROXIES);

/** What is connected from where, with which headers, and whom it counts for. */
const CASES: readonly [
  what: string,
  peer: string | undefined,
  headers: { xff?: string | string[]; real?: string },
  client: string,
][] = [
  ['a peer without headers', '203.0.113.5', {}, '203.0.113.5'],
  [
    'a peer that is no proxy, whatever it claims',
    '203.0.113.5',
    { xff: '1.1.1.1', real: '2.2.2.2' },
    '203.0.113.5',
  ],
  ['a proxy that forwards', '10.0.0.1', { xff: '198.51.100.1' }, '198.51.100.1'],
  ['a single address as proxy', '192.0.2.7', { xff: '198.51.100.1' }, '198.51.100.1'],
  ['its neighbour, which is none', '192.0.2.8', { xff: '198.51.100.1' }, '192.0.2.8'],
  ['a chain of proxies', '10.0.0.1', { xff: '198.51.100.1, 10.9.9.9, 10.0.0.2' }, '198.51.100.1'],
  ["the client's own text at the left", '10.0.0.1', { xff: '6.6.6.6, 198.51.100.1' }, '198.51.100.1'],
  ['a forged proxy at the left', '10.0.0.1', { xff: '10.0.0.3, 198.51.100.1, 10.0.0.2' }, '198.51.100.1'],
  ['several headers of the name', '10.0.0.1', { xff: ['6.6.6.6', '198.51.100.1'] }, '198.51.100.1'],
  ['garbage at the left', '10.0.0.1', { xff: 'garbage, 198.51.100.1' }, '198.51.100.1'],
  ['garbage at the right', '10.0.0.1', { xff: '198.51.100.1, garbage' }, '10.0.0.1'],
  [
    'garbage behind our proxies, with X-Real-IP',
    '10.0.0.1',
    { xff: 'unknown, 10.0.0.2', real: '6.6.6.6' },
    '10.0.0.1',
  ],
  ['only X-Real-IP', '10.0.0.1', { real: '198.51.100.1' }, '198.51.100.1'],
  ['X-Forwarded-For before X-Real-IP', '10.0.0.1', { xff: '198.51.100.1', real: '6.6.6.6' }, '198.51.100.1'],
  [
    'only our proxies in X-Forwarded-For',
    '10.0.0.1',
    { xff: '10.0.0.3, 10.0.0.2', real: '198.51.100.1' },
    '198.51.100.1',
  ],
  ['only our proxies anywhere', '10.0.0.1', { xff: '10.0.0.2' }, '10.0.0.1'],
  ['a malformed X-Real-IP', '10.0.0.1', { real: '198.51.100.1, 6.6.6.6' }, '10.0.0.1'],
  ['an empty X-Forwarded-For', '10.0.0.1', { xff: ' , ', real: '198.51.100.1' }, '198.51.100.1'],
  ['an entry with a port', '10.0.0.1', { xff: '198.51.100.1:4711' }, '198.51.100.1'],
  ['brackets', '10.0.0.1', { xff: '[2001:db8:9:8:7:6:5:4]' }, '2001:db8:9:8::/64'],
  ['brackets and a port', '10.0.0.1', { xff: '[2001:db8:9:8::1]:443' }, '2001:db8:9:8::/64'],
  ['an address in an unusual form', '10.0.0.1', { xff: '0x7f.1' }, '10.0.0.1'],
  ['an octal address', '10.0.0.1', { xff: '0177.0.0.1' }, '10.0.0.1'],
  ['a zone', '10.0.0.1', { xff: 'fe80::1%eth0' }, '10.0.0.1'],
  ['a mapped peer that is a proxy', '::ffff:10.0.0.1', { xff: '198.51.100.1' }, '198.51.100.1'],
  ['a mapped peer that is none', '::ffff:203.0.113.5', { xff: '198.51.100.1' }, '203.0.113.5'],
  ['a mapped entry', '10.0.0.1', { xff: '::ffff:198.51.100.1' }, '198.51.100.1'],
  ['a mapped range', '172.16.3.4', { xff: '198.51.100.1' }, '198.51.100.1'],
  ['an IPv6 proxy', '2001:db8:1:ffff::1', { xff: '198.51.100.1' }, '198.51.100.1'],
  ['IPv6, by /64', '2001:db8:2:3:4:5:6:7', {}, '2001:db8:2:3::/64'],
  ['another address of the same /64', '2001:db8:2:3:ffff::1', {}, '2001:db8:2:3::/64'],
  ['a neighbouring /64', '2001:db8:2:4::1', {}, '2001:db8:2:4::/64'],
  ['a connection that has gone', undefined, { xff: '198.51.100.1' }, 'unknown'],
];

describe('the client of a request', () => {
  for (const [what, peer, { xff, real }, client] of CASES) {
    it(`is, for ${what}, ${client}`, () => {
      const headers = {
        ...(xff && { 'x-forwarded-for': xff as string }),
        ...(real && { 'x-real-ip': real }),
      };
      assert.equal(clientOf(headers, { peer, proxies }), client);
    });
  }

  it('cannot be changed by the headers of a peer that is no proxy', () => {
    const header = fc.oneof(fc.string(), fc.ipV4(), fc.ipV6());
    fc.assert(
      fc.property(header, header, (xff, real) => {
        const headers = { 'x-forwarded-for': xff, 'x-real-ip': real };
        assert.equal(clientOf(headers, { peer: '203.0.113.5', proxies }), '203.0.113.5');
      }),
    );
  });

  it('is behind a proxy always an address, never text of the client', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.ipV4(), fc.ipV6()), (xff) => {
        const client = clientOf({ 'x-forwarded-for': xff }, { peer: '10.0.0.1', proxies });
        assert.match(client, /^(\d{1,3}(\.\d{1,3}){3}|[0-9a-f]{1,4}(:[0-9a-f]{1,4}){3}::\/64)$/);
      }),
    );
  });
});

describe('a range of proxies', () => {
  for (const text of ['10.0.0.0/8', '0.0.0.0/0', '::/0', '192.0.2.1', '2001:db8::1', '::ffff:10.0.0.0/104']) {
    it(`may be ${text}`, () => assert.ok(proxyRangeOf(text)));
  }

  for (const text of [
    '',
    '10.0.0.0/33',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    '10.0.0/8',
    '10.0.0.0/',
    '2001:db8::/129',
    'proxy.example',
    // Read as a range of IPv4 it would contain the whole Internet.
    '::ffff:10.0.0.0/8',
  ]) {
    it(`cannot be ${JSON.stringify(text)}`, () => assert.equal(proxyRangeOf(text), undefined));
  }
});

function rangesOf(texts: readonly string[]): ProxyRange[] {
  return texts.map((text) => proxyRangeOf(text)!);
}
