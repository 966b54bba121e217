import { fitInWorker } from './fit-in-worker.ts';
import { openLatentEmbedding } from './latent-embedding.ts';

/** The embedding models trained on the corpus, as `ingestion/embedding-upkeep.ts` expects them. */
export const builtInModels = { fit: fitInWorker, open: openLatentEmbedding };
