import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import {
  CreateBucketCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { manifestOf, manifestStoreConformance, storedIn } from '../../../test/conformance/manifest-store.ts';
import { originalStoreConformance } from '../../../test/conformance/original-store.ts';
import { type FaultyProxy, startFaultyProxy } from '../../../test/faulty-proxy.ts';
import { NEEDS_S3, type S3Server, startS3 } from '../../../test/s3-server.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { until } from '../../../test/until.ts';
import { inParallel } from '../../concurrency/in-parallel.ts';
import { RefusedError } from '../../errors.ts';
import { SILENT } from '../../kernel/silent-logger.ts';
import type { Logger } from '../../ports/logger.ts';
import type { NamedOriginal } from '../../ports/manifest.ts';
import type { OriginalStore } from '../../ports/original-store.ts';
import { contentPrefix, manifestKey } from './s3-manifests.ts';
import { openS3Originals } from './s3-store.ts';
import { parseS3Url } from './s3-url.ts';

const BUCKET = 'docent-test';
const CREDENTIALS = { accessKeyId: 'test', secretAccessKey: 'test' };
/** S3 gives a thousand. */
const KEYS_IN_REPLY = 20;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const LIMIT = { limitBytes: 100_000_000 };

let server: S3Server;
let proxy: FaultyProxy;
/** Looks into the server past the driver. */
let s3: S3Client;

before(async () => {
  if (NEEDS_S3.skip) return;
  server = await startS3({ keysInReply: KEYS_IN_REPLY });
  proxy = await startFaultyProxy(server.url);
  s3 = clientOf(server.url);
  await s3.send(new CreateBucketCommand({ Bucket: BUCKET }));
});

after(async () => {
  if (NEEDS_S3.skip) return;
  s3.destroy();
  await proxy[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

const clientOf = (endpoint: string) =>
  new S3Client({ region: 'us-east-1', endpoint, forcePathStyle: true, credentials: CREDENTIALS });

/** A process of its own, as far as the driver can tell. */
async function openStand(
  prefix: string = randomUUID(),
  options: { endpoint?: string; logger?: Logger; silenceMaxMs?: number } = {},
) {
  const { endpoint = server.url, logger = SILENT, ...limits } = options;
  const folder = temporaryFolder();
  let ageMs = 0;
  const store = await openS3Originals(addressOf(`s3://${BUCKET}/${prefix}?endpoint=${endpoint}`), {
    ...{ folder, logger, credentials: CREDENTIALS, now: () => Date.now() + ageMs },
    ...limits,
  });
  const keyOf = (of: NamedOriginal) => `${prefix}/${manifestKey(of)}`;
  return {
    ...{ prefix, folder, originals: store.originals, manifests: store.manifests, ping: store.ping },
    letPass: (ms: number) => {
      ageMs += ms;
    },
    letAgePass: () => {
      ageMs += 25 * HOUR_MS;
    },
    localFiles: async () =>
      (await Promise.all(['staging', 'copies'].map((name) => readdir(join(folder, name))))).flat(),
    async textOf(of: NamedOriginal) {
      const { Body } = await s3.send(new GetObjectCommand({ Bucket: BUCKET, Key: keyOf(of) }));
      return Body!.transformToString();
    },
    overwrite: async (of: NamedOriginal, text: string) => put(keyOf(of), text),
    /** Keys of the objects of this original's content. */
    contentsOf: (contentHash: string) => keysUnder(`${prefix}/${contentPrefix(contentHash)}`),
    async store(text: string) {
      await using staged = await store.originals.receive(bytesOf(text), LIMIT);
      await staged.keep();
      return staged.contentHash;
    },
    async [Symbol.asyncDispose]() {
      store[Symbol.dispose]();
    },
  };
}

function addressOf(text: string) {
  const read = parseS3Url(text);
  assert.ok('address' in read, text);
  return read.address;
}

async function keysUnder(Prefix: string): Promise<string[]> {
  const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket: BUCKET, Prefix }));
  return Contents.map(({ Key }) => Key!);
}

async function put(Key: string, Body: string): Promise<void> {
  await s3.send(new PutObjectCommand({ Bucket: BUCKET, Key, Body: Buffer.from(Body) }));
}

originalStoreConformance('S3', openStand, NEEDS_S3);
manifestStoreConformance('S3', openStand, NEEDS_S3);

describe('Originals in S3, with several processes', NEEDS_S3, () => {
  test('what one process stores the others read, list and remove', async () => {
    await using one = await openStand();
    await using other = await openStand(one.prefix);
    await using stranger = await openStand();
    const contentHash = await one.store('shared');
    const manifest = manifestOf('handbook', contentHash);
    await one.manifests.write(manifest);
    assert.equal(await contentOf(other.originals, contentHash), 'shared');
    assert.deepEqual(await other.manifests.read(manifest), manifest);
    assert.deepEqual(await storedIn(other.manifests), [{ contentHash, docIds: ['handbook'] }]);
    assert.deepEqual(await storedIn(stranger.manifests), []);
    other.letAgePass();
    assert.equal(await other.originals.remove(contentHash), true);
    assert.equal(await one.originals.open(contentHash), undefined);
    assert.deepEqual(await storedIn(one.manifests), []);
  });

  test('processes that keep the same content at once all find it, and later ones store no more of it', async () => {
    await using one = await openStand();
    await using other = await openStand(one.prefix);
    const [contentHash] = await Promise.all([one.store('same'), other.store('same'), one.store('same')]);
    const stored = await one.contentsOf(contentHash!);
    assert.ok(stored.length >= 1 && stored.length <= 3);
    await other.store('same');
    assert.deepEqual(await one.contentsOf(contentHash!), stored);
    assert.deepEqual(await storedIn(one.manifests), [{ contentHash, docIds: [] }]);
  });

  test('content that is kept again and again is stored anew in time, and takes no more room', async () => {
    await using stand = await openStand();
    const contentHash = await stand.store('sent every night');
    const first = await stand.contentsOf(contentHash);
    stand.letPass(DAY_MS / 2 - HOUR_MS);
    await stand.store('sent every night');
    assert.deepEqual(await stand.contentsOf(contentHash), first);
    stand.letAgePass();
    await stand.store('sent every night');
    const second = await stand.contentsOf(contentHash);
    assert.equal(second.length, 1);
    assert.notDeepEqual(second, first);
  });

  test('a removal that is late does not reach content that was kept meanwhile', async () => {
    await using one = await openStand();
    const contentHash = await one.store('released, and sent again');
    await using other = await openStand(one.prefix, { endpoint: proxy.endpoint });
    for (const stand of [one, other]) stand.letAgePass();
    const { promise: arrives, resolve: arrived } = Promise.withResolvers<void>();
    const { promise: late, resolve: letGo } = Promise.withResolvers<void>();
    proxy.decide(({ method }) => {
      if (method !== 'DELETE') return 'pass';
      arrived();
      return late;
    });
    const removing = other.originals.remove(contentHash);
    await arrives;
    await one.store('released, and sent again');
    letGo();
    assert.equal(await removing, true);
    assert.equal(await contentOf(one.originals, contentHash), 'released, and sent again');
    assert.equal((await one.contentsOf(contentHash)).length, 1);
  });

  test('a reader goes on where the object that it reads is replaced by a newer one', async () => {
    await using stand = await openStand();
    const contentHash = await stand.store('replaced');
    await using original = (await stand.originals.open(contentHash))!;
    stand.letAgePass();
    await stand.store('replaced');
    assert.equal((await joined(original.read({ start: 2, end: 8 }))).toString(), 'placed');
  });

  test('a bucket with more objects than fit one reply is listed whole, without what is not ours', async () => {
    await using stand = await openStand();
    const hashes = Array.from({ length: 3 * KEYS_IN_REPLY + 10 }, (_, i) => i.toString(16).padStart(64, '0'));
    await inParallel(hashes, 32, (each) => put(`${stand.prefix}/${contentPrefix(each)}${randomUUID()}`, 'x'));
    for (const foreign of ['originals/README', `originals/${hashes[3]}/notes.txt`, 'other/x'])
      await put(`${stand.prefix}/${foreign}`, 'x');
    assert.deepEqual(
      await storedIn(stand.manifests),
      hashes.map((contentHash) => ({ contentHash, docIds: [] })),
    );
  });

  test('uploads of others that are under way stay, and those that a crash left a day ago go', async () => {
    await using stand = await openStand();
    for (const folder of ['staging', 'copies']) {
      await writeFile(join(stand.folder, folder, `${folder} now`), 'x');
      await writeFile(join(stand.folder, folder, `${folder} before`), 'x');
      const then = new Date(Date.now() - 2 * DAY_MS);
      await utimes(join(stand.folder, folder, `${folder} before`), then, then);
    }
    await stand.originals.clearStaging();
    assert.deepEqual(await stand.localFiles(), ['staging now', 'copies now']);
  });
});

describe('Originals in S3, when something fails', NEEDS_S3, () => {
  test('a large upload that is aborted leaves nothing, here or there', async () => {
    await using stand = await openStand(randomUUID(), { endpoint: proxy.endpoint });
    const leaving = new AbortController();
    const never = new Promise<void>(() => undefined);
    proxy.decide(({ method }) => {
      if (method !== 'PUT') return 'pass';
      setImmediate(() => leaving.abort(new Error('left')));
      return never;
    });
    {
      await using staged = await stand.originals.receive(bytesOf('x'.repeat(5_000_000)), LIMIT);
      await assert.rejects(staged.keep(leaving.signal), /left/);
      proxy.decide(() => 'pass');
      assert.deepEqual(await stand.contentsOf(staged.contentHash), []);
    }
    assert.deepEqual(await stand.localFiles(), []);
  });

  test('what a busy server refuses is sent again, a few times', async () => {
    await using stand = await openStand(randomUUID(), { endpoint: proxy.endpoint });
    const left = new Map([
      ['PUT', 2],
      ['GET', 2],
    ]);
    proxy.decide(({ method = '' }) => {
      const more = left.get(method) ?? 0;
      left.set(method, more - 1);
      return more > 0 ? { status: 503 } : 'pass';
    });
    const contentHash = await stand.store('y'.repeat(3_000_000));
    assert.equal((await contentOf(stand.originals, contentHash))?.length, 3_000_000);
    assert.ok([...left.values()].every((count) => count < 0));
    proxy.decide(() => ({ status: 503 }));
    await assert.rejects(stand.originals.open(contentHash), refused(/./));
  });

  test('a reply that breaks off goes on where it did', async () => {
    await using stand = await openStand(randomUUID(), { endpoint: proxy.endpoint });
    proxy.decide(() => 'pass');
    const text = Array.from({ length: 100_000 }, (_, i) => i).join();
    const contentHash = await stand.store(text);
    let cuts = 0;
    proxy.decide(({ method, headers }) => {
      if (method !== 'GET' || !headers.range || cuts === 4) return 'pass';
      cuts += 1;
      return { cutAfter: 100_000 };
    });
    await using copy = await stand.originals.localCopy(contentHash);
    assert.equal(await readFile(copy.path, 'utf8'), text);
    assert.equal(cuts, 4);
  });

  test('a damaged object is read by no parser, and is not handed out whole', async () => {
    await using stand = await openStand();
    const contentHash = await stand.store('whole');
    const [key] = await stand.contentsOf(contentHash);
    await put(key!, 'whale');
    await assert.rejects(stand.originals.localCopy(contentHash), /is damaged/);
    await assert.rejects(contentOf(stand.originals, contentHash), /is damaged/);
    assert.deepEqual(await stand.localFiles(), []);
  });

  test('a server that hangs is given up, in each kind of call', async () => {
    await using stand = await openStand(randomUUID(), { silenceMaxMs: 1_000 });
    const contentHash = await stand.store('there');
    await using original = (await stand.originals.open(contentHash))!;
    await using staged = await stand.originals.receive(bytesOf('another'), LIMIT);
    const manifest = manifestOf('a', contentHash);
    server.signal('SIGSTOP');
    try {
      const calls = [
        staged.keep(),
        stand.originals.open(contentHash),
        stand.originals.localCopy(contentHash),
        stand.originals.remove(contentHash),
        joined(original.read({ start: 0, end: 5 })),
        stand.manifests.write(manifest),
        stand.manifests.read(manifest),
        stand.manifests.remove(manifest),
        storedIn(stand.manifests),
        stand.ping(AbortSignal.timeout(60_000)),
      ];
      await Promise.all(calls.map((call) => assert.rejects(call, refused(/silent for 1 s/))));
      await assert.rejects(stand.ping(AbortSignal.abort(new Error('left'))), /left/);
    } finally {
      server.signal('SIGCONT');
    }
    // It has first to see to all that was sent meanwhile.
    await until(() =>
      stand.ping(AbortSignal.timeout(60_000)).then(
        () => true,
        () => false,
      ),
    );
    await staged.keep();
    assert.equal(await contentOf(stand.originals, contentHash), 'there');
  });

  test('a server that cannot be reached is no reason not to start, and calls are refused', async () => {
    const warnings: unknown[] = [];
    const logger: Logger = { ...SILENT, warn: (message) => warnings.push(message) };
    await using stand = await openStand('p', { endpoint: 'http://127.0.0.1:9', logger });
    assert.deepEqual(warnings, ['The bucket of originals cannot be reached']);
    await assert.rejects(stand.originals.open('f'.repeat(64)), refused(/ECONNREFUSED/));
  });

  test('requests beyond those that may wait are refused at once', async () => {
    await using stand = await openStand(randomUUID(), { silenceMaxMs: 1_000 });
    server.signal('SIGSTOP');
    try {
      const calls = Array.from({ length: 1_100 }, () => stand.originals.remove('f'.repeat(64)));
      const ended = await Promise.allSettled(calls);
      const reasons = ended.map((end) => (end.status === 'rejected' ? reasonOf(end.reason) : 'fulfilled'));
      assert.equal(reasons.filter((reason) => /^1000 requests wait/.test(reason)).length, 68);
      assert.equal(reasons.filter((reason) => /silent/.test(reason)).length, 1_032);
    } finally {
      server.signal('SIGCONT');
    }
  });
});

describe('Originals in S3 that are not set up', NEEDS_S3, () => {
  const open = (text: string, credentials?: typeof CREDENTIALS) =>
    openS3Originals(addressOf(text), {
      ...{ folder: temporaryFolder(), logger: SILENT, now: Date.now, credentials },
    });

  test('a bucket that is not there ends the start with a sentence', () =>
    assert.rejects(open(`s3://absent-bucket?endpoint=${server.url}`, CREDENTIALS), {
      message: 'Cannot store originals in s3://absent-bucket as there is no such bucket',
    }));

  test('credentials that the server does not know do, too', async () => {
    await using strict = await startS3({ openCalls: 1 });
    const client = clientOf(strict.url);
    await client.send(new CreateBucketCommand({ Bucket: BUCKET }));
    client.destroy();
    await assert.rejects(
      open(`s3://${BUCKET}?endpoint=${strict.url}`, CREDENTIALS),
      /^Error: Cannot store originals in s3:\/\/docent-test as the server refuses the credentials, or they lack rights \(s3:ListBucket.*InvalidAccessKeyId/,
    );
  });

  test('so do missing credentials, and a missing region', async () => {
    const before = { ...process.env };
    for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) delete process.env[name];
    Object.assign(process.env, {
      AWS_EC2_METADATA_DISABLED: 'true',
      AWS_CONFIG_FILE: '/dev/null',
      AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
    });
    try {
      await assert.rejects(open(`s3://${BUCKET}?endpoint=${server.url}`), /there are no AWS credentials/);
      await assert.rejects(open(`s3://${BUCKET}`, CREDENTIALS), /there is no region/);
    } finally {
      process.env = before;
    }
  });
});

function refused(reason: RegExp) {
  return (error: unknown) => {
    assert.ok(error instanceof RefusedError, String(error));
    assert.deepEqual(error.refusal, {
      code: 'store_unavailable',
      dependency: 'original_files',
      retryAfterSeconds: 5,
    });
    assert.match(reasonOf(error), reason);
    return true;
  };
}

function reasonOf({ cause }: Error): string {
  return cause instanceof Error ? `${cause.message} ${(cause as NodeJS.ErrnoException).code}` : '';
}

async function contentOf(store: OriginalStore, contentHash: string): Promise<string | undefined> {
  await using original = await store.open(contentHash);
  return original && (await joined(original.read({ start: 0, end: original.bytes }))).toString();
}

async function joined(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of bytes) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
