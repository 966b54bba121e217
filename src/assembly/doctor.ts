import { constants } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import ipaddr from 'ipaddr.js';
import { parseRedisUrl } from '../adapters/key-value/redis-url.ts';
import { openLanguageModel } from '../adapters/models/language/open-language-model.ts';
import { createModelUsage } from '../adapters/models/model-usage.ts';
import { openEmbeddingModels } from '../adapters/models/search/open-embedding-models.ts';
import { parseOpenSearchUrl } from '../adapters/opensearch/opensearch-url.ts';
import { openTextRecognition } from '../adapters/tesseract.ts';
import type { Config } from '../config.ts';
import { asError, RefusedError } from '../errors.ts';
import type { LogFields, Logger } from '../ports/logger.ts';
import { isShared } from '../store-settings.ts';
import { DOCUMENT_DATABASE } from './rebuild.ts';
import { originalsIn } from './shared-stores.ts';

/** What was looked at, and how it is. */
export interface Finding {
  /** `note`: works, but may not be what is wanted. */
  readonly level: 'ok' | 'note' | 'fault';
  readonly says: string;
  /** What to do about it. */
  readonly fix?: string;
}

const CALL_TIMEOUT_MS = 30_000;
const FREE_BYTES_MIN = 2 ** 30;
const NODE_MAJOR_MIN = 24;
const COMPLETION_TOKENS_MAX = 64;

/** Looks at all that Docent needs, one thing after another. It changes nothing, and calls each model once. */
export async function* diagnose(config: Config): AsyncGenerator<Finding> {
  const node = process.versions.node;
  yield Number.parseInt(node, 10) >= NODE_MAJOR_MIN
    ? { level: 'ok', says: `Node ${node}` }
    : { level: 'fault', says: `Node ${node} is too old`, fix: `Install Node ${NODE_MAJOR_MIN} or later.` };
  yield exposure(config);
  for (const [setting, folder] of [
    ['DATA_DIR', config.dataDir],
    ['LOG_DIR', config.logDir],
  ] as const)
    yield await folderFinding(setting, folder);
  yield await textRecognition(config);
  if (isShared(config)) {
    yield await called('RECORD_STORE', 'PostgreSQL answers', (parts) => pingRecords(config, parts));
    yield await called('VECTOR_STORE', 'OpenSearch answers', (parts) => pingVectors(config, parts));
    yield await called('FILE_STORE', 'the bucket can be used', (parts) => pingOriginals(config, parts));
  } else yield await called('DATA_DIR', 'the stored documents can be read', () => readDocuments(config));
  if (parseRedisUrl(config.kvStore))
    yield await called('KV_STORE', 'Redis answers', (parts) => pingRedis(config, parts));
  yield config.llmProvider === 'extractive'
    ? { level: 'ok', says: 'No language model: answers are quotations' }
    : await called(
        'LLM_PROVIDER, LLM_MODEL, LLM_API_KEY and LLM_BASE_URL',
        'the language model writes',
        (parts) => generate(config, parts),
      );
  yield config.embeddingProvider === 'builtin'
    ? { level: 'ok', says: 'The built-in embedding model' }
    : await called('the EMBEDDING settings', 'the embedding model embeds', (parts) => embed(config, parts));
}

function exposure({ host, apiKey }: Config): Finding {
  if (host === 'localhost' || (ipaddr.isValid(host) && ipaddr.parse(host).range() === 'loopback'))
    return { level: 'ok', says: `Only this machine can reach Docent (HOST=${host})` };
  if (apiKey !== '')
    return { level: 'ok', says: `Other machines can reach Docent (HOST=${host}), and API_KEY is set` };
  return {
    level: 'fault',
    says: `Whoever reaches ${host} may delete documents and review answers, as API_KEY is empty`,
    fix: 'Set API_KEY, or HOST=127.0.0.1.',
  };
}

