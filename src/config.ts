import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { z } from 'zod';
import { CHAT_MODES } from './answering/answer.ts';
import { LOG_LEVELS } from './ports/logger.ts';

/** Text settings by name, as an operating system gives them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A setting that cannot be used. The message names every such setting, what it got and what it takes. */
export class ValueError extends Error {
  override readonly name = 'ValueError';
}

/** One row is all there is to say of a setting: `.env.example`, `docent config` and the errors are made from it. */
interface Setting<Schema extends z.ZodType = z.ZodType> {
  readonly name: string;
  /** As it would stand in the environment. */
  readonly fallback: string;
  /** What a value may be; completes the sentence "<name> takes …". */
  readonly takes: string;
  readonly explains: string;
  readonly schema: Schema;
}

const SETTINGS = {
  host: text(
    'HOST',
    '127.0.0.1',
    'Address to listen on; 0.0.0.0 or :: makes Docent reachable from other machines.',
  ),
  port: whole('PORT', 8000, { min: 0, max: 65_535 }, 'Port to listen on; 0 takes any free one.'),
  dataDir: text('DATA_DIR', './data', 'Folder that holds everything that is kept.'),
  logDir: text('LOG_DIR', './logs', 'Folder of app.log and its five backups of 10 MB.'),
  logFormat: oneOf('LOG_FORMAT', 'text', ['text', 'json'], 'How log lines are written.'),
  logLevel: oneOf('LOG_LEVEL', 'info', LOG_LEVELS, 'Least severe lines that are written.'),
  kvStore: oneOf('KV_STORE', 'embedded', ['embedded'], 'Where conversation memory is kept.'),
  vectorStore: oneOf('VECTOR_STORE', 'embedded', ['embedded'], 'Where the search index is held.'),
  llmProvider: oneOf(
    'LLM_PROVIDER',
    'extractive',
    ['extractive'],
    'What writes the answers; extractive quotes the documents.',
  ),
  chatMode: oneOf('CHAT_MODE', 'learning', CHAT_MODES, 'Mode of questions that name none.'),
  topK: whole(
    'TOP_K',
    5,
    { min: 1, max: 20 },
    'Passages that an answer may be taken from, when the question does not say.',
  ),
  scoreThreshold: share(
    'SCORE_THRESHOLD',
    0.3,
    'Least probability that the passages answer a question; below it the answer is a refusal.',
  ),
  questionTimeoutMs: whole(
    'QUESTION_TIMEOUT_MS',
    60_000,
    { min: 100, max: 600_000 },
    'Milliseconds that one question may take.',
  ),
  memoryTtlSeconds: whole(
    'MEMORY_TTL_SECONDS',
    86_400,
    { min: 1, max: 31_536_000 },
    'Seconds after its last turn for which a conversation is remembered.',
  ),
  maxFileSizeMb: whole(
    'MAX_FILE_SIZE_MB',
    50,
    { min: 1, max: 2_000 },
    'Largest file that is ingested, in MB of 1,048,576 bytes.',
  ),
  allowedHosts: hosts(
    'ALLOWED_HOSTS',
    '["*"]',
    'Hosts that documents may be downloaded from; * allows every public one.',
  ),
  downloadTimeoutMs: whole(
    'DOWNLOAD_TIMEOUT_MS',
    30_000,
    { min: 100, max: 600_000 },
    'Milliseconds that one download may take.',
  ),
  queueLimit: whole(
    'QUEUE_LIMIT',
    10_000,
    { min: 1, max: 1_000_000 },
    'Ingests that may wait; further ones are declined for the time being.',
  ),
  ingestConcurrency: whole(
    'INGEST_CONCURRENCY',
    2,
    { min: 1, max: 64 },
    'Documents that are ingested at the same time.',
  ),
  parserProcesses: whole('PARSER_PROCESSES', 2, { min: 1, max: 64 }, 'Processes that parse files.'),
  parseTimeoutMs: whole(
    'PARSE_TIMEOUT_MS',
    30_000,
    { min: 100, max: 600_000 },
    'Milliseconds that parsing one file may take.',
  ),
} as const satisfies Record<string, Setting>;

type SettingKey = keyof typeof SETTINGS;

/** The effective settings; frozen. */
export type Config = { readonly [Key in SettingKey]: z.output<(typeof SETTINGS)[Key]['schema']> };

/**
 * @param environment Names that are not settings are ignored; a value of white space counts as absent.
 * @throws {ValueError} Naming every setting that cannot be used, not only the first.
 */
