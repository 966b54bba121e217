import { asError, RefusedError } from '../../errors.ts';
import type { Logger } from '../../ports/logger.ts';
import { openBucket, type S3Credentials } from './bucket.ts';
import { faultOf } from './s3-faults.ts';
import { openS3ManifestStore } from './s3-manifests.ts';
import { openS3OriginalStore } from './s3-originals.ts';
import type { S3Url } from './s3-url.ts';

/**
 * Opens the originals in a bucket and their manifests; disposing of them closes the connections. A server that cannot
 * be reached is no error here: calls are refused until it can.
 *
 * @param options `folder`: for uploads and copies of originals, on this machine; parsers must be able to read its
 * `copies`. `credentials`: without them, those of AWS's own settings, or of the role of this machine.
 * @throws {Error} With a message for the operator, when the bucket is not there or may not be used.
 */
export async function openS3Originals(
  address: S3Url,
  options: {
    folder: string;
    credentials?: S3Credentials | undefined;
    logger: Logger;
    /** Milliseconds since the epoch. */
    now: () => number;
    /** The longest silence of the server, for tests. */
    silenceMaxMs?: number;
  },
) {
  const bucket = openBucket(address, { dependency: 'original_files', ...options });
  try {
    await bucket.ping();
  } catch (error) {
    const { cause } = asError(error);
    const fault = cause instanceof Error && faultOf(cause.cause);
    if (!(error instanceof RefusedError) || fault) {
      bucket[Symbol.dispose]();
      const why = fault || asError(error).message;
      throw new Error(`Cannot store originals in s3://${address.bucket} as ${why}`, { cause: error });
    }
    options.logger.warn('The bucket of originals cannot be reached', { error: asError(cause) });
  }
  return {
    originals: await openS3OriginalStore(bucket, options),
    manifests: openS3ManifestStore(bucket),
    /** @throws {RefusedError} `store_unavailable` when the bucket cannot be used now. */
    ping: (signal: AbortSignal) => bucket.ping(signal),
    [Symbol.dispose]: () => bucket[Symbol.dispose](),
  };
}
