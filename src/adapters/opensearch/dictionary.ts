import { editDistance } from '../../kernel/edit-distance.ts';
import type { SimilarTerm, TermSearch } from '../../ports/search-index.ts';
import { beginsLike, canBeMisspelt, editsAllowed, isCompoundOf } from '../search/spellings.ts';
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

/** The terms of the index by how they are spelt. It may have terms that no chunk holds any more. */
export function createDictionary(parts: {
  cluster: Cluster;
  index: string;
  /** In some documents, or in all. */
  frequenciesOf: (corpus: ReadonlySet<string> | undefined) => Pick<TermFrequencies, 'of'>;
}) {
  const { cluster, index, frequenciesOf } = parts;
  const written = new Set<string>();

  /** The terms that each query finds. */
  async function find(queries: readonly object[], signal: AbortSignal | undefined): Promise<string[][]> {
    if (queries.length === 0) return [];
    const { body } = await cluster.send({
      ...{ method: 'POST', path: '/_msearch', signal },
      lines: queries.flatMap((query) => [
        { index },
        { size: CANDIDATES_MAX, _source: false, docvalue_fields: ['term'], query },
      ]),
    });
    return body.responses.map((response: { hits: { hits: { fields: { term: string[] } }[] } }) => {
      assertWhole(response);
      return response.hits.hits.map(({ fields }) => fields.term[0]!);
    });
  }

  /** Of the candidates for each word those that chunks hold, most frequent first, with one request. */
  async function held<T>(
    found: readonly (readonly T[])[],
    termOf: (candidate: T) => string,
    { corpus, signal }: TermSearch,
  ): Promise<T[][]> {
    const terms = [...new Set(found.flat().map(termOf))];
    const counts = await frequenciesOf(corpus).of(terms, { signal, isFresh: true });
    const frequencyOf = new Map(terms.map((term, i) => [term, counts[i]!]));
    const frequency = (candidate: T) => frequencyOf.get(termOf(candidate))!;
    return found.map((candidates) =>
      candidates
        .filter((candidate) => frequency(candidate) > 0)
        .sort((a, b) => frequency(b) - frequency(a) || (termOf(a) < termOf(b) ? -1 : 1)),
    );
  }

  return {
    /** Adds terms; they are found some seconds later at the latest. */
    async add(terms: ReadonlySet<string>): Promise<void> {
      const isNew = (term: string) => canBeMisspelt(term) && !written.has(term);
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

    /** @see SearchIndex.similarTerms */
    async similar(terms: readonly string[], options: TermSearch): Promise<SimilarTerm[][]> {
      const { limit, signal } = options;
      const sought = terms.filter((term) => editsAllowed(term) > 0 && canBeMisspelt(term));
      const queries = sought.map((term) => ({
        fuzzy: {
          term: {
            value: term,
            fuzziness: editsAllowed(term),
            transpositions: true,
            max_expansions: CANDIDATES_MAX,
          },
        },
      }));
      const found = (await find(queries, signal)).map((candidates, i) => near(sought[i]!, candidates));
      const similar = await held(found, ({ term }) => term, options);
      return terms.map((term) => nearest(similar[sought.indexOf(term)] ?? []).slice(0, limit));
    },

    /** @see SearchIndex.compoundTerms */
    async compounds(parts: readonly string[], options: TermSearch): Promise<string[][]> {
      const { limit, signal } = options;
      const queries = parts.map((part) => ({
        bool: { should: [{ prefix: { term: part } }, { prefix: { reversed: reversed(part) } }] },
      }));
      const found = (await find(queries, signal)).map((candidates, i) =>
        candidates.filter((term) => isCompoundOf(parts[i]!, term)),
      );
      return (await held(found, (term) => term, options)).map((terms) => terms.slice(0, limit));
    },
  };
}

function near(term: string, candidates: readonly string[]): SimilarTerm[] {
  const most = editsAllowed(term);
  return candidates
    .filter((other) => other !== term && beginsLike(term, other))
    .map((other) => ({ term: other, edits: editDistance(term, other, most) }))
    .filter(({ edits }) => edits > 0 && edits <= most);
}

function nearest(similar: readonly SimilarTerm[]): SimilarTerm[] {
  const least = Math.min(...similar.map(({ edits }) => edits));
  return similar.filter(({ edits }) => edits === least);
}

function reversed(term: string): string {
  return Array.from(term).reverse().join('');
}
