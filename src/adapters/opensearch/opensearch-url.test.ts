import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseOpenSearchUrl } from './opensearch-url.ts';

test('an address names one or several nodes, who calls, and the prefix of the indices', () => {
  assert.deepEqual(parseOpenSearchUrl('opensearch+http://localhost'), {
    nodes: ['http://localhost:9200'],
    prefix: 'docent',
    ...{ shards: 1, replicas: 0 },
  });
  assert.deepEqual(
    parseOpenSearchUrl('opensearch+https://me:p%40ss:word@a.example,b:443,[::1]:9201/team-1?shards=3'),
    {
      nodes: ['https://a.example:9200', 'https://b:443', 'https://[::1]:9201'],
      auth: { username: 'me', password: 'p@ss:word' },
      prefix: 'team-1',
      ...{ shards: 3, replicas: 1 },
    },
  );
});

test('another text is no address', () => {
  const others = [
    'embedded',
    'https://localhost:9200',
    'opensearch://localhost',
    'opensearch+http://',
    'opensearch+http://a,,b',
    'opensearch+http://a b',
    'opensearch+http://a:0',
    'opensearch+http://a:99999',
    'opensearch+http://me@a',
    'opensearch+http://%zz:x@a',
    'opensearch+http://a/Upper',
    'opensearch+http://a/one/two',
    'opensearch+http://a?x=1',
    'opensearch+http://a?shards=0',
    'opensearch+http://a?replicas=x',
  ];
  for (const text of others) assert.equal(parseOpenSearchUrl(text), undefined, text);
});
