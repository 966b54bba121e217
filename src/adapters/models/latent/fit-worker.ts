import { parentPort, workerData } from 'node:worker_threads';
import { lowerPriority } from '../lower-priority.ts';
import { encodeLatentModel } from './latent-model.ts';
import { type FitOptions, fitLatentModel } from './latent-semantic.ts';
import { decodeTermRows, type TermRowsMessage } from './term-rows.ts';

/** The input of the thread of `fit-in-worker.ts`; it posts the encoded model and ends. */
export interface FitTask {
  readonly rows: TermRowsMessage;
  readonly options: FitOptions;
}

lowerPriority();
const task: FitTask = workerData;
const payload = encodeLatentModel(fitLatentModel(decodeTermRows(task.rows), task.options));
parentPort!.postMessage(payload, [payload.buffer as ArrayBuffer]);
