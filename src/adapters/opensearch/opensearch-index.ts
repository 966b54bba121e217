import { createSharedRun } from '../../concurrency/shared-run.ts';
import { chunkIdOf, parseChunkId } from '../../ports/chunk.ts';
import type { Logger } from '../../ports/logger.ts';
import type {
  ChunkEmbedding,
  IndexedChunk,
  IndexHit,
  IndexQuery,
  SearchIndex,
} from '../../ports/search-index.ts';
import { assertWhole, openCluster, type PartError, refusalOf, writeBulk } from './cluster.ts';
import { createDictionary } from './dictionary.ts';
import { CodedEmbedding, codesOf } from './embedding-codes.ts';
import { createIndexStates, embeddingFields, type IndexState, indexNames } from './index-state.ts';
import type { OpenSearchUrl } from './opensearch-url.ts';
import { createTermFrequencies, type TermFrequencies } from './term-frequencies.ts';
import { candidateQuery, exactScore, exactScoreOf, type ScoredWords, scoredWords } from './word-query.ts';

/** Chunks in one bulk request: about 2 MB. */
const BULK_CHUNKS = 200;
/** Candidates of each shard that are scored exactly. */
const RESCORED_MIN = 100;
/** Hits beyond the limit, of which the order of equal scores is chosen. */
const SPARE_HITS = 10;
/** Shortest time between two refreshes: each makes a segment. */
const REFRESH_INTERVAL_MS = 200;
/** Of an integer field. */
const VERSIONS_MAX = 2 ** 31 - 1;

interface Hit {
  readonly _id: string;
  readonly _score: number;
  readonly _source?: { readonly [field: string]: string } & { readonly t?: string; readonly len?: number };
}

interface Options {
  readonly logger: Logger;
  /** Milliseconds, monotonic. */
  readonly now: () => number;
}

/** The index in a cluster can be lost without anything that it is derived from. */
export interface OpenSearchIndex extends SearchIndex {
  /**
   * Replaces the whole index by what `fill` stages. Until it is done no process searches.
   *
   * @param fill Gives the model of the embeddings that it has staged.
   */
  rebuild(fill: () => Promise<string | undefined>): Promise<void>;
}

/**
 * The search index in an OpenSearch cluster, which several processes share. It finds and scores as the embedded index
 * does: the best candidates of each shard are scored by the same formula with the statistics of the whole index.
 *
 * A staged version is found at once beside the one before; a taken-back one is left until the next is retired.
 *
 * @param options.isExpected Whether documents are published, so that a missing index is a lost one and not a new one.
 * @throws {RefusedError} `store_unavailable` when the cluster cannot be reached.
 */
