import { parentPort, workerData } from 'node:worker_threads';
import { lowerPriority } from '../lower-priority.ts';
import { fitToCorpus } from './fit-to-corpus.ts';
import type { TermRows } from './term-rows.ts';
import { readTrainedVectors } from './trained-vectors.ts';
import { encodeWordVectors } from './word-vectors.ts';

/** The input of the thread of `fit-in-worker.ts`; it posts the encoded vectors and ends. */
export interface FitTask {
  /** The terms as lines of one text, since sending thousands of strings is slow. */
  readonly rows: Omit<TermRows, 'terms'> & { readonly terms: string };
  readonly corpusChunks: number;
  /** As of `trainedLanguages`. */
  readonly languages: readonly string[];
}

lowerPriority();
const { rows, corpusChunks, languages }: FitTask = workerData;
const { vectors } = readTrainedVectors(languages);
const payload = encodeWordVectors(
  fitToCorpus({ ...rows, terms: rows.terms.split('\n') }, vectors, { corpusChunks }),
);
parentPort!.postMessage(payload, [payload.buffer as ArrayBuffer]);
