import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { untilAborted } from '../../concurrency/deadline.ts';
import { IngestFailure } from '../../errors.ts';
import type { OnPreparing } from '../../ports/document-preparer.ts';
import type { Logger } from '../../ports/logger.ts';
import { type DocumentPart, joinParts } from './document-parts.ts';
import { CONTINUE, type ParserReply, type ParserRequest } from './parser-messages.ts';

export type FinalReply = Exclude<ParserReply, { kind: 'stage' | 'part' }>;

export type RunningParser = ReturnType<typeof startParser>;

interface AskOptions {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly onStage?: OnPreparing;
}

const STDERR_CHARACTERS_MAX = 4_000;

/** A file that is read page by page has this many deadlines in all. */
export const DEADLINES_MAX = 10;

/**
 * Buffers are outside of the heap and its limit: a PDF of 2 KB can unpack to gigabytes. Memory, where the platform
 * reports it, and the time that is left are checked this often.
 */
const WATCH_MS = 100;
/** Node itself, its code and the buffers of a large file take about 150 MB. */
export const OUTSIDE_HEAP_MB_MAX = 512;

/** Limits the young generation, which the limit of the heap leaves out: V8 would let it grow to 128 MB. */
const YOUNG_GENERATION = '--max-semi-space-size=8';

/** Messages of Node, V8 and C++ when the kernel refuses memory. */
const OUT_OF_MEMORY = /out of memory|failed to allocate memory|array buffer allocation failed|bad_alloc/i;

/**
 * Starts a process that parses files, one after the other.
 *
 * @param options.launcher Prefix of the process's command line.
 * @param options.readable Files and folders that it may read; undefined: all.
 * @param options.compiled Folder of cached compiled code; undefined: it compiles everything itself.
 */
export function startParser(options: {
  entry: URL;
  heapMb: number;
  launcher: readonly string[];
  readable?: readonly string[] | undefined;
  compiled?: string | undefined;
  logger?: Logger;
}) {
  const [program = process.execPath, ...launching] = [...options.launcher, process.execPath];
  const child = fork(options.entry, {
    execPath: program,
    execArgv: [
      ...[...launching, `--max-old-space-size=${options.heapMb}`, YOUNG_GENERATION],
      ...permissions(options),
    ],
    // The process gets none of the server's settings and keys, as a file might take it over.
    env: options.compiled === undefined ? {} : { NODE_COMPILE_CACHE: options.compiled },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-STDERR_CHARACTERS_MAX);
    options.logger?.debug('A parser process wrote to stderr', { text: text.slice(0, STDERR_CHARACTERS_MAX) });
  });
  // `close` follows `exit` when stderr is read to its end; without an `error` listener a failed start would throw.
  const closed = once(child, 'close').then(
    () => {},
    () => {},
  );
  child.on('error', () => child.kill('SIGKILL'));
  const pending = new Set<() => void>();
  let hasClosed = false;
  void closed.then(() => {
    hasClosed = true;
    for (const onClosed of pending) onClosed();
  });
  let files = 0;
  let busyMs = 0;

  return {
    /** Number of files given to it. */
    get files() {
      return files;
    },
    /** Milliseconds spent working. */
    get busyMs() {
      return busyMs;
    },
    /** Resolves when the process is gone and its output is read. */
    closed,
    isAlive: () => isAlive(child),
    /**
     * Resolves with the final reply to a request, its document reassembled. In every other case the process is gone.
     *
     * @throws {IngestFailure} `parse_timeout`, `parse_crashed`, or `too_complex` when the heap was full.
     * @throws When `signal` aborts.
     */
    async ask(request: ParserRequest, { timeoutMs, signal, onStage }: AskOptions): Promise<FinalReply> {
      signal.throwIfAborted();
      files++;
      const startedAt = performance.now();
      const { promise, resolve: answer, reject } = Promise.withResolvers<FinalReply>();
      const send = (message: ParserRequest | typeof CONTINUE) =>
        child.send(message, (error) => error && child.kill('SIGKILL'));
      const parts: DocumentPart[] = [];
      const onMessage = (reply: ParserReply) => {
        if (reply.kind === 'stage') {
          leftMs = Math.min(timeoutMs, leftInAllMs);
          onStage?.(reply.stage, reply.share);
        } else if (reply.kind === 'part') {
          parts.push(reply.part);
          send(CONTINUE);
        } else if (reply.kind === 'prepared') {
          answer({ ...reply, document: joinParts(parts, reply.document) });
        } else answer(reply);
      };
      const memoryMb = options.heapMb + OUTSIDE_HEAP_MB_MAX;
      // Counted in checks: while the server is stopped or blocked, a reply may wait to be read.
      let leftMs = timeoutMs;
      let leftInAllMs = DEADLINES_MAX * timeoutMs;
      const watch = setInterval(() => {
        leftMs -= WATCH_MS;
        leftInAllMs -= WATCH_MS;
        if (leftMs <= 0) {
          const seconds = (timeoutMs / 1000) * (leftInAllMs > 0 ? 1 : DEADLINES_MAX);
          const why = `Reading the file took longer than ${seconds} s. Split it, or simplify it, and send it again.`;
          reject(new IngestFailure('parse_timeout', why));
        } else if ((residentBytesOf(child.pid ?? 0) ?? 0) > memoryMb * 2 ** 20) reject(tooLarge(memoryMb));
      }, WATCH_MS);
      child.on('message', onMessage);
      const onClosed = () => reject(crash(stderr, options.heapMb));
      if (hasClosed) onClosed();
      // Not by `closed.then`: a promise would keep every request, and so every document, as long as the process lives.
      pending.add(onClosed);
      send(request);
      try {
        return await untilAborted(promise, signal);
      } catch (error) {
        child.kill('SIGKILL');
        throw error;
      } finally {
        busyMs += performance.now() - startedAt;
        clearInterval(watch);
        child.off('message', onMessage);
        pending.delete(onClosed);
      }
    },
    /** Resolves as `closed` does. */
    async kill() {
      if (isAlive(child)) child.kill('SIGKILL');
      await closed;
    },
  };
}

