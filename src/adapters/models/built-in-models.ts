import { fitInWorker } from './fit-in-worker.ts';
import { openLatentEmbedding } from './latent-embedding.ts';

/** The embedding models that Docent learns by itself, as `ingestion/embedding-upkeep.ts` asks for them. */
export const builtInModels = { fit: fitInWorker, open: openLatentEmbedding };
