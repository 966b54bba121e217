import { parentPort, workerData } from 'node:worker_threads';
import { lowerPriority } from '../lower-priority.ts';
import type { Pooling } from './embedding-families.ts';

/** The thread's input. */
export interface TransformersTask {
  /** The package, as `import` takes it. */
  readonly source: string;
  /** An absolute folder path, or the name of a model on the hub. */
  readonly model: string;
  readonly isFolder: boolean;
  /** Where `model.onnx` is within it. */
  readonly modelFolder: string;
  /** Cache of files from the hub. */
  readonly cacheFolder: string;
  readonly pooling: Pooling;
}

/**
 * The thread's messages: first that the package, and a folder's model, are loaded; then for each text its vector, of
 * any length, or its error.
 */
export type TransformersReply =
  | { readonly type: 'ready' }
  | { readonly type: 'vector'; readonly vector: Float32Array }
  | { readonly type: 'failed'; readonly at: 'loading' | 'text'; readonly said: string };

/** The used part of `@huggingface/transformers`. */
interface Transformers {
  readonly env: { cacheDir: string | null; logLevel?: number };
  pipeline(
    task: 'feature-extraction',
    model: string,
    options: { local_files_only: boolean; subfolder: string; session_options: object },
  ): Promise<Extractor>;
}

interface Extractor {
  tokenizer(text: string, options: { truncation: true }): object;
  model(inputs: object): Promise<{ sentence_embedding?: Tensor; last_hidden_state?: Tensor }>;
}

interface Tensor {
  readonly data: ArrayLike<number>;
  readonly dims: readonly number[];
}

/** Its `LogLevel.NONE`: errors are thrown as well and reach the server's log. */
const SILENT = 50;
/** Threads that spin while waiting take twice the processor time for the same texts. */
const SESSION = { extra: { session: { intra_op: { allow_spinning: '0' } } } };

lowerPriority();
const task: TransformersTask = workerData;
const port = parentPort!;
const { env, pipeline }: Transformers = await import(task.source);
env.cacheDir = task.cacheFolder;
env.logLevel = SILENT;
let extractor = task.isFolder ? await load() : undefined;
port.on('message', async (text: string) => post(await embed(text)));
post({ type: 'ready' });

/** One text at a time: padding texts to one length costs a third more than it saves, and questions wait less. */
async function embed(text: string): Promise<TransformersReply> {
  try {
    // The hub may be reachable again by the next text.
    extractor ??= await load();
  } catch (error) {
    const said = `${task.model} is not in ${task.cacheFolder} and does not come from the Hugging Face hub: ${error}`;
    return { type: 'failed', at: 'loading', said };
  }
  try {
    const outputs = await extractor.model(extractor.tokenizer(text, { truncation: true }));
    return { type: 'vector', vector: vectorOf(outputs) };
  } catch (error) {
    return { type: 'failed', at: 'text', said: String(error) };
  }
}

function load(): Promise<Extractor> {
  const options = {
    local_files_only: task.isFolder,
    subfolder: task.modelFolder,
    session_options: SESSION,
  };
  return pipeline('feature-extraction', task.model, options);
}

/** The model's own sentence vector if it has one; otherwise the mean, which has the direction of the sum. */
function vectorOf(outputs: Awaited<ReturnType<Extractor['model']>>): Float32Array {
  const { sentence_embedding: whole, last_hidden_state: states } = outputs;
  if (whole) return Float32Array.from(whole.data);
  if (!states) throw new Error('The model gives neither last_hidden_state nor sentence_embedding');
  const width = states.dims.at(-1)!;
  const tokens = Float32Array.from(states.data);
  if (task.pooling === 'cls') return tokens.slice(0, width);
  if (task.pooling === 'last_token') return tokens.slice(-width);
  const sum = new Float32Array(width);
  for (let at = 0; at < tokens.length; at++) sum[at % width]! += tokens[at]!;
  return sum;
}

function post(reply: TransformersReply): void {
  port.postMessage(reply);
}
