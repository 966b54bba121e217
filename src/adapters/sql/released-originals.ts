import type { DocumentStore } from '../../ports/document-store.ts';
import type { NamedOriginal } from '../../ports/manifest.ts';
import type { ReleasedOriginal } from '../../ports/named-originals.ts';
import type { Change, DocumentDatabase } from './document-driver.ts';
import { rowsOf, type Work } from './work.ts';

/** What is not taken in time is found in the table, by who looks for it there. */
const TAKEABLE_MAX = 10_000;
/** Stands for a missing id, as part of the primary key. */
const NOBODY = '';

export type ReleasedOriginals = ReturnType<typeof createReleasedOriginals>;

/** The table of content that documents have released, and what of it this process released and did not take yet. */
export function createReleasedOriginals({ driver, read, write }: DocumentDatabase) {
  const { each } = driver.dialect;
  const takeable = new Map<string, ReleasedOriginal>();

  function makeTakeable(released: ReleasedOriginal): void {
    if (takeable.size < TAKEABLE_MAX) takeable.set(`${released.contentHash} ${released.docId}`, released);
  }

  const all = `SELECT value ->> 'contentHash' AS hash, value ->> 'docId' AS doc_id FROM ${each('$1', 'objects')}`;

  /** Those whose document does not name the content; without a document, those that none names. */
  function* unnamed(released: readonly ReleasedOriginal[]): Work<ReleasedOriginal[]> {
    const found = yield* rowsOf<{ hash: string; doc_id: string | null }>(
      `SELECT hash, doc_id FROM (${all}) t
       WHERE CASE WHEN t.doc_id IS NULL
         THEN NOT EXISTS (SELECT 1 FROM documents d WHERE d.content_hash = t.hash)
          AND NOT EXISTS (SELECT 1 FROM documents d WHERE d.live_hash = t.hash)
         ELSE NOT EXISTS (SELECT 1 FROM documents d WHERE d.doc_id = t.doc_id AND t.hash IN (d.content_hash, d.live_hash))
       END`,
      [JSON.stringify(released)],
    );
    const keys = new Set(found.map(({ hash, doc_id }) => `${hash} ${doc_id}`));
    return released.filter(({ contentHash, docId }) => keys.has(`${contentHash} ${docId}`));
  }

  return {
    /** Call in a change of a document, after it, with hashes that the document named before. */
    *lost(
      change: Change,
      { docId, now }: { docId: string; now: number },
      ...hashes: readonly (string | null)[]
    ): Work<void> {
      for (const contentHash of new Set(hashes)) {
        if (contentHash === null) continue;
        const lost = yield* rowsOf(
          `INSERT INTO released_originals (content_hash, doc_id, released_at)
           SELECT $1, $2, $3 WHERE NOT EXISTS (
             SELECT 1 FROM documents WHERE doc_id = $2 AND $1 IN (content_hash, live_hash)
           )
           ON CONFLICT (content_hash, doc_id) DO UPDATE SET released_at = excluded.released_at
           RETURNING content_hash`,
          [contentHash, docId, now],
        );
        if (lost.length > 0) change.afterwards(() => makeTakeable({ contentHash, docId, releasedAt: now }));
      }
    },
    /** Call with a hash that a document was to name, when the change has ended, committed or not. */
    unclaimed(contentHash: string | null): void {
      if (contentHash !== null) makeTakeable({ contentHash, docId: null, releasedAt: 0 });
    },
    isUnnamed: function* (contentHash: string): Work<boolean> {
      return (yield* unnamed([{ contentHash, docId: null, releasedAt: 0 }])).length > 0;
    },
    store: {
      async takeReleased() {
        const taken = [...takeable.values()];
        takeable.clear();
        try {
          return taken.length === 0 ? [] : await read(() => unnamed(taken));
        } catch (error) {
          for (const released of taken) makeTakeable(released);
          throw error;
        }
      },
      releasedOriginals: () =>
        read(function* () {
          const rows = yield* rowsOf<{ contentHash: string; docId: string; releasedAt: number }>(
            `SELECT content_hash AS "contentHash", doc_id AS "docId", released_at AS "releasedAt" FROM released_originals`,
          );
          return rows.map(({ docId, ...released }) => ({
            ...released,
            docId: docId === NOBODY ? null : docId,
          }));
        }),
      recordUnnamed: async (hashes, now) => {
        const values = [JSON.stringify(hashes), NOBODY, now];
        await write(() =>
          rowsOf(
            `INSERT INTO released_originals (content_hash, doc_id, released_at)
             SELECT DISTINCT value, $2, CAST($3 AS bigint) FROM ${each('$1')}
             WHERE NOT EXISTS (SELECT 1 FROM documents WHERE content_hash = value)
               AND NOT EXISTS (SELECT 1 FROM documents WHERE live_hash = value)
             ON CONFLICT DO NOTHING`,
            values,
          ),
        );
      },
      forgetReleased: async (released) => {
        const keys = released.map(({ docId, ...rest }) => ({ ...rest, docId: docId ?? NOBODY }));
        const forget = () =>
          rowsOf(
            `DELETE FROM released_originals WHERE (content_hash, doc_id, released_at) IN (
               SELECT value ->> 'contentHash', value ->> 'docId', CAST(value ->> 'releasedAt' AS bigint)
               FROM ${each('$1', 'objects')}
             )`,
            [JSON.stringify(keys)],
          );
        // A power cut only costs the work: what is not there is removed again.
        await write(forget, 'relaxed');
      },
      namedOriginals: () =>
        read(() =>
          rowsOf<NamedOriginal>(
            `SELECT doc_id AS "docId", content_hash AS "contentHash" FROM documents WHERE content_hash IS NOT NULL
             UNION SELECT doc_id, live_hash FROM documents WHERE live_hash IS NOT NULL`,
          ),
        ),
    } satisfies Partial<DocumentStore>,
  };
}
