import { IngestFailure } from '../../../errors.ts';
import type { EmbeddingModel } from '../../../ports/embedding-model.ts';
import type { ModelUsage } from '../model-usage.ts';
import { ProviderFailure } from '../provider-failure.ts';
import type { ResilientCalls } from '../resilient-calls.ts';
import type { ProviderEmbedding, Purpose } from './provider-embedding.ts';

/** UTF-16 units of one call: below the 300,000 bytes or tokens that providers take, whatever the script. */
const CALL_CHARACTERS_MAX = 80_000;

/**
 * A provider's embedding model as the rest of Docent knows it: texts cut and sent in bounded batches, one after another,
 * vectors of unit length and of one number of dimensions.
 *
 * @param options.prefixes Stand before each text, by what it is embedded for.
 * @param options.limitMs What a question may take, and each batch of passages.
 * @param options.dimensions Those of the vectors that are kept already; the first vector tells where it is not given.
 */
export function resilientEmbedding(
  model: ProviderEmbedding,
  options: {
    calls: ResilientCalls;
    prefixes: Readonly<Record<Purpose, string>>;
    inputCharacters: number;
    limitMs: Readonly<Record<Purpose, number>>;
    usage: ModelUsage;
    dimensions?: number | undefined;
  },
): EmbeddingModel {
  const { calls, prefixes, inputCharacters, limitMs, usage } = options;
  let { dimensions } = options;

  function unitVector(components: ArrayLike<number>): Float32Array {
    const vector = Float32Array.from(components);
    let squares = 0;
    for (const component of vector) squares += component * component;
    if (vector.length === 0 || !Number.isFinite(squares))
      throw new ProviderFailure('malformed', { said: 'a vector that is empty or not of finite numbers' });
    dimensions ??= vector.length;
    if (vector.length !== dimensions) throw dimensionsChanged(model.id, dimensions, vector.length);
    if (squares === 0) return vector;
    const length = Math.sqrt(squares);
    return vector.map((component) => component / length);
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

  return {
    id: model.id,
    async embed(inputs, { purpose, signal }) {
      const texts = inputs.map(({ text }) => prefixes[purpose] + cut(text, inputCharacters));
      const vectors: Float32Array[] = [];
      for (const batch of batches(texts, model.textsPerCall))
        vectors.push(...(await embedBatch(batch, purpose, signal)));
      return vectors;
    },
  };
}

/** In order; each within both bounds, but for a single text that is longer by itself. */
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

/** No surrogate is left alone at the end. An empty text is none that providers take. */
function cut(text: string, characters: number): string {
  const kept = text.length <= characters ? text : text.slice(0, characters).replace(/[\uD800-\uDBFF]$/, '');
  return kept.trim() === '' ? '-' : kept;
}

function dimensionsChanged(id: string, expected: number, actual: number): IngestFailure {
  return new IngestFailure(
    'embedding_failed',
    `Cannot use embeddings of ${actual} dimensions as those that are kept of ${id} have ${expected}. Embed all documents anew: docent reindex.`,
  );
}