export async function openOpenSearchIndex(
  address: OpenSearchUrl,
  options: Options & { isExpected?: boolean },
): Promise<OpenSearchIndex> {
  await using opened = new AsyncDisposableStack();
  const cluster = opened.use(openCluster(address, options));
  const names = indexNames(address.prefix);
  const states = createIndexStates(cluster, { names, size: address, now: options.now });
  if (!options.isExpected) await states.create();
  const { now, logger } = options;
  const path = (action: string) => `/${names.chunks}/${action}`;
  const counted = {
    ...{ cluster, now, index: names.chunks },
    embeddedField: async (signal: AbortSignal | undefined) =>
      fieldsOf(await states.readComplete(signal))?.vector,
  };
  const frequencies = createTermFrequencies(counted);
  /** A question asks several times about the same set. */
  const ofCorpora = new WeakMap<ReadonlySet<string>, TermFrequencies>();
  function frequenciesOf(corpus: ReadonlySet<string> | undefined): TermFrequencies {
    if (!corpus) return frequencies;
    const known = ofCorpora.get(corpus) ?? createTermFrequencies({ ...counted, corpus });
    ofCorpora.set(corpus, known);
    return known;
  }
  /** Until the cluster says that it runs none. */
  let mayScript = true;
  const dictionary = createDictionary({ cluster, index: names.terms, frequenciesOf });
  const refreshed = createSharedRun(
    async () => {
      await cluster.send({ method: 'POST', path: `/${names.chunks},${names.terms}/_refresh` });
      frequencies.changed();
    },
    { intervalMs: REFRESH_INTERVAL_MS },
  );
  function embeddingOf(embedding: Float32Array | undefined, modelId: string | undefined) {
    const codes = embedding && codesOf(embedding);
    if (!codes || modelId === undefined) return {};
    const named = embeddingFields(modelId);
    return { [named.vector]: Array.from(embedding), [named.codes]: codes };
  }

  /** @returns Whether there were any; a search finds them until the next refresh. */
  async function removeWhere(docId: string, conditions: readonly object[]): Promise<boolean> {
    const { body } = await cluster.send({
      ...{ method: 'POST', path: path('_delete_by_query') },
      query: { routing: docId, conflicts: 'proceed', refresh: false },
      body: { query: { bool: { filter: [{ term: { doc: docId } }, ...conditions] } } },
    });
    return body.deleted > 0;
  }

  async function searchBy(asked: AskedSearch, signal: AbortSignal | undefined): Promise<IndexHit[]> {
    const { query, limit, words, named } = asked;
    const searches = searchesFor(asked, { mayScript });
    if (searches.length === 0) return [];
    const { body } = await cluster.send({
      ...{ method: 'POST', path: '/_msearch', signal },
      lines: searches.flatMap((search) => [{ index: names.chunks }, search]),
    });
    const lexicalOf = mayScript
      ? ({ _score }: Hit) => _score
      : ({ _source = {} }: Hit) => exactScoreOf({ t: _source.t ?? '', len: _source.len ?? 0 }, asked);
    const read = { limit, codes: named?.codes, hasWords: words.length > 0, lexicalOf };
    return bestOf(body.responses, query, read);
  }

  const owned = opened.move();
  return {
    async stage(docId, version, chunks, options) {
      const modelId = options?.embeddingModelId ?? (await states.read(options?.signal)).modelId;
      const dimensions = chunks.find(({ embedding }) => embedding)?.embedding?.length;
      if (modelId !== undefined && dimensions !== undefined) await states.map(modelId, dimensions);
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
        await writeBulk(cluster, lines, { signal: options?.signal });
      }
      await dictionary.add(new Set(chunks.flatMap(({ terms }) => terms)));
      // Of an earlier attempt, which had more.
      const ordinals = chunks.map(({ ordinal }) => ordinal);
      const beyond = { range: { ordinal: { gt: Math.max(-1, ...ordinals) } } };
      const [hadMore] = await Promise.all([removeWhere(docId, [{ term: { version } }, beyond]), refreshed()]);
      if (hadMore) await refreshed();
    },

    async retire(docId, version) {
      // No document has a version before the first.
      if (version > 1 && (await removeWhere(docId, [{ range: { version: { lt: version } } }])))
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
        await states.map(modelId, embedding.length);
        lines.push({ update: { _index: names.chunks, _id: chunkId, routing: docId } }, { doc });
        if (lines.length < 2 * BULK_CHUNKS) continue;
        await writeBulk(cluster, lines, { allowed: [404] });
        lines = [];
      }
      if (lines.length > 0) await writeBulk(cluster, lines, { allowed: [404] });
      await refreshed();
      await states.change({ modelId });
      frequencies.changed();
    },

    async rebuild(fill) {
      await states.drop();
      await states.create({ isIncomplete: true });
      const modelId = await fill();
      await refreshed();
      // Another process may have replaced the model meanwhile.
      await states.change({ modelId: (await states.read()).modelId ?? modelId, isIncomplete: false });
    },

    async search(query, { limit, signal }) {
      signal?.throwIfAborted();
      if (limit < 1 || query.docIds?.size === 0) return [];
      const terms = query.terms.flatMap(({ term, variants = [] }) => [
        term,
        ...variants.flatMap((each) => each.terms),
      ]);
      const { averageLength, idf, chunks } = await frequenciesOf(query.corpus).statistics(terms, signal);
      if (chunks === 0) return [];
      const words = scoredWords(query.terms, idf);
      const state = await states.readComplete(signal);
      const named = isComparable(query.embedding, state.dimensions) ? fieldsOf(state) : undefined;
      const asked = { query, limit, words, averageLength, named };
      try {
        return await searchBy(asked, signal);
      } catch (error) {
        if (!mayScript || !isScriptForbidden(error)) throw error;
        logger.warn('OpenSearch forbids scripts: passages are scored by Docent, from fewer candidates');
        mayScript = false;
        return searchBy(asked, signal);
      }
    },

    async statistics({ terms = () => [], corpus, signal } = {}) {
      const { modelId: embeddingModelId } = await states.readComplete(signal);
      const counts = await frequenciesOf(corpus).statistics(terms(), signal);
      return { ...(corpus && { corpus }), ...counts, embeddingModelId };
    },

    compoundTerms: (parts, options) => dictionary.compounds(parts, options),

    async ping(signal) {
      states.forget();
      await states.readComplete(signal);
    },

    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** Vectors of zeros have no direction; those of other dimensions belong to a replaced model. */
