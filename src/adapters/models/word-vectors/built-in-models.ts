import { readFileSync } from 'node:fs';
import { fitInWorker } from './fit-in-worker.ts';
import { openWordEmbedding, type WordEmbeddingModel } from './word-embedding.ts';
import { ENGLISH } from './word-vectors.ts';

/** Stored for the vectors that come with Docent, in place of a copy. */
const INITIAL = Buffer.from('initial');

/** Read once while it is in use. */
let english: WeakRef<WordEmbeddingModel> | undefined;

function openEnglish(): WordEmbeddingModel {
  const model = english?.deref() ?? openWordEmbedding(readFileSync(ENGLISH));
  english = new WeakRef(model);
  return model;
}

/** The embedding models fitted to the corpus, as `ingestion/embedding/learned-embedding-upkeep.ts` expects them. */
export const builtInModels = {
  initial: INITIAL,
  fit: fitInWorker,
  open: (payload: Uint8Array) => (INITIAL.equals(payload) ? openEnglish() : openWordEmbedding(payload)),
};
