import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createExactIndex } from '../../../test/conformance/exact-index.ts';
import { putDocument } from '../../../test/conformance/put-document.ts';
import { searchIndexConformance } from '../../../test/conformance/search-index.ts';
import type { IndexableChunk } from '../../ports/chunk.ts';
import type { IndexHit, IndexQuery, SearchIndex } from '../../ports/search-index.ts';
import { createEmbeddedIndex } from './embedded-index.ts';

searchIndexConformance('the embedded index', () => createEmbeddedIndex());
searchIndexConformance('the embedded index in small slices', () =>
  createEmbeddedIndex({ slicePostings: 50 }),
);

const VERSIONS_MAX = Number.MAX_SAFE_INTEGER;
const FOX = { terms: [{ term: 'fox', weight: 1 }] };
const TERMS = ['.the', '.of', 'fox', 'hen', 'cow', 'pig', 'ant', 'bee', 'elk', 'owl'];
const DIMENSIONS = 5;

const vector = fc
  .array(fc.integer({ min: -9, max: 9 }), { minLength: DIMENSIONS, maxLength: DIMENSIONS })
  .map((components) => {
    const length = Math.hypot(...components) || 1;
    return Float32Array.from(components, (component) => component / length);
  });
// Early terms stand in most chunks, as stop words do; counts beyond 255 need more room than an entry has.
const counts = fc.tuple(
  ...TERMS.map((_, i) =>
    fc.oneof(
      { weight: i < 2 ? 1 : 5, arbitrary: fc.constant(0) },
      { weight: 3, arbitrary: fc.integer({ min: 1, max: 4 }) },
      { weight: 1, arbitrary: fc.integer({ min: 250, max: 300 }) },
    ),
  ),
);
const chunks = fc.array(fc.record({ counts, embedding: fc.option(vector, { nil: undefined }) }), {
  maxLength: 25,
});
const docId = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
const operation = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('replace' as const), docId, chunks }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), docId }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('embed' as const),
      vectors: fc.array(vector, { minLength: 8, maxLength: 8 }),
    }),
  },
);
const term = fc.constantFrom(...TERMS, 'unknown');
const weight = fc.constantFrom(0.1, 0.3, 1);
const variant = fc.record({ terms: fc.array(term, { minLength: 1, maxLength: 3 }), weight });
const question = fc.record(
  {
    terms: fc.uniqueArray(
      fc.record(
        { term, weight, variants: fc.array(variant, { maxLength: 4 }) },
        { requiredKeys: ['term', 'weight'] },
      ),
      {
        selector: ({ term }) => term,
        maxLength: 6,
      },
    ),
    embedding: vector,
    docIds: fc.uniqueArray(docId).map((ids) => new Set(ids)),
    corpus: fc.uniqueArray(docId).map((ids) => new Set(ids)),
    limit: fc.integer({ min: 1, max: 12 }),
  },
  { requiredKeys: ['terms', 'limit'] },
);

test('ranks as the slow twin does, whatever was written before', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(operation, { maxLength: 14 }),
      fc.array(question, { minLength: 1, maxLength: 6 }),
      async (operations, questions) => {
        await using fast = createEmbeddedIndex({ slicePostings: 40, exactScanMax: 10, deadSlotsMin: 3 });
        await using slow = createExactIndex();
        for (const [version, step] of operations.entries()) {
          await Promise.all([fast, slow].map((index) => apply(index, step, version)));
          if (version % 3 === 0) await turns(2);
        }
        for (const { limit, docIds, ...asked } of questions) {
          const isIn = (id: string) => !asked.corpus || new Set<string>(asked.corpus).has(id);
          const query = {
            ...asked,
            ...(docIds && { docIds: new Set([...docIds].filter(isIn)) }),
          };
          assertSameRanking(await fast.search(query, { limit }), await everyHit(slow, query), query, limit);
        }
      },
    ),
    { numRuns: 150 },
  );
});

