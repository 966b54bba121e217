import { createHash } from 'node:crypto';
import type { ManifestStore, NamedOriginal } from '../../ports/manifest.ts';
import { manifestIn, manifestText } from '../files/manifest-text.ts';
import type { Bucket } from './bucket.ts';

/** What the keys of all objects begin with. */
const ORIGINALS = 'originals/';

const KEY = /^originals\/([0-9a-f]{64})\/(?:content\.[0-9a-f-]{36}|manifest\.([A-Za-z0-9_-]{1,128})\.json)$/;

/** Manifests as `originals/<hash>/manifest.<doc_id>.json`, beside the content. */
export function openS3ManifestStore(bucket: Bucket): ManifestStore {
  return {
    async write(manifest, signal) {
      const text = Buffer.from(manifestText(manifest));
      const sha256 = createHash('sha256').update(text).digest('hex');
      async function* open() {
        yield text;
      }
      await bucket.put(manifestKey(manifest), { bytes: text.length, sha256, open }, signal);
    },
    remove: (of, signal) => bucket.remove(manifestKey(of), signal),
    read: async (of, signal) => manifestIn(await bucket.text(manifestKey(of), signal), of),
    async *stored(signal) {
      // Keys come in order: all of one original, its content first.
      let stored: { contentHash: string; docIds: string[] } | undefined;
      for await (const { key } of bucket.list(ORIGINALS, signal)) {
        const object = objectOf(key);
        if (!object) continue;
        const { contentHash, docId } = object;
        if (docId !== undefined) {
          if (stored?.contentHash === contentHash) stored.docIds.push(docId);
        } else if (stored?.contentHash !== contentHash) {
          if (stored) yield stored;
          stored = { contentHash, docIds: [] };
        }
      }
      if (stored) yield stored;
    },
  };
}

/** Keys of the content, of which there may be several for a while; each ends in a name that is never used again. */
export function contentPrefix(contentHash: string): string {
  return `${ORIGINALS}${contentHash}/content.`;
}

export function manifestKey({ docId, contentHash }: NamedOriginal): string {
  return `${ORIGINALS}${contentHash}/manifest.${docId}.json`;
}

/** Undefined for an object of somebody else. Without `docId` it is the content. */
function objectOf(key: string): { contentHash: string; docId: string | undefined } | undefined {
  const [, contentHash, docId] = KEY.exec(key) ?? [];
  return contentHash === undefined ? undefined : { contentHash, docId };
}
