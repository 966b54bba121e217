import { inParallel } from '../../concurrency/in-parallel.ts';
import type { DocumentStore } from '../../ports/document-store.ts';
import type { Manifest, ManifestStore } from '../../ports/manifest.ts';
import type { OriginalStore } from '../../ports/original-store.ts';

/** Files read and documents accepted at the same time. */
const AT_ONCE = 100;

/**
 * Queues the documents of all manifests in an empty store, in the order in which they were created.
 *
 * @returns How many, and the content hashes of originals that no readable manifest describes.
 */
export async function restoreDocuments(parts: {
  documentStore: Pick<DocumentStore, 'accept'>;
  originals: Pick<OriginalStore, 'open'>;
  manifests: ManifestStore;
  correlationId: string;
  now: number;
}): Promise<{ documents: number; undescribed: readonly string[] }> {
  const { documentStore, originals, manifests, correlationId, now } = parts;
  const newest = new Map<string, Manifest>();
  const replaced: Manifest[] = [];
  const undescribed: string[] = [];
  for await (const { contentHash, docIds } of manifests.stored()) {
    let isDescribed = false;
    for (const docId of docIds) {
      const manifest = await manifests.read({ docId, contentHash });
      if (!manifest) continue;
      isDescribed = true;
      const [before, after] = inOrder(newest.get(docId), manifest);
      newest.set(docId, after);
      if (before) replaced.push(before);
    }
    if (!isDescribed) undescribed.push(contentHash);
  }

  const sizes = new Map<string, number>();
  await inParallel([...newest.values()], AT_ONCE, async ({ contentHash }) => {
    await using original = await originals.open(contentHash);
    sizes.set(contentHash, original?.bytes ?? 0);
  });
  const documents = [...newest.values()].sort((one, other) => one.createdAt - other.createdAt);
  // Each begins before the next, so that they are accepted in this order.
  await inParallel(documents, AT_ONCE, async (manifest) => {
    const { docId, contentHash, mediaType, version, createdAt, kind, title, tags, source } = manifest;
    await documentStore.accept({
      ...{ docId, whenTaken: 'replace', kind, title, tags, source, correlationId, now },
      original: { contentHash, mediaType, bytes: sizes.get(contentHash) ?? 0 },
      restored: { version, createdAt },
    });
  });
  for (const manifest of replaced) await manifests.remove(manifest);
  return { documents: documents.length, undescribed };
}

/** The one to restore is last: the newest version that did not fail, or else the newest. */
function inOrder(one: Manifest | undefined, other: Manifest): [Manifest | undefined, Manifest] {
  if (!one) return [undefined, other];
  const isOneNewer =
    one.isFailed === other.isFailed ? one.version > other.version : !one.isFailed && other.isFailed;
  return isOneNewer ? [other, one] : [one, other];
}
