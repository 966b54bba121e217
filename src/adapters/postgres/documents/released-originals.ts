import type { NamedOriginal } from '../../../ports/manifest.ts';
import type { ReleasedOriginal } from '../../../ports/named-originals.ts';
import type { Connection, Queries } from '../connection.ts';
import type { Change } from './change.ts';

/** What is not taken in time is found in the table, by who looks for it there. */
const TAKEABLE_MAX = 10_000;
/** Stands for a missing id, as part of the primary key. */
const NOBODY = '';
/** The first half of the locks on content. */
const CONTENT_LOCKS = 0x446f63;

/** The table of content that documents have released, and what of it this process released and did not take yet. */
export interface ReleasedOriginals {
  /** Call in the transaction of a change, after it, with hashes that the document named before. */
  lost(
    change: Change,
    of: { docId: string; now: number },
    ...hashes: readonly (string | null)[]
  ): Promise<void>;
  /** Call with a hash that a document was to name, when the change has ended, committed or not. */
  unclaimed(hash: string | null): void;
  take(): Promise<ReleasedOriginal[]>;
  all(): Promise<ReleasedOriginal[]>;
  recordUnnamed(hashes: readonly string[], now: number): Promise<void>;
  forget(released: readonly ReleasedOriginal[]): Promise<void>;
  ifUnnamed(hash: string, discard: () => Promise<void>): Promise<void>;
  named(): Promise<NamedOriginal[]>;
}

export function createReleasedOriginals(connection: Connection): ReleasedOriginals {
  const takeable = new Map<string, ReleasedOriginal>();

  function makeTakeable(released: ReleasedOriginal): void {
    if (takeable.size < TAKEABLE_MAX) takeable.set(`${released.contentHash} ${released.docId}`, released);
  }

  return {
    async lost(change, { docId, now }, ...hashes) {
      const known = hashes.filter((hash) => hash !== null);
      if (known.length === 0) return;
      const lost = await change.query<{ content_hash: string }>(
        `INSERT INTO released_originals (content_hash, doc_id, released_at)
         SELECT DISTINCT hash, $2, $3::bigint FROM unnest($1::text[]) AS hash WHERE NOT EXISTS (
           SELECT 1 FROM documents WHERE doc_id = $2 AND hash IN (content_hash, live_hash)
         )
         ON CONFLICT (content_hash, doc_id) DO UPDATE SET released_at = excluded.released_at
         RETURNING content_hash`,
        [known, docId, now],
      );
      change.afterwards(() => {
        for (const { content_hash: contentHash } of lost)
          makeTakeable({ contentHash, docId, releasedAt: now });
      });
    },
    unclaimed(contentHash) {
      if (contentHash !== null) makeTakeable({ contentHash, docId: null, releasedAt: 0 });
    },
    async take() {
      const taken = [...takeable.values()];
      if (taken.length === 0) return [];
      takeable.clear();
      try {
        const unnamed = await connection.query<{ place: number }>(SELECT_UNNAMED, [
          taken.map(({ contentHash }) => contentHash),
          taken.map(({ docId }) => docId),
        ]);
        return unnamed.map(({ place }) => taken[place - 1]!);
      } catch (error) {
        for (const released of taken) makeTakeable(released);
        throw error;
      }
    },
    async all() {
      const rows = await connection.query<{ contentHash: string; docId: string; releasedAt: number }>(
        `SELECT content_hash AS "contentHash", doc_id AS "docId", released_at AS "releasedAt" FROM released_originals`,
      );
      return rows.map(({ docId, ...released }) => ({ ...released, docId: docId === NOBODY ? null : docId }));
    },
    async recordUnnamed(hashes, now) {
      await connection.query(
        `INSERT INTO released_originals (content_hash, doc_id, released_at)
         SELECT DISTINCT hash, $2, $3::bigint FROM unnest($1::text[]) AS hash
         WHERE NOT EXISTS (SELECT 1 FROM documents WHERE content_hash = hash)
           AND NOT EXISTS (SELECT 1 FROM documents WHERE live_hash = hash)
         ON CONFLICT DO NOTHING`,
        [hashes, NOBODY, now],
      );
    },
    async forget(released) {
      await connection.query(
        `DELETE FROM released_originals r
         USING unnest($1::text[], $2::text[], $3::bigint[]) AS f (content_hash, doc_id, released_at)
         WHERE (r.content_hash, r.doc_id, r.released_at) = (f.content_hash, f.doc_id, f.released_at)`,
        [
          released.map(({ contentHash }) => contentHash),
          released.map(({ docId }) => docId ?? NOBODY),
          released.map(({ releasedAt }) => releasedAt),
        ],
      );
    },
    async ifUnnamed(hash, discard) {
      await connection.transaction(async (queries) => {
        await queries.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [CONTENT_LOCKS, hash]);
        const unnamed = await queries.query<{ place: number }>(SELECT_UNNAMED, [[hash], [null]]);
        if (unnamed.length > 0) await discard();
      });
    },
    named: () =>
      connection.query<NamedOriginal>(
        `SELECT doc_id AS "docId", content_hash AS "contentHash" FROM documents WHERE content_hash IS NOT NULL
         UNION SELECT doc_id, live_hash FROM documents WHERE live_hash IS NOT NULL`,
      ),
  };
}

/** Before a document comes to name the content, in the transaction in which it does: nobody discards it in between. */
export async function claimContent(change: Queries, hash: string): Promise<void> {
  await change.query('SELECT pg_advisory_xact_lock_shared($1, hashtext($2))', [CONTENT_LOCKS, hash]);
}

/** Places, from 1, of content that its document does not name, or nobody where there is none. */
const SELECT_UNNAMED = `
  SELECT place::integer FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS t (hash, doc_id, place)
  WHERE CASE WHEN t.doc_id IS NULL
    THEN NOT EXISTS (SELECT 1 FROM documents d WHERE d.content_hash = t.hash)
     AND NOT EXISTS (SELECT 1 FROM documents d WHERE d.live_hash = t.hash)
    ELSE NOT EXISTS (SELECT 1 FROM documents d WHERE d.doc_id = t.doc_id AND t.hash IN (d.content_hash, d.live_hash))
  END`;
