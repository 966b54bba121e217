import { inEnglish, type Said } from '../../kernel/said.ts';
import { type SourceDriver, SourceFailure, type SourceItem } from '../../ports/source-driver.ts';
import type { Bucket, S3Credentials } from '../s3/bucket.ts';
import { parseS3Url, type S3Url } from '../s3/s3-url.ts';
import { tooMany } from './folder.ts';

const OPEN_AT_ONCE = 4;

interface Parts {
  /** What sources may be below: with endpoint and region, which a source does not name. */
  readonly roots: readonly S3Url[];
  readonly credentials: S3Credentials | undefined;
  readonly now: () => number;
}

/** The objects of a bucket below a prefix. The bucket is opened for each run. */
export function createS3Source(parts: Parts): SourceDriver {
  return {
    vet({ location }) {
      const found = addressOf(location, parts.roots);
      return 'fault' in found ? found.fault : undefined;
    },

    async list({ location }, { itemsMax, signal }) {
      const address = addressOf(location, parts.roots);
      if ('fault' in address) throw new SourceFailure(`The location ${inEnglish(address.fault)}.`);
      const { credentials, now } = parts;
      // The client of S3 is large; few have a source there.
      const { openBucket } = await import('../s3/bucket.ts');
      const bucket = openBucket(address, { dependency: 'source', credentials, now });
      const items: SourceItem[] = [];
      try {
        for await (const { key, bytes, storedAt } of bucket.list('', signal)) {
          if (bytes === 0) continue;
          if (items.length === itemsMax) throw tooMany(itemsMax);
          items.push(itemOf(bucket, { key, bytes, mark: `${bytes} ${storedAt}` }));
        }
      } catch (error) {
        bucket[Symbol.dispose]();
        signal.throwIfAborted();
        if (error instanceof SourceFailure) throw error;
        throw new SourceFailure(`${location} cannot be read. The log says why.`, { cause: error });
      }
      return {
        ...{ items, isUnchanged: false, isComplete: true, revision: null, openAtOnce: OPEN_AT_ONCE },
        async [Symbol.asyncDispose]() {
          bucket[Symbol.dispose]();
        },
      };
    },
  };
}

/** Why the location may not be read, to follow its name; or where it is. */
function addressOf(location: string, roots: readonly S3Url[]): S3Url | { readonly fault: Said } {
  const parsed = parseS3Url(location);
  if ('fault' in parsed) return parsed;
  const { bucket, prefix, region, endpoint } = parsed.address;
  if (region !== undefined || endpoint !== undefined)
    return { fault: 'must be s3://bucket/prefix: the setting SOURCE_ROOTS says where the bucket is' };
  const root = roots.find((each) => each.bucket === bucket && prefix.startsWith(each.prefix));
  return root ? { ...root, prefix } : { fault: 'must be in a bucket that the setting SOURCE_ROOTS names' };
}

function itemOf(
  bucket: Bucket,
  { key, bytes, mark }: { key: string; bytes: number; mark: string },
): SourceItem {
  return {
    key,
    async open(known, { signal }) {
      if (mark === known) return undefined;
      const body = bucket.get(key, { start: 0, end: bytes }, signal);
      return {
        ...{ body, mark, mediaType: null, url: null },
        async [Symbol.asyncDispose]() {
          await body.return();
        },
      };
    },
  };
}
