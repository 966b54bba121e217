import { createKeyedMutex } from '../../concurrency/mutex.ts';
import type { DocumentStore } from '../../ports/document-store.ts';
import type { Logger } from '../../ports/logger.ts';
import type { ManifestStore } from '../../ports/manifest.ts';
import type { ReleasedOriginal } from '../../ports/named-originals.ts';
import type { OriginalStore } from '../../ports/original-store.ts';
import { warned } from '../warned.ts';

/** Keeps originals and their manifests consistent with the documents. */
export type OriginalUpkeep = ReturnType<typeof createOriginalUpkeep>;

export function createOriginalUpkeep(parts: {
  documentStore: Pick<DocumentStore, 'manifests' | 'takeReleased' | 'ifUnnamed' | 'forgetReleased'>;
  originals: Pick<OriginalStore, 'remove'>;
  manifests: Pick<ManifestStore, 'write' | 'remove'>;
  logger: Logger;
}) {
  const { documentStore, originals, manifests, logger } = parts;
  /** By document, so that the manifest written last is of its newest state. */
  const documents = createKeyedMutex();
  const rounds = new Set<Promise<void>>();

  /**
   * Writes the manifests of a document as it is now, durable when it resolves.
   *
   * @throws {RefusedError} `store_unavailable`
   */
  const describe = (docId: string) =>
    documents.run(docId, async () => {
      for (const manifest of await documentStore.manifests(docId)) await manifests.write(manifest);
    });

  async function removeManifest({ docId, contentHash }: ReleasedOriginal): Promise<void> {
    if (docId === null) return;
    await documents.run(docId, async () => {
      const current = await documentStore.manifests(docId);
      if (!current.some((manifest) => manifest.contentHash === contentHash))
        await manifests.remove({ docId, contentHash });
    });
  }

  /**
   * Removes the manifest first: it would otherwise restore a deleted document when the database is rebuilt.
   *
   * @returns Whether nothing is left to remove.
   */
  async function discard(released: ReleasedOriginal): Promise<boolean> {
    await removeManifest(released);
    const { contentHash } = released;
    // Checked again at each removal: a document with the same content may have been accepted meanwhile.
    let isDone = true;
    await documentStore.ifUnnamed(contentHash, async () => {
      isDone = await originals.remove(contentHash);
    });
    return isDone;
  }

  async function discardAll(): Promise<void> {
    const discarded: ReleasedOriginal[] = [];
    const retried = warned(logger, 'An original could not be removed; the next sweep retries');
    for (const released of await documentStore.takeReleased())
      if (await discard(released).catch(retried)) discarded.push(released);
    if (discarded.length > 0) await documentStore.forgetReleased(discarded);
  }

  return {
    describe,
    removeManifest,
    discard,
    /** As `describe`, but logs a failure; the next start retries. */
    describeLater: (docId: string) =>
      describe(docId).catch(
        warned(logger, 'A manifest could not be written; the next start retries', { doc_id: docId }),
      ),
    /**
     * Removes manifests and originals that documents have released; everything released before the call is gone when it
     * resolves. Logs failures; the next sweep retries. Never throws.
     */
    async discardReleased() {
      const round = discardAll().catch(
        warned(logger, 'Originals without a document could not be removed; the next sweep retries'),
      );
      rounds.add(round);
      // What was released before may have been taken by a round that has not removed it yet.
      await Promise.all(rounds);
      rounds.delete(round);
    },
  };
}
