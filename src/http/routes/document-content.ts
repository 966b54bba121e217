import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { RefusedError } from '../../errors.ts';
import type { DocumentContent } from '../../ingestion/document-content.ts';
import { byteRangeOf } from '../byte-range.ts';
import { attachmentNamed } from '../content-disposition.ts';
import { cursorOf, positionOf } from '../cursor.ts';
import type { Limits } from '../limits.ts';
import { problems } from '../openapi.ts';
import type { RequestLifetimes } from '../request-lifetime.ts';
import { DocumentPath, DocumentText, TextQuery } from '../schemas/ingest.ts';
import { ChunkList, ChunksQuery, chunkOf } from '../schemas/ingest-summary.ts';

export interface DocumentContentParts {
  readonly documentContent: DocumentContent;
  readonly lifetimes: RequestLifetimes;
  readonly limits: Limits;
}

/** What was ingested: its extracted text, by offsets or by passage, and its bytes. */
export function documentContentRoutes(parts: DocumentContentParts): FastifyPluginAsyncZod {
  const { documentContent, lifetimes, limits } = parts;

  return async (scope) => {
    scope.get(
      '/ingest/:doc_id/text',
      {
        config: { key: 'ingest' },
        schema: {
          operationId: 'documentText',
          summary: 'Read the extracted text',
          description:
            'Of the version that answers. Offsets count UTF-16 code units, as JavaScript does. With `chunk_id` of a source: the cited passage, and where it stands.',
          tags: ['ingest'],
          params: DocumentPath,
          querystring: TextQuery,
          response: { 200: DocumentText, ...problems(404, 422, 500, 503) },
        },
      },
      async (request) => {
        const { doc_id } = request.params;
        const { chunk_id, ...range } = request.query;
        const found = await (chunk_id === undefined
          ? documentContent.text(doc_id, range)
          : documentContent.textOfChunk(doc_id, chunk_id));
        const { version, from, to, length, text } = found;
        return { doc_id, version, from, to, length, text };
      },
    );

    scope.get(
      '/ingest/:doc_id/chunks',
      {
        config: { key: 'ingest' },
        schema: {
          operationId: 'documentChunks',
          summary: 'List the passages of a document',
          description: 'Of the version that answers, in reading order: what questions are answered from.',
          tags: ['ingest'],
          params: DocumentPath,
          querystring: ChunksQuery,
          response: { 200: ChunkList, ...problems(400, 404, 422, 500, 503) },
        },
      },
      async (request) => {
        const { doc_id } = request.params;
        const { limit, cursor } = request.query;
        const after = cursor === undefined ? {} : { after: positionOf(cursor) };
        const { version, chunks, nextAfter, total } = await documentContent.chunks(doc_id, {
          limit,
          ...after,
        });
        const next_cursor = nextAfter === undefined ? null : cursorOf(nextAfter);
        return { doc_id, version, chunks: chunks.map(chunkOf), next_cursor, total };
      },
    );

    scope.get(
      '/ingest/:doc_id/original',
      {
        config: { key: 'ingest' },
        schema: {
          operationId: 'documentOriginal',
          summary: 'Download the original',
          description:
            'The bytes of the version that answers, or of the newest while none does, under their own media type. One `Range` is heeded.',
          tags: ['ingest'],
          params: DocumentPath,
          response: { 200: WHOLE, 206: PART, ...problems(404, 416, 500, 503) },
        },
      },
      async (request, reply) => {
        const { doc_id } = request.params;
        await using opened = new AsyncDisposableStack();
        const original = opened.use(await documentContent.original(doc_id));
        const { bytes, contentHash, mediaType, filename } = original;
        const etag = `"${contentHash}"`;
        const ifRange = request.headers['if-range'];
        const wanted =
          ifRange === undefined || ifRange === etag ? byteRangeOf(request.headers.range, bytes) : undefined;
        if (wanted === 'unsatisfiable') throw new RefusedError({ code: 'range_not_satisfiable', bytes });

        const { start, end } = wanted ?? { start: 0, end: bytes };
        const body = Readable.from(original.read({ start, end }), { objectMode: false });
        const lifetime = opened.use(lifetimes.begin(reply.raw, { limitMs: limits.uploadTimeoutMs }));
        const leave = () => body.destroy(lifetime.signal.reason);
        lifetime.signal.addEventListener('abort', leave, { once: true });
        const owned = opened.move();
        body.once('close', () => void owned.disposeAsync());
        if (wanted) reply.code(206).header('content-range', `bytes ${start}-${end - 1}/${bytes}`);
        // Its schema is for the API document alone; what is sent is a stream.
        return (reply as FastifyReply)
          .headers({
            'content-type': mediaType,
            'content-length': end - start,
            'content-disposition': attachmentNamed(filename ?? doc_id),
            // Were a browser to show it in spite of that, it would run nothing and load nothing.
            'content-security-policy': "default-src 'none'; sandbox",
            'accept-ranges': 'bytes',
            'cache-control': 'private, no-cache',
            etag,
          })
          .send(body);
      },
    );
  };
}

const BYTES = { 'application/octet-stream': { schema: z.string().meta({ format: 'binary' }) } };
const WHOLE = { description: 'The bytes.', content: BYTES };
const PART = { description: 'The part that `Range` asks for.', content: BYTES };
