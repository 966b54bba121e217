import type { AccessStore, AuditEntry } from '../../../ports/access-store.ts';
import * as sql from '../../sql/access-statements.ts';
import type { Connection } from '../connection.ts';

/** API keys and the audit log, in the database of reviews: a decision and its entry are one transaction. */
export function createAccess({ read, write, one, all, run }: Connection): AccessStore {
  const totalOf = (statement: string) => one<{ total: number }>(statement)!.total;

  return {
    addKey: (key, { keysMax, audit }) =>
      write(() => {
        if (totalOf(sql.COUNT_KEYS) >= keysMax) return 'full';
        if (!one(sql.INSERT_KEY, ...sql.keyValues(key))) return 'taken';
        recordAudit({ run }, audit);
        return 'added';
      }),
    keyWithDigest: (digest) =>
      read(() => {
        const row = one<sql.KeyRow>(sql.SELECT_KEY, digest);
        return row && sql.keyOf(row);
      }),
    keys: () => read(() => all<sql.KeyRow>(sql.SELECT_KEYS).map(sql.keyOf)),
    deleteKey: (name, audit) =>
      write(() => {
        if (!one(sql.DELETE_KEY, name)) return false;
        recordAudit({ run }, audit);
        return true;
      }),
    keyUsed: (keyId, now) => write(() => void run(sql.SET_KEY_USED, keyId, now), 'relaxed'),
    addAudit: (entry) => write(() => recordAudit({ run }, entry)),
    audit: ({ limit, before = Number.MAX_SAFE_INTEGER }) =>
      read(() => sql.auditPageOf(all(sql.SELECT_AUDIT, before, limit + 1), limit, totalOf(sql.COUNT_AUDIT))),
    forgetAudit: (before) => write(() => void run(sql.DELETE_AUDIT, before)),
  };
}

/** For use in a write. */
export function recordAudit({ run }: Pick<Connection, 'run'>, entry: AuditEntry): void {
  run(sql.INSERT_AUDIT, ...sql.auditValues(entry));
}
