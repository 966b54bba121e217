import { chunkIdOf, parseChunkId } from '../../ports/chunk.ts';
import type { Logger } from '../../ports/logger.ts';
import type {
  ChunkEmbedding,
  IndexedChunk,
  IndexHit,
  IndexQuery,
  SearchIndex,
} from '../../ports/search-index.ts';
import { unavailable } from '../store-refusals.ts';
import { assertWhole, type Cluster, openCluster } from './cluster.ts';
import { createDictionary } from './dictionary.ts';
import { CodedEmbedding, codesOf } from './embedding-codes.ts';
import { chunksLayout, embeddingFields, embeddingMapping, indexNames, termsLayout } from './index-names.ts';
import type { OpenSearchAddress } from './opensearch-address.ts';
import { createSharedRefresh } from './shared-refresh.ts';
import { createTermFrequencies } from './term-frequencies.ts';
import { candidateQuery, exactScore, scoredWords } from './word-query.ts';

/** Chunks in one bulk request: about 2 MB. */
const BULK_CHUNKS = 200;
/** Candidates of each shard that are scored exactly. */
const RESCORED_MIN = 100;
/** Hits beyond the limit, of which the order of equal scores is chosen. */
const SPARE_HITS = 10;
/** How long the name of the searched model is taken for the present one. */
const MODEL_TTL_MS = 1_000;

/** Of an integer field. */
const VERSIONS_MAX = 2 ** 31 - 1;

interface Hit {
  readonly _id: string;
  readonly _score: number;
  readonly _source?: Readonly<Record<string, string>>;
}

interface Options {
  readonly logger: Logger;
  /** Milliseconds, monotonic. */
  readonly now: () => number;
}

/**
 * The search index in an OpenSearch cluster, which several processes share. It finds and scores as the embedded index
 * does: the best candidates of each shard are scored by the same formula with the statistics of the whole index.
 *
 * A staged version is found at once beside the one before; a taken-back one is left until the next is retired.
 *
 * @throws {RefusedError} `store_unavailable` when the cluster cannot be reached.
 */
export async function openOpenSearchIndex(
  address: OpenSearchAddress,
  options: Options,
): Promise<SearchIndex> {
  await using opened = new AsyncDisposableStack();
  const cluster = opened.use(openCluster(address, options));
  const names = indexNames(address.prefix);
  await createIndices(cluster, names, address);
  const owned = opened.move();
  return createIndex({ ...options, cluster, names, close: () => owned.disposeAsync() });
}

async function createIndices(
  cluster: Cluster,
  names: ReturnType<typeof indexNames>,
  sizes: { shards: number; replicas: number },
): Promise<void> {
  const layouts = [
    [names.chunks, chunksLayout(sizes)],
    [names.terms, termsLayout(sizes)],
  ] as const;
  for (const [name, body] of layouts) {
    const { status } = await cluster.send({ method: 'HEAD', path: `/${name}`, allowed: [404] });
    if (status !== 404) continue;
    // Another process may create it at the same time.
    const created = await cluster.send({ method: 'PUT', path: `/${name}`, body, allowed: [400] });
    if (created.status === 400 && created.body.error?.type !== 'resource_already_exists_exception')
      throw new Error(`Cannot create the index ${name}: ${created.body.error?.reason}`);
  }
}

