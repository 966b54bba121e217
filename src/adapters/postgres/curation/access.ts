import type { AccessStore, AuditEntry } from '../../../ports/access-store.ts';
import * as sql from '../../sql/access-statements.ts';
import type { Connection, Queries } from '../connection.ts';

/** API keys and the audit log, beside the reviews: a decision and its entry are one transaction. */
export function createAccess({ query, transaction }: Connection): AccessStore {
  const totalOf = async (queries: Queries, statement: string) =>
    (await queries.query<{ total: number }>(statement))[0]!.total;

  return {
    addKey: (key, { keysMax, audit }) =>
      transaction(async (queries) => {
        if ((await totalOf(queries, sql.COUNT_KEYS)) >= keysMax) return 'full';
        if ((await queries.query(sql.INSERT_KEY, sql.keyValues(key))).length === 0) return 'taken';
        await recordAudit(queries, audit);
        return 'added';
      }),
    async keyWithDigest(digest) {
      const [row] = await query<sql.KeyRow>(sql.SELECT_KEY, [digest]);
      return row && sql.keyOf(row);
    },
    keys: async () => (await query<sql.KeyRow>(sql.SELECT_KEYS)).map(sql.keyOf),
    deleteKey: (name, audit) =>
      transaction(async (queries) => {
        if ((await queries.query(sql.DELETE_KEY, [name])).length === 0) return false;
        await recordAudit(queries, audit);
        return true;
      }),
    async keyUsed(keyId, now) {
      await query(sql.SET_KEY_USED, [keyId, now]);
    },
    addAudit: (entry) => recordAudit({ query }, entry),
    async audit({ limit, before = Number.MAX_SAFE_INTEGER }) {
      const rows = await query<sql.AuditRow>(sql.SELECT_AUDIT, [before, limit + 1]);
      return sql.auditPageOf(rows, limit, await totalOf({ query }, sql.COUNT_AUDIT));
    },
    async forgetAudit(before) {
      await query(sql.DELETE_AUDIT, [before]);
    },
  };
}

export async function recordAudit({ query }: Queries, entry: AuditEntry): Promise<void> {
  await query(sql.INSERT_AUDIT, sql.auditValues(entry));
}
