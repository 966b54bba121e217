import { parentPort, workerData } from 'node:worker_threads';
import { stepBack } from '../step-back.ts';
import type { Pooling } from './embedding-families.ts';

/** What the thread is started with. */
export interface TransformersTask {
  /** The package, as `import` takes it. */
  readonly source: string;
  /** A folder, absolute, or the name of a model on the hub. */
  readonly model: string;
  readonly isFolder: boolean;
  /** Where files from the hub are kept. */
  readonly cacheFolder: string;
  readonly pooling: Pooling;
}

/**
 * What it posts: that the package is there, and the model of a folder, too; then for each text its vector, of any length,
 * or what came in between.
 */
export type TransformersReply =
  | { readonly type: 'ready' }
  | { readonly type: 'vector'; readonly vector: Float32Array }
  | { readonly type: 'failed'; readonly at: 'loading' | 'text'; readonly said: string };

/** What is used of `@huggingface/transformers`. */
interface Transformers {
  readonly env: { cacheDir: string | null; logLevel?: number };
  pipeline(
    task: 'feature-extraction',
    model: string,
    options: { local_files_only: boolean; session_options: object },
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

/** Its `LogLevel.NONE`: what goes wrong is thrown as well, and told to the log of the server. */
const SILENT = 50;
/** Threads that wait by turning in circles take twice the processor time for the same texts. */
const SESSION = { extra: { session: { intra_op: { allow_spinning: '0' } } } };

stepBack();
const task: TransformersTask = workerData;
const port = parentPort!;
const { env, pipeline }: Transformers = await import(task.source);
env.cacheDir = task.cacheFolder;
env.logLevel = SILENT;
let extractor = task.isFolder ? await load() : undefined;
port.on('message', async (text: string) => post(await embed(text)));
post({ type: 'ready' });

/** One text at a time: padding texts to one length takes a third more than it saves, and a question waits for less. */
async function embed(text: string): Promise<TransformersReply> {
  try {
    // The hub may be reachable by the next text.
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
  const options = { local_files_only: task.isFolder, session_options: SESSION };
  return pipeline('feature-extraction', task.model, options);
}

/** Where the model makes one vector of its tokens by itself, it is that; the mean points where the sum does. */
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
