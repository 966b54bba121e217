import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Actor } from '../../access/api-keys.ts';
import { KEY_RULES } from '../../access/permissions.ts';
import { RefusedError } from '../../errors.ts';
import type { ApiKey } from '../../ports/access-store.ts';
import { cursorOf, sortKeysOf } from '../cursor.ts';
import { operations, problems } from '../openapi.ts';
import {
  AuditList,
  CreatedKey,
  KeyList,
  KeyPath,
  Me,
  meReplyOf,
  NewKeyRequest,
  PageQuery,
  Revoked,
} from '../schemas/access.ts';
import { replyOf } from '../schemas/reply.ts';
import type { RouteParts } from './route-parts.ts';

const operation = operations('access');

/** Who the caller is, the keys of all others, and what was done with them. */
export function accessRoutes(parts: RouteParts): FastifyPluginAsyncZod {
  const { keys, answerQuota, auditLog, settings, now } = parts;

  const shownKey = async (key: ApiKey) => ({
    ...key,
    answersUsed: key.answersPerDay === null ? null : await answerQuota.used(key),
  });

  return async (scope) => {
    scope.get(
      '/me',
      operation({ key: 'open', bearer: true }, 'me', 'Get what the caller may do', { response: { 200: Me } }),
      async (request) => {
        const may = KEY_RULES.filter((rule) => parts.refusalOf(request, rule) === undefined);
        return meReplyOf(request.caller, may);
      },
    );

    scope.post(
      '/keys',
      operation('admin', 'createKey', 'Create a key', {
        description: 'The reply has the key itself, which is not stored and never shown again.',
        body: NewKeyRequest,
        response: { 201: CreatedKey, ...problems(409) },
      }),
      async (request, reply) => {
        if (settings.apiKey === '') throw new RefusedError({ code: 'keys_need_api_key' });
        const { name, scopes, tags, requests_per_minute, answers_per_day, expires_at } = request.body;
        const expiresAt = expires_at === undefined ? null : Date.parse(expires_at);
        if (expiresAt !== null && expiresAt <= now()) throw notInTheFuture();
        const { secret, key } = await keys.create(
          {
            ...{ name, scopes: [...new Set(scopes)], expiresAt },
            tags: tags ?? null,
            requestsPerMinute: requests_per_minute ?? null,
            answersPerDay: answers_per_day ?? null,
          },
          actorOf(request),
        );
        return reply.code(201).send(replyOf(CreatedKey, { ...(await shownKey(key)), key: secret }));
      },
    );

    scope.get(
      '/keys',
      operation('admin', 'listKeys', 'List keys', {
        querystring: PageQuery,
        response: { 200: KeyList },
      }),
      async (request) => {
        const { limit, cursor } = request.query;
        const all = await keys.list();
        const from = cursor === undefined ? 0 : placeBehind(all, cursor);
        const shown = all.slice(from, from + limit);
        const last = from + limit < all.length ? shown.at(-1) : undefined;
        return replyOf(KeyList, {
          keys: await Promise.all(shown.map(shownKey)),
          nextCursor: cursorOf('keys', last?.createdAt, last?.keyId),
          total: all.length,
        });
      },
    );

    scope.delete(
      '/keys/:name',
      operation('admin', 'revokeKey', 'Revoke a key', {
        description: 'It is rejected from now on; by other processes within 5 seconds.',
        params: KeyPath,
        response: { 200: Revoked, ...problems(404) },
      }),
      async (request) => {
        const { name } = request.params;
        await keys.revoke(name, actorOf(request));
        return { name, status: 'revoked' as const };
      },
    );

    scope.get(
      '/audit',
      operation('admin', 'listAudit', 'List the audit log', {
        description:
          'Who deleted documents, decided on answers, and made or revoked keys. Entries are deleted after `AUDIT_DAYS`.',
        querystring: PageQuery,
        response: { 200: AuditList },
      }),
      async (request) => {
        const { limit, cursor } = request.query;
        const before = cursor === undefined ? {} : { before: sortKeysOf('audit', cursor, ['number'])[0] };
        const page = await auditLog.list({ limit, ...before });
        return replyOf(AuditList, { ...page, nextCursor: cursorOf('audit', page.nextBefore) });
      },
    );
  };
}

/** Who is recorded for what the request does. */
function actorOf({ caller, id }: Pick<FastifyRequest, 'caller' | 'id'>): Actor {
  return { name: caller.name, correlationId: id };
}

/** Keys are listed by time, then id; the one at the end of the last page may be gone. */
function placeBehind(keys: readonly ApiKey[], cursor: string): number {
  const [createdAt, keyId] = sortKeysOf('keys', cursor, ['number', 'string']);
  const place = keys.findIndex(
    (key) => key.createdAt < createdAt || (key.createdAt === createdAt && key.keyId < keyId),
  );
  return place < 0 ? keys.length : place;
}

function notInTheFuture(): RefusedError {
  const error = { field: 'expires_at', message: 'must be in the future' };
  return new RefusedError({ code: 'validation_failed', errors: [error] });
}
