import type { NamedOriginal } from '../../ports/manifest.ts';

/** What the keys of all objects begin with. */
export const ORIGINALS = 'originals/';

const KEY = /^originals\/([0-9a-f]{64})\/(?:content\.[0-9a-f-]{36}|manifest\.([A-Za-z0-9_-]{1,128})\.json)$/;

/** Keys of the content, of which there may be several for a while; each ends in a name that is never used again. */
export function contentPrefix(contentHash: string): string {
  return `${ORIGINALS}${contentHash}/content.`;
}

export function manifestKey({ docId, contentHash }: NamedOriginal): string {
  return `${ORIGINALS}${contentHash}/manifest.${docId}.json`;
}

/** Undefined for an object of somebody else. Without `docId` it is the content. */
export function objectOf(key: string): { contentHash: string; docId: string | undefined } | undefined {
  const [, contentHash, docId] = KEY.exec(key) ?? [];
  return contentHash === undefined ? undefined : { contentHash, docId };
}
