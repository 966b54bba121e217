import { createSemaphore } from '../../concurrency/semaphore.ts';
import { IngestFailure } from '../../errors.ts';
import type { DocumentPreparer, PreparableFile, PreparedDocument } from '../../ports/document-preparer.ts';
import type { Logger } from '../../ports/logger.ts';
import type { RecogniseText } from '../../ports/text-recognition.ts';
import { makeFolder } from '../files/make-folder.ts';
import { findConfinement } from './confinement.ts';
import { DEADLINES_MAX, OUTSIDE_HEAP_MB_MAX, type RunningParser, startParser } from './running-parser.ts';

/** A process with this many files read, or this much memory held after one, is replaced before the next. */
const FILES_PER_PROCESS_MAX = 10_000;
const MEMORY_BYTES_MAX = 400 * 2 ** 20;
/** A process without work ends after this time: it takes 110 to 400 MB, and starting another one takes half a second. */
const IDLE_MS = 30_000;
/** … and after this share of it beside another one without work. */
const SPARE_SHARE = 0.1;
/**
 * Kernel limits as a backstop, for what the server's own watch misses between two checks, and for a process that
 * outlives the server. Node reserves 574 MB at its start, measured on 24.21, which counts although it is unused.
 */
const RESERVED_MB_MAX = 1024;
/** CPU time counts over all files and threads of a process: one that was busy for this many deadlines is replaced … */
const BUSY_DEADLINES = 1;
/** … a file then has all of its deadlines before and after recognition of its pages, and garbage collection as much. */
const CPU_DEADLINES_MAX = 2 * (BUSY_DEADLINES + 2 * DEADLINES_MAX);
/** Files waiting for a process; callers need no bound of their own. */
const WAITING_MAX = 1_000;
/**
 * A further process starts when files have waited this long in all, about as long as its start takes. Waits for small
 * files do not count: one process reads hundreds of them a second, with less processor time than two, as each compiles
 * the same code.
 */
const WAITED_MS_MAX = 1_000;
const SHORT_WAIT_MS = 50;
/** A process compiles its code while it reads the first files: waits for one that has worked less do not count. */
const WARM_UP_MS = 2_000;
/** How long a file waits for a process that is not warm. */
const FIRST_WAIT_MS = 2_000;

/**
 * Prepares documents in separate processes, each one file at a time. A process starts with the first file, a further one
 * when files have to wait. It stays warm until it has had no work for a while; one that crashes, hangs or is
 * aborted is killed, and only its file is lost.
 *
 * @param options.entry The processes' program: answers a `ParserRequest` with `ParserReply`s.
 * @param options.processes Most files that are read at a time, ≥ 1.
 * @param options.timeoutMs Deadline for one file, from when a process takes it or last reported progress. The whole file
 * has `DEADLINES_MAX` of them.
 * @param options.heapMb Largest JavaScript heap of a process. Where the platform reports memory (Linux), it may take
 * 512 MB more outside of the heap (files, archives).
 * @param options.readable Files and folders that the processes may read, their code included; by default all.
 * @param options.compiled Folder where the processes cache compiled code; made when absent. Without it, or when this
 * Node cannot drop the write permission, each process compiles its own.
 * @param options.recognise Reads pages that are pictures; without it they are skipped. It has its own deadline and counts as
 * the file's process meanwhile, so that both together use no more cores than `processes`.
 * @param options.idleMs How long a process without work stays.
 */