test('ranks as the slow twin does where it need not visit every posting', async () => {
  await using fast = createEmbeddedIndex();
  await using slow = createExactIndex();
  const random = randomNumbers(11);
  const rank = () => Math.floor(400 * random() ** 4);
  const termOf = (at: number) => (at < 8 ? `.stop${at}` : `term${at}`);
  for (let document = 0; document < 30; document++) {
    const chunks = Array.from({ length: 60 }, (_, ordinal) => {
      const terms: Record<string, number> = {};
      for (let i = 0; i < 40; i++) {
        const term = termOf(rank());
        terms[term] = (terms[term] ?? 0) + 1;
      }
      return chunkOf(ordinal, terms);
    });
    for (const index of [fast, slow]) await putDocument(index, `d${document}`, 1, chunks);
  }
  for (let i = 0; i < 60; i++) {
    const sought = new Set([0, 1, 2, 3, 4, 5, 6].map((at) => termOf(at < 4 ? at + (i % 4) : 8 + rank())));
    const variants = () => [
      { terms: [termOf(8 + rank())], weight: 0.5 },
      { terms: [termOf(rank()), termOf(8 + rank())], weight: 0.25 },
    ];
    const terms = [...sought].map((term) => ({
      term,
      weight: term.startsWith('.') ? 0.1 : 1,
      ...(i % 2 === 1 && { variants: variants() }),
    }));
    const docIds = i % 3 === 0 ? new Set(['d1', 'd2', 'd3', 'd4', 'd5']) : undefined;
    const corpus = i % 4 === 1 && !docIds ? new Set(['d2', 'd3', 'd7', 'd20']) : undefined;
    const query = { terms, ...(docIds && { docIds }), ...(corpus && { corpus }) };
    const limit = [1, 5, 20][i % 3]!;
    const hits = await fast.search(query, { limit });
    assertSameRanking(hits, await everyHit(slow, query), query, limit);
    assert.equal(hits.length, limit);
  }
});

test('a slot that is used again shows nothing of the chunk it held before', async () => {
  await using index = createEmbeddedIndex({ deadSlotsMin: 1 });
  const { promise: replaced, resolve } = Promise.withResolvers<void>();
  const embedding = Float32Array.of(1, 0);
  await putDocument(index, 'a', 1, [{ ...chunkOf(0, { fox: 300, hen: 1 }), embedding }]);
  const replacing = index.replaceEmbeddings(
    'm2',
    (async function* () {
      yield { chunkId: 'a.1.0', embedding };
      await replaced;
    })(),
  );
  await turns(3);
  await index.remove('a', VERSIONS_MAX);
  await turns(3);
  await putDocument(index, 'b', 1, [chunkOf(0, { fox: 1, cow: 1 })]);
  const query = { terms: [{ term: 'fox', weight: 1 }], embedding };
  const [hit] = await index.search(query, { limit: 9 });
  await using fresh = createExactIndex();
  await putDocument(fresh, 'b', 1, [chunkOf(0, { fox: 1, cow: 1 })]);
  assert.ok(Math.abs(hit!.lexical - (await fresh.search(query, { limit: 9 }))[0]!.lexical) < 1e-6);
  assert.equal(hit!.dense, 0);
  assert.deepEqual(await index.search({ terms: [{ term: 'hen', weight: 1 }] }, { limit: 9 }), []);
  resolve();
  await replacing;
  assert.deepEqual(await index.search({ terms: [], embedding }, { limit: 9 }), []);
});

test('finds nearly all of the nearest among more vectors than it compares in full', async () => {
  await using index = createEmbeddedIndex({ exactScanMax: 100 });
  await using exact = createExactIndex();
  const random = randomNumbers(7);
  const vectors = Array.from({ length: 3_000 }, () => unit(Array.from({ length: 40 }, random)));
  const document = vectors.map((embedding, i) => ({ ...chunkOf(i, { fox: 1 }), embedding }));
  for (const each of [index, exact]) await putDocument(each, 'a', 1, document);
  let found = 0;
  for (let i = 0; i < 20; i++) {
    const query = { terms: [], embedding: unit(vectors[i * 31]!.map((x) => x + 0.1 * random())) };
    const nearest = new Set((await exact.search(query, { limit: 10 })).map(({ chunkId }) => chunkId));
    const hits = await index.search(query, { limit: 10 });
    found += hits.filter(({ chunkId }) => nearest.has(chunkId)).length;
  }
  assert.ok(found >= 0.95 * 200, `${found} of 200 found`);
});

