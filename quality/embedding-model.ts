import { parseArgs } from 'node:util';
import { DENSE_WEIGHT } from '../src/retrieval/fusion.ts';
import { createReranker, weightsWithMeaning } from '../src/retrieval/reranking/reranker.ts';
import { createRetriever } from '../src/retrieval/retriever.ts';
import { finderOf } from './finder.ts';
import { withIndexedCorpus } from './indexed-corpus.ts';
import { type MeasuredFinder, type MeasuredLine, meanLine, measureLine } from './measure-line.ts';
import { meanOfLines } from './report.ts';
import { sample } from './sample.ts';
import { chooseSets, readSet } from './sets.ts';
import { table } from './table.ts';

// Prints nDCG@10 of each line with the embedding model that the environment sets, alone and for several weights beside
// words: the table behind EMBEDDING_WEIGHT for a real model.

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data/dev' },
    sets: { type: 'string', default: 'all' },
    limit: { type: 'string', default: '100' },
    weights: { type: 'string', default: '0,1,2,3,4' },
  },
});

/** By the cosine alone: what an embedding model is worth without words. */
const ALONE: NamedRanking = {
  name: 'it alone',
  ranking: { denseWeight: 1e6, rerank: (_, passages) => passages.map(({ score }) => score) },
};

/** As the product ranks with `EMBEDDING_WEIGHT=<times>`. */
function weighted(times: number): NamedRanking {
  const rerank = createReranker(weightsWithMeaning(times));
  return {
    name: `× ${times}`,
    ranking: { denseWeight: DENSE_WEIGHT * times, rerank, hasBackground: true },
    looksForAnswers: true,
  };
}

const rankings = [ALONE, ...values.weights.split(',').map((times) => weighted(Number(times)))];
await compareRankings(rankings, { ...values, limit: Number(values.limit) });

/** A retriever setting and its name in the table. */
interface NamedRanking {
  readonly name: string;
  readonly ranking: NonNullable<Parameters<typeof createRetriever>[0]['ranking']>;
  /** Whether the best passages are ranked by where the answer probably is, too, as they are for answers. */
  readonly looksForAnswers?: true;
}

/**
 * Prints nDCG@10 of each line for several retriever settings. Asks for ten passages, so that short candidate lists are
 * not padded.
 *
 * @param options.limit Questions a line.
 */
async function compareRankings(
  rankings: readonly NamedRanking[],
  { data, sets, limit }: { data: string; sets: string; limit: number },
): Promise<void> {
  const linesOf: MeasuredLine[][] = rankings.map(() => []);
  for (const name of chooseSets(data, sets)) {
    const set = await readSet(data, name);
    const ofSet: MeasuredLine[][] = rankings.map(() => []);
    for (const corpus of set.corpora) {
      await withIndexedCorpus(corpus.documents, async (indexed) => {
        const finders = rankings.map(({ ranking, looksForAnswers }) =>
          looksForAnswers ? finderOf({ ...indexed, ranking }) : plainFinder({ ...indexed, ranking }),
        );
        for (const line of corpus.lines) {
          const questions = sample(line.questions, limit);
          for (const [i, finder] of finders.entries()) {
            ofSet[i]!.push(
              await measureLine(indexed, { ...line, questions }, { finder, passages: 10, passagesDeep: 1 }),
            );
          }
        }
      });
    }
    for (const [i, lines] of ofSet.entries()) {
      linesOf[i]!.push(...(set.mean ? [meanLine(set.mean.line, lines, set.mean.reference)] : lines));
    }
    process.stderr.write(`${name}\n`);
  }
  const header = ['nDCG@10', ...rankings.map(({ name }) => name)];
  const rows = linesOf[0]!.map(({ name }, line) => [
    name,
    ...linesOf.map((lines) => lines[line]!.figures.ndcg10.toFixed(4)),
  ]);
  const means = linesOf.map((lines) => meanOfLines(lines)?.ours.toFixed(4) ?? '–');
  console.log(table([header, ...rows, ['mean of 13 lines', ...means]]));
}

/** Finds passages in the order of the retriever. */
function plainFinder(corpus: Parameters<typeof createRetriever>[0]): MeasuredFinder {
  const retriever = createRetriever(corpus);
  return {
    async find(question, { limit, ...options }) {
      const corpus = await retriever.statistics();
      const { ranked, rest } = await retriever.retrieve(question, { ...options, limit, corpus });
      return { passages: [...ranked, ...rest].slice(0, limit) };
    },
  };
}
