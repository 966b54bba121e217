import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { abortable } from '../../concurrency/abortable.ts';
import { untilAborted } from '../../concurrency/deadline.ts';
import { createSemaphore, type Semaphore } from '../../concurrency/semaphore.ts';
import { type SilenceLimit, silenceLimit } from '../../concurrency/silence-limit.ts';
import { RefusedError } from '../../errors.ts';
import { unavailable } from '../store-refusals.ts';
import { faultOf, isMissing, mayPass, SilenceError } from './s3-faults.ts';
import type { S3Url } from './s3-url.ts';

const CONNECT_TIMEOUT_MS = 2_000;
/** Requests at once, and waiting for their turn; beyond it they are refused. */
const CALLS_MAX = 32;
const CALLS_WAITING_MAX = 1_000;
/** Objects being read at once: their readers may be slow. */
const READS_MAX = 64;
/** Times that a request is sent, with growing pauses. */
const ATTEMPTS_MAX = 3;
const FIRST_PAUSE_MS = 100;

/** The client would write to the console what is thrown as well. */
const NOWHERE = { debug() {}, info() {}, warn() {}, error() {} };

/** Nothing of a reply, or of an upload, for so long: the server is given up. */
const SILENCE_MAX_MS = 10_000;

export interface StoredObject {
  readonly key: string;
  readonly bytes: number;
  /** By the clock of the server, milliseconds since the epoch. */
  readonly storedAt: number;
}

export interface ObjectContent {
  readonly bytes: number;
  /** SHA-256, lower-case hex; servers that can check it refuse other bytes. */
  readonly sha256: string;
  /** Called for each attempt. */
  open(): AsyncIterable<Uint8Array>;
}

export type Bucket = ReturnType<typeof openBucket>;

/** Bytes of an object, `end` exclusive. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/** The object was removed, or never stored. */
export class ObjectMissing extends Error {
  override readonly name = 'ObjectMissing';
}

export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/**
 * The objects of a bucket under a prefix, which keys here begin behind. Each wait for the server ends within ten
 * seconds, or with the signal's reason. All throw `RefusedError` `store_unavailable`, whose cause says why.
 *
 * @param options `credentials`: without them, those of AWS's own settings, or of the role of this machine. `now`:
 * milliseconds since the epoch. `silenceMaxMs`: the longest wait, for tests.
 */
