import { constants } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseRedisUrl } from '../adapters/key-value/redis-url.ts';
import { parseOpenSearchUrl } from '../adapters/opensearch/opensearch-url.ts';
import { openTextRecognition } from '../adapters/parsing/tesseract.ts';
import { asError } from '../errors.ts';
import type { ModelCheck } from '../http/routes/route-parts.ts';
import type { Config } from '../settings/config.ts';
import { isShared } from '../settings/store-settings.ts';
import { isReachable } from './exposure.ts';
import {
  attempt,
  type CheckParts,
  checkEmbeddingModel,
  checkLanguageModel,
  lastLine,
} from './model-check.ts';
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

const FREE_BYTES_MIN = 2 ** 30;
const NODE_MAJOR_MIN = 24;

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
    yield await called('FILE_STORE', 'The bucket can be used', (parts) => pingOriginals(config, parts));
  } else yield await called('DATA_DIR', 'The stored documents can be read', () => readDocuments(config));
  if (parseRedisUrl(config.kvStore))
    yield await called('KV_STORE', 'Redis answers', (parts) => pingRedis(config, parts));
  yield config.llmProvider === 'extractive'
    ? { level: 'ok', says: 'No language model: answers are quotations' }
    : modelFinding('The language model', 'writes', await checkLanguageModel(config));
  yield config.embeddingProvider === 'builtin'
    ? { level: 'ok', says: 'The built-in embedding model' }
    : modelFinding('The embedding model', 'embeds', await checkEmbeddingModel(config));
}

function exposure({ host, apiKey }: Config): Finding {
  if (!isReachable(host)) return { level: 'ok', says: `Only this machine can reach Docent (HOST=${host})` };
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
    const { bavail, bsize, blocks } = await statfs(path);
    if (blocks === 0) return { level: 'fault', says: `${setting}: ${path} stores no files`, fix };
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

/** @param settings Those that are to be looked at if `work` fails. @param says What is true if it does not. */
async function called(
  settings: string,
  says: string,
  work: (parts: CheckParts) => Promise<string | undefined>,
): Promise<Finding> {
  const { value: more, error } = await attempt(work);
  if (error !== null) return { level: 'fault', says: `${settings}: ${error}`, fix: `Check ${settings}.` };
  return { level: 'ok', says: `${says}${more ? `: ${more}` : ''}` };
}

function modelFinding(
  which: string,
  does: string,
  { model, dimensions, error, settings }: ModelCheck,
): Finding {
  if (error !== null)
    return { level: 'fault', says: `${which} does not answer: ${error}`, fix: `Check ${settings}.` };
  return { level: 'ok', says: `${which} ${does}: ${model}${dimensions ? `, ${dimensions} dimensions` : ''}` };
}

async function readDocuments({ dataDir }: Config): Promise<string> {
  const path = join(dataDir, DOCUMENT_DATABASE);
  if (!(await stat(path).catch(() => undefined))) return 'there are none yet';
  using database = new DatabaseSync(path, { readOnly: true });
  const { total } = database.prepare('SELECT COUNT(*) AS total FROM documents').get() as { total: number };
  return String(total);
}

async function pingRecords(config: Config, { opened, logger, signal }: CheckParts): Promise<undefined> {
  const { openPostgres } = await import('../adapters/postgres/connection.ts');
  const records = opened.use(openPostgres(config.recordStore, { dependency: 'document_store', logger }));
  await records.query('SELECT 1', [], { signal });
}

async function pingVectors(config: Config, { opened, logger, signal }: CheckParts): Promise<undefined> {
  const { openCluster } = await import('../adapters/opensearch/cluster.ts');
  const cluster = opened.use(openCluster(parseOpenSearchUrl(config.vectorStore)!, { logger }));
  await cluster.send({ method: 'GET', path: '/', signal });
}

async function pingOriginals(config: Config, { opened, signal }: CheckParts): Promise<undefined> {
  const { openBucket } = await import('../adapters/s3/bucket.ts');
  const { address, credentials } = originalsIn(config);
  const bucket = opened.use(
    openBucket(address, { dependency: 'original_files', credentials, now: Date.now }),
  );
  await bucket.ping(signal);
}

async function pingRedis(config: Config, { opened, logger, signal }: CheckParts): Promise<undefined> {
  const { openRedisKeyValueStore } = await import('../adapters/key-value/redis.ts');
  const address = parseRedisUrl(config.kvStore)!;
  const store = opened.use(
    await openRedisKeyValueStore(address, { prefix: config.kvPrefix, logger, now: Date.now }),
  );
  await store.ping(signal);
}
