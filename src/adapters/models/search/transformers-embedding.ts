import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { embeddingFamilyOf, type Pooling } from './embedding-families.ts';
import type { ProviderEmbedding } from './provider-embedding.ts';
import { startTransformersThread } from './transformers-thread.ts';

/** No dependency, as it brings 300 MB of native code. */
const PACKAGE = '@huggingface/transformers';
/** Scripts only fetch native code for NVIDIA's cards, which is not used. */
const INSTALL = `npm install --ignore-scripts ${PACKAGE}`;
const FOLDER_NEEDS = ['config.json', 'tokenizer.json', 'tokenizer_config.json'];
/** Of weights as PyTorch writes them. */
const OTHER_FORMATS = ['model.safetensors', 'pytorch_model.bin'];
/** As on the hub, and as `optimum-cli export onnx` writes it. */
const MODEL_FOLDERS = ['onnx', ''];
/** How sentence-transformers records which vectors of tokens make the vector of a text. */
const POOLING_FILE = '1_Pooling/config.json';
const PoolingModes = z.record(z.string(), z.unknown());
/** By its modes. Divided by the length's root, a sum has the direction of the mean. */
const POOLINGS = new Map<string, Pooling>([
  ['pooling_mode_cls_token', 'cls'],
  ['pooling_mode_mean_tokens', 'mean'],
  ['pooling_mode_mean_sqrt_len_tokens', 'mean'],
  ['pooling_mode_lasttoken', 'last_token'],
]);
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
export async function openTransformersEmbedding(options: {
  id: string;
  model: string;
  cacheFolder: string;
  source?: string;
}): Promise<ProviderEmbedding> {
  const { id, model, cacheFolder, source = PACKAGE } = options;
  const isFolder = statSync(model, { throwIfNoEntry: false })?.isDirectory() ?? false;
  const misnamed = 'as there is no such folder, and no model on the hub is called so';
  const fault = isFolder ? faultOfFolder(model) : !HUB_NAME.test(model) && misnamed;
  if (fault) throw new Error(`Cannot open the embedding model ${model} ${fault}`);
  const thread = await startTransformersThread({
    ...{ source, isFolder, cacheFolder },
    model: isFolder ? resolve(model) : model,
    modelFolder: isFolder ? modelFolderOf(model)! : MODEL_FOLDERS[0]!,
    pooling: (isFolder ? poolingOf(model) : undefined) ?? embeddingFamilyOf(model).pooling,
  }).catch((cause) => {
    const why = isMissing(cause, source)
      ? `as ${PACKAGE} is not installed. Run: ${INSTALL}`
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
  const hasModel = modelFolderOf(folder) !== undefined;
  if (!hasModel) lacks.push('onnx/model.onnx');
  if (lacks.length === 0) return undefined;
  const isOtherFormat = !hasModel && OTHER_FORMATS.some((file) => existsSync(join(folder, file)));
  const cure = isOtherFormat
    ? `. Export it: optimum-cli export onnx --task feature-extraction --model ${folder} NEW_FOLDER`
    : '';
  return `as the folder lacks ${lacks.join(', ')}${cure}`;
}

function modelFolderOf(folder: string): string | undefined {
  return MODEL_FOLDERS.find((name) => existsSync(join(folder, name, 'model.onnx')));
}

/** As the folder says; undefined when it says nothing. @throws {Error} When it says what is not known here. */
function poolingOf(folder: string): Pooling | undefined {
  const file = join(folder, POOLING_FILE);
  if (!existsSync(file)) return undefined;
  const modes = modesIn(file);
  const [pooling] = modes.map((mode) => POOLINGS.get(mode));
  if (modes.length > 1 || (modes.length === 1 && !pooling))
    throw new Error(
      `Cannot open the embedding model ${folder} as its vectors are made by ${modes.join(', ')}`,
    );
  return pooling;
}

/** The modes that are set in a `POOLING_FILE`. */
function modesIn(file: string): string[] {
  try {
    const modes = PoolingModes.parse(JSON.parse(readFileSync(file, 'utf8')));
    return Object.keys(modes).filter((name) => name.startsWith('pooling_mode_') && modes[name] === true);
  } catch (cause) {
    throw new Error(`Cannot read ${file}, which says how a model makes its vectors: ${cause}`, { cause });
  }
}

function isMissing(error: unknown, source: string): boolean {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === 'ERR_MODULE_NOT_FOUND' && message.includes(`'${source}'`);
}
