import type { z } from 'zod';
import { CHAT_MODES } from '../answering/answer.ts';
import { ANONYMOUS_MEMORIES } from '../answering/read/conversation-key.ts';
import { REVIEW_POLICIES } from '../curation/review-policy.ts';
import { proxyRangeOf } from '../http/admission/client-address.ts';
import { isOrigin } from '../http/admission/cross-origin.ts';
import type { ShownSetting } from '../http/routes/route-parts.ts';
import { inEnglish } from '../kernel/said.ts';
import { LOG_LEVELS } from '../ports/logger.ts';
import { ANSWER_SETTINGS } from './answer-settings.ts';
import { MODEL_SETTINGS, providerComplaints } from './model-settings.ts';
import { SERVER_SETTINGS, webhookComplaints } from './server-settings.ts';
import { date, list, number, oneOf, type Setting, secret, text, whole, yesOrNo } from './setting-kinds.ts';
import { SOURCE_SETTINGS } from './source-settings.ts';
import { STORE_SETTINGS, storeComplaints } from './store-settings.ts';
import { ValueError } from './value-error.ts';

/** Replaces the value of a secret setting. */
const HIDDEN = '***';

/** Settings as text by name, as in an environment. */
export type Environment = Readonly<Record<string, string | undefined>>;

const SETTINGS = {
  host: text(
    'HOST',
    '127.0.0.1',
    'Address to listen on. With 0.0.0.0 or :: other machines can reach Docent.',
  ),
  port: whole('PORT', 'Port to listen on. 0: any free one.', { fallback: 8000, min: 0, max: 65_535 }),
  apiKey: secret(
    'API_KEY',
    'Key that clients must send as X-API-Key to replace, change and delete documents, reindex, review answers, and see feedback, quality, metrics and settings. Empty: no key is needed.',
  ),
  requireAuthForIngest: yesOrNo(
    'REQUIRE_AUTH_FOR_INGEST',
    'false',
    'Whether all other document operations need the key as well.',
  ),
  requireAuthForChat: yesOrNo(
    'REQUIRE_AUTH_FOR_CHAT',
    'false',
    'Whether questions, searches, lists of documents and their content need a key as well: API_KEY, or a named one.',
  ),
  auditDays: whole('AUDIT_DAYS', 'Days after which entries of the audit log are deleted. 0: never.', {
    fallback: 365,
    min: 0,
    max: 36_500,
  }),
  rateLimitPerMinute: whole(
    'RATE_LIMIT_PER_MINUTE',
    'Maximum requests per minute for each client address. 0: no limit.',
    { fallback: 60, min: 0, max: 1_000_000 },
  ),
  trustedProxies: list(
    'TRUSTED_PROXIES',
    '[]',
    (text) => proxyRangeOf(text) !== undefined,
    'address ranges such as 10.0.0.0/8 or 2001:db8::/32',
    'Reverse proxies whose X-Forwarded-For and X-Real-IP headers name the client address.',
  ),
  corsOrigins: list(
    'CORS_ORIGINS',
    '[]',
    isOrigin,
    'exact origins such as https://app.example.org, without path or *',
    'Origins of other web pages that may use the API.',
  ),
  legacySunset: date(
    'LEGACY_SUNSET',
    'Day on which the old paths under /api/ will be removed; responses announce it. Empty: not planned.',
  ),
  dataDir: text('DATA_DIR', './data', 'Folder for all stored data.'),
  logDir: text('LOG_DIR', './logs', 'Folder for app.log and its five backups of 10 MB.'),
  logFormat: oneOf('LOG_FORMAT', 'text', ['text', 'json'], 'Format of log lines.'),
  logLevel: oneOf('LOG_LEVEL', 'info', LOG_LEVELS, 'Lowest level to log.'),
  metricsEnabled: yesOrNo(
    'METRICS_ENABLED',
    'false',
    'Whether GET /metrics serves metrics in the Prometheus text format. It needs the key if one is set.',
  ),
  ...STORE_SETTINGS,
  ...SERVER_SETTINGS,
  ...MODEL_SETTINGS,
  ...ANSWER_SETTINGS,
  chatMode: oneOf('CHAT_MODE', 'learning', CHAT_MODES, 'Mode of questions that do not set one.'),
  reviewPolicy: oneOf(
    'REVIEW_POLICY',
    'synthesized',
    REVIEW_POLICIES,
    'Answers to hold for review: those that no single source states (synthesized), those that their sources do not fully support (unsupported), or none (off).',
  ),
  reviewExpiresDays: whole(
    'REVIEW_EXPIRES_DAYS',
    'Days after which an approval expires: the answer is withdrawn and reviewed again. An approval may set another date. 0: never.',
    { fallback: 0, min: 0, max: 3_650 },
  ),
  topK: whole(
    'TOP_K',
    'Passages to answer from, unless the question sets top_k. From 3 on, a neighbouring passage may be read as well.',
    { fallback: 5, min: 1, max: 20 },
  ),
  scoreThreshold: number(
    'SCORE_THRESHOLD',
    'Minimum probability that a passage answers the question. Below it Docent claims no answer.',
    { fallback: 0.35, min: 0, max: 1 },
  ),
  questionTimeoutMs: whole('QUESTION_TIMEOUT_MS', 'Time limit for a question, in milliseconds.', {
    fallback: 60_000,
    min: 100,
    max: 600_000,
  }),
  memoryTtlSeconds: whole(
    'MEMORY_TTL_SECONDS',
    'How long a conversation is stored after its last turn, in seconds.',
    { fallback: 86_400, min: 1, max: 31_536_000 },
  ),
  sharedConversationDays: whole(
    'SHARED_CONVERSATION_DAYS',
    'How long the copy of a shared conversation is stored, in days. 0: conversations cannot be shared.',
    { fallback: 30, min: 0, max: 3_650 },
  ),
  anonymousMemory: oneOf(
    'ANONYMOUS_MEMORY',
    'separate',
    ANONYMOUS_MEMORIES,
    'Conversation of requests without X-User-Id and conversation_id: each starts its own, whose id is in the reply (separate), or all share one (shared).',
  ),
  maxFileSizeMb: whole('MAX_FILE_SIZE_MB', 'Maximum size of a file, in MB of 1,048,576 bytes.', {
    fallback: 50,
    min: 1,
    max: 2_000,
  }),
  allowedHosts: list(
    'ALLOWED_HOSTS',
    '["*"]',
    isHostPattern,
    'host names without scheme, port or path',
    'Hosts to download documents from. * allows every public host.',
  ),
  downloadTimeoutMs: whole('DOWNLOAD_TIMEOUT_MS', 'Time limit for a download, in milliseconds.', {
    fallback: 30_000,
    min: 100,
    max: 600_000,
  }),
  ...SOURCE_SETTINGS,
  queueLimit: whole('QUEUE_LIMIT', 'Maximum number of waiting ingests. Further ones are refused with 503.', {
    fallback: 10_000,
    min: 1,
    max: 1_000_000,
  }),
  ingestConcurrency: whole('INGEST_CONCURRENCY', 'Documents ingested at the same time.', {
    fallback: 4,
    min: 1,
    max: 64,
  }),
  parserProcesses: whole(
    'PARSER_PROCESSES',
    'Maximum number of processes that parse files. A further one starts when files have to wait.',
    { fallback: 2, min: 1, max: 64 },
  ),
  parseTimeoutMs: whole(
    'PARSE_TIMEOUT_MS',
    'Time limit for parsing a file, in milliseconds. For a PDF: for each page; ten times as long for the whole file.',
    {
      fallback: 30_000,
      min: 100,
      max: 600_000,
    },
  ),
  ocrLanguages: list(
    'OCR_LANGUAGES',
    '["eng"]',
    (language) => /^[a-z]{3}(?:_[a-z]{1,10}){0,2}$/.test(language),
    'Tesseract language codes such as eng or deu',
    'Languages of scanned pages. Reading them needs pdftoppm and tesseract. []: scanned pages are not read.',
  ),
  tessdataFolder: text('TESSDATA_PREFIX', '', "Folder of tesseract's language data. Empty: its own default."),
} as const satisfies Record<string, Setting>;

