import { readFile } from 'node:fs/promises';
import { openLanguageModel } from '../adapters/models/language/open-language-model.ts';
import type { ModelUsage } from '../adapters/models/model-usage.ts';
import { openEmbeddingModels } from '../adapters/models/search/open-embedding-models.ts';
import { openRerankModel } from '../adapters/models/search/open-rerank-model.ts';
import { builtInModels } from '../adapters/models/word-vectors/built-in-models.ts';
import { createPassageFinder, type PassageFinder } from '../answering/find/find-passages.ts';
import { asError } from '../errors.ts';
import type { EmbeddingUpkeep } from '../ingestion/embedding/embedding-upkeep.ts';
import { createLearnedEmbeddingUpkeep } from '../ingestion/embedding/learned-embedding-upkeep.ts';
import { createTextEmbeddingUpkeep } from '../ingestion/embedding/text-embedding-upkeep.ts';
import { currentTracing } from '../kernel/tracing.ts';
import type { StoredEmbeddingModel } from '../ports/embedding-sets.ts';
import { createEverydayWords } from '../retrieval/expansion/everyday-words.ts';
import { createRetriever } from '../retrieval/retriever.ts';
import type { Config } from '../settings/config.ts';
import type { Stores, Surroundings } from './stores.ts';

export interface ModelParts extends Surroundings, Pick<Stores, 'documentStore' | 'searchIndex'> {
  readonly usage: ModelUsage;
}

/** The embedding model of documents and questions. */
export async function openEmbeddingUpkeep(config: Config, parts: ModelParts): Promise<EmbeddingUpkeep> {
  const { opened, documentStore, searchIndex, logger, elapsed, random } = parts;
  const models = opened.use(await openEmbeddingModels(config, parts));
  const upkeep = opened.use(
    models
      ? createTextEmbeddingUpkeep({
          ...{ documentStore, searchIndex, logger, random, now: elapsed },
          wanted: models.wanted,
          reopen: async (stored) => builtIn(stored) ?? (await models.reopen(stored)),
        })
      : createLearnedEmbeddingUpkeep({ documentStore, searchIndex, models: builtInModels, logger }),
  );
  await upkeep.open();
  return upkeep;
}

/** Finds the passages that questions are answered from. */
export async function openPassageFinder(
  config: Config,
  parts: ModelParts & { embeddingUpkeep: EmbeddingUpkeep },
): Promise<PassageFinder> {
  const { opened, documentStore, searchIndex, embeddingUpkeep, logger } = parts;
  const glossary = await readGlossary(config.glossaryFile);
  const failed = (what: keyof typeof FAILED) => (error: unknown) =>
    logger.warn(FAILED[what], { error: asError(error) });
  const retriever = createRetriever({
    everydayWords: createEverydayWords(glossary),
    ...{ searchIndex, documentStore },
    embeddingModel: () => embeddingUpkeep.current(),
    onModelFailed: failed('embedding'),
    providerWeight: providerWeightOf(config),
  });
  const rerankModel = opened.use(await openRerankModel(config, parts));
  return traced(createPassageFinder({ retriever, rerankModel, onModelFailed: failed('rerank') }));
}

/** Each search in a span of its own, while traces are on. */
function traced(finder: PassageFinder): PassageFinder {
  return {
    ...finder,
    find: (...of) => {
      const tracing = currentTracing();
      return tracing ? tracing.span('retrieval', {}, () => finder.find(...of)) : finder.find(...of);
    },
  };
}

/** The operator's own lines of words that mean the same; none without a file. */
async function readGlossary(path: string): Promise<string[]> {
  if (path === '') return [];
  try {
    return (await readFile(path, 'utf8')).split('\n');
  } catch (error) {
    const { code = 'unreadable' } = error as NodeJS.ErrnoException;
    throw new Error(`Cannot start as GLOSSARY_FILE takes a file that can be read: ${path} gives ${code}`, {
      cause: error,
    });
  }
}

/** How much the embeddings of a provider count; undefined for the built-in model. */
export function providerWeightOf({
  embeddingProvider,
  embeddingWeight,
}: Pick<Config, 'embeddingProvider' | 'embeddingWeight'>): number | undefined {
  return embeddingProvider === 'builtin' ? undefined : embeddingWeight;
}

const FAILED = {
  embedding: 'Searching by words only because the question was not embedded',
  rerank: 'Using the built-in ranking because the model did not rank the passages',
} as const;

/** The language model; undefined when answers are quoted. */
export async function openWriter(config: Config, parts: ModelParts) {
  const model = parts.opened.use(await openLanguageModel(config, parts));
  if (model) {
    const { id, contextTokens } = model;
    parts.logger.info('Answers are written by a language model', {
      model: id,
      context_tokens: contextTokens,
    });
  }
  return model;
}

function builtIn({ id, payload }: StoredEmbeddingModel) {
  try {
    const model = builtInModels.open(payload);
    return model.id === id ? () => model : undefined;
  } catch {
    return undefined;
  }
}
