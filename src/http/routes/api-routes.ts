import type { FastifyPluginAsync } from 'fastify';
import { accessRoutes } from './access.ts';
import { chatRoutes } from './chat.ts';
import { documentListRoutes } from './document-list.ts';
import { feedbackRoutes } from './feedback.ts';
import { ingestRoutes } from './ingest.ts';
import { qualityRoutes } from './quality.ts';
import { reviewRoutes } from './review.ts';
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
    chatRoutes(scope, parts);
    sharedConversationRoutes(scope, parts);
    searchRoutes(scope, parts);
    suggestionRoutes(scope, parts);
    await ingestRoutes(scope, parts);
    documentListRoutes(scope, parts);
    reviewRoutes(scope, parts);
    feedbackRoutes(scope, parts);
    qualityRoutes(scope, parts);
    settingsRoutes(scope, parts);
    sourceRoutes(scope, parts);
    traceRoutes(scope, parts);
    accessRoutes(scope, parts);
  };
}
