import { parseArgs } from 'node:util';
import { createRetriever } from '../src/retrieval/retriever.ts';
import { withIndexedCorpus } from './indexed-corpus.ts';
import { type MeasuredLine, meanLine, measureLine } from './measure-line.ts';
import { meanOfLines, table } from './report.ts';
import { sample } from './sample.ts';
import { chooseSets, readSet } from './sets.ts';

// Prints nDCG@10 of each line for several weights of the embedding and numbers of candidates: the tables by which the
// retriever's were chosen. Ten passages are asked for, so that few candidates are not made up to more.

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data/dev' },
    sets: { type: 'string', default: 'all' },
    limit: { type: 'string', default: '500' },
    weights: { type: 'string', default: '0,0.1,0.2,0.3,0.4,0.5,0.6,0.8' },
    candidates: { type: 'string', default: '50' },
  },
});

const rankings = values.candidates
  .split(',')
  .flatMap((candidates) =>
    values.weights
      .split(',')
      .map((weight) => ({ denseWeight: Number(weight), candidates: Number(candidates) })),
  );
const linesOf: MeasuredLine[][] = rankings.map(() => []);

for (const name of chooseSets(values.data, values.sets)) {
  const set = await readSet(values.data, name);
  const ofSet: MeasuredLine[][] = rankings.map(() => []);
  for (const corpus of set.corpora) {
    await withIndexedCorpus(corpus.documents, async (indexed) => {
      for (const line of corpus.lines) {
        const questions = sample(line.questions, Number(values.limit));
        for (const [i, ranking] of rankings.entries()) {
          const retriever = createRetriever({ ...indexed, ranking });
          ofSet[i]!.push(
            await measureLine(indexed, { ...line, questions }, { retriever, passages: 10, passagesDeep: 1 }),
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

const header = [
  'nDCG@10',
  ...rankings.map(({ denseWeight, candidates }) => `${denseWeight} of ${candidates}`),
];
const rows = linesOf[0]!.map(({ name }, line) => [
  name,
  ...linesOf.map((lines) => lines[line]!.figures.ndcg10.toFixed(4)),
]);
const means = linesOf.map((lines) => meanOfLines(lines)?.ours.toFixed(4) ?? '–');
console.log(table([header, ...rows, ['mean of 13 lines', ...means]]));
