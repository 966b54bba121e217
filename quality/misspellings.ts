import { parseArgs } from 'node:util';
import { createAsking, DEFAULT_THRESHOLD, type SearchedIndex } from './ask-corpus.ts';
import { finderOf } from './finder.ts';
import { withIndexedCorpus } from './indexed-corpus.ts';
import { measureLine } from './measure-line.ts';
import { misspell } from './misspell.ts';
import { sample } from './sample.ts';
import { chooseSets, readSet } from './sets.ts';
import { share, table } from './table.ts';

// Prints nDCG@10 and the share of refusals for questions as asked and with one typing error in a long word, each
// without and with replacing unknown words by similarly spelt ones of the corpus.

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data/dev' },
    sets: { type: 'string', default: 'redis-docs,xquad-a,covidqa-a,squad-a,cacm,cranfield' },
    limit: { type: 'string', default: '100' },
  },
});

const COLUMNS = ['as asked', 'respelt', 'misspelt', 'misspelt, respelt'] as const;
const rows: string[][] = [];
const refusals: string[][] = [];
const sums = COLUMNS.map(() => 0);
for (const name of chooseSets(values.data, values.sets)) {
  for (const { documents, lines, tasks } of (await readSet(values.data, name)).corpora) {
    await withIndexedCorpus(documents, async (indexed) => {
      const { searchIndex } = indexed;
      const unforgiving: SearchedIndex = {
        search: (query, options) => searchIndex.search(query, options),
        statistics: () => searchIndex.statistics(),
        similarTerms: async (terms) => terms.map(() => []),
        compoundTerms: async (parts) => parts.map(() => []),
      };
      for (const line of lines) {
        const asked = sample(line.questions, Number(values.limit));
        const wrong = asked.map((question) => ({ ...question, text: misspell(question.text, question.id) }));
        const figures: number[] = [];
        for (const questions of [asked, wrong]) {
          for (const index of [unforgiving, searchIndex]) {
            const finder = finderOf({ ...indexed, searchIndex: index });
            const options = { finder, passages: 10, passagesDeep: 1 };
            figures.push((await measureLine(indexed, { ...line, questions }, options)).figures.ndcg10);
          }
        }
        rows.push([line.name, ...figures.map(share)]);
        for (const [i, figure] of figures.entries()) sums[i]! += figure;
      }
      for (const { name, answerable, gold } of tasks) {
        if (gold !== 'quoted' || answerable.length === 0) continue;
        const asked = sample(answerable, Number(values.limit));
        const wrong = asked.map((question) => ({ ...question, text: misspell(question.text, question.id) }));
        const shares: number[] = [];
        for (const questions of [asked, wrong]) {
          for (const index of [unforgiving, searchIndex]) {
            const ask = createAsking({ ...indexed, searchIndex: index });
            let refused = 0;
            for (const question of questions) {
              const { meta } = await ask(question);
              if (meta.retrieval.bestScore < DEFAULT_THRESHOLD) refused++;
            }
            shares.push(refused / questions.length);
          }
        }
        refusals.push([name, ...shares.map(share)]);
      }
    });
  }
}
console.log(
  table([['nDCG@10', ...COLUMNS], ...rows, ['mean', ...sums.map((sum) => share(sum / rows.length))]]),
);
console.log(`\n${table([['refused', ...COLUMNS], ...refusals])}`);