async function folderFinding(setting: string, folder: string): Promise<Finding> {
  const fix = `Set ${setting} to a folder that this user may write to.`;
  const path = await existing(resolve(folder));
  try {
    if (!(await stat(path)).isDirectory())
      return { level: 'fault', says: `${setting}: ${path} is not a folder`, fix };
    await access(path, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = await statfs(path);
    const gigabytes = `${((bavail * bsize) / 2 ** 30).toFixed(1)} GB free`;
    if (bavail * bsize >= FREE_BYTES_MIN)
      return { level: 'ok', says: `${setting}: ${folder} can be written to, ${gigabytes}` };
    return { level: 'note', says: `${setting}: ${folder} has ${gigabytes}`, fix: 'Free some space.' };
  } catch (error) {
    return { level: 'fault', says: `${setting}: ${asError(error).message}`, fix };
  }
}

/** The folder, or the one in which it would be created. */
async function existing(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  return found || dirname(path) === path ? path : existing(dirname(path));
}

async function textRecognition({ ocrLanguages }: Config): Promise<Finding> {
  const logger = lastLine();
  if (ocrLanguages.length === 0)
    return { level: 'ok', says: 'Scanned pages are not read (OCR_LANGUAGES is empty)' };
  if (await openTextRecognition({ languages: ocrLanguages, logger }))
    return { level: 'ok', says: `Scanned pages are read (${ocrLanguages.join(', ')})` };
  const fix = 'Install poppler-utils and tesseract-ocr with these languages, or set OCR_LANGUAGES=[].';
  return { level: 'note', says: logger.line(), fix };
}

interface Parts {
  readonly opened: AsyncDisposableStack;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/** @param settings Those that are to be looked at if `work` fails. @param says What is true if it does not. */
async function called(
  settings: string,
  says: string,
  work: (parts: Parts) => Promise<string | undefined>,
): Promise<Finding> {
  const logger = lastLine();
  try {
    await using opened = new AsyncDisposableStack();
    const more = await work({ opened, logger, signal: AbortSignal.timeout(CALL_TIMEOUT_MS) });
    return { level: 'ok', says: `${sentence(says)}${more ? `: ${more}` : ''}` };
  } catch (error) {
    const { message, cause } = asError(error);
    // A refusal hides from clients what its cause or the log says.
    const hidden = error instanceof RefusedError && (cause ? asError(cause).message : logger.line());
    return { level: 'fault', says: hidden || message, fix: `Check ${settings}.` };
  }
}

async function readDocuments({ dataDir }: Config): Promise<string> {
  const path = join(dataDir, DOCUMENT_DATABASE);
  if (!(await stat(path).catch(() => undefined))) return 'there are none yet';
  using database = new DatabaseSync(path, { readOnly: true });
  const { total } = database.prepare('SELECT COUNT(*) AS total FROM documents').get() as { total: number };
  return String(total);
}

async function pingRecords(config: Config, { opened, logger, signal }: Parts): Promise<undefined> {
  const { openPostgres } = await import('../adapters/postgres/connection.ts');
  const records = opened.use(openPostgres(config.recordStore, { dependency: 'document_store', logger }));
  await records.query('SELECT 1', [], { signal });
}

async function pingVectors(config: Config, { opened, logger, signal }: Parts): Promise<undefined> {
  const { openCluster } = await import('../adapters/opensearch/cluster.ts');
  const cluster = opened.use(openCluster(parseOpenSearchUrl(config.vectorStore)!, { logger }));
  await cluster.send({ method: 'GET', path: '/', signal });
}

async function pingOriginals(config: Config, { opened, signal }: Parts): Promise<undefined> {
  const { openBucket } = await import('../adapters/s3/bucket.ts');
  const { address, credentials } = originalsIn(config);
  const bucket = opened.use(
    openBucket(address, { dependency: 'original_files', credentials, now: Date.now }),
  );
  await bucket.ping(signal);
}

async function pingRedis(config: Config, { opened, logger, signal }: Parts): Promise<undefined> {
  const { openRedisKeyValueStore } = await import('../adapters/key-value/redis.ts');
  const address = parseRedisUrl(config.kvStore)!;
  const store = opened.use(
    await openRedisKeyValueStore(address, { prefix: config.kvPrefix, logger, now: Date.now }),
  );
  await store.ping(signal);
}

async function generate(config: Config, parts: Parts): Promise<string> {
  const model = parts.opened.use((await openLanguageModel(config, modelParts(config, parts)))!);
  const prompt = { system: 'Answer in one word.', messages: [{ role: 'user', text: 'Say hello.' }] } as const;
  const options = { completionTokensMax: COMPLETION_TOKENS_MAX, signal: parts.signal };
  for await (const { type } of model.generate(prompt, options)) if (type === 'finish') break;
  return model.id;
}

async function embed(config: Config, parts: Parts): Promise<string> {
  const { wanted } = parts.opened.use((await openEmbeddingModels(config, modelParts(config, parts)))!);
  const model = wanted.open({ dimensions: undefined });
  const input = { text: 'hello', terms: ['hello'], counts: [1] };
  const [vector] = await model.embed([input], { purpose: 'question', signal: parts.signal });
  return `${model.id}, ${vector!.length} dimensions`;
}

function modelParts({ llmPrices }: Config, { logger }: Parts) {
  const clocks = { now: Date.now, elapsed: () => performance.now(), random: Math.random };
  return { ...clocks, logger, usage: createModelUsage({ prices: llmPrices }) };
}

/** A logger of which the last line can be read. */
function lastLine(): Logger & { line(): string } {
  let last = '';
  const keep = (message: string, fields: LogFields = {}) => {
    const details = Object.values(fields).map((value) =>
      value instanceof Error ? value.message : String(value),
    );
    last = [message, ...details].join(': ');
  };
  return { debug() {}, info: keep, warn: keep, error: keep, enabled: () => true, line: () => last };
}

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
