/**
 * Speed and size of the embedded search index. Synthetic chunks: 120 words, Zipf over 50,000 terms, the 30 most
 * frequent of them stop words; embeddings around 500 centres, with the built-in model's 150 dimensions. Run: `node
 * --expose-gc bench/search-index.ts [--dimensions 150] [chunks …]`.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { seededRandom } from '../quality/seeded-random.ts';
import { createEmbeddedIndex, type EmbeddedIndex } from '../src/adapters/search/embedded-index.ts';
import type { IndexableChunk } from '../src/ports/chunk.ts';
import type { IndexQuery } from '../src/ports/search-index.ts';
import type { LiveDocumentChunks } from '../src/ports/stored-chunks.ts';
import { putDocument } from '../test/conformance/put-document.ts';
import { quantile } from './quantile.ts';

const VOCABULARY = 50_000;
const STOP_WORDS = 30;
const WORDS = 120;
const CHUNKS_PER_DOCUMENT = 10;
const CENTRES = 500;
const QUERIES = 500;
const LIMIT = 50;

const { values, positionals } = parseArgs({
  options: { dimensions: { type: 'string', default: '150' } },
  allowPositionals: true,
});
const DIMENSIONS = Number(values.dimensions);
const sizes = positionals.map(Number);
for (const size of sizes.length > 0 ? sizes : [20_000, 200_000]) await measure(size);

async function measure(size: number): Promise<void> {
  const corpus = createCorpus(1);
  const before = memory();
  await using index = createEmbeddedIndex();
  const loadMs = await load(index, corpus, size);
  const after = memory();
  console.log(`\n${size} chunks`);
  console.log(`  load              ${loadMs.toFixed(0)} ms besides making the chunks`);
  console.log(
    `  memory            ${((after - before) / size).toFixed(0)} bytes a chunk, RSS ${mebibytes(process.memoryUsage().rss)} MiB`,
  );

  const queries = Array.from({ length: QUERIES }, () => corpus.query());
  const content = queries.map(({ terms }) => ({ terms: terms.filter(({ weight }) => weight === 1) }));
  await report('5 terms', index, content);
  await report(
    'and 5 stop words',
    index,
    queries.map(({ terms }) => ({ terms })),
  );
  await report(
    'embedding',
    index,
    queries.map(({ embedding }) => ({ terms: [], embedding: embedding! })),
  );
  await report('hybrid', index, queries);
  await reportIdf(index, queries);
  await reportLoop('replace 10,000', async () => {
    const { chunks } = corpus.document('large', 10_000);
    for (let version = 1; version <= 3; version++) await putDocument(index, 'large', version, chunks);
  });
  const started = performance.now();
  for (let i = 0; i < 200; i++) {
    await putDocument(index, `d${i}`, 2, corpus.document(`d${i}`, CHUNKS_PER_DOCUMENT).chunks);
  }
  console.log(
    `  replace 10 chunks ${((performance.now() - started) / 200).toFixed(2)} ms, making them included`,
  );
}

async function load(index: EmbeddedIndex, corpus: Corpus, size: number): Promise<number> {
  let makingMs = 0;
  const started = performance.now();
  await index.load(
    (async function* () {
      for (let i = 0; i < size / CHUNKS_PER_DOCUMENT; i++) {
        const from = performance.now();
        const document = corpus.document(`d${i}`, CHUNKS_PER_DOCUMENT);
        makingMs += performance.now() - from;
        yield document;
      }
    })(),
    'synthetic',
  );
  return performance.now() - started - makingMs;
}

async function report(name: string, index: EmbeddedIndex, queries: readonly IndexQuery[]): Promise<void> {
  for (const query of queries.slice(0, 100)) await index.search(query, { limit: LIMIT });
  const times: number[] = [];
  const cpu = process.cpuUsage();
  for (const query of queries) {
    const started = performance.now();
    await index.search(query, { limit: LIMIT });
    times.push(performance.now() - started);
  }
  const { user, system } = process.cpuUsage(cpu);
  const at = (share: number) => quantile(times, share).toFixed(3);
  console.log(
    `  ${name.padEnd(17)} p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, CPU ${((user + system) / 1e3 / queries.length).toFixed(3)} ms`,
  );
}

async function reportIdf(index: EmbeddedIndex, queries: readonly IndexQuery[]): Promise<void> {
  const { idf } = await index.statistics();
  const terms = queries.flatMap((query) => query.terms.map(({ term }) => term));
  const started = performance.now();
  let sum = 0;
  for (const term of terms) sum += idf(term);
  const ns = ((performance.now() - started) * 1e6) / terms.length;
  console.log(`  idf               ${ns.toFixed(0)} ns a term (mean ${(sum / terms.length).toFixed(1)})`);
}

async function reportLoop(name: string, work: () => Promise<void>): Promise<void> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const started = performance.now();
  await work();
  const ms = performance.now() - started;
  await new Promise(setImmediate);
  delay.disable();
  console.log(
    `  ${name.padEnd(17)} ${(ms / 3).toFixed(0)} ms, event loop held for ${(delay.max / 1e6).toFixed(1)} ms at most`,
  );
}

interface Corpus {
  document(docId: string, chunks: number): LiveDocumentChunks & { chunks: IndexableChunk[] };
  query(): IndexQuery;
}

function createCorpus(seed: number): Corpus {
  const random = seededRandom(seed);
  const terms = Array.from({ length: VOCABULARY }, (_, rank) =>
    rank < STOP_WORDS ? `.stop${rank}` : `term${rank}`,
  );
  const cumulative = new Float64Array(VOCABULARY);
  for (let rank = 0, sum = 0; rank < VOCABULARY; rank++) {
    sum += 1 / (rank + 3);
    cumulative[rank] = sum;
  }
  const centres = Array.from({ length: CENTRES }, () => unit(Array.from({ length: DIMENSIONS }, normal)));

  function normal(): number {
    return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  }
  function word(): number {
    const wanted = random() * cumulative[VOCABULARY - 1]!;
    let [low, high] = [0, VOCABULARY - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (cumulative[middle]! < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  }
  function near(centre: Float32Array): Float32Array {
    return unit(Array.from(centre, (component) => component + (0.7 / Math.sqrt(DIMENSIONS)) * normal()));
  }

  return {
    document(docId, count) {
      const centre = centres[Math.floor(random() * CENTRES)]!;
      const chunks = Array.from({ length: count }, (_, ordinal) => {
        const counts = new Map<string, number>();
        for (let i = 0; i < WORDS; i++) {
          const term = terms[word()]!;
          counts.set(term, (counts.get(term) ?? 0) + 1);
        }
        return {
          ...{ ordinal, text: '', start: 0, end: 0, page: null, section: null },
          terms: [...counts.keys()],
          counts: [...counts.values()],
          embedding: near(centre),
        };
      });
      return { docId, version: 1, chunks };
    },
    query() {
      const sought = new Map<string, number>();
      while (sought.size < 5) {
        const rank = word();
        if (rank >= STOP_WORDS) sought.set(terms[rank]!, 1);
      }
      while (sought.size < 10) {
        const rank = word();
        if (rank < STOP_WORDS) sought.set(terms[rank]!, 0.1);
      }
      return {
        terms: [...sought].map(([term, weight]) => ({ term, weight })),
        embedding: near(centres[Math.floor(random() * CENTRES)]!),
      };
    },
  };
}

function unit(components: readonly number[]): Float32Array {
  const length = Math.hypot(...components);
  return Float32Array.from(components, (component) => component / length);
}

/** Bytes in use, after a collection if `--expose-gc` is set. */
function memory(): number {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers, external } = process.memoryUsage();
  return heapUsed + Math.max(arrayBuffers, external);
}

function mebibytes(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(0);
}
