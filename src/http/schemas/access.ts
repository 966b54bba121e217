import { z } from 'zod';
import { type Caller, KEY_RULES, type KeyRule } from '../../access/permissions.ts';
import { AUDIT_ACTIONS, SCOPES } from '../../ports/access-store.ts';
import { Count, Instant, NextCursor, Page, Tag, Time } from './fields.ts';
import { replyOf } from './reply.ts';

const TAGS_MAX = 50;

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

/** A name that no key can have is unknown: 404, not 422. */
export const KeyPath = z.object({ name: z.string().meta({ examples: ['intranet-search'] }) });

export const NewKeyRequest = z
  .strictObject({
    name: KeyName,
    scopes: Scopes.min(1),
    tags: z.array(Tag).min(1).max(TAGS_MAX).optional().meta({
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

const Key = z
  .strictObject({
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
  })
  .meta({ id: 'Key' });

export const CreatedKey = Key.extend({
  key: z.string().meta({ description: 'The key itself. It is stored nowhere and cannot be shown again.' }),
}).meta({ id: 'CreatedKey' });

export const KeyList = z
  .strictObject({
    keys: z.array(Key).meta({ description: 'Newest first.' }),
    next_cursor: NextCursor,
    total: Count,
  })
  .meta({ id: 'KeyList' });

export const Revoked = z.strictObject({ name: z.string(), status: z.literal('revoked') }).meta({
  id: 'Revoked',
});

export const PageQuery = z.strictObject(Page);

export const Me = z
  .strictObject({
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
  })
  .meta({ id: 'Me' });

export const AuditList = z
  .strictObject({
    entries: z
      .array(
        z.strictObject({
          at: Time,
          actor: z
            .string()
            .meta({ description: 'Name of a key, `API_KEY`, or `anonymous` if no key was needed.' }),
          action: z.enum(AUDIT_ACTIONS),
          subject: z
            .string()
            .meta({ description: 'Id of the document or review entry, or name of the key.' }),
          title: z.string().meta({ description: 'Its title, question or prefix. Untrusted text.' }),
          correlation_id: z.string(),
        }),
      )
      .meta({ description: 'Newest first.' }),
    next_cursor: NextCursor,
    total: Count,
  })
  .meta({ id: 'AuditList' });

export function meReplyOf({ key, name, tags }: Caller, may: KeyRule[]): z.output<typeof Me> {
  const all = { scopes: key === null ? [] : SCOPES, expiresAt: null };
  const held = typeof key === 'object' && key !== null ? key : all;
  const { scopes, expiresAt } = held;
  return replyOf(Me, { name: key === null ? null : name, scopes, tags, expiresAt, may });
}
