import { createCache } from '../../kernel/cache.ts';
import type { IndexStatistics } from '../../ports/search-index.ts';
import { inverseDocumentFrequency } from '../search/bm25.ts';
import { assertWhole, type Cluster } from './cluster.ts';

/** How long a term's frequency is reused without asking: it changes by a small share. */
const FREQUENCY_TTL_MS = 60_000;
/** How long the size of the corpus is. */
const TOTALS_TTL_MS = 1_000;
/** Terms whose frequency is cached: some 20 MB. */
const CACHED_MAX = 200_000;
/** Terms counted in one request. */
const COUNTED_MAX = 5_000;

interface Totals {
  readonly documents: number;
  readonly chunks: number;
  /** Mean number of term occurrences of a chunk; 0 when there are none. */
  readonly averageLength: number;
  readonly embedded: number;
}

export type TermFrequencies = ReturnType<typeof createTermFrequencies>;

type KnownStatistics = Omit<IndexStatistics, 'corpus' | 'embeddingModelId'> & Pick<Totals, 'averageLength'>;

interface CachedFrequency {
  readonly frequency: number;
  readonly until: number;
}

/**
 * Counts of the whole index, or of some documents in it, cached for a while.
 *
 * @param parts.embeddedField The field that chunks with an embedding have; undefined while there is no model.
 * @param parts.now Milliseconds, monotonic.
 */
export function createTermFrequencies(parts: {
  cluster: Cluster;
  index: string;
  embeddedField: (signal: AbortSignal | undefined) => Promise<string | undefined>;
  /** Documents to count alone; all when absent. */
  corpus?: ReadonlySet<string>;
  now: () => number;
}) {
  const { cluster, index, embeddedField, corpus, now } = parts;
  const cached = createCache<string, CachedFrequency>({ sizeMax: CACHED_MAX });
  let totals: { value: Totals; until: number } | undefined;

  function known(term: string): number | undefined {
    const found = cached.get(term);
    return found && found.until > now() ? found.frequency : undefined;
  }

  /** Counts terms, and the totals where they are due. */
  async function count(terms: readonly string[], signal: AbortSignal | undefined): Promise<void> {
    const isDue = !totals || totals.until <= now();
    if (terms.length === 0 && !isDue) return;
    const field = await embeddedField(signal);
    const asked = terms.slice(0, COUNTED_MAX);
    const { body } = await cluster.send({
      ...{ method: 'POST', path: `/${index}/_search`, signal },
      body: {
        size: 0,
        ...(corpus && { query: { terms: { doc: [...corpus] } } }),
        track_total_hits: true,
        aggs: {
          ...(asked.length > 0 && {
            terms: { filters: { filters: asked.map((term) => ({ term: { t: term } })) } },
          }),
          ...(isDue && {
            length: { avg: { field: 'len' } },
            documents: { cardinality: { field: 'doc', precision_threshold: 40_000 } },
            ...(field && { embedded: { filter: { exists: { field } } } }),
          }),
        },
      },
    });
    assertWhole(body);
    const { aggregations } = body;
    const until = now() + FREQUENCY_TTL_MS;
    for (const [i, term] of asked.entries())
      cached.set(term, { frequency: aggregations.terms.buckets[i].doc_count, until });
    if (isDue) {
      const value = {
        documents: aggregations.documents.value,
        chunks: body.hits.total.value,
        averageLength: aggregations.length.value ?? 0,
        embedded: aggregations.embedded?.doc_count ?? 0,
      };
      totals = { value, until: now() + TOTALS_TTL_MS };
    }
    if (terms.length > asked.length) await count(terms.slice(COUNTED_MAX), signal);
  }

  /** @returns In how many chunks each term is, in their order. */
  async function of(
    terms: readonly string[],
    options: { signal?: AbortSignal | undefined; isFresh?: boolean },
  ) {
    const { signal, isFresh = false } = options;
    const unknown = [...new Set(terms)].filter((term) => isFresh || known(term) === undefined);
    await count(unknown, signal);
    return terms.map((term) => cached.get(term)?.frequency ?? 0);
  }

  return {
    of,
    /** The own process has changed the index. */
    changed(): void {
      totals = undefined;
      cached.clear();
    },
    /** As known by now, and of `terms` from the beginning. */
    async statistics(terms: readonly string[], signal: AbortSignal | undefined): Promise<KnownStatistics> {
      await of(terms, { signal });
      const { documents, chunks, embedded, averageLength } = totals!.value;
      /** The weights of one question do not change on the way. */
      const frequencies = new Map<string, number>();
      const missing = new Set<string>();
      return {
        ...{ documents, chunks, embedded, averageLength },
        idf(term) {
          // No chunk holds the empty term.
          const frequency = term === '' ? 0 : (frequencies.get(term) ?? known(term));
          if (frequency === undefined) missing.add(term);
          else frequencies.set(term, frequency);
          return inverseDocumentFrequency(chunks, Math.min(chunks, frequency ?? 0));
        },
        async learn(by = signal) {
          if (missing.size === 0) return false;
          const asked = [...missing];
          missing.clear();
          for (const [i, frequency] of (await of(asked, { signal: by })).entries())
            frequencies.set(asked[i]!, frequency);
          return true;
        },
      };
    },
  };
}
