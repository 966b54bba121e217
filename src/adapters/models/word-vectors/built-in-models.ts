import { readFileSync } from 'node:fs';
import { fitInWorker } from './fit-in-worker.ts';
import { openWordEmbedding } from './word-embedding.ts';
import { ENGLISH } from './word-vectors.ts';

/** The embedding models fitted to the corpus, as `ingestion/embedding/learned-embedding-upkeep.ts` expects them. */
export const builtInModels = {
  /** Nothing has to be stored of vectors that come with Docent. */
  initial: new Uint8Array(0),
  fit: fitInWorker,
  open: (payload: Uint8Array) => openWordEmbedding(payload.length > 0 ? payload : readFileSync(ENGLISH)),
};
