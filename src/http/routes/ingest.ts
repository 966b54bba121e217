import fastifyMultipart from '@fastify/multipart';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { RefusedError } from '../../errors.ts';
import type { Catalog } from '../../ingestion/catalog.ts';
import type { DocumentRecord } from '../../ports/document.ts';
import type { OriginalStore } from '../../ports/original-store.ts';
import { cursorOf, positionOf } from '../cursor.ts';
import type { Limits } from '../limits.ts';
import { problems } from '../openapi.ts';
import type { RequestLifetimes } from '../request-lifetime.ts';
import {
  Accepted,
  Deleted,
  DocumentList,
  DocumentStatus,
  documentStatusOf,
  ListQuery,
  UploadForm,
  UrlIngest,
} from '../schemas/ingest.ts';
import { FORM_LIMITS, readUpload } from '../upload.ts';

/** An id that no document can have is an unknown one: 404, not 422. */
const DocumentPath = z.object({ doc_id: z.string().meta({ examples: ['visitor-handbook'] }) });

export interface IngestParts {
  readonly catalog: Catalog;
  readonly originals: Pick<OriginalStore, 'receive'>;
  readonly lifetimes: RequestLifetimes;
  readonly limits: Limits;
  readonly fileBytesMax: number;
}

/** Documents: in by URL or upload, their status, their list, and out. */
export function ingestRoutes(parts: IngestParts): FastifyPluginAsyncZod {
  const { catalog } = parts;

  return async (scope) => {
    await scope.register(uploadRoute(parts));

    scope.post(
      '/ingest',
      {
        schema: {
          operationId: 'ingestUrl',
          summary: 'Ingest a document from a URL',
          description: 'The download begins after the reply; poll the status. Redirects are not followed.',
          tags: ['ingest'],
          body: UrlIngest,
          response: { 202: Accepted, ...problems(400, 408, 413, 415, 422, 500, 503) },
        },
      },
      async (request, reply) => {
        const { url, doc_id, title, tags } = request.body;
        const correlationId = request.id;
        const record = await catalog.acceptUrl({ url, docId: doc_id, title, tags, correlationId });
        return reply.code(202).header('location', statusPath(record)).send(acceptedOf(record));
      },
    );

    scope.get(
      '/ingest/status/:doc_id',
      {
        schema: {
          operationId: 'ingestStatus',
          summary: 'Poll the ingest of a document',
          tags: ['ingest'],
          params: DocumentPath,
          response: { 200: DocumentStatus, ...problems(404, 500, 503) },
        },
      },
      async (request) => documentStatusOf(await catalog.get(request.params.doc_id)),
    );

    scope.get(
      '/ingest/docs',
      {
        schema: {
          operationId: 'listDocuments',
          summary: 'List documents',
          description: 'Newest first. A page stays right while documents come and go.',
          tags: ['ingest'],
          querystring: ListQuery,
          response: { 200: DocumentList, ...problems(400, 422, 500, 503) },
        },
      },
      async (request) => {
        const { limit, cursor, status, tag, q } = request.query;
        const page = await catalog.list(
          { ...(status && { status }), ...(tag && { tag }), ...(q && { text: q }) },
          { limit, ...(cursor !== undefined && { before: positionOf(cursor) }) },
        );
        return {
          docs: page.documents.map(documentStatusOf),
          next_cursor: page.nextBefore === undefined ? null : cursorOf(page.nextBefore),
          total: page.total,
        };
      },
    );

    scope.delete(
      '/ingest/:doc_id',
      {
        schema: {
          operationId: 'deleteDocument',
          summary: 'Delete a document',
          description: 'From the reply on no answer cites it; an ingest of it that runs is cancelled.',
          tags: ['ingest'],
          params: DocumentPath,
          response: { 200: Deleted, ...problems(404, 500, 503) },
        },
      },
      async (request) => {
        const { doc_id } = request.params;
        await catalog.remove(doc_id);
        return { doc_id, status: 'deleted' as const };
      },
    );
  };
}

/** In a scope of its own: here a body is a form, and JSON is not taken. */
function uploadRoute({
  catalog,
  originals,
  lifetimes,
  limits,
  fileBytesMax,
}: IngestParts): FastifyPluginAsyncZod {
  return async (scope) => {
    scope.removeContentTypeParser('application/json');
    await scope.register(fastifyMultipart, { throwFileSizeLimit: false, limits: FORM_LIMITS });

    scope.post(
      '/ingest/upload',
      {
        config: { bodyType: 'multipart/form-data' },
        // The form is validated as it is read; the schema is there for the API document.
        validatorCompiler: () => (value) => ({ value }),
        schema: {
          operationId: 'ingestUpload',
          summary: 'Ingest a file',
          description: 'One file a request, streamed; what the fields leave out is taken from the document.',
          tags: ['ingest'],
          consumes: ['multipart/form-data'],
          body: UploadForm,
          response: { 202: Accepted, ...problems(400, 408, 413, 415, 422, 500, 503) },
        },
      },
      async (request, reply) => {
        if (!request.isMultipart()) {
          const contentType = request.headers['content-type'] ?? '';
          throw new RefusedError({
            code: 'unsupported_content_type',
            contentType,
            accepted: 'multipart/form-data',
          });
        }
        using lifetime = lifetimes.begin(reply.raw, { limitMs: limits.uploadTimeoutMs });
        await using owner = new AsyncDisposableStack();
        const { signal } = lifetime;
        const upload = await readUpload(request, { originals, limitBytes: fileBytesMax, signal, owner });
        const { staged, filename, mediaType, fields } = upload;
        const { doc_id: docId, title, tags } = fields;
        const correlationId = request.id;
        const record = await catalog.acceptUpload({
          staged,
          filename,
          mediaType,
          docId,
          title,
          tags,
          correlationId,
        });
        return reply.code(202).header('location', statusPath(record)).send(acceptedOf(record));
      },
    );
  };
}

function acceptedOf({ docId, version }: DocumentRecord): z.output<typeof Accepted> {
  return { doc_id: docId, status: 'queued', version };
}

function statusPath({ docId }: DocumentRecord): string {
  return `/api/v1/ingest/status/${docId}`;
}
