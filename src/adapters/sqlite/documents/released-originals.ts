import type { NamedOriginal } from '../../../ports/manifest.ts';
import type { ReleasedOriginal } from '../../../ports/named-originals.ts';
import type { Connection } from '../connection.ts';
import { all } from '../database.ts';

/** What is not taken in time is left to the next start. */
const TAKEABLE_MAX = 10_000;

/** The table of content that documents have released, and what of it was not taken yet. */
export interface ReleasedOriginals {
  /** Call in the transaction of a change, after it, with hashes that the document named before. */
  lost(of: { docId: string; now: number }, ...hashes: readonly (string | null)[]): void;
  /** Call with a hash that a document was to name, whether or not the change is committed in the end. */
  unclaimed(hash: string | null): void;
  take(): ReleasedOriginal[];
  all(): ReleasedOriginal[];
  recordUnnamed(hashes: readonly string[], now: number): void;
  forget(released: readonly ReleasedOriginal[]): void;
  isNamed(hash: string): boolean;
  named(): NamedOriginal[];
}

export function createReleasedOriginals(connection: Connection): ReleasedOriginals {
  const selectNamed = connection.prepare(
    `SELECT 1 FROM documents WHERE content_hash = ?1
     UNION ALL SELECT 1 FROM documents WHERE live_hash = ?1 LIMIT 1`,
  );
  const selectNamedBy = connection.prepare(
    'SELECT 1 FROM documents WHERE doc_id = ? AND ? IN (content_hash, live_hash)',
  );
  const selectAllNamed = connection.prepare(
    `SELECT doc_id AS docId, content_hash AS contentHash FROM documents WHERE content_hash IS NOT NULL
     UNION SELECT doc_id, live_hash FROM documents WHERE live_hash IS NOT NULL`,
  );
  const insert = connection.prepare('INSERT OR REPLACE INTO released_originals VALUES (?, ?, ?)');
  const insertNew = connection.prepare('INSERT OR IGNORE INTO released_originals VALUES (?, ?, ?)');
  const select = connection.prepare(
    'SELECT content_hash AS contentHash, doc_id AS docId, released_at AS releasedAt FROM released_originals',
  );
  const remove = connection.prepare(
    'DELETE FROM released_originals WHERE content_hash = ? AND doc_id = ? AND released_at = ?',
  );
  const takeable = new Map<string, ReleasedOriginal>();

  const isNamed = (hash: string) => selectNamed.get(hash) !== undefined;
  const isNamedBy = (docId: string, hash: string) => selectNamedBy.get(docId, hash) !== undefined;

  function makeTakeable(released: ReleasedOriginal): void {
    if (takeable.size < TAKEABLE_MAX) takeable.set(`${released.contentHash} ${released.docId}`, released);
  }

  return {
    lost({ docId, now }, ...hashes) {
      for (const contentHash of hashes) {
        if (contentHash === null || isNamedBy(docId, contentHash)) continue;
        insert.run(contentHash, docId, now);
        makeTakeable({ contentHash, docId, releasedAt: now });
      }
    },
    unclaimed(contentHash) {
      if (contentHash !== null) makeTakeable({ contentHash, docId: null, releasedAt: 0 });
    },
    take() {
      const released = [...takeable.values()].filter(({ docId, contentHash }) =>
        docId === null ? !isNamed(contentHash) : !isNamedBy(docId, contentHash),
      );
      takeable.clear();
      return released;
    },
    all: () =>
      all<ReleasedOriginal & { docId: string }>(select).map(({ docId, ...released }) => ({
        ...released,
        docId: docId === NOBODY ? null : docId,
      })),
    recordUnnamed(hashes, now) {
      for (const hash of hashes) if (!isNamed(hash)) insertNew.run(hash, NOBODY, now);
    },
    forget(released) {
      for (const { contentHash, docId, releasedAt } of released)
        remove.run(contentHash, docId ?? NOBODY, releasedAt);
    },
    isNamed,
    named: () => all<NamedOriginal>(selectAllNamed),
  };
}

/** Stands for a missing id, as part of the primary key. */
const NOBODY = '';
