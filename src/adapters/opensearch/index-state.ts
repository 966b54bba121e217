import { createHash } from 'node:crypto';
import { B, K1 } from '../search/bm25.ts';
import { unavailable } from '../store-refusals.ts';
import type { Cluster } from './cluster.ts';

/** Changes when the shape of the documents does: an index of another shape is built again. */
const LAYOUT = 1;
/** How long a state is reused without asking: another process may change it. */
const STATE_TTL_MS = 1_000;

/** What the index says of itself, in its mapping. */
export interface IndexState {
  /** The model whose embeddings are searched; undefined while there is none. */
  readonly modelId: string | undefined;
  /** Of the embeddings of `modelId`; undefined while no chunk has one. */
  readonly dimensions: number | undefined;
  /** Whether documents are missing, as it is being built from the record store. */
  readonly isIncomplete: boolean;
  /** The fields that are mapped. */
  readonly fields: ReadonlySet<string>;
}

/** Creates the indices, and reads and changes what they say of themselves. */
export function createIndexStates(
  cluster: Cluster,
  { names, size, now }: { names: IndexNames; size: IndexSize; now: () => number },
) {
  let known: { state: IndexState; until: number } | undefined;

  async function createOne(alias: string, layout: ReturnType<typeof chunksLayout | typeof termsLayout>) {
    const { status } = await cluster.send({ method: 'HEAD', path: `/${alias}`, allowed: [404] });
    if (status !== 404) return;
    const path = `/${indexBehind(alias)}`;
    // Another process may create it at the same time.
    const created = await cluster.send({
      ...{ method: 'PUT', path, allowed: [400] },
      body: { ...layout, aliases: { [alias]: {} } },
    });
    if (created.status === 400 && created.body.error?.type !== 'resource_already_exists_exception')
      throw new Error(`Cannot create the index ${path.slice(1)}: ${created.body.error?.reason}`);
  }

  /** @throws {RefusedError} `store_unavailable` */
  async function read(signal?: AbortSignal): Promise<IndexState> {
    if (known && known.until > now()) return known.state;
    const { body } = await cluster.send({ method: 'GET', path: `/${names.chunks}/_mapping`, signal });
    const { _meta = {}, properties = {} } = body[indexBehind(names.chunks)]?.mappings ?? {};
    const modelId: string | undefined = _meta.embedding_model;
    const state = {
      modelId,
      dimensions: modelId === undefined ? undefined : properties[embeddingFields(modelId).vector]?.dimension,
      isIncomplete: _meta.incomplete === true,
      fields: new Set(Object.keys(properties)),
    };
    known = { state, until: now() + STATE_TTL_MS };
    return state;
  }

  /** The next `read` asks the cluster. */
  const forget = () => {
    known = undefined;
  };

  return {
    read,
    forget,

    /** Creates what is missing, with `isIncomplete` as it is given. */
    async create({ isIncomplete = false }: { isIncomplete?: boolean } = {}): Promise<void> {
      await createOne(names.terms, termsLayout(size));
      await createOne(names.chunks, chunksLayout(size, { incomplete: isIncomplete }));
      forget();
    },

    /** Removes the indices with all that is in them. */
    async drop(): Promise<void> {
      for (const alias of [names.chunks, names.terms])
        await cluster.send({ method: 'DELETE', path: `/${indexBehind(alias)}`, allowed: [404] });
      forget();
    },

    /** As `read`. @throws {RefusedError} `store_unavailable` as well when the index is incomplete. */
    async readComplete(signal?: AbortSignal): Promise<IndexState> {
      const state = await read(signal);
      if (state.isIncomplete)
        throw unavailable('vector_store', new Error('The search index is being built from the record store'));
      return state;
    },

    /** Lets chunks have embeddings of a model. */
    async map(modelId: string, dimensions: number): Promise<void> {
      const { fields } = await read();
      if (fields.has(embeddingFields(modelId).vector)) return;
      const body = embeddingMapping(modelId, dimensions);
      await cluster.send({ method: 'PUT', path: `/${names.chunks}/_mapping`, body });
      forget();
    },

    /** @throws {RefusedError} `store_unavailable` */
    async change(to: { modelId?: string | undefined; isIncomplete?: boolean }): Promise<void> {
      forget();
      const { modelId, isIncomplete } = { ...(await read()), ...to };
      const _meta = { ...(modelId !== undefined && { embedding_model: modelId }), incomplete: isIncomplete };
      await cluster.send({ method: 'PUT', path: `/${names.chunks}/_mapping`, body: { _meta } });
      forget();
    },
  };
}

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
function indexBehind(alias: string): string {
  return `${alias}-index`;
}

/** The fields of a model's embeddings: the vector that is searched, and its codes. */
export function embeddingFields(modelId: string): { vector: string; codes: string } {
  const name = createHash('sha256').update(modelId).digest('hex').slice(0, 16);
  return { vector: `v_${name}`, codes: `e_${name}` };
}

interface IndexSize {
  readonly shards: number;
  readonly replicas: number;
}

/** @param meta What the index says of itself. */
function chunksLayout({ shards, replicas }: IndexSize, meta: { incomplete: boolean }) {
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

function termsLayout({ shards, replicas }: IndexSize) {
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
function embeddingMapping(modelId: string, dimensions: number) {
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
