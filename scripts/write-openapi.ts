/** Writes docs/reference/openapi.json, the document served at /openapi.json. Nothing behind the routes is called. */
import { writeFileSync } from 'node:fs';
import packageJson from '../package.json' with { type: 'json' };
import { buildServer } from '../src/http/server.ts';
import { loadConfig } from '../src/settings/config.ts';

const uncalled = () => {
  throw new Error('Cannot serve as this server is only asked for its API document');
};
const none = async () => {};

await using server = await buildServer({
  version: packageJson.version,
  newUuid: uncalled,
  answerQuestion: uncalled,
  searchPassages: uncalled,
  embedTexts: uncalled,
  suggestQuestions: uncalled,
  checkModel: uncalled,
  sharedConversations: { share: uncalled, find: uncalled, remove: uncalled },
  catalog: {
    acceptUpload: uncalled,
    acceptUrl: uncalled,
    get: uncalled,
    follow: uncalled,
    retry: uncalled,
    describe: uncalled,
    list: uncalled,
    remove: uncalled,
  },
  documentContent: { text: uncalled, textOfChunk: uncalled, chunks: uncalled, original: uncalled },
  documentStore: { visibleAmong: uncalled, docIdsWithTags: uncalled, list: uncalled },
  documentFeed: { follow: uncalled },
  corpusSummary: uncalled,
  reindex: { embeddings: uncalled, originals: uncalled, progress: uncalled },
  sources: {
    add: uncalled,
    change: uncalled,
    get: uncalled,
    list: uncalled,
    run: uncalled,
    confirm: uncalled,
    remove: uncalled,
  },
  memory: { forget: uncalled },
  counters: { increment: uncalled },
  answered: { get: uncalled, set: uncalled, delete: uncalled },
  originals: { receive: uncalled },
  review: {
    pending: uncalled,
    decided: uncalled,
    entry: uncalled,
    approve: uncalled,
    reject: uncalled,
    reopen: uncalled,
  },
  feedback: { record: uncalled, list: uncalled },
  answerQuality: { summary: uncalled, gaps: uncalled, answers: uncalled, answer: uncalled },
  shownSettings: [],
  traces: { find: uncalled },
  keys: { create: uncalled, list: uncalled, revoke: uncalled, find: uncalled },
  answerQuota: { count: uncalled, used: uncalled },
  auditLog: { list: uncalled },
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
