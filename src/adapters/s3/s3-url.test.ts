import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inEnglish } from '../../kernel/said.ts';
import { parseS3Url } from './s3-url.ts';

test('a bucket is enough; all else has a default', () => {
  const plain = { bucket: 'team-docs', prefix: '', pathStyle: false };
  for (const text of ['s3://team-docs', 's3://team-docs/'])
    assert.deepEqual(parseS3Url(text), { address: plain });
  assert.deepEqual(parseS3Url('s3://team-docs/a.b/c_d/?region=eu-central-1'), {
    address: { ...plain, prefix: 'a.b/c_d/', region: 'eu-central-1' },
  });
});

test('another service names the bucket in the path, unless it is told not to', () => {
  const endpoint = 'http://127.0.0.1:9000';
  const own = { bucket: 'abc', prefix: 'p/', endpoint };
  const text = `s3://abc/p?endpoint=${endpoint}`;
  assert.deepEqual(parseS3Url(text), { address: { ...own, pathStyle: true } });
  assert.deepEqual(parseS3Url(`${text}&path_style=false`), { address: { ...own, pathStyle: false } });
  assert.deepEqual(parseS3Url('s3://abc?path_style=true'), {
    address: { bucket: 'abc', prefix: '', pathStyle: true },
  });
});

test('anything else is told in a sentence what it must be', () => {
  for (const [text, fault] of [
    ['', /^must be s3:\/\/bucket/],
    ['/data', /^must be s3:/],
    ['https://bucket', /^must be s3:/],
    ['s3://abc#x', /^must be s3:/],
    ['s3://', /^must name a bucket.* none$/],
    ['s3://ab', /it names ab$/],
    ['s3://Team', /it names Team$/],
    ['s3://abc:80', /it names abc:80$/],
    ['s3://key:secret@abc', /^must hold no credentials: set AWS_ACCESS_KEY_ID/],
    ['s3://abc/a//b', /^must have a prefix/],
    ['s3://abc/%20', /^must have a prefix/],
    ['s3://abc?acl=x', /it has the parameter acl$/],
    ['s3://abc?endpoint=minio:9000', /^must have an endpoint such as/],
    ['s3://abc?endpoint=http://minio/path', /without path or credentials$/],
    ['s3://abc?endpoint=http://key:secret@minio', /without path or credentials$/],
    ['s3://abc?region=EU', /^must have a region/],
    ['s3://abc?path_style=yes', /it is yes$/],
  ] as const) {
    const read = parseS3Url(text);
    assert.ok('fault' in read, text);
    assert.match(inEnglish(read.fault), fault);
    assert.doesNotMatch(inEnglish(read.fault), /secret@/);
  }
});
