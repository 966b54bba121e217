import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { untilAborted } from '../../../concurrency/deadline.ts';
import type { LearnedModels } from '../../../ports/learned-models.ts';
import type { FitTask } from './fit-worker.ts';
import { termRowsOf } from './term-rows.ts';
import { trainedLanguages } from './trained-vectors.ts';

/**
 * Fits the built-in embedding model in its own thread, so that requests are served in the meantime.
 *
 * @throws The signal's reason when it aborts: the thread is stopped.
 */
export const fitInWorker: LearnedModels['fit'] = async (rows, { corpusChunks, languages, signal }) => {
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
};