function createIndex(
  parts: Options & {
    cluster: Cluster;
    names: ReturnType<typeof indexNames>;
    close: () => Promise<void>;
  },
): SearchIndex {
  const { cluster, names, now, close } = parts;
  const path = (action: string) => `/${names.chunks}/${action}`;
  /** `dimensions`: of its vectors; undefined while no chunk has one. */
  let model: { id: string | undefined; dimensions?: number; until: number } = { id: undefined, until: 0 };
  const fields = () => (model.id === undefined ? undefined : embeddingFields(model.id));
  const frequencies = createTermFrequencies({
    ...{ cluster, now, index: names.chunks },
    embeddedField: () => fields()?.vector,
  });
  const dictionary = createDictionary({ cluster, index: names.terms, frequencies });
  const refreshed = createSharedRefresh(async () => {
    await cluster.send({ method: 'POST', path: `/${names.chunks},${names.terms}/_refresh` });
    frequencies.changed();
  });
  /** Models whose fields are mapped. */
  const mapped = new Set<string>();

  async function searchedModel(signal?: AbortSignal): Promise<string | undefined> {
    if (model.until > now()) return model.id;
    const { body } = await cluster.send({ method: 'GET', path: path('_mapping'), signal });
    const { _meta, properties } = body[names.chunks].mappings;
    const id = _meta?.embedding_model;
    const dimensions = id === undefined ? undefined : properties[embeddingFields(id).vector]?.dimension;
    model = { id, ...(dimensions && { dimensions }), until: now() + MODEL_TTL_MS };
    return id;
  }

  async function map(modelId: string, dimensions: number): Promise<void> {
    if (mapped.has(modelId)) return;
    await cluster.send({
      method: 'PUT',
      path: path('_mapping'),
      body: embeddingMapping(modelId, dimensions),
    });
    mapped.add(modelId);
    model.until = 0;
  }

  function embeddingOf(embedding: Float32Array | undefined, modelId: string | undefined) {
    const codes = embedding && codesOf(embedding);
    if (!codes || modelId === undefined) return {};
    const named = embeddingFields(modelId);
    return { [named.vector]: Array.from(embedding), [named.codes]: codes };
  }

  async function bulk(
    lines: readonly object[],
    allowed: readonly number[],
    signal?: AbortSignal,
  ): Promise<void> {
    const query = { filter_path: 'errors,items.*.status,items.*.error.reason' };
    const { body } = await cluster.send({ method: 'POST', path: '/_bulk', query, lines, signal });
    if (!body.errors) return;
    for (const item of body.items) {
      const { status, error } = Object.values(item)[0] as { status: number; error?: { reason: string } };
      if (status < 300 || allowed.includes(status)) continue;
      throw refusalOf({ reason: error?.reason ?? '' }, status);
    }
  }

  async function removeWhere(docId: string, conditions: readonly object[]): Promise<void> {
    await cluster.send({
      ...{ method: 'POST', path: path('_delete_by_query') },
      query: { routing: docId, conflicts: 'proceed', refresh: false },
      body: { query: { bool: { filter: [{ term: { doc: docId } }, ...conditions] } } },
    });
  }

  return {
    async stage(docId, version, chunks, options) {
      const modelId = options?.embeddingModelId ?? (await searchedModel(options?.signal));
      const dimensions = chunks.find(({ embedding }) => embedding)?.embedding?.length;
      if (modelId !== undefined && dimensions !== undefined) await map(modelId, dimensions);
      for (let first = 0; first < chunks.length; first += BULK_CHUNKS) {
        const lines = chunks.slice(first, first + BULK_CHUNKS).flatMap((chunk) => {
          const _id = chunkIdOf(docId, version, chunk.ordinal);
          return [
            { index: { _index: names.chunks, _id, routing: docId } },
            {
              ...wordsOf(chunk),
              doc: docId,
              version,
              ordinal: chunk.ordinal,
              ...embeddingOf(chunk.embedding, modelId),
            },
          ];
        });
        await bulk(lines, [], options?.signal);
      }
      await dictionary.add(new Set(chunks.flatMap(({ terms }) => terms)));
      await refreshed();
      // Of an earlier attempt, which had more.
      const ordinals = chunks.map(({ ordinal }) => ordinal);
      const beyond = { range: { ordinal: { gt: Math.max(-1, ...ordinals) } } };
      await removeWhere(docId, [{ term: { version } }, beyond]);
      await refreshed();
    },

    async retire(docId, version) {
      await removeWhere(docId, [{ range: { version: { lt: version } } }]);
      await refreshed();
    },

    async unstage() {},

    async remove(docId, version) {
      await removeWhere(docId, [{ range: { version: { lte: Math.min(version, VERSIONS_MAX) } } }]);
      await refreshed();
    },

    async replaceEmbeddings(modelId, embeddings) {
      let lines: object[] = [];
      for await (const { chunkId, embedding } of embeddings as AsyncIterable<ChunkEmbedding>) {
        const docId = parseChunkId(chunkId)?.docId;
        const doc = embeddingOf(embedding, modelId);
        if (docId === undefined || Object.keys(doc).length === 0) continue;
        await map(modelId, embedding.length);
        lines.push({ update: { _index: names.chunks, _id: chunkId, routing: docId } }, { doc });
        if (lines.length < 2 * BULK_CHUNKS) continue;
        await bulk(lines, [404]);
        lines = [];
      }
      if (lines.length > 0) await bulk(lines, [404]);
      await refreshed();
      const body = { _meta: { embedding_model: modelId } };
      await cluster.send({ method: 'PUT', path: path('_mapping'), body });
      model = { id: modelId, until: 0 };
      frequencies.changed();
    },

    async search(query, { limit, signal }) {
      signal?.throwIfAborted();
      if (limit < 1 || query.docIds?.size === 0) return [];
      const terms = query.terms.flatMap(({ term, variants = [] }) => [
        term,
        ...variants.flatMap((each) => each.terms),
      ]);
      const { averageLength, idf, chunks } = await frequencies.statistics({ terms, signal });
      if (chunks === 0) return [];
      const words = scoredWords(query.terms, idf);
      const script = exactScore(words, averageLength);
      await searchedModel(signal);
      const named = isComparable(query.embedding, model.dimensions) ? fields() : undefined;
      const filter = query.docIds ? [{ terms: { doc: [...query.docIds] } }] : [];
      const size = limit + SPARE_HITS;
      const _source = named ? [named.codes] : false;
      const searches: object[] = [];
      if (words.length > 0)
        searches.push({
          ...{ size, _source, query: candidateQuery(words, filter) },
          rescore: {
            window_size: Math.max(RESCORED_MIN, size),
            query: {
              ...{ query_weight: 0, rescore_query_weight: 1 },
              rescore_query: { script_score: { query: { match_all: {} }, script } },
            },
          },
        });
      if (named)
        searches.push({
          size,
          _source,
          query: { script_score: { query: nearest(query, named.vector, size, filter), script } },
        });
      if (searches.length === 0) return [];
      const { body } = await cluster.send({
        ...{ method: 'POST', path: '/_msearch', signal },
        lines: searches.flatMap((search) => [{ index: names.chunks }, search]),
      });
      return bestOf(body.responses, query, { limit, codes: named?.codes, hasWords: words.length > 0 });
    },

    async statistics({ terms = () => [], signal } = {}) {
      const embeddingModelId = await searchedModel(signal);
      return { ...(await frequencies.statistics({ terms: terms(), signal })), embeddingModelId };
    },

    similarTerms: (terms, options) => dictionary.similar(terms, options),
    compoundTerms: (parts, options) => dictionary.compounds(parts, options),

    async holders(terms, { docIds, atMost, signal }) {
      if (terms.length === 0) return [];
      const { body } = await cluster.send({
        ...{ method: 'POST', path: path('_search'), signal },
        body: {
          size: 0,
          aggs: {
            terms: {
              filters: { filters: terms.map((term) => ({ term: { t: term } })) },
              ...(docIds.length > 0 && {
                aggs: { of: { terms: { field: 'doc', include: docIds, size: docIds.length } } },
              }),
            },
          },
        },
      });
      assertWhole(body);
      return body.aggregations.terms.buckets.map((bucket: HoldersBucket) => ({
        total: bucket.doc_count,
        of: new Map(
          bucket.doc_count > atMost ? [] : bucket.of?.buckets.map(({ key, doc_count }) => [key, doc_count]),
        ),
      }));
    },

    async ping(signal) {
      await cluster.send({ method: 'HEAD', path: `/${names.chunks}`, signal });
    },

    [Symbol.asyncDispose]: close,
  };
}

