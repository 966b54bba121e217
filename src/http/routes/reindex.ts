import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Reindex } from '../../ingestion/reindex.ts';
import { embeddingProgressOf, Reindexing, ReindexRequest } from '../schemas/ingest-summary.ts';

export interface ReindexParts {
  readonly reindex: Reindex;
}

/** Rebuilds the index on demand. */
export function reindexRoutes({ reindex }: ReindexParts): FastifyPluginAsyncZod {
  return async (scope) => {
    scope.post(
      '/ingest/reindex',
      {
        config: { key: 'always' },
        schema: {
          operationId: 'reindex',
          summary: 'Make the index anew',
          description: DESCRIPTION,
          tags: ['ingest'],
          body: ReindexRequest,
          response: { 202: Reindexing },
        },
      },
      async (request, reply) => {
        const isFromOriginals = request.body.from === 'originals';
        // Unchanged passages keep their embeddings.
        const queued = isFromOriginals ? await reindex.originals({ correlationId: request.id }) : 0;
        const embedding = await (isFromOriginals ? reindex.progress() : reindex.embeddings());
        return reply
          .code(202)
          .header('location', SUMMARY_PATH)
          .send({ queued, embedding: embeddingProgressOf(embedding) });
      },
    );
  };
}

/** Where the progress can be polled. */
const SUMMARY_PATH = '/api/v1/ingest/summary';

const DESCRIPTION = `Goes on in the background, and after a stop or a kill; \`GET /ingest/summary\` shows how far it is. What was indexed
before answers until it is replaced. It joins one that is under way.

With \`originals\` each document gets a version more, so that approved answers which rest on it come back into the queue.`;
