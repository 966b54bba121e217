/** Writes docs/reference/openapi.json, the document served at /openapi.json. Nothing behind the routes is called. */
import { writeFileSync } from 'node:fs';
import packageJson from '../package.json' with { type: 'json' };
import { buildServer } from '../src/http/server.ts';
import { loadConfig } from '../src/settings/config.ts';

/** Stands for everything behind the routes: whatever is asked of it, or called. */
const uncalled: never = new Proxy(
  () => {
    throw new Error('Cannot serve as this server is only asked for its API document');
  },
  { get: () => uncalled },
) as never;
const none = async () => {};

await using server = await buildServer({
  version: packageJson.version,
  newUuid: uncalled,
  answerQuestion: uncalled,
  searchPassages: uncalled,
  embedTexts: uncalled,
  suggestQuestions: uncalled,
  checkModel: uncalled,
  sharedConversations: uncalled,
  catalog: uncalled,
  documentContent: uncalled,
  documentStore: uncalled,
  documentFeed: uncalled,
  corpusSummary: uncalled,
  reindex: { embeddings: uncalled, originals: uncalled, progress: uncalled },
  sources: uncalled,
  memory: uncalled,
  counters: uncalled,
  answered: uncalled,
  originals: uncalled,
  review: uncalled,
  feedback: uncalled,
  answerQuality: uncalled,
  shownSettings: [],
  traces: uncalled,
  keys: uncalled,
  answerQuota: uncalled,
  auditLog: uncalled,
  probes: { kv_store: none, vector_store: none },
  metrics: { requestEnded: none, contentType: 'text/plain', text: uncalled },
  logger: { debug: none, info: none, warn: none, error: none, enabled: () => false },
  now: Date.now,
  settings: loadConfig({ RATE_LIMIT_PER_MINUTE: '0' }),
});
const response = await server.inject('/openapi.json');
writeFileSync(
  new URL('../docs/reference/openapi.json', import.meta.url),
  `${JSON.stringify(response.json(), null, 2)}\n`,
);