test('does not hold the event loop while a document of 10,000 chunks comes in', async () => {
  await using index = createEmbeddedIndex();
  const random = randomNumbers(3);
  const document = Array.from({ length: 10_000 }, (_, i) =>
    chunkOf(
      i,
      Object.fromEntries(Array.from({ length: 60 }, () => [`t${Math.floor(9_000 * random() ** 2)}`, 1])),
    ),
  );
  let turns = 0;
  const ticking = setInterval(() => turns++, 0);
  await putDocument(index, 'a', 1, document);
  clearInterval(ticking);
  assert.ok(turns > 20, `only ${turns} turns`);
  assert.equal((await index.statistics()).chunks, 10_000);
});

test('ignores the embedding of a question that was made for other dimensions', async () => {
  await using index = createEmbeddedIndex();
  await putDocument(index, 'a', 1, [{ ...chunkOf(0, { fox: 1 }), embedding: Float32Array.of(1, 0) }]);
  const hits = await index.search({ terms: [], embedding: Float32Array.of(1, 0, 0) }, { limit: 5 });
  assert.deepEqual(hits, []);
});

test('refuses a chunk whose embedding has other dimensions, and keeps the old chunks', async () => {
  await using index = createEmbeddedIndex();
  await putDocument(index, 'a', 1, [{ ...chunkOf(0, { fox: 1 }), embedding: Float32Array.of(1, 0) }]);
  const wrong = [chunkOf(0, { fox: 1 }), { ...chunkOf(1, { fox: 1 }), embedding: Float32Array.of(1, 0, 0) }];
  await assert.rejects(putDocument(index, 'a', 2, wrong), /must have 2 dimensions: current value is 3/);
  const hits = await index.search({ terms: [{ term: 'fox', weight: 1 }] }, { limit: 5 });
  assert.deepEqual(
    hits.map(({ chunkId }) => chunkId),
    ['a.1.0'],
  );
});

test('shows all the chunks of a staged version at once, however many there are', async () => {
  await using index = createEmbeddedIndex();
  const many = Array.from({ length: 700 }, (_, i) => chunkOf(i, { fox: 1, [`w${i}`]: 1 }));
  await putDocument(index, 'a', 1, many);
  let isStaged = false;
  const staging = index.stage('a', 2, many).finally(() => {
    isStaged = true;
  });
  while (!isStaged) {
    const hits = await index.search(FOX, { limit: 2_000 });
    assert.ok(hits.length === 700 || hits.length === 1_400, `${hits.length} found`);
    await new Promise(setImmediate);
  }
  await staging;
  assert.equal((await index.search(FOX, { limit: 2_000 })).length, 1_400);
});

test('loads what the document store streams', async () => {
  await using index = createEmbeddedIndex({ slicePostings: 3 });
  await index.load(
    (async function* () {
      yield {
        docId: 'a',
        version: 3,
        chunks: [{ ordinal: 0, terms: ['fox', 'hen'], counts: [1, 2], embedding: Float32Array.of(0, 1) }],
      };
      yield {
        docId: 'b',
        version: 1,
        chunks: [
          { ordinal: 0, terms: ['hen'], counts: [1] },
          { ordinal: 1, terms: ['cow'], counts: [1] },
        ],
      };
    })(),
    'm1',
  );
  const { documents, chunks, embeddingModelId } = await index.statistics();
  assert.deepEqual(
    { documents, chunks, embeddingModelId },
    { documents: 2, chunks: 3, embeddingModelId: 'm1' },
  );
  const hits = await index.search(
    { terms: [{ term: 'cow', weight: 1 }], embedding: Float32Array.of(0, 1) },
    { limit: 5 },
  );
  assert.deepEqual(new Set(hits.map(({ chunkId }) => chunkId)), new Set(['b.1.1', 'a.3.0']));
});

test('while it loads, calls wait, within their deadline; only a probe does not', async () => {
  await using index = createEmbeddedIndex();
  const { promise: rest, resolve: continueLoad } = Promise.withResolvers<void>();
  // What is to be loaded is looked up first: meanwhile it is not taken for empty.
  const { promise: lookedUp, resolve: lookUp } = Promise.withResolvers<void>();
  const documents = (async function* () {
    yield { docId: 'a', version: 1, chunks: [{ ordinal: 0, terms: ['fox'], counts: [1] }] };
    await rest;
    yield { docId: 'b', version: 1, chunks: [{ ordinal: 0, terms: ['fox'], counts: [1] }] };
  })();
  const loading = index.whileLoading(() => lookedUp.then(() => index.load(documents)));
  const never = new AbortController().signal;
  await assert.rejects(index.ping(never), { name: 'StillLoading' });
  lookUp();
  const late = { limit: 5, signal: AbortSignal.timeout(1) };
  await assert.rejects(index.search(FOX, late), { name: 'TimeoutError' });
  const found = index.search(FOX, { limit: 5 });
  const removed = index.remove('a', 1);
  continueLoad();
  await loading;
  assert.equal((await found).length, 2);
  await removed;
  assert.equal((await index.search(FOX, { limit: 5 })).length, 1);
  await index.ping(never);
});

