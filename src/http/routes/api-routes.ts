import type { FastifyPluginAsync } from 'fastify';
import { accessRoutes } from './access.ts';
import { chatRoutes } from './chat.ts';
import { curationRoutes } from './curation.ts';
import { documentListRoutes } from './document-list.ts';
import { ingestRoutes } from './ingest.ts';
import { qualityRoutes } from './quality.ts';
import { reindexRoutes } from './reindex.ts';
import type { RouteParts } from './route-parts.ts';
import { searchRoutes } from './search.ts';
import { settingsRoutes } from './settings.ts';
import { sharedConversationRoutes } from './shared-conversations.ts';
import { sourceRoutes } from './sources.ts';
import { suggestionRoutes } from './suggestions.ts';
import { traceRoutes } from './trace.ts';

/** All routes under `/api/v1`, and again under `/api`. */
export function apiRoutes(parts: RouteParts): FastifyPluginAsync {
  return async (scope) => {
    await scope.register(chatRoutes(parts));
    await scope.register(sharedConversationRoutes(parts));
    await scope.register(searchRoutes(parts));
    await scope.register(suggestionRoutes(parts));
    await scope.register(ingestRoutes(parts));
    await scope.register(documentListRoutes(parts));
    await scope.register(curationRoutes(parts));
    await scope.register(qualityRoutes(parts));
    await scope.register(reindexRoutes(parts));
    await scope.register(settingsRoutes(parts));
    await scope.register(sourceRoutes(parts));
    await scope.register(traceRoutes(parts));
    await scope.register(accessRoutes(parts));
  };
}
