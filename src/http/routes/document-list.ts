import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { begun } from '../../concurrency/begun.ts';
import type { DocumentEvent } from '../../ingestion/documents/document-feed.ts';
import { present } from '../../kernel/present.ts';
import { cursorOf, sortKeysOf } from '../cursor.ts';
import { asksForEvents } from '../header-fields.ts';
import { operations, orEvents } from '../openapi.ts';
import { DocumentList, documentStatusOf, ListQuery } from '../schemas/ingest.ts';
import {
  CorpusSummaryReply,
  corpusSummaryOf,
  Reindexing,
  ReindexRequest,
} from '../schemas/ingest-summary.ts';
import { replyOf } from '../schemas/reply.ts';
import type { ServerSentEvent } from '../sse.ts';
import type { RouteParts, Scope } from './route-parts.ts';

const operation = operations('ingest');

/** All documents: page by page, as they change, in figures, and read or embedded again. */
export function documentListRoutes(scope: Scope, parts: RouteParts): void {
  const { seenBy, corpusSummary, reindex, sendStream } = parts;

  scope.get(
    '/ingest/docs',
    operation(
      { key: 'read', follows: 'documents' },
      'listDocuments',
      'List documents or follow their changes',
      {
        description: LIST_DESCRIPTION,
        querystring: ListQuery,
        response: { 200: orEvents('A page', DocumentList, DOCUMENTS_EXAMPLE) },
      },
    ),
    async (request, reply) => {
      reply.raw.appendHeader('vary', 'Accept');
      if (!asksForEvents(request.headers.accept)) return documentPage(request, request.query, parts);
      const events = await begun(seenBy(request).documentFeed.follow(request.lifetime));
      await sendStream(request, reply, documentEvents(events));
    },
  );

  scope.get(
    '/ingest/summary',
    operation('overview', 'corpusSummary', 'Get totals of documents and storage', {
      response: { 200: CorpusSummaryReply },
    }),
    async () => corpusSummaryOf(await corpusSummary()),
  );

  scope.post(
    '/ingest/reindex',
    operation('operate', 'reindex', 'Rebuild the index', {
      description: REINDEX_DESCRIPTION,
      body: ReindexRequest,
      response: { 202: Reindexing },
    }),
    async (request, reply) => {
      const isFromOriginals = request.body.from === 'originals';
      // Unchanged passages keep their embeddings.
      const queued = isFromOriginals
        ? await reindex.originals({ correlationId: request.id, signal: request.lifetime.signal })
        : 0;
      const embedding = await (isFromOriginals ? reindex.progress() : reindex.embeddings());
      return reply
        .code(202)
        .header('location', SUMMARY_PATH)
        .send(replyOf(Reindexing, { queued, embedding }));
    },
  );
}

export async function documentPage(
  request: FastifyRequest,
  { limit, cursor, status, tag, q, sort }: z.output<typeof ListQuery>,
  { seenBy }: Pick<RouteParts, 'seenBy'>,
): Promise<DocumentList> {
  const page = await seenBy(request).catalog.list(present({ status, tag, text: q }), {
    limit,
    sort,
    ...sortKeysOf(sort, cursor, SORT_KEYS[sort]),
  });
  return replyOf(DocumentList, {
    docs: page.documents,
    nextCursor: cursorOf(sort, ...(page.nextKey === null ? [] : [page.nextKey]), page.nextBefore),
    total: page.total,
  });
}

const SORT_KEYS = {
  newest: { before: 'number' },
  title: { beforeKey: 'string', before: 'number' },
  size: { beforeKey: 'number', before: 'number' },
  status: { beforeKey: 'number', before: 'number' },
} as const;

async function* documentEvents(events: AsyncIterable<DocumentEvent>): AsyncGenerator<ServerSentEvent> {
  for await (const event of events) {
    switch (event.type) {
      case 'counts':
        yield { event: 'counts', data: event.counts };
        break;
      case 'document':
        yield { event: 'document', data: documentStatusOf(event.record) };
        break;
      case 'deleted':
        yield { event: 'deleted', data: { doc_id: event.docId } };
        break;
      case 'missed':
        yield { event: 'missed', data: {} };
    }
  }
}

/** Where the progress can be polled. */
const SUMMARY_PATH = '/api/v1/ingest/summary';

const REINDEX_DESCRIPTION = `Runs in the background and resumes after a restart; \`GET /api/v1/ingest/summary\` shows the progress. The previous index
answers until it is replaced. Joins a run in progress.

With \`originals\`, each document gets a new version, so approved answers that rest on it return to the review queue.`;

const LIST_DESCRIPTION = `Newest first unless \`sort\` says otherwise. Pages stay consistent while documents are added and deleted; a document whose
own position changes meanwhile, as by \`status\`, may appear twice or not at all.

With \`Accept: text/event-stream\`, follows all documents regardless of the query: \`counts\` by status at once and at each
change, \`document\` with each new or changed record, \`deleted\` \`{doc_id}\`, and \`missed\` when changes were lost and the
list must be read again. Of changes to one document that are close together, or that a slow reader has not received yet,
only the last is sent. The stream ends with \`error\` and a problem after an hour or when the server stops. A comment
every 15 s keeps the connection open.`;

const DOCUMENTS_EXAMPLE = `event: counts
data: {"queued":1,"processing":0,"done":41,"skipped":2,"failed":0}

event: document
data: {"doc_id":"visitor-handbook","status":"processing","stage":"parsing","progress":0.1, …}

event: deleted
data: {"doc_id":"old-handbook"}

`;
