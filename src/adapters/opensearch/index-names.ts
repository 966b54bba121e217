import { createHash } from 'node:crypto';
import { B, K1 } from '../search/bm25.ts';

/** Changes when the shape of the documents does: an index of another shape is built again. */
const LAYOUT = 1;

/** Aliases: a write that requires one never makes an index by itself, in a shape of the cluster's choice. */
export interface IndexNames {
  /** One document a chunk. */
  readonly chunks: string;
  /** One document a term: found by how it is spelt. */
  readonly terms: string;
}

export function indexNames(prefix: string): IndexNames {
  return { chunks: `${prefix}-chunks-${LAYOUT}`, terms: `${prefix}-terms-${LAYOUT}` };
}

/** The index behind an alias. */
export function indexBehind(alias: string): string {
  return `${alias}-index`;
}

/** The fields of a model's embeddings: the vector that is searched, and its codes. */
export function embeddingFields(modelId: string): { vector: string; codes: string } {
  const name = createHash('sha256').update(modelId).digest('hex').slice(0, 16);
  return { vector: `v_${name}`, codes: `e_${name}` };
}

export interface IndexSize {
  readonly shards: number;
  readonly replicas: number;
}

/** @param meta What the index says of itself. */
export function chunksLayout({ shards, replicas }: IndexSize, meta: { incomplete: boolean }) {
  return {
    settings: {
      index: {
        number_of_shards: shards,
        number_of_replicas: replicas,
        // Refreshed when a document waits for it.
        refresh_interval: '30s',
        knn: true,
        similarity: { default: { type: 'BM25', k1: K1, b: B } },
      },
    },
    mappings: {
      dynamic: false,
      _meta: meta,
      properties: {
        // Terms as they are, as often as they occur.
        t: { type: 'text', analyzer: 'whitespace', index_options: 'freqs' },
        doc: { type: 'keyword' },
        version: { type: 'integer' },
        ordinal: { type: 'integer', index: true },
        len: { type: 'integer' },
      },
    },
  };
}

export function termsLayout({ shards, replicas }: IndexSize) {
  return {
    settings: { index: { number_of_shards: shards, number_of_replicas: replicas, refresh_interval: '5s' } },
    mappings: {
      dynamic: false,
      properties: {
        term: { type: 'keyword' },
        // The letters from the last to the first, so that endings are found as beginnings are.
        reversed: { type: 'keyword' },
      },
    },
  };
}

/** Mapping of a model's fields. */
export function embeddingMapping(modelId: string, dimensions: number) {
  const { vector, codes } = embeddingFields(modelId);
  return {
    properties: {
      [vector]: {
        type: 'knn_vector',
        dimension: dimensions,
        method: { name: 'hnsw', engine: 'lucene', space_type: 'cosinesimil' },
      },
      [codes]: { type: 'binary' },
    },
  };
}
