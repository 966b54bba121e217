import { type ExecFileOptions, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { linkedSignal } from '../../concurrency/deadline.ts';
import { IngestFailure } from '../../errors.ts';
import type { Logger } from '../../ports/logger.ts';
import type { RecogniseText } from '../../ports/text-recognition.ts';

/** Where package managers install programs. */
const FOLDERS = ['/usr/local/bin', '/usr/bin', '/bin', '/opt/homebrew/bin', '/opt/local/bin'];

const FILE_TIMEOUT_MS = 600_000;
/** The processor time of a page is bounded, too: on a busy machine it takes many times as long. */
const PAGE_TIMEOUT_MS = 300_000;
const PAGE_CPU_SECONDS = 60;
/** The longer side of a page's picture: 300 dpi of A4 are 3508. Bounds memory for pages of any declared size. */
const PAGE_PIXELS = 3_000;
const TEXT_BYTES_MAX = 2 ** 20;
const MEMORY_BYTES_MAX = 2 ** 30;

/**
 * Text recognition by poppler's pdftoppm, which renders a page, and tesseract, which reads it. Each runs as its own
 * process, a page at a time, with bounds on time and (where prlimit is installed) on memory.
 *
 * @param options.languages Tesseract's names of them, such as `eng` or `deu`; empty turns recognition off.
 * @param options.tessdataFolder Where tesseract finds its languages; empty for its own default.
 * @returns Undefined when a program or a language is not installed; a log line says which.
 */
export async function openTextRecognition(options: {
  languages: readonly string[];
  tessdataFolder?: string;
  logger: Logger;
  folders?: readonly string[];
  fileTimeoutMs?: number;
  pageTimeoutMs?: number;
}): Promise<RecogniseText | undefined> {
  const { languages, tessdataFolder = '', logger } = options;
  const { folders = FOLDERS, fileTimeoutMs = FILE_TIMEOUT_MS, pageTimeoutMs = PAGE_TIMEOUT_MS } = options;
  if (languages.length === 0) return undefined;
  const [renderer, reader, limiter] = ['pdftoppm', 'tesseract', 'prlimit'].map((name) =>
    folders.map((folder) => join(folder, name)).find((path) => existsSync(path)),
  );
  if (renderer === undefined || reader === undefined) {
    logger.info('Scanned pages are not read: pdftoppm and tesseract are not both installed');
    return undefined;
  }
  const env = { ...ENVIRONMENT, ...(tessdataFolder !== '' && { TESSDATA_PREFIX: tessdataFolder }) };
  const missing = await missingLanguages(reader, { languages, env });
  if (missing.length > 0) {
    logger.warn('Scanned pages are not read: tesseract lacks languages of OCR_LANGUAGES', {
      missing: missing.join(' '),
    });
    return undefined;
  }
  const limits = limiter === undefined ? [] : [limiter, ...BOUNDS];
  const tools = { render: [...limits, renderer], read: [...limits, reader], languages, env, pageTimeoutMs };

  return async (path, pages, { signal }) => {
    using limited = linkedSignal([signal], { afterMs: fileTimeoutMs, reason: () => timeout(fileTimeoutMs) });
    const recognised = new Map<number, string>();
    for (const page of pages) {
      limited.signal.throwIfAborted();
      const text = await readPage(path, page, { ...tools, signal: limited.signal });
      if (text === undefined) logger.warn('A scanned page was not read: its programs failed', { path, page });
      else if (/\p{L}/u.test(text)) recognised.set(page, text);
    }
    signal.throwIfAborted();
    return recognised;
  };
}

/** The text of one page; undefined when the reader fails on it, as it does without a picture. */
function readPage(
  path: string,
  page: number,
  { render, read, languages, env, pageTimeoutMs, signal }: Tools & { signal: AbortSignal },
): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const options = { signal, timeout: pageTimeoutMs, killSignal: 'SIGKILL', env } as const;
  const [renderer = '', ...toRender] = render;
  const onePage = ['-f', String(page), '-l', String(page), '-scale-to', String(PAGE_PIXELS), '-gray', '-png'];
  const rendering = spawn(renderer, [...toRender, ...onePage, path], {
    ...options,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [reader = '', ...toRead] = read;
  const reading = execFile(
    reader,
    [...toRead, 'stdin', 'stdout', '-l', languages.join('+')],
    { ...options, maxBuffer: TEXT_BYTES_MAX, encoding: 'utf8' } satisfies ExecFileOptions,
    (error, text) => resolve(error ? undefined : String(text)),
  );
  rendering.on('error', () => reading.kill('SIGKILL'));
  // The reader may have ended first; the renderer's error is then irrelevant.
  reading.stdin?.on('error', () => rendering.kill('SIGKILL'));
  if (reading.stdin) rendering.stdout.pipe(reading.stdin);
  return promise;
}

/** Command lines of both programs, and what they are given. */
interface Tools {
  readonly render: readonly string[];
  readonly read: readonly string[];
  readonly languages: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly pageTimeoutMs: number;
}

/** One thread a page: the pool's processes already use the cores. */
const ENVIRONMENT = { OMP_THREAD_LIMIT: '1', LC_ALL: 'C.UTF-8' };

const BOUNDS = [`--as=${MEMORY_BYTES_MAX}`, `--cpu=${PAGE_CPU_SECONDS}`, '--core=0', '--'];

async function missingLanguages(
  reader: string,
  { languages, env }: { languages: readonly string[]; env: Tools['env'] },
): Promise<string[]> {
  try {
    const { stdout } = await promisify(execFile)(reader, ['--list-langs'], { timeout: 10_000, env });
    const installed = new Set(stdout.split('\n').map((line) => line.trim()));
    return languages.filter((language) => !installed.has(language));
  } catch {
    return [...languages];
  }
}

function timeout(timeoutMs: number): IngestFailure {
  return new IngestFailure(
    'parse_timeout',
    `Recognising the text of scanned pages took longer than ${timeoutMs / 1000} s. Split the file and send the parts.`,
  );
}
