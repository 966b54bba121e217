import { inParallel } from '../../concurrency/in-parallel.ts';
import type { DocumentStore } from '../../ports/document-store.ts';
import type { Logger } from '../../ports/logger.ts';
import type { ManifestStore, NamedOriginal } from '../../ports/manifest.ts';
import type { ReleasedOriginal } from '../../ports/named-originals.ts';
import { warned } from '../warned.ts';
import type { OriginalUpkeep } from './original-upkeep.ts';

/** An original without a document is removed after this time: the database may be an old copy. */
const RETENTION_MS = 24 * 60 * 60 * 1000;

/** Manifests written at the same time: mostly they wait for the disk. */
const WRITES_AT_ONCE = 4;

interface Parts {
  readonly documentStore: DocumentStore;
  readonly originalUpkeep: Pick<OriginalUpkeep, 'describe' | 'discard' | 'removeManifest'>;
  readonly manifests: ManifestStore;
  readonly logger: Logger;
  readonly now: () => number;
}

/**
 * Makes the stored originals match the documents: completes removals that a crash interrupted. Originals are removed
 * only when they were released or found a day ago. Documents may change meanwhile, in other processes as well, so
 * everything is checked again before it is removed or reported.
 *
 * @returns Ids of documents without a manifest, because an earlier Docent accepted them or a crash prevented it.
 */
export async function sweepOriginals(parts: Parts): Promise<string[]> {
  const { documentStore, manifests, logger, now } = parts;
  const namedBy = await namedOriginals(parts);
  await removeReleased(namedBy, parts);

  const found: string[] = [];
  const undescribed = new Set<string>();
  const unknown: NamedOriginal[] = [];
  for await (const { contentHash, docIds } of manifests.stored()) {
    const described = new Set(docIds);
    for (const docId of namedBy.get(contentHash) ?? []) if (!described.has(docId)) undescribed.add(docId);
    for (const docId of docIds)
      if (!namedBy.get(contentHash)?.has(docId)) unknown.push({ docId, contentHash });
    if (docIds.length === 0 && !namedBy.has(contentHash)) found.push(contentHash);
  }
  await documentStore.recordUnnamed(found, now());
  let documents = 0;
  for (const of of unknown) if (!(await isNamed(of, parts))) documents += 1;
  if (documents > 0) logger.warn(UNKNOWN_DOCUMENTS, { documents });
  return [...undescribed];
}

async function removeReleased(
  namedBy: ReadonlyMap<string, ReadonlySet<string>>,
  parts: Parts,
): Promise<void> {
  const { documentStore, originalUpkeep, now } = parts;
  const ended: ReleasedOriginal[] = [];
  for (const released of await documentStore.releasedOriginals()) {
    if (now() - released.releasedAt >= RETENTION_MS) {
      if (await originalUpkeep.discard(released)) ended.push(released);
    } else {
      await originalUpkeep.removeManifest(released);
      if (namedBy.has(released.contentHash)) ended.push(released);
    }
  }
  if (ended.length > 0) await documentStore.forgetReleased(ended);
}

/** Ids of documents by the content that they name. */
async function namedOriginals({ documentStore }: Parts): Promise<Map<string, Set<string>>> {
  const namedBy = new Map<string, Set<string>>();
  for (const { docId, contentHash } of await documentStore.namedOriginals())
    namedBy.set(contentHash, (namedBy.get(contentHash) ?? new Set()).add(docId));
  return namedBy;
}

/** At this moment. */
async function isNamed({ docId, contentHash }: NamedOriginal, { documentStore }: Parts): Promise<boolean> {
  return (await documentStore.manifests(docId)).some((manifest) => manifest.contentHash === contentHash);
}

const UNKNOWN_DOCUMENTS =
  'Originals belong to documents that docent.db does not know, so it is not the newest one. They are not removed. Restore ' +
  'the newest docent.db, or stop Docent, move docent.db away and run: docent reindex --from-originals';

/**
 * Sweeps the originals, and again every day, until disposed of. Documents without a manifest get one in the
 * background.
 *
 * @throws What a store throws at the first sweep.
 */
export async function startSweeping(parts: Parts): Promise<AsyncDisposable> {
  let describing = startDescribing(await sweepOriginals(parts), parts);
  const sweep = async () => {
    const undescribed = await sweepOriginals(parts);
    await describing[Symbol.asyncDispose]();
    describing = startDescribing(undescribed, parts);
  };
  const failed = warned(parts.logger, 'The sweep of originals failed; it runs again in a day');
  const timer = setInterval(() => sweep().catch(failed), RETENTION_MS).unref();
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await describing[Symbol.asyncDispose]();
    },
  };
}

/** Writes the manifests of these documents in the background, until disposed of. */
export function startDescribing(
  docIds: readonly string[],
  { originalUpkeep, logger }: { originalUpkeep: Pick<OriginalUpkeep, 'describe'>; logger: Logger },
): AsyncDisposable {
  let isStopping = false;

  async function describeAll(): Promise<void> {
    if (docIds.length === 0) return;
    await inParallel(docIds, WRITES_AT_ONCE, async (docId) => {
      if (!isStopping) await originalUpkeep.describe(docId);
    });
    if (!isStopping) logger.info('Manifests of originals written', { documents: docIds.length });
  }

  const described = describeAll().catch(
    warned(logger, 'Manifests of originals could not be written; the next start retries'),
  );
  return {
    async [Symbol.asyncDispose]() {
      isStopping = true;
      await described;
    },
  };
}