export function openBucket(
  { bucket: Bucket, prefix, region, endpoint, pathStyle }: S3Url,
  options: {
    dependency: string;
    credentials?: S3Credentials | undefined;
    now: () => number;
    silenceMaxMs?: number;
  },
) {
  const agent = { maxSockets: CALLS_MAX + READS_MAX };
  const client = new S3Client({
    // Other services need no region, but it is part of every signature.
    ...(region !== undefined ? { region } : endpoint !== undefined && { region: 'us-east-1' }),
    ...(endpoint !== undefined && { endpoint }),
    ...(options.credentials && { credentials: options.credentials }),
    forcePathStyle: pathStyle,
    // Repeated here, where streams can be opened again.
    maxAttempts: 1,
    // Content is checked against its hash; not every service knows other checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      ...{ httpAgent: agent, httpsAgent: agent, logger: NOWHERE },
    },
    logger: NOWHERE,
  });
  const calls = createSemaphore({ concurrency: CALLS_MAX, waitingMax: CALLS_WAITING_MAX });
  const reads = createSemaphore({ concurrency: READS_MAX, waitingMax: CALLS_WAITING_MAX });

  const limited = (signal: AbortSignal | undefined) =>
    silenceLimit(signal, {
      maxMs: options.silenceMaxMs ?? SILENCE_MAX_MS,
      reason: (maxMs) => new SilenceError(maxMs),
    });

  function refusalOf(error: unknown): Error {
    if (error instanceof RefusedError || error instanceof ObjectMissing) return error;
    const fault = faultOf(error);
    const cause = fault ? new Error(`S3 bucket ${Bucket}: ${fault}`, { cause: error }) : error;
    return unavailable(options.dependency, cause);
  }

  async function acquire(semaphore: Semaphore, limit: SilenceLimit): Promise<() => void> {
    const release = await semaphore.acquire(limit.signal);
    if (!release)
      throw unavailable(options.dependency, new Error(`${CALLS_WAITING_MAX} requests wait for S3 already`));
    return release;
  }

  /** @param attempt Begins again after a failure that may pass. */
  async function run<T>(
    attempt: (limit: SilenceLimit) => Promise<T>,
    signal: AbortSignal | undefined,
  ): Promise<T> {
    for (let tried = 1; ; tried += 1) {
      using limit = limited(signal);
      try {
        const release = await acquire(calls, limit);
        try {
          limit.waiting();
          return await untilAborted(attempt(limit), limit.signal);
        } finally {
          release();
        }
      } catch (error) {
        await pauseAfter(error, { tried, signal });
      }
    }
  }

  /** @throws The error for the caller, unless the request is to be sent again. */
  async function pauseAfter(
    error: unknown,
    { tried, signal }: { tried: number; signal: AbortSignal | undefined },
  ): Promise<void> {
    signal?.throwIfAborted();
    if (tried >= ATTEMPTS_MAX || error instanceof RefusedError || !mayPass(error)) throw refusalOf(error);
    const pause = sleep(FIRST_PAUSE_MS * 4 ** (tried - 1));
    await untilAborted(pause, signal);
  }

  async function page(query: { Prefix: string; MaxKeys?: number; after: string }, signal?: AbortSignal) {
    const { after, ...asked } = query;
    return run(
      ({ signal: abortSignal }) =>
        client.send(
          new ListObjectsV2Command({ Bucket, ...asked, ...(after !== '' && { StartAfter: after }) }),
          { abortSignal },
        ),
      signal,
    );
  }

  /** One request. @param range Not empty. */
  async function* download(
    Key: string,
    { start, end }: Range,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<Uint8Array, void> {
    using limit = limited(signal);
    const release = await acquire(reads, limit);
    let body: Readable | undefined;
    try {
      limit.waiting();
      const range = { Bucket, Key, Range: `bytes=${start}-${end - 1}` };
      const sent = client.send(new GetObjectCommand(range), { abortSignal: limit.signal });
      const reply = await untilAborted(sent, limit.signal);
      body = reply.Body as Readable;
      for await (const piece of abortable<Uint8Array>(body, limit.signal)) {
        limit.resting();
        yield piece;
        limit.waiting();
      }
    } finally {
      body?.destroy();
      release();
    }
  }

  return {
    /** Milliseconds since the epoch; never far from the clock of the server, even where this machine's is. */
    now: () => options.now() + client.config.systemClockOffset,
    /** All or nothing; durable when it resolves. */
    async put(key: string, { bytes, sha256, open }: ObjectContent, signal?: AbortSignal): Promise<void> {
      await run(async (limit) => {
        const Body = Readable.from(watched(open(), limit), { objectMode: false });
        try {
          await client.send(
            new PutObjectCommand({
              ...{ Bucket, Key: `${prefix}${key}`, Body, ContentLength: bytes },
              ChecksumSHA256: Buffer.from(sha256, 'hex').toString('base64'),
            }),
            { abortSignal: limit.signal },
          );
        } finally {
          Body.destroy();
        }
      }, signal);
    },
    /** The bytes of a range. @throws {ObjectMissing} */
    async *get(key: string, { start, end }: Range, signal?: AbortSignal): AsyncGenerator<Uint8Array, void> {
      let at = start;
      for (let tried = 1; at < end; ) {
        try {
          for await (const piece of download(`${prefix}${key}`, { start: at, end }, signal)) {
            at += piece.length;
            tried = 1;
            yield piece;
          }
          if (at < end) throw new Error('The reply of S3 ended early');
        } catch (error) {
          if (isMissing(error)) throw new ObjectMissing(key);
          await pauseAfter(error, { tried, signal });
          tried += 1;
        }
      }
    },
    /** The whole object; undefined when it is not there. Only for small ones. */
    text: (key: string, signal?: AbortSignal): Promise<string | undefined> =>
      run(async (limit) => {
        try {
          const asked = new GetObjectCommand({ Bucket, Key: `${prefix}${key}` });
          const reply = await client.send(asked, { abortSignal: limit.signal });
          return await reply.Body?.transformToString();
        } catch (error) {
          if (isMissing(error)) return undefined;
          throw error;
        }
      }, signal),
    async remove(key: string, signal?: AbortSignal): Promise<void> {
      await run(
        ({ signal: abortSignal }) =>
          client.send(new DeleteObjectCommand({ Bucket, Key: `${prefix}${key}` }), { abortSignal }),
        signal,
      );
    },
    /** In the order of the bytes of their keys, read in pages of the server's own size, usually 1,000. */
    async *list(under: string, signal?: AbortSignal): AsyncGenerator<StoredObject, void> {
      for (let after = ''; ; ) {
        const listed = await page({ Prefix: `${prefix}${under}`, after }, signal);
        for (const { Key = '', Size = 0, LastModified } of listed.Contents ?? [])
          yield { key: Key.slice(prefix.length), bytes: Size, storedAt: LastModified?.getTime() ?? 0 };
        after = listed.Contents?.at(-1)?.Key ?? '';
        if (!listed.IsTruncated || after === '') return;
      }
    },
    /** A single request that shows that the bucket can be used. */
    async ping(signal?: AbortSignal): Promise<void> {
      await page({ Prefix: prefix, MaxKeys: 1, after: '' }, signal);
    },
    [Symbol.dispose]: () => client.destroy(),
  };
}

/** Tells the limit whenever the server has taken a piece. */
async function* watched(bytes: AsyncIterable<Uint8Array>, limit: SilenceLimit): AsyncGenerator<Uint8Array> {
  for await (const piece of bytes) {
    limit.waiting();
    yield piece;
  }
  limit.waiting();
}
