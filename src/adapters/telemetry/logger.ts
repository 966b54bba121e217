import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { currentCorrelationId } from '../../kernel/correlation.ts';
import { LOG_LEVELS, type LogFields, type Logger, type LogLevel } from '../../ports/logger.ts';
import { makeFolder } from '../files/make-folder.ts';
import { openRotatingFile } from './rotating-file.ts';

const FILE_NAME = 'app.log';
const FILE_BYTES_MAX = 10_000_000;
const FILE_BACKUPS = 5;
/** Longest message with its fields, in UTF-16 units; the rest is cut, so that no request can fill the disk. */
const MESSAGE_LENGTH_MAX = 16_384;
const CAUSES_MAX = 5;
/** What may wait for a console whose reader is slow, in bytes; the file has the lines that are left out. */
const CONSOLE_BYTES_MAX = 1_048_576;

/** Correlation id of a line that belongs to no request. */
const NO_CORRELATION_ID = '-';

/**
 * @param options.format `json`: one object a line with exactly `timestamp`, `level`, `correlation_id` and `message`.
 * @param options.folder Folder of `app.log` and its backups; created when absent.
 * @param options.output Also receives the lines, as long as it is writable and read fast enough; null for none.
 * @throws When the log file cannot be opened.
 */
export function openLogger(options: {
  level: LogLevel;
  format: 'text' | 'json';
  folder: string;
  output: Writable | null;
  now?: () => number;
}): Logger & Disposable {
  const { level, format, folder, output, now = Date.now } = options;
  makeFolder(folder);
  const file = openRotatingFile(join(folder, FILE_NAME), {
    bytesMax: FILE_BYTES_MAX,
    backups: FILE_BACKUPS,
    onFailure: (action, { message }) => process.stderr.write(`Cannot ${action} ${FILE_NAME}: ${message}\n`),
  });
  const threshold = LOG_LEVELS.indexOf(level);
  const enabled = (of: LogLevel) => LOG_LEVELS.indexOf(of) >= threshold;

  let consoleOpen = output !== null;
  // A console whose reader has gone (`docent | head`) must not end the service.
  const onConsoleError = () => {
    consoleOpen = false;
  };
  output?.on('error', onConsoleError);

  let leftOut = 0;

  function write(of: LogLevel, message: string, fields: LogFields = {}): void {
    if (!enabled(of)) return;
    const line = lineOf(of, message, fields);
    file.write(line);
    show(line);
  }

  function lineOf(of: LogLevel, message: string, fields: LogFields): string {
    const entry = {
      timestamp: new Date(now()).toISOString(),
      level: of,
      correlation_id: currentCorrelationId() ?? NO_CORRELATION_ID,
      message: messageWith(message, fields, { stacks: level === 'debug' }),
    };
    if (format === 'json') return `${JSON.stringify(entry)}\n`;
    return `${entry.timestamp} ${of.toUpperCase().padEnd(5)} [${entry.correlation_id}] ${entry.message}\n`;
  }

  function show(line: string): void {
    if (!output || !consoleOpen) return;
    if (output.writableLength > CONSOLE_BYTES_MAX) {
      leftOut += 1;
      return;
    }
    if (leftOut > 0)
      output.write(lineOf('warn', 'Lines left out here as they were read too slowly', { lines: leftOut }));
    leftOut = 0;
    output.write(line);
  }

  return {
    debug: (message, fields) => write('debug', message, fields),
    info: (message, fields) => write('info', message, fields),
    warn: (message, fields) => write('warn', message, fields),
    error: (message, fields) => write('error', message, fields),
    enabled,
    [Symbol.dispose]() {
      file[Symbol.dispose]();
      output?.off('error', onConsoleError);
    },
  };
}

function messageWith(message: string, fields: LogFields, options: { stacks: boolean }): string {
  let text = escaped(message);
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) text += ` ${name}=${fieldValue(value, options)}`;
  }
  return text.length > MESSAGE_LENGTH_MAX ? `${text.slice(0, MESSAGE_LENGTH_MAX).toWellFormed()}…` : text;
}

function fieldValue(value: NonNullable<LogFields[string]> | null, options: { stacks: boolean }): string {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : errorText(value, options);
  return /^[\w.:/@%+,~-]+$/.test(text) ? text : escaped(JSON.stringify(text));
}

/** Name and message of an error and its causes, outermost first. */
function errorText(error: Error, { stacks }: { stacks: boolean }): string {
  const parts: string[] = [];
  let current: unknown = error;
  for (let depth = 0; current instanceof Error && depth < CAUSES_MAX; depth++) {
    parts.push(stacks && current.stack ? current.stack : `${current.name}: ${current.message}`);
    current = current.cause;
  }
  return parts.join(' ← ');
}

/**
 * Escapes characters that could end a line, move the cursor or change the text direction: C0, C1, format, unassigned.
 */
function escaped(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (character) =>
    Array.from(
      { length: character.length },
      (_, n) => `\\u${character.charCodeAt(n).toString(16).padStart(4, '0')}`,
    ).join(''),
  );
}
