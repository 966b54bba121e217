import { fitInWorker } from './fit-in-worker.ts';
import { hasGerman, readTrainedVectors } from './trained-vectors.ts';
import { createWordEmbedding, openWordEmbedding, type WordEmbeddingModel } from './word-embedding.ts';

/** The vectors that come with Docent, read once while they are in use. */
interface InitialModel {
  /** Stored in place of a copy. */
  readonly payload: Uint8Array;
  readonly withGerman: boolean;
  opened?: WeakRef<WordEmbeddingModel>;
}

const ENGLISH: InitialModel = { payload: Buffer.from('initial'), withGerman: false };
const WITH_GERMAN: InitialModel = { payload: Buffer.from('initial de'), withGerman: true };

/** The embedding models fitted to the corpus, as `ingestion/embedding/learned-embedding-upkeep.ts` expects them. */
export const builtInModels = {
  initial: (languages: ReadonlyMap<string, number>): Uint8Array =>
    (hasGerman(languages) ? WITH_GERMAN : ENGLISH).payload,
  fit: fitInWorker,
  open(payload: Uint8Array): WordEmbeddingModel {
    const initial = [ENGLISH, WITH_GERMAN].find((model) => Buffer.compare(model.payload, payload) === 0);
    return initial ? openInitial(initial) : openWordEmbedding(payload);
  },
};

function openInitial(initial: InitialModel): WordEmbeddingModel {
  const opened = initial.opened?.deref();
  if (opened) return opened;
  const { vectors, id } = readTrainedVectors(initial);
  const model = createWordEmbedding(vectors, id);
  initial.opened = new WeakRef(model);
  return model;
}
