import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { lowerPriority } from '../lower-priority.ts';
import { fitToCorpus } from './fit-to-corpus.ts';
import { decodeTermRows, type TermRowsMessage } from './term-rows.ts';
import { decodeWordVectors, ENGLISH, encodeWordVectors } from './word-vectors.ts';

/** The input of the thread of `fit-in-worker.ts`; it posts the encoded vectors and ends. */
export interface FitTask {
  readonly rows: TermRowsMessage;
  readonly corpusChunks: number;
}

lowerPriority();
const { rows, corpusChunks }: FitTask = workerData;
const english = decodeWordVectors(readFileSync(ENGLISH));
const payload = encodeWordVectors(fitToCorpus(decodeTermRows(rows), english, { corpusChunks }));
parentPort!.postMessage(payload, [payload.buffer as ArrayBuffer]);
