import type { LearnedModel, LearnedModels } from '../../../ports/learned-models.ts';
import { fitInWorker } from './fit-in-worker.ts';
import { readTrainedVectors, trainedLanguages } from './trained-vectors.ts';
import { createWordEmbedding, openWordEmbedding } from './word-embedding.ts';

/** How an initial model is stored in place of a copy: `initial`, or `initial de fr` with the words of more languages. */
const INITIAL = /^initial(?: [a-z]{2})*$/;
/** The vectors that come with Docent, by that text, read once while they are in use. */
const opened = new Map<string, WeakRef<LearnedModel>>();

export const builtInModels: LearnedModels = {
  initial: (languages) => Buffer.from(['initial', ...trainedLanguages(languages)].join(' ')),
  fit: fitInWorker,
  open(payload) {
    const name = Buffer.from(payload.subarray(0, 100)).toString();
    return INITIAL.test(name) ? openInitial(name) : openWordEmbedding(payload);
  },
};

function openInitial(name: string): LearnedModel {
  const known = opened.get(name)?.deref();
  if (known) return known;
  const { vectors, id } = readTrainedVectors(name.split(' ').slice(1));
  const model = createWordEmbedding(vectors, id);
  opened.set(name, new WeakRef(model));
  return model;
}
