import type { TermSearch } from '../../ports/search-index.ts';
import { isCompoundOf, mayBeCompound } from '../search/compound-terms.ts';
import { assertWhole, type Cluster, writeBulk } from './cluster.ts';
import type { TermFrequencies } from './term-frequencies.ts';

/** Terms in one request. */
const BULK_MAX = 2_000;
/** Terms that the dictionary is known to have: some 60 MB. Others are written once more. */
const WRITTEN_MAX = 500_000;
/** Longest term in bytes that can be an id. */
const ID_BYTES_MAX = 512;
const CONFLICT = 409;
/** Terms that are compared for one word. */
const CANDIDATES_MAX = 500;

/** The terms of the index by how they begin and end. It may have terms that no chunk holds any more. */
export function createDictionary(parts: {
  cluster: Cluster;
  index: string;
  /** In some documents, or in all. */
  frequenciesOf: (corpus: ReadonlySet<string> | undefined) => Pick<TermFrequencies, 'of'>;
}) {
  const { cluster, index, frequenciesOf } = parts;
  const written = new Set<string>();

  /** Compounds of each part; chunks may hold them no more. */
  async function find(parts: readonly string[], signal: AbortSignal | undefined): Promise<string[][]> {
    if (parts.length === 0) return [];
    const { body } = await cluster.send({
      ...{ method: 'POST', path: '/_msearch', signal },
      lines: parts.flatMap((part) => [
        { index },
        {
          ...{ size: CANDIDATES_MAX, _source: false, docvalue_fields: ['term'] },
          query: { bool: { should: [{ prefix: { term: part } }, { prefix: { reversed: reversed(part) } }] } },
        },
      ]),
    });
    return body.responses.map((response: { hits: { hits: { fields: { term: string[] } }[] } }, i: number) => {
      assertWhole(response);
      const terms = response.hits.hits.map(({ fields }) => fields.term[0]!);
      return terms.filter((term) => isCompoundOf(parts[i]!, term));
    });
  }

  return {
    /** Adds terms; they are found some seconds later at the latest. */
    async add(terms: ReadonlySet<string>): Promise<void> {
      const isNew = (term: string) => mayBeCompound(term) && !written.has(term);
      const added = [...terms].filter((term) => isNew(term) && Buffer.byteLength(term) <= ID_BYTES_MAX);
      for (let first = 0; first < added.length; first += BULK_MAX) {
        const batch = added.slice(first, first + BULK_MAX);
        const lines = batch.flatMap((term) => [
          { create: { _index: index, _id: term } },
          { term, reversed: reversed(term) },
        ]);
        // One that is there already is left as it is.
        await writeBulk(cluster, lines, { allowed: [CONFLICT] });
        if (written.size > WRITTEN_MAX) written.clear();
        for (const term of batch) written.add(term);
      }
    },

    /** @see SearchIndex.compoundTerms */
    async compounds(parts: readonly string[], { limit, corpus, signal }: TermSearch): Promise<string[][]> {
      const candidates = await find(parts, signal);
      const terms = [...new Set(candidates.flat())];
      const counts = await frequenciesOf(corpus).of(terms, { signal, isFresh: true });
      const frequencies = new Map(terms.map((term, i) => [term, counts[i]!]));
      const frequency = (term: string) => frequencies.get(term)!;
      return candidates.map((found) =>
        found
          .filter((term) => frequency(term) > 0)
          .sort((a, b) => frequency(b) - frequency(a) || (a < b ? -1 : 1))
          .slice(0, limit),
      );
    },
  };
}

function reversed(term: string): string {
  return Array.from(term).reverse().join('');
}
