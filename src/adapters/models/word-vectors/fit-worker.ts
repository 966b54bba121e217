import { parentPort, workerData } from 'node:worker_threads';
import { lowerPriority } from '../lower-priority.ts';
import { fitToCorpus } from './fit-to-corpus.ts';
import { decodeTermRows, type TermRowsMessage } from './term-rows.ts';
import { readTrainedVectors } from './trained-vectors.ts';
import { encodeWordVectors } from './word-vectors.ts';

/** The input of the thread of `fit-in-worker.ts`; it posts the encoded vectors and ends. */
export interface FitTask {
  readonly rows: TermRowsMessage;
  readonly corpusChunks: number;
  readonly withGerman: boolean;
}

lowerPriority();
const { rows, corpusChunks, withGerman }: FitTask = workerData;
const { vectors } = readTrainedVectors({ withGerman });
const payload = encodeWordVectors(fitToCorpus(decodeTermRows(rows), vectors, { corpusChunks }));
parentPort!.postMessage(payload, [payload.buffer as ArrayBuffer]);
