import { operations } from '../openapi.ts';
import { Reindexing, ReindexRequest } from '../schemas/ingest-summary.ts';
import { replyOf } from '../schemas/reply.ts';
import type { RouteParts, Scope } from './route-parts.ts';

const operation = operations('ingest');

/** Rebuilds the index on demand. */
export function reindexRoutes(scope: Scope, { reindex }: RouteParts): void {
  scope.post(
    '/ingest/reindex',
    operation('operate', 'reindex', 'Rebuild the index', {
      description: DESCRIPTION,
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

/** Where the progress can be polled. */
const SUMMARY_PATH = '/api/v1/ingest/summary';

const DESCRIPTION = `Runs in the background and resumes after a restart; \`GET /api/v1/ingest/summary\` shows the progress. The previous index
answers until it is replaced. Joins a run in progress.

With \`originals\`, each document gets a new version, so approved answers that rest on it return to the review queue.`;
