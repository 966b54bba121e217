import { z } from 'zod';
import { SOURCE_STATES, type SourceChanges, stateOf } from '../../ingestion/sources/sources.ts';
import { present } from '../../kernel/present.ts';
import { SOURCE_KINDS, type SourceRecord, type SourceSettings } from '../../ports/source-store.ts';
import { cursorOf, sortKeysOf } from '../cursor.ts';
import { operations, problems } from '../openapi.ts';
import { Count, idInPath, named, PageQuery, pageOf, Tags, Time, text } from '../schemas/fields.ts';
import { replyOf } from '../schemas/reply.ts';
import type { RouteParts, Scope } from './route-parts.ts';

const operation = operations('sources');

/** Places that documents come from, and stay in sync with. */
export function sourceRoutes(scope: Scope, { sources, idempotency, now }: RouteParts): void {
  scope.get(
    '/sources',
    operation('overview', 'listSources', 'List sources', {
      description: 'Newest first.',
      querystring: PageQuery,
      response: { 200: DocumentSourceList },
    }),
    async ({ query: { limit, cursor } }) => {
      const page = await sources.list({ limit, ...sortKeysOf('sources', cursor, { before: 'number' }) });
      return {
        sources: page.sources.map((source) => sourceOf(source, now())),
        next_cursor: cursorOf('sources', page.nextBefore),
        total: page.total,
      };
    },
  );

  scope.post(
    '/sources',
    operation({ key: 'follow', idempotent: true }, 'addSource', 'Add a source', {
      description: ADD_DESCRIPTION,
      body: NewSource,
      response: { 201: DocumentSource, ...problems(409) },
    }),
    async (request, reply) => {
      using attempt = idempotency.begin(request);
      const { headers, body } = await attempt.once(request.body, async () => ({
        headers: {},
        body: sourceOf(await sources.add(request.body), now()),
      }));
      return reply.code(201).headers(headers).send(body);
    },
  );

  scope.get(
    '/sources/:source_id',
    operation('overview', 'getSource', 'Get a source and its last run', {
      params: SourcePath,
      response: { 200: DocumentSource, ...problems(404) },
    }),
    async ({ params }) => sourceOf(await sources.get(params.source_id), now()),
  );

  scope.patch(
    '/sources/:source_id',
    operation('follow', 'changeSource', 'Change or pause a source', {
      description: CHANGE_DESCRIPTION,
      params: SourcePath,
      body: SourceChange,
      response: { 200: DocumentSource, ...problems(404) },
    }),
    async ({ params, body }) => sourceOf(await sources.change(params.source_id, body), now()),
  );

  scope.post(
    '/sources/:source_id/run',
    operation('follow', 'runSource', 'Run a source now', {
      description: 'It runs in the background; `GET` shows how it ended.',
      params: SourcePath,
      response: { 202: DocumentSource, ...problems(404) },
    }),
    async ({ params }, reply) => {
      const source = await sources.run(params.source_id);
      return reply.code(202).header('location', pathOf(params)).send(sourceOf(source, now()));
    },
  );

  scope.post(
    '/sources/:source_id/confirm',
    operation('follow', 'confirmSource', 'Confirm the deletions of a source', {
      description:
        'Lets the next run, which follows at once, delete up to `would_delete` documents. If more have gone by then, it waits for another confirmation.',
      params: SourcePath,
      response: { 202: DocumentSource, ...problems(404, 409) },
    }),
    async ({ params }, reply) => {
      const source = await sources.confirm(params.source_id);
      return reply.code(202).header('location', pathOf(params)).send(sourceOf(source, now()));
    },
  );

  scope.delete(
    '/sources/:source_id',
    operation('follow', 'deleteSource', 'Delete a source', {
      description: 'With `documents=delete` the documents that came from it are deleted in the background.',
      params: SourcePath,
      querystring: SourceDeletion,
      response: { 200: SourceDeleted, ...problems(404) },
    }),
    async ({ params: { source_id }, query }) => ({
      source_id,
      status: await sources.remove(source_id, query),
    }),
  );
}

function pathOf({ source_id }: { source_id: string }): string {
  return `/api/v1/sources/${encodeURIComponent(source_id)}`;
}

const CHANGE_DESCRIPTION = `It runs at once, unless it is paused: documents that are no longer wanted are deleted, and all get the new tags
instead of the earlier ones of the source. What is running ends first.`;

const ADD_DESCRIPTION = `The first run follows at once. Each run ingests what is new or has changed, and deletes what has gone. If most documents
have gone at once, it changes nothing and waits for a confirmation.`;

const MINUTE_MS = 60_000;
const INTERVAL_MINUTES_DEFAULT = 60;

const Kind = z.enum(SOURCE_KINDS).meta({
  description:
    '`web`: the pages that a sitemap or a feed lists. `git`: the files of a repository. `s3`: the objects below a prefix. `folder`: the files of a folder of the server.',
});

