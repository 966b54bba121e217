import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { RefusedError } from '../../errors.ts';
import { layoutOf } from '../../ingestion/documents/document-content.ts';
import { cursorOf, sortKeysOf } from '../cursor.ts';
import { attachmentNamed, byteRangeOf, namesEntityTag } from '../header-fields.ts';
import { operations, problems } from '../openapi.ts';
import { PageQuery } from '../schemas/fields.ts';
import { DocumentPath, DocumentText, TextQuery } from '../schemas/ingest.ts';
import { ChunkList } from '../schemas/ingest-summary.ts';
import { replyOf } from '../schemas/reply.ts';
import type { RouteParts, Scope } from './route-parts.ts';

const operation = operations('ingest');

/**
 * A document's extracted text, by offsets or by passage, and its original bytes.
 *
 * @param at Another path for one document, not documented.
 */
export function documentContentRoutes(
  scope: Scope,
  parts: Pick<RouteParts, 'seenBy'>,
  at?: { path: string; docId: string },
): void {
  const { seenBy } = parts;
  const path = at?.path ?? '/ingest/:doc_id';
  const hide = at !== undefined;
  const params: z.ZodType<z.output<typeof DocumentPath>> = at
    ? z.object({}).transform(() => ({ doc_id: at.docId }))
    : DocumentPath;

  scope.get(
    `${path}/text`,
    operation('read', 'documentText', 'Get the extracted text', {
      description:
        'Of the searchable version. Offsets are in UTF-16 code units, as in JavaScript. With the `chunk_id` of a source: the cited passage and its offsets.',
      params,
      hide,
      querystring: TextQuery,
      response: { 200: DocumentText, ...problems(404) },
    }),
    (request) => documentText(request, { ...request.params, ...request.query }, parts),
  );

  scope.get(
    `${path}/chunks`,
    operation('read', 'documentChunks', 'List the passages of a document', {
      description: 'The passages of the searchable version, in reading order.',
      params,
      hide,
      querystring: PageQuery,
      response: { 200: ChunkList, ...problems(404) },
    }),
    async (request) => {
      const { doc_id: docId } = request.params;
      const { limit, cursor } = request.query;
      const after = sortKeysOf('chunks', cursor, { after: 'number' });
      const page = await seenBy(request).documentContent.chunks(docId, { limit, ...after });
      return replyOf(ChunkList, {
        ...{ ...page, docId, nextCursor: cursorOf('chunks', page.nextAfter) },
        chunks: page.chunks.map((chunk) => ({ ...chunk, ...layoutOf(chunk), position: chunk.ordinal })),
      });
    },
  );

  scope.get(
    `${path}/original`,
    operation({ key: 'read', lifetime: 'upload' }, 'documentOriginal', 'Download the original', {
      description:
        'The file of the searchable version, or of the newest while there is none, under its own media type. Supports a single `Range`, and `If-None-Match`.',
      params,
      hide,
      response: { 200: WHOLE, 206: PART, 304: UNCHANGED, ...problems(404, 416) },
    }),
    async (request, reply) => {
      const { doc_id } = request.params;
      await using opened = new AsyncDisposableStack();
      const original = opened.use(await seenBy(request).documentContent.original(doc_id));
      const { bytes, contentHash, mediaType, filename } = original;
      const etag = `"${contentHash}"`;
      const caching = { 'cache-control': 'private, no-cache', etag };
      const { 'if-none-match': ifNoneMatch, 'if-range': ifRange, range } = request.headers;
      if (namesEntityTag(ifNoneMatch, etag)) return (reply as FastifyReply).code(304).headers(caching).send();
      const wanted = ifRange === undefined || ifRange === etag ? byteRangeOf(range, bytes) : undefined;
      if (wanted === 'unsatisfiable') throw new RefusedError({ code: 'range_not_satisfiable', bytes });

      const { start, end } = wanted ?? { start: 0, end: bytes };
      const body = Readable.from(original.read({ start, end }), { objectMode: false });
      const owned = opened.move();
      body.once('close', () => void owned.disposeAsync());
      if (wanted) reply.code(206).header('content-range', `bytes ${start}-${end - 1}/${bytes}`);
      // The schema serves only the API document; the reply is a stream.
      return (reply as FastifyReply)
        .headers({
          'content-type': mediaType,
          'content-length': end - start,
          'content-disposition': attachmentNamed(filename ?? doc_id),
          // If a browser still shows it, it runs nothing and loads nothing.
          'content-security-policy': "default-src 'none'; sandbox",
          'accept-ranges': 'bytes',
          ...caching,
        })
        .send(body);
    },
  );
}

export async function documentText(
  request: FastifyRequest,
  { doc_id: docId, chunk_id, ...range }: { doc_id: string } & z.output<typeof TextQuery>,
  { seenBy }: Pick<RouteParts, 'seenBy'>,
): Promise<z.output<typeof DocumentText>> {
  const { text, textOfChunk } = seenBy(request).documentContent;
  const found = await (chunk_id === undefined ? text(docId, range) : textOfChunk(docId, chunk_id));
  return replyOf(DocumentText, { ...found, ...found.layout, docId });
}

const BYTES = { 'application/octet-stream': { schema: z.string().meta({ format: 'binary' }) } };
const WHOLE = { description: 'The whole file.', content: BYTES };
const UNCHANGED = z.null().meta({ description: 'Not modified: `If-None-Match` matches.' });
const PART = { description: 'The requested range.', content: BYTES };
