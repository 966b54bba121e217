import type { FastifyPluginAsync } from 'fastify';
import { type ChatParts, chatRoutes } from './routes/chat.ts';
import { type CurationParts, curationRoutes } from './routes/curation.ts';
import { type DocumentListParts, documentListRoutes } from './routes/document-list.ts';
import { type IngestParts, ingestRoutes } from './routes/ingest.ts';
import { type QualityParts, qualityRoutes } from './routes/quality.ts';
import { type ReindexParts, reindexRoutes } from './routes/reindex.ts';
import { type SettingsParts, settingsRoutes } from './routes/settings.ts';
import { type TraceParts, traceRoutes } from './routes/trace.ts';

export type ApiParts = ChatParts &
  IngestParts &
  DocumentListParts &
  CurationParts &
  QualityParts &
  ReindexParts &
  SettingsParts &
  TraceParts;

/** All routes under `/api/v1`, and again under `/api`. */
export function apiRoutes(parts: ApiParts): FastifyPluginAsync {
  return async (scope) => {
    await scope.register(chatRoutes(parts));
    await scope.register(ingestRoutes(parts));
    await scope.register(documentListRoutes(parts));
    await scope.register(curationRoutes(parts));
    await scope.register(qualityRoutes(parts));
    await scope.register(reindexRoutes(parts));
    await scope.register(settingsRoutes(parts));
    await scope.register(traceRoutes(parts));
  };
}