test('answers no more once it is closed', async () => {
  const index = createEmbeddedIndex();
  await index[Symbol.asyncDispose]();
  await assert.rejects(index.ping(new AbortController().signal), /closed/);
});

type Operation = typeof operation extends fc.Arbitrary<infer O> ? O : never;

async function apply(index: SearchIndex, step: Operation, version: number): Promise<void> {
  if (step.kind === 'remove') {
    await index.remove(step.docId, VERSIONS_MAX);
  } else if (step.kind === 'replace') {
    const given = step.chunks.map(({ counts, embedding }, i) => ({
      ...chunkOf(i, Object.fromEntries(TERMS.map((term, at) => [term, counts[at]!]))),
      ...(embedding && { embedding }),
    }));
    await putDocument(index, step.docId, version, given);
  } else {
    const hits = await index.search({ terms: TERMS.map((term) => ({ term, weight: 1 })) }, { limit: 1_000 });
    const chunkIds = hits.map(({ chunkId }) => chunkId).sort();
    const named = chunkIds
      .slice(0, step.vectors.length)
      .map((chunkId, i) => ({ chunkId, embedding: step.vectors[i]! }));
    await index.replaceEmbeddings(
      `m${version}`,
      (async function* () {
        yield* named;
      })(),
    );
  }
}

/** Lets what runs in slices go on. */
async function turns(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await new Promise(setImmediate);
}

function everyHit(index: SearchIndex, query: IndexQuery): Promise<IndexHit[]> {
  return index.search(query, { limit: 100_000 });
}

/** `all` is what the twin finds without a limit. Hits whose scores differ by less than rounding may change places. */
function assertSameRanking(hits: IndexHit[], all: IndexHit[], query: IndexQuery, limit: number): void {
  const byId = new Map(all.map((hit) => [hit.chunkId, hit]));
  assert.equal(new Set(hits.map(({ chunkId }) => chunkId)).size, hits.length);
  for (const hit of hits) {
    const expected = byId.get(hit.chunkId);
    assert.ok(expected, `${hit.chunkId} is not a hit`);
    assert.ok(Math.abs(hit.lexical - expected.lexical) < 1e-6);
    assert.ok(Math.abs(hit.dense - expected.dense) < 0.01);
  }
  assertBest(
    'lexical',
    1e-6,
    all.filter(({ lexical }) => lexical > 0),
  );
  if (query.embedding?.some((component) => component !== 0))
    assertBest(
      'dense',
      0.02,
      all.filter(({ dense }) => dense !== 0),
    );

  function assertBest(score: 'lexical' | 'dense', tolerance: number, expected: IndexHit[]): void {
    const best = expected
      .map((hit) => hit[score])
      .sort((a, b) => b - a)
      .slice(0, limit);
    const found = hits.map((hit) => hit[score]).sort((a, b) => b - a);
    for (const [i, value] of best.entries()) {
      if (score === 'dense' && value <= 0) break;
      assert.ok(Math.abs(found[i]! - value) < tolerance, `${score} ${i}: ${found[i]} instead of ${value}`);
    }
  }
}

function chunkOf(ordinal: number, terms: Record<string, number>): IndexableChunk {
  const present = Object.entries(terms).filter(([, count]) => count > 0);
  return {
    ordinal,
    text: '',
    start: 0,
    end: 0,
    page: null,
    section: null,
    terms: present.map(([term]) => term),
    counts: present.map(([, count]) => count),
  };
}

function unit(components: ArrayLike<number>): Float32Array {
  const length = Math.hypot(...Array.from(components));
  return Float32Array.from(components, (component) => component / length);
}

/** Reproducible numbers in −1…1 (a linear congruence: good enough for test data). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}
