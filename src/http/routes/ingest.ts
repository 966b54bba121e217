import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { begun } from '../../concurrency/begun.ts';
import { ifThere } from '../../ingestion/catalog.ts';
import type { DocumentRecord } from '../../ports/document.ts';
import { asksForEvents } from '../header-fields.ts';
import { operations, orEvents, problems } from '../openapi.ts';
import {
  Accepted,
  Deleted,
  DocumentChange,
  DocumentPath,
  DocumentStatus,
  documentStatusOf,
  UrlIngest,
} from '../schemas/ingest.ts';
import type { ServerSentEvent } from '../sse.ts';
import { acceptedReply, intakeCaller } from './accepted.ts';
import { documentContentRoutes } from './document-content.ts';
import type { RouteParts, Scope } from './route-parts.ts';
import { uploadRoutes } from './uploads.ts';

const operation = operations('ingest');

const PROGRESS_EXAMPLE = `event: status
data: {"doc_id":"visitor-handbook","status":"processing","stage":"parsing","progress":0.1, …}

event: status
data: {"doc_id":"visitor-handbook","status":"done","stage":null,"progress":1, …}

event: done
data: {"doc_id":"visitor-handbook","status":"done","stage":null,"progress":1, …}

`;

/** Documents: ingest by URL or upload, status, change and deletion. */
export async function ingestRoutes(scope: Scope, parts: RouteParts): Promise<void> {
  const { seenBy, idempotency, sendStream } = parts;

  async function sendStatus(request: FastifyRequest, reply: FastifyReply, docId: string): Promise<void> {
    reply.raw.appendHeader('vary', 'Accept');
    if (!asksForEvents(request.headers.accept)) {
      await reply.send(documentStatusOf(await seenBy(request).catalog.get(docId)));
      return;
    }
    const records = await begun(seenBy(request).catalog.follow(docId, request.lifetime));
    await sendStream(request, reply, progressEvents(records));
  }

  await scope.register(uploadRoutes(parts));
  documentContentRoutes(scope, parts);
  await scope.register(contentOfStatus(parts, sendStatus));

  scope.post(
    '/ingest',
    operation({ key: 'add', idempotent: true }, 'ingestUrl', 'Ingest a document from a URL', {
      description: 'The download starts after the reply; poll the status. Redirects are not followed.',
      body: UrlIngest,
      response: { 202: Accepted },
    }),
    async (request, reply) => {
      using attempt = idempotency.begin(request);
      const { headers, body } = await attempt.once(request.body, async () =>
        acceptedReply(await ingestUrl(request, request.body, parts)),
      );
      return reply.code(202).headers(headers).send(body);
    },
  );

  scope.get(
    '/ingest/status/:doc_id',
    operation({ key: 'read', follows: 'ingest' }, 'ingestStatus', 'Get or follow the status of an ingest', {
      description: PROGRESS_DESCRIPTION,
      params: DocumentPath,
      response: { 200: orEvents('The status', DocumentStatus, PROGRESS_EXAMPLE), ...problems(404) },
    }),
    (request, reply) => sendStatus(request, reply, request.params.doc_id),
  );

  scope.post(
    '/ingest/:doc_id/retry',
    operation('add', 'retryIngest', 'Retry a failed ingest', {
      description:
        'Queues a `failed` or `skipped` document again: an upload from its stored original, a URL by a new download.',
      params: DocumentPath,
      response: { 202: Accepted, ...problems(404, 409) },
    }),
    async (request, reply) => {
      const record = await seenBy(request).catalog.retry(request.params.doc_id, {
        correlationId: request.id,
      });
      const { headers, body } = acceptedReply(record);
      return reply.code(202).headers(headers).send(body);
    },
  );

  scope.patch(
    '/ingest/:doc_id',
    operation('manage', 'changeDocument', 'Change title and tags', {
      description:
        'Lists, citations and filters use them at once; search finds the words of a new title a moment later. The version stays.',
      params: DocumentPath,
      body: DocumentChange,
      response: { 200: DocumentStatus, ...problems(404) },
    }),
    async (request) =>
      documentStatusOf(await seenBy(request).catalog.describe(request.params.doc_id, request.body)),
  );

  scope.delete(
    '/ingest/:doc_id',
    operation('manage', 'deleteDocument', 'Delete a document', {
      description:
        'After the reply no answer cites it. A running ingest of it is cancelled. Approved answers that rest on it are withdrawn until they are decided again.',
      params: DocumentPath,
      response: { 200: Deleted, ...problems(404) },
    }),
    async (request) => {
      const { doc_id } = request.params;
      await seenBy(request).catalog.remove(doc_id, {
        signal: request.lifetime.signal,
        actor: request.caller.name,
      });
      return { doc_id, status: 'deleted' as const };
    },
  );
}

export function ingestUrl(
  request: FastifyRequest,
  { doc_id: docId, ...given }: z.output<typeof UrlIngest>,
  parts: Pick<RouteParts, 'seenBy' | 'refusalOf'>,
): Promise<DocumentRecord> {
  return parts.seenBy(request).catalog.acceptUrl({ docId, ...given, ...intakeCaller(request, parts) });
}

const STATUS = 'status';

/**
 * `/ingest/status/text` is the status of the document `text`. Where there is none, it is the text of the document
 * `status`, which no other path leads to.
 */
function contentOfStatus(
  parts: RouteParts,
  sendStatus: (request: FastifyRequest, reply: FastifyReply, docId: string) => Promise<void>,
): FastifyPluginAsyncZod {
  return async (scope) => {
    // Before the query is validated, which statuses do not have.
    scope.addHook('preValidation', async (request, reply) => {
      const docId = request.routeOptions.url!.split('/').at(-1)!;
      const { catalog } = parts.seenBy(request);
      if (!(await ifThere(catalog.get(docId))) && (await ifThere(catalog.get(STATUS)))) return;
      await sendStatus(request, reply, docId);
      return reply;
    });
    documentContentRoutes(scope, parts, { path: `/ingest/${STATUS}`, docId: STATUS });
  };
}

/** A `status` event for each record that differs from the one before in more than its time, then `done`. */
async function* progressEvents(records: AsyncIterable<DocumentRecord>): AsyncGenerator<ServerSentEvent> {
  let last: ReturnType<typeof documentStatusOf> | undefined;
  for await (const record of records) {
    const status = documentStatusOf(record);
    if (last === undefined || !sameButTime(status, last)) yield { event: 'status', data: status };
    last = status;
  }
  yield { event: 'done', data: last };
}

function sameButTime(a: object, b: object): boolean {
  const withoutTime = (status: object) => JSON.stringify({ ...status, updated_at: null });
  return withoutTime(a) === withoutTime(b);
}

const PROGRESS_DESCRIPTION = `With \`Accept: text/event-stream\`, follows the ingest: a \`status\` event with the same body at once and at each change,
then \`done\` with the final status (\`done\`, \`skipped\` or \`failed\`); or \`error\` with a problem. A comment every 15 s
keeps the connection open.`;
