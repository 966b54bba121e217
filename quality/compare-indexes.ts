import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { openOpenSearchIndex } from '../src/adapters/opensearch/opensearch-index.ts';
import { parseOpenSearchUrl } from '../src/adapters/opensearch/opensearch-url.ts';
import { inParallel } from '../src/concurrency/in-parallel.ts';
import { SILENT } from '../src/kernel/silent-logger.ts';
import type { LiveDocumentChunks } from '../src/ports/stored-chunks.ts';
import { finderOf } from './finder.ts';
import { type IndexedCorpus, withIndexedCorpus } from './indexed-corpus.ts';
import { measureLine } from './measure-line.ts';
import { createQueries } from './queries.ts';
import { sample } from './sample.ts';
import { chooseSets, readSet } from './sets.ts';
import { share, table } from './table.ts';

// Prints how alike the passages are that the embedded index and OpenSearch find, by question set: the share of common
// passages among the best 10, the same first passage, nDCG@10 of each, and the median time of a retrieval.

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data/dev' },
    sets: { type: 'string', default: 'redis-docs,xquad-a,cranfield' },
    limit: { type: 'string', default: '100' },
    url: { type: 'string', default: 'opensearch+http://127.0.0.1:9200/?shards=3' },
  },
});
const address = parseOpenSearchUrl(values.url);
if (!address) throw new Error(`Cannot compare with ${values.url} as it is no address of an OpenSearch`);

const rows: string[][] = [];
for (const name of chooseSets(values.data, values.sets)) {
  for (const { documents, lines } of (await readSet(values.data, name)).corpora) {
    await withIndexedCorpus(documents, async (indexed) => {
      await using copy = await copyOf(indexed);
      for (const line of lines) rows.push(await compare(indexed, copy, line));
    });
  }
}
console.log(
  table([
    ['', 'questions', 'overlap@10', 'same first', 'nDCG@10', 'of OpenSearch', 'ms', 'of OpenSearch'],
    ...rows,
  ]),
);

/** The same chunks and embeddings in indices of their own, which are left to the cluster. */
async function copyOf({ documentStore, embeddingModel }: IndexedCorpus) {
  const prefix = `compare-${randomUUID().slice(0, 8)}`;
  const options = { logger: SILENT, now: () => performance.now() };
  const index = await openOpenSearchIndex({ ...address!, prefix }, options);
  const live: LiveDocumentChunks[] = [];
  for await (const document of documentStore.liveChunks()) live.push(document);
  await inParallel(live, 64, ({ docId, version, chunks }) =>
    index.stage(
      docId,
      version,
      chunks.map(({ embedding, ...chunk }) => chunk),
    ),
  );
  const model = embeddingModel();
  if (model) await index.replaceEmbeddings(model.id, documentStore.liveEmbeddings());
  return index;
}

async function compare(
  indexed: IndexedCorpus,
  copy: Awaited<ReturnType<typeof copyOf>>,
  line: Parameters<typeof measureLine>[1] & { readonly name: string },
): Promise<string[]> {
  const questions = sample(line.questions, Number(values.limit));
  const queryOf = createQueries(indexed);
  const finders = [indexed.searchIndex, copy].map((searchIndex) => finderOf({ ...indexed, searchIndex }));
  const times: number[][] = [[], []];
  let common = 0;
  let found = 0;
  let same = 0;
  for (const question of questions) {
    const { query, filter } = await queryOf(question);
    const both: string[][] = [];
    for (const [i, finder] of finders.entries()) {
      const startedAt = performance.now();
      const { passages } = await finder.find(query, { limit: 10, ...filter });
      times[i]!.push(performance.now() - startedAt);
      both.push(passages.map(({ chunkId }) => chunkId));
    }
    const [own, other] = both as [string[], string[]];
    common += own.filter((chunkId) => other.includes(chunkId)).length;
    found += own.length;
    same += Number(own[0] === other[0]);
  }
  const figures: number[] = [];
  for (const finder of finders) {
    const options = { finder, passages: 10, passagesDeep: 1 };
    figures.push((await measureLine(indexed, { ...line, questions }, options)).figures.ndcg10);
  }
  const median = (of: number[]) => of.sort((a, b) => a - b)[Math.floor(of.length / 2)]!.toFixed(1);
  const shares = [common / found, same / questions.length, ...figures].map(share);
  return [line.name, `${questions.length}`, ...shares, ...times.map(median)];
}
