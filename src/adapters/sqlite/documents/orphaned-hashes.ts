import type { Connection } from '../connection.ts';

/** The rest is left to the sweep at the next start. */
const HASHES_MAX = 10_000;

/** Content hashes that documents have released, until they are taken. */
export interface OrphanedHashes {
  /**
   * Call with hashes that a document referenced so far or was to reference, whether or not the change is committed in
   * the end.
   */
  lost(...hashes: readonly (string | null)[]): void;
  /** Hashes released since the last call and no longer referenced. */
  take(): string[];
  isNamed(hash: string): boolean;
}

export function createOrphanedHashes(connection: Connection): OrphanedHashes {
  const selectNamed = connection.prepare(
    `SELECT 1 FROM documents WHERE content_hash = ?1
     UNION ALL SELECT 1 FROM documents WHERE live_hash = ?1 LIMIT 1`,
  );
  const candidates = new Set<string>();
  const isNamed = (hash: string) => selectNamed.get(hash) !== undefined;

  return {
    isNamed,
    lost(...hashes) {
      for (const hash of hashes) {
        if (hash !== null && candidates.size < HASHES_MAX) candidates.add(hash);
      }
    },
    take() {
      const orphaned = [...candidates].filter((hash) => !isNamed(hash));
      candidates.clear();
      return orphaned;
    },
  };
}