/** Vectors of zeros have no direction; those of other dimensions belong to a replaced model. */
function isComparable(embedding: Float32Array | undefined, dimensions: number | undefined): boolean {
  return embedding?.length === dimensions && embedding !== undefined && embedding.some((part) => part !== 0);
}

interface HoldersBucket {
  readonly doc_count: number;
  readonly of?: { readonly buckets: readonly { readonly key: string; readonly doc_count: number }[] };
}

/** Terms as text: each as often as it occurs. */
function wordsOf({ terms, counts }: IndexedChunk): { t: string; len: number } {
  const t = terms.map((term, i) => `${term} `.repeat(counts[i]!)).join('');
  return { t, len: counts.reduce((sum, count) => sum + count, 0) };
}

function nearest(query: IndexQuery, field: string, k: number, filter: readonly object[]) {
  const vector = Array.from(query.embedding!);
  return { knn: { [field]: { vector, k, ...(filter.length > 0 && { filter: { bool: { filter } } }) } } };
}

interface PartError {
  readonly reason: string;
  readonly root_cause?: readonly { readonly reason: string }[];
}

/** A part of a request may fail by itself: there are too many, or no copy of a shard answers. */
function refusalOf({ reason, root_cause: causes = [] }: PartError, status: number): Error {
  const cause = new Error(
    `OpenSearch refused a part of a request: ${causes[0]?.reason ?? reason} (${status})`,
  );
  return status === 429 || status >= 500 ? unavailable('vector_store', cause) : cause;
}

/** The best by words and the best by embedding, each with both scores. */
function bestOf(
  responses: readonly { hits: { hits: readonly Hit[] }; status: number; error?: PartError }[],
  query: IndexQuery,
  { limit, codes, hasWords }: { limit: number; codes: string | undefined; hasWords: boolean },
): IndexHit[] {
  const found = new Map<string, IndexHit>();
  for (const [i, response] of responses.entries()) {
    if (response.error) throw refusalOf(response.error, response.status);
    assertWhole(response);
    const by = hasWords && i === 0 ? 'lexical' : 'dense';
    const hits = response.hits.hits.map((hit) => hitOf(hit, query, codes));
    const best = hits.filter((hit) => by === 'dense' || hit.lexical > 0).sort(order(by));
    for (const hit of best.slice(0, limit)) if (!found.has(hit.chunkId)) found.set(hit.chunkId, hit);
  }
  return [...found.values()];
}

function hitOf({ _id, _score, _source }: Hit, query: IndexQuery, codes: string | undefined): IndexHit {
  const coded = codes === undefined ? undefined : _source?.[codes];
  const hit = { chunkId: _id, docId: parseChunkId(_id)!.docId, lexical: _score };
  if (coded === undefined || !query.embedding) return { ...hit, dense: 0 };
  const embedding = new CodedEmbedding(coded);
  return { ...hit, dense: embedding.cosineWith(query.embedding), embedding };
}

/** Descending by a score; then by document and in reading order. */
function order(score: 'lexical' | 'dense') {
  return (a: IndexHit, b: IndexHit): number => {
    if (a[score] !== b[score]) return b[score] - a[score];
    if (a.docId !== b.docId) return a.docId < b.docId ? -1 : 1;
    return parseChunkId(a.chunkId)!.ordinal - parseChunkId(b.chunkId)!.ordinal;
  };
}
