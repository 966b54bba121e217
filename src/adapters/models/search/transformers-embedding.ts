import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { embeddingFamilyOf } from './embedding-families.ts';
import type { ProviderEmbedding } from './provider-embedding.ts';
import { startTransformersThread } from './transformers-thread.ts';

/** No dependency, as it brings 300 MB of native code. */
const PACKAGE = '@huggingface/transformers';
const FOLDER_NEEDS = ['config.json', 'tokenizer.json', 'tokenizer_config.json', 'onnx/model.onnx'];
/** `name` or `maker/name`. */
const HUB_NAME = /^\w[\w.-]*(\/\w[\w.-]*)?$/;

/**
 * A local ONNX model, from a folder or from the Hugging Face hub, whose files are cached. A folder's model is loaded at
 * once, a hub's with the first text.
 *
 * @param options.model A folder, or the name of a model on the hub.
 * @param options.cacheFolder Cache of files from the hub.
 * @param options.source The package, as `import` takes it.
 * @throws {Error} When the package is not installed, or the folder has no loadable model.
 */
export async function openTransformersEmbedding({
  id,
  model,
  cacheFolder,
  source = PACKAGE,
}: {
  id: string;
  model: string;
  cacheFolder: string;
  source?: string;
}): Promise<ProviderEmbedding> {
  const isFolder = statSync(model, { throwIfNoEntry: false })?.isDirectory() ?? false;
  const fault = isFolder ? faultOfFolder(model) : faultOfName(model);
  if (fault) throw new Error(`Cannot open the embedding model ${model} ${fault}`);
  const thread = await startTransformersThread({
    ...{ source, isFolder, cacheFolder },
    model: isFolder ? resolve(model) : model,
    pooling: embeddingFamilyOf(model).pooling,
  }).catch((cause) => {
    const why = isMissing(cause, source)
      ? `as ${PACKAGE} is not installed. Run: npm install ${PACKAGE}`
      : `as ${PACKAGE} does not load it: ${cause}`;
    throw new Error(`Cannot open the embedding model ${model} ${why}`, { cause });
  });
  return {
    id,
    textsPerCall: 1,
    async embed(texts, options) {
      return { vectors: await Promise.all(texts.map((text) => thread.embed(text, options))), tokens: null };
    },
    [Symbol.asyncDispose]: () => thread[Symbol.asyncDispose](),
  };
}

function faultOfFolder(folder: string): string | undefined {
  const lacks = FOLDER_NEEDS.filter((file) => !existsSync(join(folder, file)));
  return lacks.length > 0 ? `as the folder lacks ${lacks.join(', ')}` : undefined;
}

function faultOfName(name: string): string | undefined {
  return HUB_NAME.test(name) ? undefined : 'as there is no such folder, and no model on the hub is called so';
}

function isMissing(error: unknown, source: string): boolean {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === 'ERR_MODULE_NOT_FOUND' && message.includes(`'${source}'`);
}
