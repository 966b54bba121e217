import type { ApiKey, AuditAction, AuditEntry, AuditPage, Scope } from '../../ports/access-store.ts';
import { pageOf } from '../page-of.ts';

/** Statements on API keys and the audit log that SQLite and PostgreSQL both run, and the values they take. */

export interface KeyRow {
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

export function keyOf(row: KeyRow): ApiKey {
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
export const INSERT_KEY = `
  INSERT INTO api_keys (key_id, digest, name, prefix, scopes, tags, requests_per_minute, answers_per_day, created_at,
    expires_at, last_used_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT (name) DO NOTHING RETURNING key_id`;

export function keyValues(key: ApiKey): (string | number | null)[] {
  const { keyId, digest, name, prefix, scopes, tags, requestsPerMinute, answersPerDay } = key;
  return [
    ...[keyId, digest, name, prefix, JSON.stringify(scopes), tags && JSON.stringify(tags)],
    ...[requestsPerMinute, answersPerDay, key.createdAt, key.expiresAt, key.lastUsedAt],
  ];
}

export const COUNT_KEYS = 'SELECT COUNT(*) AS total FROM api_keys';
export const SELECT_KEYS = 'SELECT * FROM api_keys ORDER BY created_at DESC, key_id DESC';
/** Value: digest. */
export const SELECT_KEY = 'SELECT * FROM api_keys WHERE digest = $1';
/** Value: name. */
export const DELETE_KEY = 'DELETE FROM api_keys WHERE name = $1 RETURNING key_id';
/** Values: id, time. */
export const SET_KEY_USED = 'UPDATE api_keys SET last_used_at = $2 WHERE key_id = $1';

export interface AuditRow {
  readonly sequence: number;
  readonly at: number;
  readonly actor: string;
  readonly action: AuditAction;
  readonly subject: string;
  readonly title: string;
  readonly correlation_id: string;
}

/** Values: `auditValues`. */
export const INSERT_AUDIT = `
  INSERT INTO audit_log (at, actor, action, subject, title, correlation_id) VALUES ($1, $2, $3, $4, $5, $6)`;

export function auditValues({ at, actor, action, subject, title, correlationId }: AuditEntry) {
  return [at, actor, action, subject, title, correlationId];
}

export const COUNT_AUDIT = 'SELECT COUNT(*) AS total FROM audit_log';
/** Values: sequence number that they are before, rows. */
export const SELECT_AUDIT = 'SELECT * FROM audit_log WHERE sequence < $1 ORDER BY sequence DESC LIMIT $2';
/** Value: time. */
export const DELETE_AUDIT = 'DELETE FROM audit_log WHERE at < $1';

/** @param rows One more than the page shows, when there are more. */
export function auditPageOf(rows: readonly AuditRow[], limit: number, total: number): AuditPage {
  const { shown, last } = pageOf(rows, limit);
  const entries = shown.map(({ correlation_id: correlationId, ...row }) => ({ ...row, correlationId }));
  return { entries, nextBefore: last?.sequence, total };
}
