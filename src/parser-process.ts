import { readFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { type DocumentPart, partsOf } from './adapters/parsing/document-parts.ts';
import { CONTINUE, type ParserReply, type ParserRequest } from './adapters/parsing/parser-messages.ts';
import { asError, IngestFailure } from './errors.ts';
import { parseFile } from './ingestion/parsing/parse-file.ts';
import { ScannedPages } from './ingestion/parsing/scanned-pages.ts';
import { prepareDocument } from './ingestion/preparing/prepare-document.ts';
import type { PreparedDocument } from './ports/document-preparer.ts';

/**
 * Entry point of a process that parses untrusted files, so that a malicious file cannot harm the server. It lives as
 * long as its channel to the server; only the server decides when it stops.
 */
process.on('message', (message: ParserRequest | typeof CONTINUE) => {
  if (message === CONTINUE) sendNext();
  else void answer(message);
});
process.on('disconnect', () => process.exit());
// A terminal's Ctrl-C reaches the whole process group, but the server lets running work finish.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
// pdf.js leaves promises without a reader where it then repairs the file: they must not end the process. What the parse
// itself waits for is caught in `answer`.
process.on('unhandledRejection', logCause);

/** Shorter stages are not reported: nobody sees them, and a message costs as much as a small document. */
const WORTH_TELLING_MS = 100;
const PROGRESS_INTERVAL_MS = 500;

async function answer({ file, recognition }: ParserRequest): Promise<void> {
  try {
    const startedAt = performance.now();
    // Blocking is fine: this process has nothing else to do.
    let toldAt = startedAt;
    const onProgress = (share: number) => {
      if (performance.now() - toldAt < PROGRESS_INTERVAL_MS) return;
      toldAt = performance.now();
      send({ kind: 'stage', stage: 'parsing', share });
    };
    const parsed = await parseFile(file, readFileSync(file.path), recognition, onProgress);
    if (performance.now() - startedAt > WORTH_TELLING_MS)
      send({ kind: 'stage', stage: 'chunking', share: 0 });
    const document = prepareDocument(parsed, file);
    parts = partsOf(document);
    sendNext();
    keepCompiled(file.format);
  } catch (error) {
    if (error instanceof ScannedPages) {
      send({ kind: 'scanned', pages: error.pages, memoryBytes: memoryBytes() });
      return;
    }
    const failure = error instanceof IngestFailure ? error : unexpected();
    logCause(error instanceof IngestFailure ? error.cause : error);
    send({ kind: 'failed', code: failure.code, message: failure.message, memoryBytes: memoryBytes() });
  }
}

/** After the first file of a format: its parser is loaded and compiled by then. */
function keepCompiled(format: string): void {
  if (formats.has(format)) return;
  formats.add(format);
  setImmediate(flushCompileCache);
}

const formats = new Set<string>();

/** Parts of the document parsed last. */
let parts: Generator<DocumentPart, PreparedDocument> | undefined;

function sendNext(): void {
  const next = parts?.next();
  if (!next) return;
  if (next.done) send({ kind: 'prepared', document: next.value, memoryBytes: memoryBytes() });
  else send({ kind: 'part', part: next.value });
  if (next.done) parts = undefined;
}

function memoryBytes(): number {
  return process.memoryUsage.rss();
}

function unexpected(): IngestFailure {
  return new IngestFailure('internal_error', 'The file could not be read because of an error on the server.');
}

/** Causes may contain paths, so they go to the server's log, not to the user. */
function logCause(cause: unknown): void {
  if (cause !== undefined) process.stderr.write(`${asError(cause).stack}\n`);
}

function send(reply: ParserReply): void {
  process.send?.(reply);
}
