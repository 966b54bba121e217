import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { cursorOf, sortKeysOf } from '../cursor.ts';
import { operations, problems } from '../openapi.ts';
import { Page } from '../schemas/fields.ts';
import {
  DocumentSource,
  DocumentSourceList,
  NewSource,
  SourceChange,
  SourceDeleted,
  SourceDeletion,
  SourcePath,
  sourceOf,
} from '../schemas/sources.ts';
import type { RouteParts } from './route-parts.ts';

const operation = operations('sources');

/** Places that documents come from, and stay in sync with. */
export function sourceRoutes({ sources, idempotency, now }: RouteParts): FastifyPluginAsyncZod {
  return async (scope) => {
    scope.get(
      '/sources',
      operation('overview', 'listSources', 'List sources', {
        description: 'Newest first.',
        querystring: z.strictObject(Page),
        response: { 200: DocumentSourceList },
      }),
      async ({ query: { limit, cursor } }) => {
        const before = cursor === undefined ? undefined : sortKeysOf('sources', cursor, ['number'])[0];
        const page = await sources.list({ limit, before });
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
  };
}

function pathOf({ source_id }: { source_id: string }): string {
  return `/api/v1/sources/${encodeURIComponent(source_id)}`;
}

const CHANGE_DESCRIPTION = `It runs at once, unless it is paused: documents that are no longer wanted are deleted, and all get the new tags
instead of the earlier ones of the source. What is running ends first.`;

const ADD_DESCRIPTION = `The first run follows at once. Each run ingests what is new or has changed, and deletes what has gone. If most documents
have gone at once, it changes nothing and waits for a confirmation.`;
