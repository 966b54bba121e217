import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { untilAborted } from '../../../concurrency/deadline.ts';
import { ProviderFailure } from '../provider-failure.ts';
import type { Purpose } from './provider-embedding.ts';
import type { TransformersReply, TransformersTask } from './transformers-worker.ts';

interface Job {
  readonly text: string;
  readonly resolve: (vector: Float32Array) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * A model in its own thread, so that requests are served: its package computes on the calling thread.
 *
 * @throws The package's error when it, or the model of a folder, cannot be loaded.
 */
export async function startTransformersThread(task: TransformersTask) {
  let worker: Worker | undefined;
  const waiting: Readonly<Record<Purpose, Set<Job>>> = { question: new Set(), passage: new Set() };
  let isWorking = false;
  let isClosed = false;
  await start();

  async function start(): Promise<Worker> {
    const fresh = new Worker(new URL('./transformers-worker.ts', import.meta.url), { workerData: task });
    // `replyOf` reports errors to callers; the error of an idle thread must not end the process.
    fresh.on('error', () => undefined);
    await replyOf(fresh);
    // For example out of memory: the next text gets a new thread.
    fresh.once('exit', () => {
      if (worker === fresh) worker = undefined;
    });
    worker = fresh;
    return fresh;
  }

  async function work(): Promise<void> {
    if (isWorking) return;
    isWorking = true;
    for (let job = next(); job; job = next()) await carryOut(job);
    isWorking = false;
  }

  function next(): Job | undefined {
    for (const jobs of [waiting.question, waiting.passage])
      for (const job of jobs) {
        jobs.delete(job);
        return job;
      }
    return undefined;
  }

  async function carryOut({ text, resolve, reject }: Job): Promise<void> {
    try {
      if (isClosed) throw new Error('The thread is closed');
      const reply = await replyOf(worker ?? (await start()), text);
      if (reply.type === 'vector') resolve(reply.vector);
      else if (reply.type === 'failed') reject(failureOf(reply));
    } catch (error) {
      reject(new ProviderFailure('unavailable', { said: String(error), cause: error }));
    }
  }

  return {
    /**
     * Embeds one text at a time, questions before passages; the callers bound how many wait.
     *
     * @returns Of any length.
     * @throws {ProviderFailure} Or the signal's reason, at once: a running computation is abandoned.
     */
    async embed(text: string, { purpose, signal }: { purpose: Purpose; signal: AbortSignal }) {
      signal.throwIfAborted();
      const { promise, resolve, reject } = Promise.withResolvers<Float32Array>();
      const job = { text, resolve, reject };
      waiting[purpose].add(job);
      void work();
      return untilAborted(promise, signal).finally(() => waiting[purpose].delete(job));
    },
    async [Symbol.asyncDispose]() {
      isClosed = true;
      await worker?.terminate();
    },
  };
}

/** @throws When the thread ended instead. */
async function replyOf(worker: Worker, text?: string): Promise<TransformersReply> {
  const ended = new AbortController();
  const end = () => ended.abort();
  worker.once('exit', end);
  try {
    if (text !== undefined) worker.postMessage(text);
    const [reply] = await once(worker, 'message', { signal: ended.signal });
    return reply;
  } finally {
    worker.off('exit', end);
  }
}

function failureOf({ at, said }: TransformersReply & { type: 'failed' }): ProviderFailure {
  return at === 'loading'
    ? new ProviderFailure('unavailable', { said })
    : new ProviderFailure('rejected', { said, status: TEXT_DECLINED });
}

/** The status of a provider whose model cannot process a text. */
const TEXT_DECLINED = 422;
