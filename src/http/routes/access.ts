import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Actor } from '../../access/api-keys.ts';
import { type Caller, KEY_RULES, type KeyRule } from '../../access/permissions.ts';
import { invalidField, RefusedError } from '../../errors.ts';
import { type ApiKey, AUDIT_ACTIONS, SCOPES } from '../../ports/access-store.ts';
import { cursorOf, sortKeysOf } from '../cursor.ts';
import { operations, problems } from '../openapi.ts';
import { Count, Instant, idInPath, listOf, named, PageQuery, pageOf, Tags, Time } from '../schemas/fields.ts';
import { replyOf } from '../schemas/reply.ts';
import type { RouteParts, Scope } from './route-parts.ts';

const operation = operations('access');

/** Who the caller is, the keys of all others, and what was done with them. */
export function accessRoutes(scope: Scope, parts: RouteParts): void {
  const { keys, answerQuota, auditLog, settings, now } = parts;

  const shownKey = async (key: ApiKey) => ({
    ...key,
    answersUsed: key.answersPerDay === null ? null : await answerQuota.used(key),
  });

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
      if (expiresAt !== null && expiresAt <= now()) throw invalidField('expires_at', 'must be in the future');
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
      const from = placeBehind(all, cursor);
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
      const page = await auditLog.list({ limit, ...sortKeysOf('audit', cursor, { before: 'number' }) });
      return replyOf(AuditList, { ...page, nextCursor: cursorOf('audit', page.nextBefore) });
    },
  );
}

/** Who is recorded for what the request does. */
function actorOf({ caller, id }: Pick<FastifyRequest, 'caller' | 'id'>): Actor {
  return { name: caller.name, correlationId: id };
}

/** Keys are listed by time, then id; the one at the end of the last page may be gone. */
function placeBehind(keys: readonly ApiKey[], cursor: string | undefined): number {
  const last = sortKeysOf('keys', cursor, { createdAt: 'number', keyId: 'string' });
  if (!last) return 0;
  const place = keys.findIndex(
    (key) => key.createdAt < last.createdAt || (key.createdAt === last.createdAt && key.keyId < last.keyId),
  );
  return place < 0 ? keys.length : place;
}

/** Names that stand for something else in the audit log. */
const RESERVED_NAMES: ReadonlySet<string> = new Set(['API_KEY', 'anonymous']);

const KeyName = z
  .string()
  .regex(/^[A-Za-z0-9_.@-]{1,64}$/, 'must be 1 to 64 characters of A-Z, a-z, 0-9 and _ . @ -')
  .refine((name) => !RESERVED_NAMES.has(name), 'must be another name, as this one has a meaning of its own')
  .meta({ description: 'Who uses the key; unique.', examples: ['intranet-search'] });

const Scopes = z.array(z.enum(SCOPES)).meta({
  description:
    '`ask`: ask and search. `ingest`: add, change and delete documents. `review`: review answers. `operate`: see quality, metrics and settings, and rebuild the index. `admin`: all of this, keys and the audit log. Each can read documents.',
});

const KeyPath = idInPath('name', 'intranet-search');

const NewKeyRequest = z
  .strictObject({
    name: KeyName,
    scopes: Scopes.min(1),
    tags: Tags.min(1).optional().meta({
      description:
        'Its holder sees only documents with one of these tags, and what came from such documents alone. What it adds gets these tags, or others with one of them. Not for keys that `operate` or `admin`. All documents, if absent.',
    }),
    requests_per_minute: z.int().min(1).max(1_000_000).optional().meta({
      description:
        'Maximum requests in a minute, beside the limit of the client address. No limit, if absent.',
    }),
    answers_per_day: z.int().min(1).max(1_000_000).optional().meta({
      description: 'Maximum questions in the 24 hours after the first one. No limit, if absent.',
    }),
    expires_at: Instant.optional().meta({ description: 'From then on it is rejected. Never, if absent.' }),
  })
  .superRefine(({ scopes, tags }, context) => {
    const wide = tags && scopes.find((scope) => scope === 'operate' || scope === 'admin');
    if (wide)
      context.addIssue({
        code: 'custom',
        path: ['tags'],
        message: `cannot limit a key with the scope ${wide}`,
      });
  })
  .meta({ id: 'NewKey', examples: [{ name: 'intranet-search', scopes: ['ask'], tags: ['hr'] }] });

const Key = named('Key', {
  name: z.string(),
  prefix: z.string().meta({ description: 'The first characters of the key.', examples: ['docent_c7Xu2q'] }),
  scopes: Scopes,
  tags: z.array(z.string()).nullable(),
  requests_per_minute: Count.nullable(),
  answers_per_day: Count.nullable(),
  answers_used: Count.nullable().meta({
    description: 'Questions counted in the present 24 hours. Null if none are counted.',
  }),
  created_at: Time,
  expires_at: Time.nullable(),
  last_used_at: Time.nullable().meta({ description: 'May lag behind by a minute.' }),
});

export const CreatedKey = Key.extend({
  key: z.string().meta({ description: 'The key itself. It is stored nowhere and cannot be shown again.' }),
}).meta({ id: 'CreatedKey' });

export const KeyList = pageOf('KeyList', { keys: z.array(Key).meta({ description: 'Newest first.' }) });

const Revoked = named('Revoked', { name: z.string(), status: z.literal('revoked') });

export const Me = named('Me', {
  name: z.string().nullable().meta({
    description:
      'Name of the key, or `API_KEY`. Null if no key came with the request, or none that is known.',
  }),
  scopes: Scopes.meta({ description: 'Of the key; empty without one, and all of them for `API_KEY`.' }),
  tags: z.array(z.string()).nullable().meta({
    description: 'The caller sees only documents with one of these tags. Null: all documents.',
  }),
  expires_at: Time.nullable(),
  may: z.array(z.enum(KEY_RULES)).meta({
    description:
      'What the caller may do now, with or without a key: `ask` and search; `share` copies of conversations; `read` documents; see an `overview` of all; `add` documents; `manage` them, that is replace, change and delete; `review` answers; `explain` them by their trace; see all `ratings`; `operate`, that is see quality, metrics and settings, and rebuild the index; `admin`, that is manage keys and see the audit log; `open`: rate answers.',
  }),
});

export const AuditList = pageOf('AuditList', {
  entries: listOf('Newest first.', {
    at: Time,
    actor: z.string().meta({ description: 'Name of a key, `API_KEY`, or `anonymous` if no key was needed.' }),
    action: z.enum(AUDIT_ACTIONS),
    subject: z.string().meta({ description: 'Id of the document or review entry, or name of the key.' }),
    title: z.string().meta({ description: 'Its title, question or prefix. Untrusted text.' }),
    correlation_id: z.string(),
  }),
});

function meReplyOf({ key, name, tags }: Caller, may: KeyRule[]): z.output<typeof Me> {
  const all = { scopes: key === null ? [] : SCOPES, expiresAt: null };
  const held = typeof key === 'object' && key !== null ? key : all;
  const { scopes, expiresAt } = held;
  return replyOf(Me, { name: key === null ? null : name, scopes, tags, expiresAt, may });
}