/** Fields that can be changed later. */
const SETTINGS = {
  name: text({ max: 100 }),
  location: text({ max: 2_048 }).meta({
    description:
      'URL of a sitemap, a feed or a site; https URL of a repository; `s3://bucket/prefix`; absolute path. Buckets, folders and local repositories must be in `SOURCE_ROOTS`, hosts in `ALLOWED_HOSTS`.',
  }),
  branch: text({ max: 200 })
    .nullable()
    .meta({ description: 'Of a repository; null for its default branch.' }),
  include: z
    .array(text({ max: 200 }))
    .max(20)
    .meta({
      description: 'Globs on paths below the location; all if empty.',
      examples: [['docs/**/*.md']],
    }),
  tags: Tags.meta({ description: 'Of each document.' }),
  interval_minutes: z
    .int()
    .min(5)
    .max(43_200)
    .nullable()
    .meta({ description: 'From the end of a run to the next one; null to run only on request.' }),
};

const NewSource = z
  .strictObject({
    name: SETTINGS.name.meta({ description: 'The id is derived from it.' }),
    kind: Kind,
    location: SETTINGS.location,
    branch: SETTINGS.branch.default(null),
    include: SETTINGS.include.default([]),
    tags: SETTINGS.tags.default([]),
    interval_minutes: SETTINGS.interval_minutes.default(INTERVAL_MINUTES_DEFAULT),
  })
  .transform(
    ({ interval_minutes, ...rest }): SourceSettings => ({
      ...rest,
      intervalMs: intervalMsOf(interval_minutes),
    }),
  )
  .meta({
    id: 'NewDocumentSource',
    examples: [
      { name: 'Handbook', kind: 'git', location: 'https://github.com/example/handbook.git', tags: ['hr'] },
    ],
  });

/** What is absent keeps its value. */
const SourceChange = z
  .strictObject({
    ...SETTINGS,
    name: SETTINGS.name.meta({ description: 'The id stays.' }),
    paused: z.boolean().meta({ description: 'Whether it runs only on request, whatever its interval.' }),
  })
  .partial()
  .transform(
    ({ interval_minutes, paused, ...rest }): SourceChanges => ({
      ...present({ ...rest, isPaused: paused }),
      ...(interval_minutes !== undefined && { intervalMs: intervalMsOf(interval_minutes) }),
    }),
  )
  .meta({
    id: 'DocumentSourceChange',
    examples: [{ tags: ['hr', 'public'], interval_minutes: 1_440 }, { paused: true }],
  });

function intervalMsOf(minutes: number | null): number | null {
  return minutes === null ? null : minutes * MINUTE_MS;
}

const SourcePath = idInPath('source_id', 'handbook');

export const DocumentSource = named('DocumentSource', {
  source_id: z.string(),
  name: z.string(),
  kind: Kind,
  location: z.string(),
  branch: z.string().nullable(),
  include: z.array(z.string()),
  tags: z.array(z.string()),
  interval_minutes: z.int().nullable(),
  paused: z.boolean(),
  state: z.enum(SOURCE_STATES).meta({
    description:
      '`failed`: the place could not be read. `needs_confirmation`: most documents have gone at once, and nothing was changed.',
  }),
  documents: Count.meta({ description: 'Documents that came from it.' }),
  would_delete: Count.meta({ description: 'Deletions that wait for a confirmation.' }),
  created_at: Time,
  next_run_at: Time.nullable().meta({ description: 'Null while it runs, or if it runs only on request.' }),
  started_at: Time.nullable().meta({ description: 'Of the last run, or the present one.' }),
  ended_at: Time.nullable().meta({ description: 'Null while it runs.' }),
  last_run: z
    .strictObject({
      added: Count,
      changed: Count,
      unchanged: Count,
      deleted: Count,
      failed: Count.meta({ description: 'Documents that could not be read.' }),
      error: z
        .strictObject({
          code: z.enum(['would_delete_most', 'not_readable', 'document_failed', 'internal_error']),
          message: z.string(),
        })
        .nullable()
        .meta({ description: 'Why the run ended early, or the first document failed.' }),
    })
    .nullable()
    .meta({ description: 'The last run that has ended.' }),
});

export type DocumentSource = z.output<typeof DocumentSource>;

export const DocumentSourceList = pageOf('DocumentSourceList', { sources: z.array(DocumentSource) });

const SourceDeletion = z.object({
  documents: z
    .enum(['keep', 'delete'])
    .default('keep')
    .meta({ description: 'What happens to the documents that came from it.' }),
});

const SourceDeleted = named('DocumentSourceDeleted', {
  source_id: z.string(),
  status: z
    .enum(['deleted', 'removing'])
    .meta({ description: '`removing`: it is gone when its documents are.' }),
});

/** @param now Milliseconds since the epoch. */
function sourceOf(source: SourceRecord, now: number): DocumentSource {
  const { settings, isPaused, dueAt, result } = source;
  const { intervalMs } = settings;
  return replyOf(DocumentSource, {
    ...source,
    ...settings,
    intervalMinutes: intervalMs === null ? null : intervalMs / MINUTE_MS,
    paused: isPaused,
    state: stateOf(source, now),
    nextRunAt: dueAt,
    lastRun: result,
  });
}