function isComparable(embedding: Float32Array | undefined, dimensions: number | undefined): boolean {
  return embedding?.length === dimensions && embedding !== undefined && embedding.some((part) => part !== 0);
}

/** Terms as text: each as often as it occurs. */
function wordsOf({ terms, counts }: IndexedChunk): { t: string; len: number } {
  const t = terms.map((term, i) => `${term} `.repeat(counts[i]!)).join('');
  return { t, len: counts.reduce((sum, count) => sum + count, 0) };
}

interface AskedSearch {
  readonly query: IndexQuery;
  readonly limit: number;
  readonly words: ScoredWords;
  readonly averageLength: number;
  /** Of the embeddings that are searched; undefined to search by words alone. */
  readonly named: { readonly vector: string; readonly codes: string } | undefined;
}

/**
 * By words, and by the embedding. By a script the cluster gives the exact score by words of each hit; without one the
 * terms of each hit come along, to be scored here.
 */
function searchesFor(
  { query, limit, words, averageLength, named }: AskedSearch,
  { mayScript }: { mayScript: boolean },
): object[] {
  const { corpus, docIds = corpus } = query;
  const filter = docIds ? [{ terms: { doc: [...docIds] } }] : [];
  const window = Math.max(RESCORED_MIN, limit + SPARE_HITS);
  const size = mayScript ? limit + SPARE_HITS : window;
  const fields = [...(mayScript ? [] : ['t', 'len']), ...(named ? [named.codes] : [])];
  const _source = fields.length > 0 && fields;
  const script = exactScore(words, averageLength);
  const rescore = {
    window_size: window,
    query: {
      ...{ query_weight: 0, rescore_query_weight: 1 },
      rescore_query: { script_score: { query: { match_all: {} }, script } },
    },
  };
  const byWords = { size, _source, query: candidateQuery(words, filter), ...(mayScript && { rescore }) };
  const near = named && nearest(query, named.vector, size, filter);
  const byEmbedding = near && {
    size,
    _source,
    query: mayScript ? { script_score: { query: near, script } } : near,
  };
  return [...(words.length > 0 ? [byWords] : []), ...(byEmbedding ? [byEmbedding] : [])];
}

/** As managed services may be set up. */
function isScriptForbidden(error: unknown): boolean {
  return error instanceof Error && /cannot execute \[inline\] scripts/.test(error.message);
}

function nearest(query: IndexQuery, field: string, k: number, filter: readonly object[]) {
  const vector = Array.from(query.embedding!);
  return { knn: { [field]: { vector, k, ...(filter.length > 0 && { filter: { bool: { filter } } }) } } };
}

function fieldsOf({ modelId }: IndexState) {
  return modelId === undefined ? undefined : embeddingFields(modelId);
}

/** The best by words and the best by embedding, each with both scores. */
function bestOf(
  responses: readonly { hits: { hits: readonly Hit[] }; status: number; error?: PartError }[],
  query: IndexQuery,
  of: {
    limit: number;
    codes: string | undefined;
    hasWords: boolean;
    lexicalOf: (hit: Hit) => number;
  },
): IndexHit[] {
  const { limit, codes, hasWords, lexicalOf } = of;
  const found = new Map<string, IndexHit>();
  for (const [i, response] of responses.entries()) {
    if (response.error) throw refusalOf(response.error, response.status);
    assertWhole(response);
    const by = hasWords && i === 0 ? 'lexical' : 'dense';
    const hits = response.hits.hits.map((hit) => hitOf(hit, query, { codes, lexical: lexicalOf(hit) }));
    const best = hits.filter((hit) => by === 'dense' || hit.lexical > 0).sort(order(by));
    for (const hit of best.slice(0, limit)) if (!found.has(hit.chunkId)) found.set(hit.chunkId, hit);
  }
  return [...found.values()];
}

function hitOf(
  { _id, _source }: Hit,
  query: IndexQuery,
  { codes, lexical }: { codes: string | undefined; lexical: number },
): IndexHit {
  const coded = codes === undefined ? undefined : _source?.[codes];
  const hit = { chunkId: _id, docId: parseChunkId(_id)!.docId, lexical };
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
