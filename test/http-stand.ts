import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAnswerQuota } from '../src/access/answer-quota.ts';
import { createApiKeys } from '../src/access/api-keys.ts';
import { createAuditLog } from '../src/access/audit-log.ts';
import { openOriginalFiles } from '../src/adapters/files/original-files.ts';
import { createMemoryKeyValueStore } from '../src/adapters/key-value/memory.ts';
import {
  openSqliteAnswerStore,
  openSqliteCurationStore,
  openSqliteSourceStore,
} from '../src/adapters/sqlite/stores.ts';
import type { Answer, AnswerEvent, AnswerQuestion, Question } from '../src/answering/answer.ts';
import { createSharedConversations } from '../src/answering/shared-conversations.ts';
import { createNotifier } from '../src/concurrency/notifier.ts';
import { createAnswerLog } from '../src/curation/answer-log.ts';
import { createAnswerQuality } from '../src/curation/answer-quality.ts';
import { createFeedback } from '../src/curation/feedback.ts';
import { createReview } from '../src/curation/review.ts';
import { RefusedError } from '../src/errors.ts';
import { buildServer, type ServerParts } from '../src/http/server.ts';
import type { Catalog, Upload, UrlIntake } from '../src/ingestion/catalog.ts';
import { createSources } from '../src/ingestion/sources/sources.ts';
import { currentCorrelationId } from '../src/kernel/correlation.ts';
import type { DocumentRecord } from '../src/ports/document.ts';
import type { LogFields, Logger, LogLevel } from '../src/ports/logger.ts';
import { loadConfig, shownSettings } from '../src/settings/config.ts';
import { recordOf } from './document-record.ts';
import { rawExchange } from './http-exchange.ts';
import { until } from './until.ts';

export interface LogLine {
  readonly level: LogLevel;
  readonly message: string;
  readonly fields: LogFields;
  readonly correlationId: string | undefined;
}

/** Nobody is counted here, as tests ask more than sixty times a minute. */
const SETTINGS: ServerParts['settings'] = {
  ...loadConfig({ RATE_LIMIT_PER_MINUTE: '0' }),
  questionTimeoutMs: 5_000,
  maxFileSizeMb: 1,
};

