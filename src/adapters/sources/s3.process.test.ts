import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { CreateBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { commonS3, NEEDS_S3 } from '../../../test/s3-server.ts';
import { SourceFailure } from '../../ports/source-driver.ts';
import type { SourceSettings } from '../../ports/source-store.ts';
import { createS3Source } from './s3.ts';

const OPTIONS = { revision: null, itemsMax: 100, signal: new AbortController().signal };
const CREDENTIALS = { accessKeyId: 'test', secretAccessKey: 'test' };

function at(location: string): SourceSettings {
  return {
    ...{ name: 'n', kind: 's3', location, branch: null },
    ...{ include: [], tags: [], intervalMs: null },
  };
}

describe('a prefix of a bucket as a source', NEEDS_S3, () => {
  const bucket = `team-${randomUUID().slice(0, 8)}`;
  let server: Awaited<ReturnType<typeof commonS3>>;
  let s3: S3Client;
  before(async () => {
    server = await commonS3();
    s3 = new S3Client({
      ...{ region: 'us-east-1', endpoint: server.url, forcePathStyle: true, credentials: CREDENTIALS },
    });
    await s3.send(new CreateBucketCommand({ Bucket: bucket }));
    const objects: [string, string][] = [
      ['docs/a.md', 'one'],
      ['docs/guide/b c.md', 'two'],
      ['docs/empty.md', ''],
      ['docsecret/c.md', 'no'],
      ['other.md', 'no'],
    ];
    for (const [Key, Body] of objects) await s3.send(new PutObjectCommand({ Bucket: bucket, Key, Body }));
  });
  after(async () => {
    s3?.destroy();
    await server?.[Symbol.asyncDispose]();
  });

  const driverFor = (prefix: string, endpoint = server.url) =>
    createS3Source({
      roots: [{ bucket, prefix, endpoint, region: 'us-east-1', pathStyle: true }],
      ...{ credentials: CREDENTIALS, now: Date.now },
    });

  it('lists the objects below it that are not empty, and reads them', async () => {
    await using listing = await driverFor('').list(at(`s3://${bucket}/docs`), OPTIONS);
    assert.deepEqual(
      listing.items.map(({ key }) => key),
      ['a.md', 'guide/b c.md'],
    );
    await using opened = await listing.items[0]!.open(null, OPTIONS);
    assert.equal(Buffer.concat(await Array.fromAsync(opened!.body)).toString(), 'one');
    assert.equal(await listing.items[0]!.open(opened!.mark, OPTIONS), undefined);
  });

  it('is refused outside of its roots, and where it names a server', () => {
    const driver = driverFor('docs/');
    assert.equal(driver.vet(at(`s3://${bucket}/docs/guide`)), undefined);
    for (const location of [
      `s3://${bucket}`,
      `s3://${bucket}/docsecret`,
      's3://another/docs',
      `s3://${bucket}/docs?endpoint=http://evil.example`,
      `s3://${bucket}/docs/../other`,
      '/docs',
    ])
      assert.ok(driver.vet(at(location)) !== undefined, location);
  });

  it('fails rather than to look empty', async () => {
    const nobody = driverFor('', 'http://127.0.0.1:1');
    await assert.rejects(() => nobody.list(at(`s3://${bucket}/docs`), OPTIONS), SourceFailure);
    await assert.rejects(
      () => driverFor('').list(at(`s3://${bucket}/docs`), { ...OPTIONS, itemsMax: 1 }),
      /more than 1 documents/,
    );
  });
});