type SettingKey = keyof typeof SETTINGS;

/** The effective settings; frozen. */
export type Config = { readonly [Key in SettingKey]: z.output<(typeof SETTINGS)[Key]['schema']> };

/**
 * @param environment Unknown names are ignored; a blank value counts as absent.
 * @throws {ValueError} Listing every invalid setting, not only the first.
 */
export function loadConfig(environment: Environment): Config {
  const config: Record<string, unknown> = {};
  const complaints: string[] = [];
  for (const [key, setting] of settings()) {
    const given = environment[setting.name]?.trim() || undefined;
    const result = setting.schema.safeParse(given ?? setting.fallback);
    if (result.success) config[key] = Object.freeze(result.data);
    else {
      const shown = setting.secret ? HIDDEN : quoted(given ?? '');
      complaints.push(`${setting.name} takes ${inEnglish(setting.takes)}: current value is ${shown}`);
    }
  }
  complaints.push(...storeComplaints(config), ...providerComplaints(config), ...webhookComplaints(config));
  if (complaints.length > 0) {
    throw new ValueError(
      `Cannot start with these settings:\n${complaints.map((line) => `  ${line}`).join('\n')}`,
    );
  }
  return Object.freeze(config) as Config;
}

/** `NAME=value` lines of the effective settings; those that differ from the default are marked. */
export function describeConfig(config: Config): string {
  const lines = shownSettings(config).map(({ name, value, fallback }) =>
    value === fallback ? `${name}=${value}` : `${name}=${value}  # default ${fallback || 'empty'}`,
  );
  return `${lines.join('\n')}\n`;
}

/** The effective settings with secrets masked. */
export function shownSettings(config: Config): ShownSetting[] {
  return settings().map(([key, { name, fallback, explains, takes, secret }]) => {
    const given = config[key];
    const value = typeof given === 'object' ? JSON.stringify(given) : String(given);
    const shown = secret && value !== fallback ? HIDDEN : masked(value);
    return { name, value: shown, fallback, explains, takes };
  });
}

/** Every setting, in the order in which they are shown. */
export function settings(): [SettingKey, Setting][] {
  return Object.entries(SETTINGS) as [SettingKey, Setting][];
}

function isHostPattern(host: string): boolean {
  if (host === '*') return true;
  if (host.includes(':')) return URL.canParse(`http://[${host}]`);
  return /^(\*\.)?[\p{L}\p{N}_]([\p{L}\p{N}\p{M}_.-]*[\p{L}\p{N}\p{M}_])?\.?$/u.test(host);
}

function quoted(value: string): string {
  const shown = masked(value);
  return JSON.stringify(shown.length > 200 ? `${shown.slice(0, 200)}…` : shown);
}

/** Masks user and password in a URL, so that they reach no terminal and no log. */
function masked(value: string): string {
  return value.replace(/^([a-z]+:\/\/).*@/is, '$1***@').replace(/\/\/[^\s/@]*@/g, '//***@');
}
