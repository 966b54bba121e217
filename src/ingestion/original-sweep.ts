import { asError } from '../errors.ts';
import { inParallel } from '../in-parallel.ts';
import type { DocumentStore } from '../ports/document-store.ts';
import type { Logger } from '../ports/logger.ts';
import type { ManifestStore } from '../ports/manifest.ts';
import type { ReleasedOriginal } from '../ports/named-originals.ts';
import type { OriginalStore } from '../ports/original-store.ts';
import type { OriginalUpkeep } from './original-upkeep.ts';

/** An original without a document is kept for this long: the catalogue may be the wrong one. */
const KEPT_MS = 24 * 60 * 60 * 1000;

/** Manifests written at the same time: mostly they wait for the disk. */
const WRITES_AT_ONCE = 4;

interface Parts {
  readonly documentStore: DocumentStore;
  readonly originals: OriginalStore;
  readonly manifests: ManifestStore;
  readonly logger: Logger;
  readonly now: () => number;
}

/**
 * Brings the stored originals in step with the catalogue, before requests are served: ends the removals that a crash
 * interrupted, of originals only where they were released or found a day ago.
 *
 * @returns Ids of documents without a manifest: an earlier Docent has accepted them, or a crash came first.
 */
export async function sweepOriginals(parts: Parts): Promise<string[]> {
  const { documentStore, originals, manifests, logger, now } = parts;
  await originals.clearStaging();
  const namedBy = new Map<string, Set<string>>();
  for (const { docId, contentHash } of await documentStore.namedOriginals())
    namedBy.set(contentHash, (namedBy.get(contentHash) ?? new Set()).add(docId));
  const isNamedBy = (contentHash: string, docId: string) => namedBy.get(contentHash)?.has(docId) === true;

  const released = new Map((await documentStore.releasedOriginals()).map((each) => [keyOf(each), each]));
  const removed: ReleasedOriginal[] = [];
  for (const each of released.values()) {
    const { contentHash, docId, releasedAt } = each;
    if (docId !== null && !isNamedBy(contentHash, docId)) await manifests.remove({ docId, contentHash });
    const isOld = now() - releasedAt >= KEPT_MS;
    if (isOld) await documentStore.ifUnnamed(contentHash, () => originals.remove(contentHash));
    if (isOld || namedBy.has(contentHash)) removed.push(each);
  }
  if (removed.length > 0) await documentStore.forgetReleased(removed);

  const found: string[] = [];
  const undescribed = new Set<string>();
  let unknown = 0;
  for await (const { contentHash, docIds } of manifests.stored()) {
    const described = new Set(docIds);
    for (const docId of namedBy.get(contentHash) ?? []) if (!described.has(docId)) undescribed.add(docId);
    unknown += docIds.filter((docId) => !isNamedBy(contentHash, docId)).length;
    if (docIds.length === 0 && !namedBy.has(contentHash)) found.push(contentHash);
  }
  await documentStore.recordUnnamed(found, now());
  if (unknown > 0) logger.warn(UNKNOWN_DOCUMENTS, { documents: unknown });
  return [...undescribed];
}

const UNKNOWN_DOCUMENTS =
  'Originals belong to documents that docent.db does not know, so it is not the newest one. They are kept. Restore the ' +
  'newest docent.db, or stop Docent, move docent.db away and run: docent reindex --from-originals';

/** Writes the manifests of these documents, behind everything else, until disposed of. */
export function startDescribing(
  docIds: readonly string[],
  { originalUpkeep, logger }: { originalUpkeep: Pick<OriginalUpkeep, 'describe'>; logger: Logger },
): AsyncDisposable {
  let isStopping = false;

  async function describeAll(): Promise<void> {
    if (docIds.length === 0) return;
    try {
      await inParallel(docIds, WRITES_AT_ONCE, async (docId) => {
        if (!isStopping) await originalUpkeep.describe(docId);
      });
      if (!isStopping) logger.info('Manifests of originals written', { documents: docIds.length });
    } catch (error) {
      logger.warn('Manifests of originals are left to the next start', { error: asError(error) });
    }
  }

  const described = describeAll();
  return {
    async [Symbol.asyncDispose]() {
      isStopping = true;
      await described;
    },
  };
}

function keyOf({ contentHash, docId }: { contentHash: string; docId: string | null }): string {
  return `${contentHash} ${docId ?? ''}`;
}
