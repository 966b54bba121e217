import type {
  AccessStore,
  ApiKey,
  AuditAction,
  AuditEntry,
  AuditPage,
  Scope,
} from '../../ports/access-store.ts';
import { pageOf } from '../page-of.ts';
import { firstOf, rowsOf, type SqlDatabase, totalOf, type Work } from './work.ts';

/** API keys and the audit log, in the database of reviews: a decision and its entry are one transaction. */
export function createSqlAccessStore({ read, write }: SqlDatabase): AccessStore {
  return {
    addKey: (key, { keysMax, audit }) =>
      write(function* () {
        if ((yield* totalOf(COUNT_KEYS)) >= keysMax) return 'full';
        if (!(yield* firstOf(INSERT_KEY, keyValues(key)))) return 'taken';
        yield* recordAudit(audit);
        return 'added';
      }),
    keyWithDigest: (digest) =>
      read(function* () {
        const row = yield* firstOf<KeyRow>(SELECT_KEY, [digest]);
        return row && keyOf(row);
      }),
    keys: () =>
      read(function* () {
        return (yield* rowsOf<KeyRow>(SELECT_KEYS)).map(keyOf);
      }),
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
        const rows = yield* rowsOf<AuditRow>(SELECT_AUDIT, [before, limit + 1]);
        return auditPageOf(rows, limit, yield* totalOf(COUNT_AUDIT));
      }),
    forgetAudit: async (before) => void (await write(() => rowsOf(DELETE_AUDIT, [before]))),
  };
}

/** For use in a write. */
export function* recordAudit(entry: AuditEntry): Work<void> {
  yield* rowsOf(INSERT_AUDIT, auditValues(entry));
}

interface KeyRow {
  readonly key_id: string;
  readonly digest: string;
  readonly name: string;
  readonly prefix: string;
  readonly scopes: string;
  readonly tags: string | null;
  readonly requests_per_minute: number | null;
  readonly answers_per_day: number | null;
  readonly created_at: number;
  readonly expires_at: number | null;
  readonly last_used_at: number | null;
}

function keyOf(row: KeyRow): ApiKey {
  return {
    keyId: row.key_id,
    digest: row.digest,
    name: row.name,
    prefix: row.prefix,
    scopes: JSON.parse(row.scopes) as Scope[],
    tags: row.tags === null ? null : (JSON.parse(row.tags) as string[]),
    requestsPerMinute: row.requests_per_minute,
    answersPerDay: row.answers_per_day,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
  };
}

/** Values: `keyValues`. Returns no row when the name is taken. */
const INSERT_KEY = `
  INSERT INTO api_keys (key_id, digest, name, prefix, scopes, tags, requests_per_minute, answers_per_day, created_at,
    expires_at, last_used_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT (name) DO NOTHING RETURNING key_id`;

function keyValues(key: ApiKey): (string | number | null)[] {
  const { keyId, digest, name, prefix, scopes, tags, requestsPerMinute, answersPerDay } = key;
  return [
    ...[keyId, digest, name, prefix, JSON.stringify(scopes), tags && JSON.stringify(tags)],
    ...[requestsPerMinute, answersPerDay, key.createdAt, key.expiresAt, key.lastUsedAt],
  ];
}

const COUNT_KEYS = 'SELECT COUNT(*) AS total FROM api_keys';
const SELECT_KEYS = 'SELECT * FROM api_keys ORDER BY created_at DESC, key_id DESC';
/** Value: digest. */
const SELECT_KEY = 'SELECT * FROM api_keys WHERE digest = $1';
/** Value: name. */
const DELETE_KEY = 'DELETE FROM api_keys WHERE name = $1 RETURNING key_id';
/** Values: id, time. */
const SET_KEY_USED = 'UPDATE api_keys SET last_used_at = $2 WHERE key_id = $1';

interface AuditRow {
  readonly sequence: number;
  readonly at: number;
  readonly actor: string;
  readonly action: AuditAction;
  readonly subject: string;
  readonly title: string;
  readonly correlation_id: string;
}

/** Values: `auditValues`. */
const INSERT_AUDIT = `
  INSERT INTO audit_log (at, actor, action, subject, title, correlation_id) VALUES ($1, $2, $3, $4, $5, $6)`;

function auditValues({ at, actor, action, subject, title, correlationId }: AuditEntry) {
  return [at, actor, action, subject, title, correlationId];
}

const COUNT_AUDIT = 'SELECT COUNT(*) AS total FROM audit_log';
/** Values: sequence number that they are before, rows. */
const SELECT_AUDIT = 'SELECT * FROM audit_log WHERE sequence < $1 ORDER BY sequence DESC LIMIT $2';
/** Value: time. */
const DELETE_AUDIT = 'DELETE FROM audit_log WHERE at < $1';

/** @param rows One more than the page shows, when there are more. */
function auditPageOf(rows: readonly AuditRow[], limit: number, total: number): AuditPage {
  const { shown, last } = pageOf(rows, limit);
  const entries = shown.map(({ correlation_id: correlationId, ...row }) => ({ ...row, correlationId }));
  return { entries, nextBefore: last?.sequence, total };
}
