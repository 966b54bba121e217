import { type ChunkId, chunkIdOf } from '../src/ports/chunk.ts';
import type { EmbeddingModel } from '../src/ports/embedding-model.ts';
import type { ParsedQuestion } from '../src/question/parsed-question.ts';
import type { Line, RankedQuestion } from './evaluation-set.ts';
import type { IndexedCorpus } from './indexed-corpus.ts';
import { relevantUnits, unitsOf } from './judged-units.ts';
import { createQueries } from './queries.ts';
import { seededRandom } from './seeded-random.ts';

/** Dimensions specific to a chunk, so that it differs from others on the same subject. */
const OWN_DIMENSIONS = 64;
const OWN_LENGTH = 0.7;
const NOISE_LENGTH = 0.5;

/** A question of a line, ready to be asked and scored. */
export interface SimulatedQuestion {
  readonly query: ParsedQuestion;
  readonly filter: { readonly docIds?: ReadonlySet<string> };
  readonly relevant: ReadonlyMap<string, number>;
  /** Its vector by a model that knows a share of the judgments. */
  vector(insight: number): Float64Array;
}

/**
 * Simulates unavailable embedding models: chunks have the built-in model's vectors plus dimensions of their own; a
 * question has its built-in vector, drawn towards the relevant chunks by `insight` (0…1) and then blurred by noise.
 * Such a model's own worth is measured beside the rest.
 */
export async function simulateEmbedding(corpus: IndexedCorpus, builtIn: EmbeddingModel) {
  const random = seededRandom(7);
  const gauss = () => Math.sqrt(-2 * Math.log(random() || 1e-9)) * Math.cos(2 * Math.PI * random());
  const noiseOf = (dimensions: number) => unit(Float64Array.from({ length: dimensions }, gauss));
  const vectors = new Map<ChunkId, Float64Array>();
  for await (const { docId, version, chunks } of corpus.documentStore.liveChunks()) {
    for (const { ordinal, embedding } of chunks) {
      if (!embedding) continue;
      const own = noiseOf(OWN_DIMENSIONS).map((component) => component * OWN_LENGTH);
      vectors.set(chunkIdOf(docId, version, ordinal), unit(Float64Array.from([...embedding, ...own])));
    }
  }
  const placed = await corpus.documentStore.chunks([...vectors.keys()]);

  return {
    /** @param common Cosine of unrelated texts, 0 ≤ common < 1. */
    async index(common: number): Promise<void> {
      await corpus.searchIndex.replaceEmbeddings(`simulated ${common}`, each(vectors, common));
    },

    async questions(line: Line, asked: readonly RankedQuestion[]): Promise<SimulatedQuestion[]> {
      const queryOf = createQueries(corpus);
      const chunksOf = Map.groupBy(placed, (chunk) => unitsOf(corpus, line, [chunk])[0]!);
      const made: SimulatedQuestion[] = [];
      for (const question of asked) {
        const relevant = await relevantUnits(corpus, line, question);
        const { query, filter } = await queryOf(question);
        const [terms, counts] = [query.terms.map(({ term }) => term), query.terms.map((term) => term.weight)];
        const [known] = await builtIn.embed([{ text: query.standalone.text, terms, counts }], {
          purpose: 'question',
        });
        const nearest = Array.from(relevant.keys(), (name) =>
          nearestTo(
            known!,
            (chunksOf.get(name) ?? []).flatMap(({ chunkId }) => vectors.get(chunkId) ?? []),
          ),
        );
        const dimensions = known!.length + OWN_DIMENSIONS;
        const meant = unit(
          sumOf(
            nearest.filter((vector) => vector !== undefined),
            dimensions,
          ),
        );
        const noise = noiseOf(dimensions);
        const vector = (insight: number) =>
          unit(
            meant.map((m, i) => (1 - insight) * (known![i] ?? 0) + insight * m + NOISE_LENGTH * noise[i]!),
          );
        made.push({ query, filter, relevant, vector });
      }
      return made;
    },
  };
}

/** All cosines c of unit vectors become common + (1 − common) · c. */
export function liftedBy(common: number, vector: Float64Array): Float32Array {
  const share = Math.sqrt(1 - common);
  return Float32Array.from([...vector.map((component) => component * share), Math.sqrt(common)]);
}

async function* each(vectors: ReadonlyMap<ChunkId, Float64Array>, common: number) {
  for (const [chunkId, vector] of vectors) yield { chunkId, embedding: liftedBy(common, vector) };
}

function nearestTo(question: Float32Array, vectors: readonly Float64Array[]): Float64Array | undefined {
  const cosine = (vector: Float64Array) =>
    question.reduce((sum, component, i) => sum + component * vector[i]!, 0);
  return vectors.toSorted((a, b) => cosine(b) - cosine(a))[0];
}

function sumOf(vectors: readonly Float64Array[], dimensions: number): Float64Array {
  const sum = new Float64Array(dimensions);
  for (const vector of vectors) for (let i = 0; i < dimensions; i++) sum[i]! += vector[i]!;
  return sum;
}

function unit(vector: Float64Array): Float64Array {
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((component) => component / length);
}
