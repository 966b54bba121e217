import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ChunkId, IndexableChunk } from '../../src/ports/chunk.ts';
import type { IndexHit, SearchIndex, WeightedTerm } from '../../src/ports/search-index.ts';
import { putDocument } from './put-document.ts';
import type { SuiteOptions } from './store-checks.ts';

/** The contract of every search index. `open` returns a fresh, empty one. */
export function searchIndexConformance(
  name: string,
  open: () => SearchIndex | Promise<SearchIndex>,
  options: SuiteOptions = {},
): void {
  const check = (says: string, body: (index: SearchIndex) => Promise<void>) =>
    test(says, async () => {
      await using index = await open();
      await body(index);
    });

  describe(`${name} is a SearchIndex`, options, () => {
    check('knows some documents as if there were no others', async (index) => {
      await using alone = await open();
      const corpus = new Set(['a', 'b', 'absent']);
      for (const each of [index, alone]) {
        await putDocument(each, 'a', 1, [
          chunk(0, 'refund refund policy', [1, 0]),
          chunk(1, 'policy mailbox', [0, 1]),
        ]);
        await putDocument(each, 'b', 1, [chunk(0, 'mailbox rollback rollback refund letter')]);
      }
      const words = 'refund mailbox refunds rollback secret policy refundable';
      for (const docId of ['c', 'd', 'e'])
        await putDocument(index, docId, 1, [chunk(0, words, [0.6, 0.8]), chunk(1, `${words} ${words}`)]);
      for (const docIds of [undefined, new Set(['b'])]) {
        const query = asking('refund mailbox policy', { embedding: [0.8, 0.6], ...(docIds && { docIds }) });
        const hits = await index.search({ ...query, corpus }, { limit: 9 });
        assert.ok(hits.length > 0);
        assertSameHits(ranked(hits), ranked(await alone.search(query, { limit: 9 })));
      }
      const [within, whole] = [await index.statistics({ corpus }), await alone.statistics()];
      for (const count of ['documents', 'chunks', 'embedded'] as const)
        assert.equal(within[count], whole[count], count);
      assert.equal(within.corpus, corpus);
      for (let round = 0; round < 2; round++) {
        for (const term of ['refund', 'policy', 'secret', 'unknown'])
          if (round === 1) assertClose(within.idf(term), whole.idf(term));
          else void [within.idf(term), whole.idf(term)];
        await Promise.all([within.learn(), whole.learn()]);
      }
      for (const part of ['refund', 'back'])
        assert.deepEqual(await compounds(index, part, 5, corpus), await compounds(alone, part, 5), part);
    });

    check('finds nothing while it is empty', async (index) => {
      assert.deepEqual(await index.search(asking('fox', { embedding: [1, 0] }), { limit: 5 }), []);
      const { documents, chunks } = await index.statistics();
      assert.deepEqual({ documents, chunks }, { documents: 0, chunks: 0 });
    });

    check('scores by BM25 with k1 1.2 and b 0.6', async (index) => {
      await putDocument(index, 'a', 1, [chunk(0, 'fox fox hen'), chunk(1, 'hen')]);
      await putDocument(index, 'b', 1, [chunk(0, 'cow cow cow cow')]);
      const [hit, ...others] = await index.search(asking('fox'), { limit: 5 });
      const idf = Math.log(1 + (3 - 1 + 0.5) / (1 + 0.5));
      const norm = 1.2 * (0.4 + (0.6 * 3) / (8 / 3));
      assert.deepEqual(others, []);
      assert.equal(hit?.chunkId, 'a.1.0');
      assert.equal(hit?.docId, 'a');
      assertClose(hit?.lexical, (idf * 2 * 2.2) / (2 + norm));
      assertClose((await index.statistics()).idf('fox'), idf);
    });

    check('multiplies a term’s share by its weight', async (index) => {
      await putDocument(index, 'a', 1, [chunk(0, 'fox'), chunk(1, 'hen')]);
      const [full] = await index.search({ terms: [{ term: 'fox', weight: 1 }] }, { limit: 1 });
      const [tenth] = await index.search({ terms: [{ term: 'fox', weight: 0.1 }] }, { limit: 1 });
      assertClose(tenth?.lexical, full!.lexical / 10);
    });

    check('counts a word by the best of itself and its variants', async (index) => {
      await putDocument(index, 'a', 1, [
        chunk(0, 'leave'),
        chunk(1, 'holiday'),
        chunk(2, 'leave holiday absence'),
        chunk(3, 'cow'),
      ]);
      const scores = scorer(index);
      const holiday = { term: 'holiday', weight: 1 };
      const variants = [
        { terms: ['leave'], weight: 0.5 },
        { terms: ['absence'], weight: 0.25 },
        { terms: ['unknown'], weight: 1 },
      ];
      const [own, leave] = [await scores([holiday]), await scores([{ term: 'leave', weight: 0.5 }])];
      const best = await scores([{ ...holiday, variants }]);
      assert.deepEqual([...best.keys()].sort(), ['a.1.0', 'a.1.1', 'a.1.2']);
      for (const [chunkId, score] of best)
        assertClose(score, Math.max(own.get(chunkId) ?? 0, leave.get(chunkId) ?? 0));
      assert.deepEqual(
        await scores([{ term: 'unknown', weight: 1, variants }]),
        await scores([{ term: 'leave', weight: 0.5 }]),
      );
    });

    check('counts a variant no more than the word, however rare it is', async (index) => {
      await putDocument(index, 'a', 1, [chunk(0, 'pay'), chunk(1, 'pay'), chunk(2, 'emolument')]);
      const scores = scorer(index);
      const found = await scores([
        { term: 'pay', weight: 1, variants: [{ terms: ['emolument'], weight: 1 }] },
      ]);
      assertClose(found.get('a.1.2'), found.get('a.1.0')!);
    });

    check('finds a phrase where all of its terms are, as often as the rarest of them', async (index) => {
      await putDocument(index, 'a', 1, [
        chunk(0, 'day off'),
        chunk(1, 'day day off off cow'),
        chunk(2, 'day cow'),
        chunk(3, 'off cow cow'),
        chunk(4, 'day day day off cow'),
      ]);
      const scores = scorer(index);
      const asked = (terms: string[]) =>
        scores([{ term: 'holiday', weight: 1, variants: [{ terms, weight: 1 }] }]);
      const found = await asked(['day', 'off']);
      assert.deepEqual([...found.keys()].sort(), ['a.1.0', 'a.1.1', 'a.1.4']);
      // Both are in four of five chunks.
      const off = await scores([{ term: 'off', weight: 1 }]);
      for (const [chunkId, score] of found) assertClose(score, off.get(chunkId)!);
      assert.deepEqual(await asked(['off', 'day']), found);
      assert.deepEqual(await asked(['day', 'off', 'day']), found);
      assert.deepEqual(await asked(['day', 'unknown']), new Map());
    });

    check(
      'counts frequencies and lengths over the chunks that answer, however often they were replaced',
      async (index) => {
        await putDocument(index, 'a', 1, [chunk(0, 'fox hen hen'), chunk(1, 'fox')]);
        await putDocument(index, 'b', 1, [chunk(0, 'fox cow')]);
        await putDocument(index, 'a', 2, [chunk(0, 'hen'), chunk(1, 'pig pig pig'), chunk(2, 'pig')]);
        await index.remove('b', 9);
        await using fresh = await open();
        await putDocument(fresh, 'a', 2, [chunk(0, 'hen'), chunk(1, 'pig pig pig'), chunk(2, 'pig')]);
        const question = asking('fox hen pig');
        assertSameHits(
          await index.search(question, { limit: 9 }),
          await fresh.search(question, { limit: 9 }),
        );
        const [worn, unworn] = [await index.statistics(), await fresh.statistics()];
        for (const term of ['fox', 'hen', 'pig', 'unknown']) assertClose(worn.idf(term), unworn.idf(term));
      },
    );

    check('finds a staged version and the previous one, until that is retired', async (index) => {
      await putDocument(index, 'a', 1, [chunk(0, 'fox'), chunk(1, 'hen')]);
      await index.stage('a', 2, [chunk(0, 'fox cow')]);
      const docIds = new Set(['a']);
      const found = async () => idsOf(await index.search(asking('fox hen', { docIds }), { limit: 9 })).sort();
      assert.deepEqual(await found(), ['a.1.0', 'a.1.1', 'a.2.0']);
      await index.retire('a', 2);
      assert.deepEqual(await found(), ['a.2.0']);
      await index.retire('a', 2);
      assert.deepEqual(await found(), ['a.2.0']);
    });

    check('stages a version again in place of what it had', async (index) => {
      await index.stage('a', 1, [chunk(0, 'fox'), chunk(1, 'fox hen'), chunk(2, 'fox')]);
      await putDocument(index, 'a', 1, [chunk(0, 'cow'), chunk(1, 'fox')]);
      assert.deepEqual(idsOf(await index.search(asking('fox'), { limit: 9 })), ['a.1.1']);
      await putDocument(index, 'a', 1, [chunk(0, 'fox cow')]);
      assert.deepEqual(idsOf(await index.search(asking('cow fox'), { limit: 9 })), ['a.1.0']);
      assert.equal((await index.statistics()).chunks, 1);
    });

    check('removes a document up to a version, staged ones as well', async (index) => {
      await putDocument(index, 'a', 1, [chunk(0, 'fox', [1, 0])]);
      await index.stage('a', 2, [chunk(0, 'fox')]);
      await index.remove('a', 2);
      await index.remove('a', 2);
      assert.deepEqual(await index.search(asking('fox', { embedding: [1, 0] }), { limit: 9 }), []);
      assert.equal((await index.statistics()).documents, 0);
      await putDocument(index, 'a', 4, [chunk(0, 'fox')]);
      await index.remove('a', 3);
      assert.deepEqual(idsOf(await index.search(asking('fox'), { limit: 9 })), ['a.4.0']);
    });

    check('returns the best by terms and the best by embedding, with both scores of each', async (index) => {
      await index.replaceEmbeddings('m1', embeddings({}));
      await putDocument(index, 'a', 1, [
        chunk(0, 'fox fox', [0, 1]),
        chunk(1, 'fox hen cow', [0.6, 0.8]),
        chunk(2, 'cow', [1, 0]),
        chunk(3, 'pig', [-1, 0]),
      ]);
      const hits = ranked(await index.search(asking('fox', { embedding: [1, 0] }), { limit: 1 }));
      assert.deepEqual(idsOf(hits), ['a.1.0', 'a.1.2']);
      assertClose(hits[0]?.dense, 0, 0.01);
      assert.equal(hits[1]?.lexical, 0);
      assertClose(hits[1]?.dense, 1, 0.01);
      const wider = ranked(await index.search(asking('hen', { embedding: [1, 0] }), { limit: 2 }));
      assert.deepEqual(idsOf(wider), ['a.1.1', 'a.1.2']);
      assertClose(wider[0]?.dense, 0.6, 0.01);
    });

    check('compares the embeddings of hits of a question that brings one', async (index) => {
      await index.replaceEmbeddings('m1', embeddings({}));
      const embedded = [chunk(0, 'fox', [0.6, -0.8]), chunk(1, 'fox', [0.8, 0.6]), chunk(2, 'fox', [1, 0])];
      await putDocument(index, 'a', 1, [...embedded, chunk(3, 'fox hen hen')]);
      const hits = ranked(await index.search(asking('fox', { embedding: [0.6, -0.8] }), { limit: 4 }));
      const [like, near, across, other] = hits;
      assertClose(like?.embedding?.cosine(like.embedding), 1, 0.02);
      assertClose(like?.embedding?.cosine(near!.embedding!), 0.6, 0.02);
      assertClose(across?.embedding?.cosine(like!.embedding!), 0, 0.02);
      assert.ok(other && !('embedding' in other));
      assert.equal((await index.statistics()).embedded, 3);
      const [plain] = await index.search(asking('fox'), { limit: 1 });
      assert.ok(plain && !('embedding' in plain));
    });

    check('knows the terms that a word begins or ends, of chunks that answer', async (index) => {
      await putDocument(index, 'a', 1, [chunk(0, 'schreibtisch tischplatte'), chunk(1, 'tischplatte')]);
      await putDocument(index, 'b', 1, [chunk(0, 'tisch tische betisch tischler .nachtisch')]);
      assert.deepEqual(await compounds(index, 'tisch', 3), ['tischplatte', 'schreibtisch', 'tischler']);
      assert.deepEqual(await compounds(index, 'tisch', 1), ['tischplatte']);
      await index.remove('a', 9);
      assert.deepEqual(await compounds(index, 'tisch', 3), ['tischler']);
    });

    check('of equal scores, chooses by document, then in reading order', async (index) => {
      for (const docId of ['b', 'a']) {
        await putDocument(index, docId, 1, [chunk(2, 'fox'), chunk(10, 'fox')]);
      }
      const hits = await index.search(asking('fox'), { limit: 3 });
      assert.deepEqual(idsOf(hits).sort(), ['a.1.10', 'a.1.2', 'b.1.2']);
    });

    check('searches only the documents that are asked for', async (index) => {
      for (const docId of ['a', 'b', 'c']) await putDocument(index, docId, 1, [chunk(0, 'fox', [1, 0])]);
      const docIds = new Set(['b', 'absent']);
      const hits = await index.search(asking('fox', { embedding: [1, 0], docIds }), { limit: 9 });
      assert.deepEqual(idsOf(hits), ['b.1.0']);
      await index.remove('b', 1);
      assert.deepEqual(await index.search(asking('fox', { docIds }), { limit: 9 }), []);
      assert.deepEqual(await index.search(asking('fox', { docIds: new Set() }), { limit: 9 }), []);
    });

    check('finds nothing by unknown terms alone', async (index) => {
      await putDocument(index, 'a', 1, [chunk(0, 'fox', [1, 0])]);
      assert.deepEqual(await index.search(asking('unknown words'), { limit: 9 }), []);
    });

    check(
      'gives a chunk without embedding, or with one of zeros, no place among the dense',
      async (index) => {
        await index.replaceEmbeddings('m1', embeddings({}));
        await putDocument(index, 'a', 1, [
          chunk(0, 'fox'),
          chunk(1, 'fox', [0, 0]),
          chunk(2, 'hen', [-1, 0]),
        ]);
        const hits = await index.search({ terms: [], embedding: Float32Array.of(1, 0) }, { limit: 9 });
        assert.deepEqual(idsOf(hits), ['a.1.2']);
        const mixed = await index.search(asking('fox', { embedding: [1, 0] }), { limit: 9 });
        assert.deepEqual(
          mixed.filter(({ lexical }) => lexical > 0).map(({ dense }) => dense),
          [0, 0],
        );
      },
    );

    check('ignores a question’s embedding of zeros, and one of other dimensions', async (index) => {
      await index.replaceEmbeddings('m1', embeddings({}));
      await putDocument(index, 'a', 1, [chunk(0, 'fox', [0, 1]), chunk(1, 'hen', [1, 0])]);
      for (const embedding of [
        [0, 0],
        [1, 0, 0],
      ])
        assert.deepEqual(idsOf(await index.search(asking('fox', { embedding }), { limit: 9 })), ['a.1.0']);
    });

    check('replaces all embeddings at once, by those of a model with other dimensions too', async (index) => {
      assert.equal((await index.statistics()).embeddingModelId, undefined);
      await putDocument(index, 'a', 1, [chunk(0, 'fox', [1, 0]), chunk(1, 'hen', [0, 1])]);
      await putDocument(index, 'b', 1, [chunk(0, 'cow', [1, 0])]);
      await index.replaceEmbeddings(
        'm2',
        embeddings({ 'a.1.1': [0, 0, 1], 'a.9.0': [1, 0, 0], 'z.1.0': [1, 0, 0] }),
      );
      assert.equal((await index.statistics()).embeddingModelId, 'm2');
      const hits = await index.search({ terms: [], embedding: Float32Array.of(0, 0, 1) }, { limit: 9 });
      assert.deepEqual(idsOf(hits), ['a.1.1']);
      await putDocument(index, 'b', 2, [chunk(0, 'cow', [0, 1, 0])]);
      const after = await index.search({ terms: [], embedding: Float32Array.of(0, 1, 0) }, { limit: 1 });
      assert.deepEqual(idsOf(after), ['b.2.0']);
    });

    check('refuses to search for a client that has gone', async (index) => {
      const gone = AbortSignal.abort(new Error('gone'));
      await assert.rejects(index.search(asking('fox'), { limit: 1, signal: gone }), /gone/);
      await assert.rejects(index.ping(gone), /gone/);
      await index.ping(new AbortController().signal);
    });
  });
}