export function openParserPool(options: {
  entry: URL;
  processes: number;
  timeoutMs: number;
  heapMb: number;
  readable?: readonly string[];
  compiled?: string | undefined;
  recognise?: RecogniseText | undefined;
  logger?: Logger;
  idleMs?: number;
}): DocumentPreparer {
  const idle: RunningParser[] = [];
  const running = new Set<RunningParser>();
  /** Files that wait for a process that reads another one, in order of arrival. */
  const waiting = new Set<(parser: RunningParser | undefined) => void>();
  /** Since the last process was started, without short waits. */
  let waitedMs = 0;
  const semaphore = createSemaphore({ concurrency: options.processes, waitingMax: WAITING_MAX });
  const closing = new AbortController();
  const launching = findLaunching();

  /** Starts at once, but the server's start does not wait for it. */
  async function findLaunching() {
    const found = await findConfinement({
      memoryMb: options.heapMb + OUTSIDE_HEAP_MB_MAX + RESERVED_MB_MAX,
      cpuSeconds: (CPU_DEADLINES_MAX * options.timeoutMs) / 1000,
      signal: closing.signal,
    });
    if (!closing.signal.aborted) {
      options.logger?.info('Parsers are confined', {
        by: found.by.join(' ') || 'their heap and deadline only',
      });
    }
    return {
      launcher: found.launcher,
      compiled: found.dropsPermissions ? made(options.compiled) : undefined,
    };
  }

  function start(found: Awaited<typeof launching>): RunningParser {
    waitedMs = 0;
    const parser = startParser({ ...options, ...found });
    running.add(parser);
    void parser.closed.then(() => running.delete(parser));
    return parser;
  }

  /** Hands the process to the next file, or stops it when it gets none for a while. */
  function keep(parser: RunningParser): void {
    const [next] = waiting;
    if (next) {
      waiting.delete(next);
      next(parser);
      return;
    }
    const isSpare = idle.some((other) => other.isAlive());
    idle.push(parser);
    const { files } = parser;
    const { idleMs = IDLE_MS } = options;
    const staysMs = isSpare ? idleMs * SPARE_SHARE : idleMs;
    setTimeout(() => parser.files === files && void parser.kill(), staysMs).unref();
  }

  /** Resolves with the next process that is kept; with undefined after a moment, or when `signal` aborts. */
  async function nextKept(signal: AbortSignal): Promise<RunningParser | undefined> {
    const { promise, resolve } = Promise.withResolvers<RunningParser | undefined>();
    const leave = () => waiting.delete(resolve) && resolve(undefined);
    const isWarm = [...running].some(({ busyMs }) => busyMs > WARM_UP_MS);
    const startedAt = performance.now();
    const timer = setTimeout(
      leave,
      isWarm ? Math.max(SHORT_WAIT_MS, WAITED_MS_MAX - waitedMs) : FIRST_WAIT_MS,
    );
    signal.addEventListener('abort', leave, { once: true });
    waiting.add(resolve);
    try {
      return await promise;
    } finally {
      const ms = performance.now() - startedAt;
      if (isWarm && ms > SHORT_WAIT_MS) waitedMs += ms;
      clearTimeout(timer);
      signal.removeEventListener('abort', leave);
    }
  }

  /** @throws When `signal` aborts meanwhile, or the pool is closed. */
  async function parserForNext(signal: AbortSignal): Promise<RunningParser> {
    const found = await launching;
    const isAnyBusy = [...running].some((parser) => parser.isAlive());
    const known = popAlive(idle) ?? (isAnyBusy ? await nextKept(signal) : undefined);
    if (known) return known;
    signal.throwIfAborted();
    if (closing.signal.aborted) throw new Error('The parser pool is closed.');
    return start(found);
  }

  async function prepare(
    file: PreparableFile,
    { signal, onStage }: Parameters<DocumentPreparer['prepare']>[1],
  ): Promise<PreparedDocument> {
    const release = await semaphore.acquire(signal);
    if (!release) throw new Error(`More than ${WAITING_MAX} files wait for a parser.`);
    let parser: RunningParser | undefined;
    try {
      parser = await parserForNext(signal);
      const askOptions = { timeoutMs: options.timeoutMs, signal, ...(onStage ? { onStage } : {}) };
      const { recognise } = options;
      let reply = await parser.ask({ file, recognition: recognise ? 'possible' : 'unavailable' }, askOptions);
      if (reply.kind === 'scanned' && recognise) {
        const recognition = await recognise(file.path, reply.pages, { signal });
        reply = await parser.ask({ file, recognition }, askOptions);
      }
      const mustReplace =
        parser.files >= FILES_PER_PROCESS_MAX ||
        parser.busyMs >= BUSY_DEADLINES * options.timeoutMs ||
        reply.memoryBytes > MEMORY_BYTES_MAX;
      if (!mustReplace && !closing.signal.aborted) {
        keep(parser);
        parser = undefined;
      }
      if (reply.kind === 'prepared') return reply.document;
      if (reply.kind === 'scanned')
        throw new Error('A parser asked for the text of pages that it was given.');
      throw new IngestFailure(reply.code, reply.message);
    } finally {
      if (parser) await parser.kill();
      release();
    }
  }

  return {
    prepare,
    async [Symbol.asyncDispose]() {
      closing.abort();
      await launching;
      idle.length = 0;
      await Promise.all([...running].map((parser) => parser.kill()));
    },
  };
}

/** The folder, when it exists; no permission can be given for a missing one. */
function made(folder: string | undefined): string | undefined {
  try {
    if (folder) makeFolder(folder);
    return folder;
  } catch {
    return undefined;
  }
}

/** The most recently used process that still runs: its code and caches are warm. */
function popAlive(idle: RunningParser[]): RunningParser | undefined {
  for (let parser = idle.pop(); parser; parser = idle.pop()) if (parser.isAlive()) return parser;
  return undefined;
}
