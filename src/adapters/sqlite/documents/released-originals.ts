import type { NamedOriginal } from '../../../ports/manifest.ts';
import type { ReleasedOriginal } from '../../../ports/named-originals.ts';
import type { Connection } from '../connection.ts';

/** What is not taken in time is left to the next start. */
const TAKEABLE_MAX = 10_000;
/** Stands for a missing id, as part of the primary key. */
const NOBODY = '';

export type ReleasedOriginals = ReturnType<typeof createReleasedOriginals>;

/** The table of content that documents have released, and what of it was not taken yet. */
export function createReleasedOriginals({ one, all, run }: Connection) {
  const takeable = new Map<string, ReleasedOriginal>();

  const isNamed = (hash: string) =>
    one(
      `SELECT 1 FROM documents WHERE content_hash = $1
       UNION ALL SELECT 1 FROM documents WHERE live_hash = $1 LIMIT 1`,
      hash,
    ) !== undefined;
  const isNamedBy = (docId: string, hash: string) =>
    one('SELECT 1 FROM documents WHERE doc_id = $1 AND $2 IN (content_hash, live_hash)', docId, hash) !==
    undefined;

  function makeTakeable(released: ReleasedOriginal): void {
    if (takeable.size < TAKEABLE_MAX) takeable.set(`${released.contentHash} ${released.docId}`, released);
  }

  return {
    /** Call in the transaction of a change, after it, with hashes that the document named before. */
    lost({ docId, now }: { docId: string; now: number }, ...hashes: readonly (string | null)[]): void {
      for (const contentHash of hashes) {
        if (contentHash === null || isNamedBy(docId, contentHash)) continue;
        run('INSERT OR REPLACE INTO released_originals VALUES ($1, $2, $3)', contentHash, docId, now);
        makeTakeable({ contentHash, docId, releasedAt: now });
      }
    },
    /** Call with a hash that a document was to name, even if the change is not committed in the end. */
    unclaimed(contentHash: string | null): void {
      if (contentHash !== null) makeTakeable({ contentHash, docId: null, releasedAt: 0 });
    },
    take(): ReleasedOriginal[] {
      const released = [...takeable.values()].filter(({ docId, contentHash }) =>
        docId === null ? !isNamed(contentHash) : !isNamedBy(docId, contentHash),
      );
      takeable.clear();
      return released;
    },
    all: (): ReleasedOriginal[] =>
      all<ReleasedOriginal & { docId: string }>(
        'SELECT content_hash AS contentHash, doc_id AS docId, released_at AS releasedAt FROM released_originals',
      ).map(({ docId, ...released }) => ({ ...released, docId: docId === NOBODY ? null : docId })),
    recordUnnamed(hashes: readonly string[], now: number): void {
      for (const hash of hashes)
        if (!isNamed(hash))
          run('INSERT OR IGNORE INTO released_originals VALUES ($1, $2, $3)', hash, NOBODY, now);
    },
    forget(released: readonly ReleasedOriginal[]): void {
      for (const { contentHash, docId, releasedAt } of released)
        run(
          'DELETE FROM released_originals WHERE content_hash = $1 AND doc_id = $2 AND released_at = $3',
          ...[contentHash, docId ?? NOBODY, releasedAt],
        );
    },
    isNamed,
    named: () =>
      all<NamedOriginal>(
        `SELECT doc_id AS docId, content_hash AS contentHash FROM documents WHERE content_hash IS NOT NULL
         UNION SELECT doc_id, live_hash FROM documents WHERE live_hash IS NOT NULL`,
      ),
  };
}
