import { asError } from '../errors.ts';
import type { DocumentStore } from '../ports/document-store.ts';
import type { Logger } from '../ports/logger.ts';
import type { OriginalStore } from '../ports/original-store.ts';

/** Removes originals that no document references. What it cannot remove is left to the sweep of the next start. */
export interface OriginalUpkeep {
  /** Call when content was stored, before a document references it: it is in use again. */
  kept(contentHash: string): void;
  /** Removes originals that lost their documents since the last call. Never throws. */
  discardOrphans(): Promise<void>;
}

export function createOriginalUpkeep(parts: {
  documentStore: Pick<DocumentStore, 'takeOrphanedHashes'>;
  originals: Pick<OriginalStore, 'remove'>;
  logger: Logger;
}): OriginalUpkeep {
  const { documentStore, originals, logger } = parts;
  /** For each running round, the content stored since it began. */
  const rounds = new Set<Set<string>>();

  return {
    kept(contentHash) {
      for (const reused of rounds) reused.add(contentHash);
    },
    async discardOrphans() {
      const reused = new Set<string>();
      rounds.add(reused);
      try {
        for (const contentHash of await documentStore.takeOrphanedHashes()) {
          if (!reused.has(contentHash)) await originals.remove(contentHash);
        }
      } catch (error) {
        logger.warn('An original could not be removed, and is left to the next start', {
          error: asError(error),
        });
      } finally {
        rounds.delete(reused);
      }
    },
  };
}