export function loadConfig(environment: Environment): Config {
  const config: Record<string, unknown> = {};
  const complaints: string[] = [];
  for (const [key, setting] of settings()) {
    const given = givenValue(environment, setting.name);
    const result = setting.schema.safeParse(given ?? setting.fallback);
    if (result.success) config[key] = Object.freeze(result.data);
    else complaints.push(`${setting.name} takes ${setting.takes}: current value is ${quoted(given ?? '')}`);
  }
  if (complaints.length > 0) {
    throw new ValueError(
      `Cannot start with these settings:\n${complaints.map((line) => `  ${line}`).join('\n')}`,
    );
  }
  return Object.freeze(config) as Config;
}

/** What `.env` in the working folder gives, overruled by what `environment` gives. */
export function withEnvFile(environment: Environment): Environment {
  const merged: Record<string, string | undefined> = parseEnv(textOf('.env'));
  for (const name of Object.keys(environment)) {
    const value = givenValue(environment, name);
    if (value !== undefined) merged[name] = value;
  }
  return merged;
}

/** `NAME=value` lines of the effective settings, those that differ from their default marked. */
export function describeConfig(config: Config): string {
  const lines = settings().map(([key, setting]) => {
    const value = inEnvironment(config[key]);
    return value === setting.fallback
      ? `${setting.name}=${masked(value)}`
      : `${setting.name}=${masked(value)}  # default ${setting.fallback}`;
  });
  return `${lines.join('\n')}\n`;
}

/** The text of `.env.example`: every setting with its explanation and default, commented out. */
export function environmentExample(): string {
  const blocks = settings().map(
    ([, setting]) => `# ${setting.explains} Takes ${setting.takes}.\n# ${setting.name}=${setting.fallback}\n`,
  );
  return `# Copy to .env and uncomment what you change. Variables of the environment win over this file.\n\n${blocks.join('\n')}`;
}

function settings(): [SettingKey, Setting][] {
  return Object.entries(SETTINGS) as [SettingKey, Setting][];
}

function text(name: string, fallback: string, explains: string) {
  return { name, fallback, explains, takes: 'text', schema: z.string() };
}

function whole(name: string, fallback: number, range: { min: number; max: number }, explains: string) {
  const schema = z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .pipe(z.int().min(range.min).max(range.max));
  const takes = `a whole number from ${range.min} to ${range.max}`;
  return { name, fallback: String(fallback), explains, takes, schema };
}

function share(name: string, fallback: number, explains: string) {
  const schema = z
    .string()
    .regex(/^\d*\.?\d+$/)
    .transform(Number)
    .pipe(z.number().min(0).max(1));
  return { name, fallback: String(fallback), explains, takes: 'a number from 0 to 1', schema };
}

function oneOf<const Words extends readonly [string, ...string[]]>(
  name: string,
  fallback: Words[number],
  words: Words,
  explains: string,
) {
  const takes = words.length === 1 ? `only ${words[0]}` : words.join(' | ');
  return { name, fallback, explains, takes, schema: z.string().toLowerCase().pipe(z.enum(words)) };
}

function hosts(name: string, fallback: string, explains: string) {
  const schema = z
    .string()
    .transform(listOf)
    .pipe(z.array(z.string().trim().toLowerCase().refine(isHostPattern)).readonly());
  const takes = 'host names without scheme, port or path, as a JSON list or separated by commas';
  return { name, fallback, explains, takes, schema };
}

/** A list given as JSON or comma-separated; whatever JSON gives is left for the schema to judge. */
function listOf(value: string): unknown {
  if (!value.startsWith('[')) return value.split(',').filter((item) => item.trim() !== '');
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

function isHostPattern(host: string): boolean {
  if (host === '*') return true;
  if (host.includes(':')) return URL.canParse(`http://[${host}]`);
  return /^(\*\.)?[\p{L}\p{N}_]([\p{L}\p{N}\p{M}_.-]*[\p{L}\p{N}\p{M}_])?\.?$/u.test(host);
}

function givenValue(environment: Environment, name: string): string | undefined {
  const value = environment[name]?.trim();
  return value === '' ? undefined : value;
}

function inEnvironment(value: Config[SettingKey]): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function quoted(value: string): string {
  const shown = masked(value);
  return JSON.stringify(shown.length > 200 ? `${shown.slice(0, 200)}…` : shown);
}

/** Hides user and password of an address: what was meant for a store must not reach a terminal or a log. */
function masked(value: string): string {
  return value.replace(/\/\/[^\s/@]*@/g, '//***@');
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}