/**
 * Node's permissions: no writing, no processes, no threads, no native code, and reading only listed paths. They limit
 * what a parser can be tricked into; code that controls the process bypasses them.
 */
function permissions({ entry, readable, compiled }: Parameters<typeof startParser>[0]): string[] {
  const compiling = compiled ? [compiled] : [];
  const paths = readable
    ? [fileURLToPath(entry), ...readable, ...compiling].map((path) => resolve(path))
    : ['*'];
  return [
    '--permission',
    ...paths.map((path) => `--allow-fs-read=${path}`),
    ...compiling.flatMap((path) => [`--allow-fs-write=${path}`, DROP_WRITE_PERMISSION]),
  ];
}

/**
 * Node uses a compile cache only in a folder that the process may write to. The process has that permission until its
 * first line of code, this one, drops it permanently; Node itself writes the cache there when asked to.
 *
 * @see https://nodejs.org/api/permissions.html#permissiondropscope-reference
 */
const DROP_WRITE_PERMISSION = `--import=data:text/javascript,process.permission.drop('fs.write')`;

function isAlive(child: ChildProcess): boolean {
  return child.connected && !child.killed && child.exitCode === null && child.signalCode === null;
}

function crash(stderr: string, heapMb: number): IngestFailure {
  if (stderr.includes('heap out of memory')) return tooLarge(heapMb);
  return OUT_OF_MEMORY.test(stderr)
    ? tooLarge(heapMb + OUTSIDE_HEAP_MB_MAX)
    : new IngestFailure(
        'parse_crashed',
        'The parser crashed on the file. It will be retried; if it fails again, save the file again and upload it.',
      );
}

function tooLarge(memoryMb: number): IngestFailure {
  return new IngestFailure(
    'too_complex',
    `Reading the file takes more than ${memoryMb} MB of memory. Split it and send the parts.`,
  );
}

/**
 * Memory of a process in bytes, file caches and off-heap buffers included; undefined where the platform has no /proc,
 * and when the process is gone.
 *
 * @see proc_pid_statm(5): the second number counts resident pages.
 */
function residentBytesOf(pid: number): number | undefined {
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]);
    return Number.isFinite(pages) ? pages * PAGE_BYTES : undefined;
  } catch {
    return undefined;
  }
}

/** On all of Node's platforms except some ARM servers, whose pages are larger: their limit is laxer. */
const PAGE_BYTES = 4096;
