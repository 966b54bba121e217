import { IngestFailure, RefusedError } from '../../../errors.ts';
import type { EmbeddingModel } from '../../../ports/embedding-model.ts';
import type { ModelUsage } from '../model-usage.ts';
import { isDeclined, ProviderFailure } from '../provider-failure.ts';
import type { createResilientCalls } from '../resilient-calls.ts';
import { embeddedText } from './embedded-text.ts';
import type { ProviderEmbedding, Purpose } from './provider-embedding.ts';

/** UTF-16 units of one call: below the providers' limits of 300,000 bytes or tokens in any script. */
const CALL_CHARACTERS_MAX = 80_000;
/** Bad request, content too large, unprocessable content; and llama.cpp's status for a text that is too long. */
const TEXT_STATUSES: ReadonlySet<number | undefined> = new Set([400, 413, 422, 500]);
/** Every embedding model accepts it. */
const PLAIN_WORD = 'book';

/**
 * A provider's embedding model for the rest of Docent: texts are truncated and sent in bounded batches, one after
 * another; vectors have unit length and equal dimensions. A passage that the provider declines while it accepts others
 * gets a vector of zeros.
 *
 * @param options.id Id of the stored vectors.
 * @param options.prefixes Put before each text, by purpose.
 * @param options.limitMs For a question, and for each batch of passages.
 * @param options.dimensions Those of the stored vectors; when absent, the first vector decides.
 */
export function resilientEmbedding(
  model: ProviderEmbedding,
  options: {
    id: string;
    calls: ReturnType<typeof createResilientCalls<Float32Array[]>>;
    prefixes: Readonly<Record<Purpose, string>>;
    inputCharacters: number;
    limitMs: Readonly<Record<Purpose, number>>;
    usage: ModelUsage;
    dimensions?: number | undefined;
  },
): EmbeddingModel {
  const { id, calls, prefixes, inputCharacters, limitMs, usage } = options;
  let { dimensions } = options;

  function unitVector(components: ArrayLike<number>): Float32Array {
    const vector = Float32Array.from(components);
    let squares = 0;
    for (let i = 0; i < vector.length; i++) squares += vector[i]! * vector[i]!;
    if (vector.length === 0 || !Number.isFinite(squares))
      throw new ProviderFailure('malformed', { said: 'a vector that is empty or not of finite numbers' });
    dimensions ??= vector.length;
    if (vector.length !== dimensions) throw dimensionsChanged(id, dimensions, vector.length);
    if (squares === 0) return vector;
    const length = Math.sqrt(squares);
    for (let i = 0; i < vector.length; i++) vector[i]! /= length;
    return vector;
  }

  async function embedBatch(texts: readonly string[], purpose: Purpose, signal: AbortSignal | undefined) {
    return calls.run(
      async (within) => {
        const { vectors, tokens } = await model.embed(texts, { purpose, signal: within });
        if (tokens !== null) usage.count(model.id, { promptTokens: tokens });
        if (vectors.length !== texts.length)
          throw new ProviderFailure('malformed', {
            said: `${vectors.length} vectors of ${texts.length} texts`,
          });
        return vectors.map(unitVector);
      },
      { limitMs: limitMs[purpose], signal },
    );
  }

  /** A single declined text fails its whole call: the others are sent again in ever smaller calls. */
  async function embedPassages(texts: readonly string[], signal: AbortSignal | undefined) {
    try {
      return await embedBatch(texts, 'passage', signal);
    } catch (error) {
      if (!declinesTexts(error)) throw error;
      // A provider that declines a plain word declines us, not the texts.
      const [taken] = await embedBatch([prefixes.passage + PLAIN_WORD], 'passage', signal);
      return embedHalves(texts, { signal, none: new Float32Array(taken!.length) });
    }
  }

  async function embedHalves(
    texts: readonly string[],
    known: { signal: AbortSignal | undefined; none: Float32Array },
  ): Promise<Float32Array[]> {
    if (texts.length === 1) return [known.none];
    const vectors: Float32Array[] = [];
    const middle = Math.ceil(texts.length / 2);
    for (const half of [texts.slice(0, middle), texts.slice(middle)]) {
      try {
        vectors.push(...(await embedBatch(half, 'passage', known.signal)));
      } catch (error) {
        if (!declinesTexts(error)) throw error;
        vectors.push(...(await embedHalves(half, known)));
      }
    }
    return vectors;
  }

  return {
    id,
    async embed(inputs, { purpose, signal }) {
      const options = { prefix: prefixes[purpose], characters: inputCharacters };
      const texts = inputs.map((input) => embeddedText(input, options));
      const vectors: Float32Array[] = [];
      for (const batch of batches(texts, model.textsPerCall))
        vectors.push(
          ...(await (purpose === 'passage'
            ? embedPassages(batch, signal)
            : embedBatch(batch, purpose, signal))),
        );
      return vectors;
    },
  };
}

/** Whether the status blames the request, and not the key, the URL or the model. */
function declinesTexts(error: unknown): boolean {
  const { cause } = error instanceof RefusedError ? error : {};
  return cause instanceof ProviderFailure && isDeclined(cause) && TEXT_STATUSES.has(cause.status);
}

/** In order; each within both bounds, except for a single longer text. */
function* batches(texts: readonly string[], textsMax: number): Generator<readonly string[]> {
  let batch: string[] = [];
  let characters = 0;
  for (const text of texts) {
    if (batch.length === textsMax || (batch.length > 0 && characters + text.length > CALL_CHARACTERS_MAX)) {
      yield batch;
      batch = [];
      characters = 0;
    }
    batch.push(text);
    characters += text.length;
  }
  if (batch.length > 0) yield batch;
}

function dimensionsChanged(id: string, expected: number, actual: number): IngestFailure {
  return new IngestFailure(
    'embedding_failed',
    `Cannot use embeddings of ${actual} dimensions as the stored ones of ${id} have ${expected}. Embed all documents again: docent reindex.`,
  );
}
