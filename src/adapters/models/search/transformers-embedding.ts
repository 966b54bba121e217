import { statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { ProviderFailure } from '../provider-failure.ts';
import { embeddingFamilyOf } from './embedding-families.ts';
import type { ProviderEmbedding } from './provider-embedding.ts';

/** What is used of `@huggingface/transformers`, which is not among the dependencies: it brings 200 MB of native code. */
interface Transformers {
  readonly env: { localModelPath: string; allowRemoteModels: boolean; cacheDir: string | null };
  pipeline(task: 'feature-extraction', model: string): Promise<Extractor>;
}

type Extractor = (
  texts: string[],
  options: { pooling: 'mean' | 'cls' | 'last_token'; normalize: true },
) => Promise<{ readonly dims: readonly number[]; readonly data: Float32Array }>;

/** A variable, so that neither the compiler nor a bundler looks for what may not be there. */
const PACKAGE: string = '@huggingface/transformers';
/** They run on the same cores as everything else: a question is not to wait for longer than one of these. */
const TEXTS_PER_CALL = 8;

/**
 * An ONNX model that runs in this process, from a folder or from the Hugging Face hub, whose files are kept. It is loaded
 * with the first text.
 *
 * @param options.model A folder, or the name of a model on the hub.
 * @param options.cacheFolder Where files from the hub are kept.
 * @throws {Error} When the package is not installed.
 */
export async function openTransformersEmbedding({
  id,
  model,
  cacheFolder,
  load = () => import(PACKAGE) as Promise<Transformers>,
}: {
  id: string;
  model: string;
  cacheFolder: string;
  load?: () => Promise<Transformers>;
}): Promise<ProviderEmbedding> {
  const { env, pipeline } = await installed(load);
  const isFolder = statSync(model, { throwIfNoEntry: false })?.isDirectory() ?? false;
  env.cacheDir = cacheFolder;
  env.allowRemoteModels = !isFolder;
  if (isFolder) env.localModelPath = dirname(resolve(model));
  const { pooling } = embeddingFamilyOf(model);
  let loading: Promise<Extractor> | undefined;

  return {
    id,
    textsPerCall: TEXTS_PER_CALL,
    async embed(texts, { signal }) {
      loading ??= pipeline('feature-extraction', isFolder ? basename(resolve(model)) : model);
      try {
        const extractor = await loading;
        signal.throwIfAborted();
        const { dims, data } = await extractor([...texts], { pooling, normalize: true });
        const width = dims.at(-1) ?? 0;
        return {
          vectors: texts.map((_, at) => data.subarray(at * width, (at + 1) * width)),
          tokens: null,
        };
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        // The next text tries to load it again: the hub may be reachable by then.
        loading = undefined;
        throw new ProviderFailure('unavailable', { said: String(error), cause: error });
      }
    },
  };
}

async function installed(load: () => Promise<Transformers>): Promise<Transformers> {
  try {
    return await load();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new Error(
      `Cannot open a local embedding model as ${PACKAGE} is not installed. Run: npm install ${PACKAGE}`,
      { cause: error },
    );
  }
}