/** The real server on a free port, in front of real originals, a catalog of a few lines and answers by the book. */
export async function openHttpStand(
  changes: Partial<Omit<ServerParts, 'settings'>> & { settings?: Partial<ServerParts['settings']> } = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'docent-http-'));
  const originals = await openOriginalFiles(folder);
  const now = changes.now ?? (() => Date.UTC(2026, 10, 21));
  const log: LogLine[] = [];
  const accepted: (Upload | UrlIntake)[] = [];
  const asked: Question[] = [];
  const curation = curationIn(folder, collecting(log));
  const sourceStore = openSqliteSourceStore(join(folder, 'sources.db'));
  const server = await buildServer({
    version: '0.0.0-test',
    newUuid: randomUUID,
    answerQuestion: answering((question) => asked.push(question)),
    searchPassages: async () => ({
      passages: [],
      retrieval: { candidates: 0, bestScore: 0, query: '' },
    }),
    embedTexts: async () => {
      throw new RefusedError({ code: 'no_embedding_model', retryAfterSeconds: 30 });
    },
    suggestQuestions: async () => [],
    sharedConversations: createSharedConversations({
      ...{ store: createMemoryKeyValueStore({ now }), days: 30, newUuid: randomUUID, now },
    }),
    catalog: catalogOf(accepted),
    documentContent: { text: noDocument, textOfChunk: noDocument, chunks: noDocument, original: noDocument },
    documentStore: {
      visibleAmong: async (docIds) => [...docIds],
      docIdsWithTags: async () => new Set(),
      list: () => noDocument('any'),
    },
    documentFeed: { follow: nothing },
    corpusSummary: () => noDocument('any'),
    reindex: {
      embeddings: async () => ({ model: null, declined: null, reindexing: null }),
      progress: async () => ({ model: null, declined: null, reindexing: null }),
      originals: async () => 0,
    },
    sources: createSources({ store: sourceStore, drivers, requested: createNotifier(), now }),
    memory: { forget: async () => 0 },
    originals,
    review: curation.review,
    feedback: curation.feedback,
    answerQuality: curation.answerQuality,
    traces: { find: () => undefined },
    keys: curation.keys,
    auditLog: curation.auditLog,
    answerQuota: createAnswerQuota({
      store: createMemoryKeyValueStore({ now }),
      logger: collecting(log),
      now,
    }),
    checkModel: async () => ({ model: 'house-model', dimensions: null, error: null, settings: 'LLM_MODEL' }),
    shownSettings: shownSettings(loadConfig({ API_KEY: 'secret-key', PORT: '9000' })),
    counters: createMemoryKeyValueStore({ now }),
    answered: createMemoryKeyValueStore({ now }),
    probes: { kv_store: async () => {}, vector_store: async () => {} },
    logger: collecting(log),
    now,
    ...changes,
    settings: { ...SETTINGS, ...changes.settings },
    limits: { lingerMs: 500, shutdownGraceMs: 100, ...changes.limits },
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;

  return {
    server,
    url,
    folder,
    log,
    accepted,
    asked,
    ...curation,
    get: (path: string, init?: RequestInit) => fetch(url + path, init),
    postJson: (path: string, body: unknown, headers: Record<string, string> = {}) =>
      fetch(url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    /** Log lines of errors. */
    errors: () => log.filter(({ level }) => level === 'error'),
    /** Sends bytes as they are and gives what comes back until the connection ends. */
    raw: (bytes: string | Uint8Array, options: { end?: boolean } = {}) => rawExchange(port, bytes, options),
    /** The timing lines, once there are as many. */
    async timings(count: number) {
      const lines = () => log.filter(({ message }) => message === 'request');
      await until(() => lines().length >= count);
      return lines();
    },
    async [Symbol.asyncDispose]() {
      const closed = server.close();
      // A test that has failed leaves requests behind that nobody waits for.
      server.server.closeAllConnections();
      await closed;
      await sourceStore[Symbol.asyncDispose]();
      await curation.answerLog[Symbol.asyncDispose]();
      await curation.answerStore[Symbol.asyncDispose]();
      await curation.curationStore[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export const source = {
  n: 1,
  label: 'Visitor handbook, p. 4',
  docId: 'visitor-handbook',
  chunkId: 'visitor-handbook.1.3',
  score: 0.92,
  page: 4,
  section: 'Prices',
  snippet: 'A family ticket costs 24 euros.',
  start: 100,
  end: 420,
  quotes: [{ start: 120, end: 151 }],
  url: null,
  kind: 'document',
} as const;

export function answerTo(question: Question, correlationId: string): Answer {
  return {
    text: 'A family ticket costs 24 euros. [1]',
    sources: [source],
    related: [],
    meta: {
      correlationId,
      conversationId: question.conversationId,
      mode: question.mode,
      language: 'en',
      model: 'extractive',
      grounded: 'supported',
      groundedScore: 1,
      statements: [{ start: 0, end: 31, verdict: 'supported', citations: [1], alarms: [] }],
      refused: false,
      synthesized: false,
      reviewEntryId: null,
      standalone: question.text,
      retrieval: { candidates: 3, bestScore: 0.92, query: question.text },
      usage: null,
      timingsMs: { retrieve: 0.4, generate: 0.2, total: 0.7 },
    },
  };
}

function answering(onAsked: (question: Question) => void): AnswerQuestion {
  return async function* answer(question, { correlationId }): AsyncGenerator<AnswerEvent> {
    onAsked(question);
    yield { type: 'sources', sources: [source] };
    yield { type: 'token', delta: 'A family ticket ' };
    yield { type: 'token', delta: 'costs 24 euros. [1]' };
    yield { type: 'done', answer: answerTo(question, correlationId) };
  };
}

function catalogOf(accepted: (Upload | UrlIntake)[]): Catalog {
  const records: DocumentRecord[] = [];
  function add(docId: string, source: DocumentRecord['source'], wishes: Upload | UrlIntake): DocumentRecord {
    const { title, tags } = wishes;
    const record = recordOf(docId, {
      sequence: records.length + 1,
      source,
      title: title ?? docId,
      tags: tags ?? [],
    });
    records.push(record);
    accepted.push(wishes);
    return record;
  }
  function positionOf(docId: string): number {
    const position = records.findIndex((record) => record.docId === docId);
    if (position < 0) throw new RefusedError({ code: 'document_not_found', docId });
    return position;
  }
  return {
    async acceptUpload(upload) {
      if (upload.staged.bytes === 0)
        throw new RefusedError({ code: 'empty_file', filename: upload.filename });
      await upload.staged.keep();
      const docId = upload.docId ?? upload.filename.replace(/\W+/g, '-');
      return add(docId, { kind: 'upload', filename: upload.filename }, upload);
    },
    async acceptUrl(intake) {
      if (!intake.url.startsWith('http'))
        throw new RefusedError({ code: 'url_not_allowed', reason: 'Only http.' });
      return add(intake.docId ?? `url-${records.length}`, { kind: 'url', url: intake.url }, intake);
    },
    get: async (docId) => records[positionOf(docId)]!,
    async *follow(docId) {
      yield records[positionOf(docId)]!;
    },
    async describe(docId, { title, tags }) {
      const position = positionOf(docId);
      const changes = { ...(title !== undefined && { title }), ...(tags && { tags }) };
      records[position] = { ...records[position]!, ...changes };
      return records[position];
    },
    retry: async (docId) => records[positionOf(docId)]!,
    async list(filter, { limit, before = Number.POSITIVE_INFINITY }) {
      const matching = records.filter(
        ({ tags, title, status }) =>
          (!filter.tag || tags.includes(filter.tag)) &&
          (!filter.text || title.includes(filter.text)) &&
          (!filter.status || status === filter.status),
      );
      const rest = matching.filter(({ sequence }) => sequence < before).toReversed();
      const documents = rest.slice(0, limit);
      const nextBefore = rest.length > limit ? documents.at(-1)?.sequence : undefined;
      return { documents, nextBefore, nextKey: null, total: matching.length };
    },
    async remove(docId) {
      records.splice(positionOf(docId), 1);
    },
  };
}

/** Accepts every location. */
const anywhere = { vet: () => undefined, list: async () => Promise.reject(new Error('Nothing runs')) };
const drivers = { web: anywhere, git: anywhere, s3: anywhere, folder: anywhere };

async function* nothing() {}

async function noDocument(docId: string): Promise<never> {
  throw new RefusedError({ code: 'document_not_found', docId });
}

/** The real queue of reviews and the real feedback; decisions are carried out by doing nothing. */
function curationIn(folder: string, logger: Logger) {
  const curationStore = openSqliteCurationStore(join(folder, 'curation.db'));
  const answerStore = openSqliteAnswerStore(join(folder, 'answers.db'));
  const answerLog = createAnswerLog({ store: answerStore, logger, now: Date.now });
  const answerQuality = createAnswerQuality({
    ...{ answerStore, curationStore, now: Date.now },
    documentStore: { ingestCounts: async () => [] },
    prices: {},
    modelCalls: () => new Map(),
  });
  const review = createReview({
    store: curationStore,
    documentStore: { getMany: async () => [] },
    decisions: { carryOut: async () => undefined, resume: async () => {} },
    policy: 'synthesized',
    expiresDays: 0,
    onHeld: async () => {},
    logger,
    now: Date.now,
    newId: randomUUID,
  });
  return {
    keys: createApiKeys({ store: curationStore, newId: randomUUID, randomBytes, logger, now: Date.now }),
    auditLog: createAuditLog({ store: curationStore, days: 0, logger, now: Date.now }),
    curationStore,
    answerStore,
    answerLog,
    answerQuality,
    review,
    feedback: createFeedback({ store: curationStore, answerLog }),
  };
}

function collecting(log: LogLine[]): Logger {
  const at =
    (level: LogLevel) =>
    (message: string, fields: LogFields = {}) => {
      log.push({ level, message, fields, correlationId: currentCorrelationId() });
    };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error'), enabled: () => true };
}
