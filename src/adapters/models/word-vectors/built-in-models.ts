import { fitInWorker } from './fit-in-worker.ts';
import { openWordEmbedding } from './word-embedding.ts';

/** The embedding models fitted to the corpus, as `ingestion/embedding-upkeep.ts` expects them. */
export const builtInModels = { fit: fitInWorker, open: openWordEmbedding };
