import { asError } from '../errors.ts';
import type { DocumentStore } from '../ports/document-store.ts';
import type { Logger } from '../ports/logger.ts';
import type { OriginalStore } from '../ports/original-store.ts';

/** Removes originals that no document references. What it cannot remove is left to the sweep of the next start. */
export interface OriginalUpkeep {
  /** Removes originals that lost their documents since the last call. Never throws. */
  discardOrphans(): Promise<void>;
}

export function createOriginalUpkeep(parts: {
  documentStore: Pick<DocumentStore, 'takeOrphanedHashes' | 'ifUnnamed'>;
  originals: Pick<OriginalStore, 'remove'>;
  logger: Logger;
}): OriginalUpkeep {
  const { documentStore, originals, logger } = parts;

  return {
    async discardOrphans() {
      try {
        // Each is checked again when its turn comes: a document with the same content may have been accepted meanwhile.
        for (const contentHash of await documentStore.takeOrphanedHashes())
          await documentStore.ifUnnamed(contentHash, () => originals.remove(contentHash));
      } catch (error) {
        logger.warn('An original could not be removed, and is left to the next start', {
          error: asError(error),
        });
      }
    },
  };
}
