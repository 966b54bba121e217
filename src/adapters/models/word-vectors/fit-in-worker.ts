import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { untilAborted } from '../../../concurrency/deadline.ts';
import type { ChunkTerms } from '../../../ports/chunk.ts';
import type { FitTask } from './fit-worker.ts';
import { termRowsOf } from './term-rows.ts';
import { trainedLanguages } from './trained-vectors.ts';

/**
 * Fits the built-in embedding model in its own thread, so that requests are served in the meantime.
 *
 * @param rows Chunks of the corpus, or a sample of them; read one by one.
 * @param options `corpusChunks` is the size of the whole corpus, `languages` the number of its chunks in each language.
 * @returns The encoded model for `openWordEmbedding`.
 * @throws The signal's reason when it aborts: the thread is stopped.
 */
export async function fitInWorker(
  rows: Iterable<ChunkTerms> | AsyncIterable<ChunkTerms>,
  options: { corpusChunks: number; languages: ReadonlyMap<string, number>; signal: AbortSignal },
): Promise<Uint8Array> {
  const { corpusChunks, languages, signal } = options;
  const gathered = await termRowsOf(rows, { signal });
  const task: FitTask = {
    rows: { ...gathered, terms: gathered.terms.join('\n') },
    corpusChunks,
    languages: trainedLanguages(languages),
  };
  const { starts, ids, counts } = gathered;
  const worker = new Worker(new URL('./fit-worker.ts', import.meta.url), {
    workerData: task,
    transferList: [starts, ids, counts].map(({ buffer }) => buffer as ArrayBuffer),
  });
  try {
    const [payload] = await untilAborted(once(worker, 'message'), signal);
    return payload;
  } finally {
    await worker.terminate();
  }
}
