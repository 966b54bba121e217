import type { KeyValueStore } from '../../ports/key-value-store.ts';
import { pageOf } from '../page-of.ts';
import { openConnection } from '../sqlite/connection.ts';
import type { OnMigration } from '../sqlite/database.ts';
import { BEHIND_ALL, checkWellFormed, compareBytes, SWEPT_PER_WRITE } from './entry-rules.ts';

const MIGRATION = `
  CREATE TABLE entries (
    key TEXT PRIMARY KEY NOT NULL,
    value TEXT NOT NULL,
    expires_at INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX entries_by_expiry ON entries (expires_at) WHERE expires_at IS NOT NULL;
`;

/**
 * Opens or creates the SQLite file at `path`.
 *
 * @param options `durability`: with `fsync` a write survives a power cut; with `relaxed` it survives a killed process,
 * and a power cut may lose the last ones. `now`: milliseconds since the epoch.
 * @throws {Error} When the file is another program's or a newer Docent's.
 */
export function openSqliteKeyValueStore(
  path: string,
  options: { durability: 'fsync' | 'relaxed'; now: () => number; onMigration?: OnMigration },
): KeyValueStore {
  const { now } = options;
  const connection = openConnection(
    path,
    'kv_store',
    {
      applicationId: 0x446f6332, // "Doc2"
      migrations: [MIGRATION],
      durability: options.durability,
    },
    options.onMigration,
  );
  const { one, all, run } = connection;

  const find = (key: string) =>
    one<{ value: string; expiresAt: number }>(
      'SELECT value, expires_at AS expiresAt FROM entries WHERE key = $1 AND expires_at > $2',
      ...[key, now()],
    );

  function put(key: string, value: string, expiresAt: number): void {
    run(
      `INSERT INTO entries (key, value, expires_at) VALUES ($1, $2, $3)
       ON CONFLICT (key) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at`,
      ...[key, value, expiresAt],
    );
    run(
      `DELETE FROM entries WHERE key IN (
         SELECT key FROM entries WHERE expires_at <= $1 ORDER BY expires_at LIMIT ${SWEPT_PER_WRITE}
       )`,
      now(),
    );
  }

  return {
    get: (key) => connection.read(() => find(key)?.value),
    async set(key, value, { ttlMs }) {
      checkWellFormed('key', key);
      await connection.write(() => put(key, value, now() + ttlMs));
    },
    async compareAndSet(key, expected, value, { ttlMs }) {
      checkWellFormed('key', key);
      return connection.write(() => {
        if (find(key)?.value !== expected) return false;
        put(key, value, now() + ttlMs);
        return true;
      });
    },
    async increment(key, { ttlMs }) {
      checkWellFormed('key', key);
      // A write runs alone, so that nothing comes between its read and its write.
      return connection.write(() => {
        const { value, expiresAt } = find(key) ?? { value: '0', expiresAt: now() + ttlMs };
        const count = Number(value) + 1;
        put(key, String(count), expiresAt);
        return { count, expiresAt };
      });
    },
    delete: (key) =>
      connection.write(() => {
        const removed = one<{ expires_at: number }>(
          'DELETE FROM entries WHERE key = $1 RETURNING expires_at',
          key,
        );
        return removed !== undefined && removed.expires_at > now();
      }),
    async list(prefix, { limit, after }) {
      checkWellFormed('prefix', prefix);
      const behind = Buffer.concat([Buffer.from(prefix), Buffer.of(BEHIND_ALL)]);
      // A single lower bound: of two, SQLite would seek by the first and walk to the second.
      const [comparison, from] =
        after === undefined || compareBytes(after, prefix) < 0 ? ['>=', prefix] : ['>', after];
      const rows = await connection.read(() =>
        all<{ key: string; value: string }>(
          `SELECT key, value FROM entries
           WHERE key ${comparison} $1 AND key < CAST($2 AS TEXT) AND expires_at > $3
           ORDER BY key LIMIT $4`,
          ...[from, behind, now(), limit + 1],
        ),
      );
      const { shown, last } = pageOf(rows, limit);
      return { entries: shown.map(({ key, value }) => ({ key, value })), next: last?.key };
    },
    ping: connection.ping,
    [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
  };
}
