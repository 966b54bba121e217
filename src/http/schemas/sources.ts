import { z } from 'zod';
import { SOURCE_STATES, type SourceChanges, stateOf } from '../../ingestion/sources/sources.ts';
import { SOURCE_KINDS, type SourceRecord, type SourceSettings } from '../../ports/source-store.ts';
import { Count, NextCursor, Tag, Time, text } from './fields.ts';
import { replyOf } from './reply.ts';

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
  tags: z.array(Tag).max(50).meta({ description: 'Of each document.' }),
  interval_minutes: z
    .int()
    .min(5)
    .max(43_200)
    .nullable()
    .meta({ description: 'From the end of a run to the next one; null to run only on request.' }),
};

export const NewSource = z
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
export const SourceChange = z
  .strictObject({
    ...SETTINGS,
    name: SETTINGS.name.meta({ description: 'The id stays.' }),
    paused: z.boolean().meta({ description: 'Whether it runs only on request, whatever its interval.' }),
  })
  .partial()
  .transform(
    ({ interval_minutes, paused, ...rest }): SourceChanges => ({
      // An absent field has no key.
      ...(rest as SourceChanges),
      ...(interval_minutes !== undefined && { intervalMs: intervalMsOf(interval_minutes) }),
      ...(paused !== undefined && { isPaused: paused }),
    }),
  )
  .meta({
    id: 'DocumentSourceChange',
    examples: [{ tags: ['hr', 'public'], interval_minutes: 1_440 }, { paused: true }],
  });

function intervalMsOf(minutes: number | null): number | null {
  return minutes === null ? null : minutes * MINUTE_MS;
}

/** An id that no source can have is unknown: 404, not 422. */
export const SourcePath = z.object({ source_id: z.string().meta({ examples: ['handbook'] }) });

export const DocumentSource = z
  .strictObject({
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
  })
  .meta({ id: 'DocumentSource' });

export type DocumentSource = z.output<typeof DocumentSource>;

export const DocumentSourceList = z
  .strictObject({ sources: z.array(DocumentSource), next_cursor: NextCursor, total: Count })
  .meta({ id: 'DocumentSourceList' });

export const SourceDeletion = z.object({
  documents: z
    .enum(['keep', 'delete'])
    .default('keep')
    .meta({ description: 'What happens to the documents that came from it.' }),
});

export const SourceDeleted = z
  .strictObject({
    source_id: z.string(),
    status: z
      .enum(['deleted', 'removing'])
      .meta({ description: '`removing`: it is gone when its documents are.' }),
  })
  .meta({ id: 'DocumentSourceDeleted' });

/** @param now Milliseconds since the epoch. */
export function sourceOf(source: SourceRecord, now: number): DocumentSource {
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
