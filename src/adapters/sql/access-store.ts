import type { AccessStore, ApiKey, AuditEntry, AuditRecord } from '../../ports/access-store.ts';
import { pageOf } from '../page-of.ts';
import { columns, decoded, insertion, type RowOf, valuesOf } from './fields.ts';
import { firstOf, rowsOf, type SqlDatabase, totalOf, type Work } from './work.ts';

/** API keys and the audit log, in the database of reviews: a decision and its entry are one transaction. */
export function createSqlAccessStore({ read, write }: SqlDatabase): AccessStore {
  return {
    addKey: (key, { keysMax, audit }) =>
      write(function* () {
        if ((yield* totalOf(COUNT_KEYS)) >= keysMax) return 'full';
        if (!(yield* firstOf(INSERT_KEY, valuesOf(key, KEY_FIELDS)))) return 'taken';
        yield* recordAudit(audit);
        return 'added';
      }),
    async keyWithDigest(digest) {
      const row = await read(() => firstOf<KeyRow>(SELECT_KEY, [digest]));
      return row && keyOf(row);
    },
    keys: async () => (await read(() => rowsOf<KeyRow>(SELECT_KEYS))).map(keyOf),
    deleteKey: (name, audit) =>
      write(function* () {
        if (!(yield* firstOf(DELETE_KEY, [name]))) return false;
        yield* recordAudit(audit);
        return true;
      }),
    keyUsed: async (keyId, now) => void (await write(() => rowsOf(SET_KEY_USED, [keyId, now]), 'relaxed')),
    addAudit: (entry) => write(() => recordAudit(entry)),
    audit: ({ limit, before = Number.MAX_SAFE_INTEGER }) =>
      read(function* () {
        const rows = yield* rowsOf<AuditRecord>(SELECT_AUDIT, [before, limit + 1]);
        const { shown, last } = pageOf(rows, limit);
        const entries = shown.map((row) => ({ ...row }));
        return { entries, nextBefore: last?.sequence, total: yield* totalOf(COUNT_AUDIT) };
      }),
    forgetAudit: async (before) => void (await write(() => rowsOf(DELETE_AUDIT, [before]))),
  };
}

/** For use in a write. */
export function* recordAudit(entry: AuditEntry): Work<void> {
  yield* rowsOf(INSERT_AUDIT, valuesOf(entry, AUDIT_FIELDS));
}

const KEY_FIELDS = [
  ...(['keyId', 'digest', 'name', 'prefix', 'scopes', 'tags', 'requestsPerMinute', 'answersPerDay'] as const),
  ...(['createdAt', 'expiresAt', 'lastUsedAt'] as const),
];
type KeyRow = RowOf<ApiKey>;

const keyOf = (row: KeyRow): ApiKey => decoded(row, { booleans: [], json: ['scopes', 'tags'] });

/** Values: those of `KEY_FIELDS`. Returns no row when the name is taken. */
const INSERT_KEY = `INSERT INTO api_keys ${insertion(KEY_FIELDS)} ON CONFLICT (name) DO NOTHING RETURNING key_id`;
const COUNT_KEYS = 'SELECT COUNT(*) AS total FROM api_keys';
const SELECT_KEYS = `SELECT ${columns(KEY_FIELDS)} FROM api_keys ORDER BY created_at DESC, key_id DESC`;
/** Value: digest. */
const SELECT_KEY = `SELECT ${columns(KEY_FIELDS)} FROM api_keys WHERE digest = $1`;
/** Value: name. */
const DELETE_KEY = 'DELETE FROM api_keys WHERE name = $1 RETURNING key_id';
/** Values: id, time. */
const SET_KEY_USED = 'UPDATE api_keys SET last_used_at = $2 WHERE key_id = $1';

const AUDIT_FIELDS = ['at', 'actor', 'action', 'subject', 'title', 'correlationId'] as const;

/** Values: those of `AUDIT_FIELDS`. */
const INSERT_AUDIT = `INSERT INTO audit_log ${insertion(AUDIT_FIELDS)}`;
const COUNT_AUDIT = 'SELECT COUNT(*) AS total FROM audit_log';
/** Values: sequence number that they are before, rows. */
const SELECT_AUDIT = `
  SELECT sequence, ${columns(AUDIT_FIELDS)} FROM audit_log WHERE sequence < $1 ORDER BY sequence DESC LIMIT $2`;
/** Value: time. */
const DELETE_AUDIT = 'DELETE FROM audit_log WHERE at < $1';
