import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseRedisUrl } from './redis-url.ts';

const PLAIN = { port: 6379, db: 0, encrypted: false };

for (const [text, expected] of [
  ['redis://cache', { ...PLAIN, host: 'cache' }],
  ['redis://cache:7000/3', { ...PLAIN, host: 'cache', port: 7000, db: 3 }],
  ['redis://cache/', { ...PLAIN, host: 'cache' }],
  ['rediss://cache.example.org', { ...PLAIN, host: 'cache.example.org', encrypted: true }],
  ['redis://[::1]:7000', { ...PLAIN, host: '::1', port: 7000 }],
  ['redis://:secret@10.0.0.7', { ...PLAIN, host: '10.0.0.7', password: 'secret' }],
  ['redis://docent:s%40fe%2F@cache', { ...PLAIN, host: 'cache', username: 'docent', password: 's@fe/' }],
] as const) {
  test(`${text} is understood`, () => assert.deepEqual(parseRedisUrl(text), expected));
}

for (const text of [
  'embedded',
  'cache:6379',
  'redis:cache',
  'redis://',
  'redis://:6379',
  'redis://docent@cache',
  'redis://:%zz@cache',
  'redis://cache/1/2',
  'redis://cache/-1',
  'redis://cache?db=1',
  'redis://cache#1',
  'redis://a%20b',
  'http://cache',
]) {
  test(`${text} is no address of a Redis server`, () => assert.equal(parseRedisUrl(text), undefined));
}