const compounds = async (index: SearchIndex, part: string, limit: number, corpus?: ReadonlySet<string>) =>
  (await index.compoundTerms([part], { limit, corpus }))[0];

/** A chunk whose terms are the words of `text`. */
function chunk(ordinal: number, text: string, embedding?: number[]): IndexableChunk {
  const counts = new Map<string, number>();
  for (const word of text.split(' ')) counts.set(word, (counts.get(word) ?? 0) + 1);
  return {
    ordinal,
    text,
    start: 0,
    end: text.length,
    page: null,
    section: null,
    terms: [...counts.keys()],
    counts: [...counts.values()],
    ...(embedding && { embedding: Float32Array.from(embedding) }),
  };
}

function asking(words: string, options: { embedding?: number[]; docIds?: ReadonlySet<string> } = {}) {
  return {
    terms: words.split(' ').map((term) => ({ term, weight: 1 })),
    ...(options.embedding && { embedding: Float32Array.from(options.embedding) }),
    ...(options.docIds && { docIds: options.docIds }),
  };
}

/** BM25 by chunk. */
function scorer(index: SearchIndex) {
  return async (terms: readonly WeightedTerm[]) => {
    const hits = await index.search({ terms }, { limit: 9 });
    return new Map(hits.map(({ chunkId, lexical }) => [chunkId, lexical]));
  };
}

async function* embeddings(vectors: Record<ChunkId, number[]>) {
  for (const [chunkId, vector] of Object.entries(vectors)) {
    yield { chunkId, embedding: Float32Array.from(vector) };
  }
}

/** By BM25, then by cosine. */
const ranked = (hits: IndexHit[]) => hits.sort((a, b) => b.lexical - a.lexical || b.dense - a.dense);

function idsOf(hits: readonly IndexHit[]): ChunkId[] {
  return hits.map(({ chunkId }) => chunkId);
}

function assertClose(actual: number | undefined, expected: number, tolerance = 1e-6): void {
  assert.ok(
    actual !== undefined && Math.abs(actual - expected) <= tolerance,
    `${actual} is not near ${expected}`,
  );
}

function assertSameHits(actual: IndexHit[], expected: IndexHit[]): void {
  assert.deepEqual(idsOf(ranked(actual)), idsOf(ranked(expected)));
  for (const [i, { lexical }] of actual.entries()) assertClose(lexical, expected[i]!.lexical);
}
