import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { encodeLatentModel } from './latent-model.ts';
import { type FitOptions, fitLatentModel } from './latent-semantic.ts';
import { decodeTermRows, type TermRowsMessage } from './term-rows.ts';

/** What the thread of `fit-in-worker.ts` is started with; it posts the encoded model and ends. */
export interface FitTask {
  readonly rows: TermRowsMessage;
  readonly options: FitOptions;
}

/** Of 19. */
const NICENESS = 10;

stepBack();
const task: FitTask = workerData;
const payload = encodeLatentModel(fitLatentModel(decodeTermRows(task.rows), task.options));
parentPort!.postMessage(payload, [payload.buffer as ArrayBuffer]);

/** Leaves the processors to requests and ingests, as far as these need them. */
function stepBack(): void {
  // Elsewhere the priority would be that of the whole process.
  if (process.platform !== 'linux') return;
  try {
    setPriority(NICENESS);
  } catch {
    // A sandbox may forbid it.
  }
}
