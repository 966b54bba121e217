import { parseArgs } from 'node:util';
import { createRetriever } from '../src/retrieval/retriever.ts';
import { foundSentences } from './found-sentences.ts';
import { withIndexedCorpus } from './indexed-corpus.ts';
import { relevantUnits } from './judged-units.ts';
import { createQueries } from './queries.ts';
import { sample } from './sample.ts';
import { chooseSets, readSet } from './sets.ts';
import { share, table } from './table.ts';
import { worthOf } from './worth.ts';

// Prints how often the chunk with the answer is among the first five, among these and the neighbours of the first, and
// among the first seven; then the worth of the first sentence and of the whole answer without and with the text around
// the best passage.

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data/dev' },
    sets: { type: 'string', default: 'covidqa-a,policyqa-dev,redis-docs' },
    limit: { type: 'string', default: '1000' },
  },
});
const limit = Number(values.limit);
const sets = chooseSets(values.data, values.sets);

const found: string[][] = [];
for (const set of sets)
  for (const { documents, lines } of (await readSet(values.data, set)).corpora)
    await withIndexedCorpus(documents, async (corpus) => {
      const retriever = createRetriever(corpus);
      const queryOf = createQueries(corpus);
      for (const line of lines.filter(({ unit }) => unit === 'chunk')) {
        const questions = sample(line.questions, limit);
        const counts = [0, 0, 0];
        for (const question of questions) {
          const relevant = await relevantUnits(corpus, line, question);
          const { query, filter } = await queryOf(question);
          const five = await retriever.retrieve(query, { limit: 5, ...filter });
          const seven = await retriever.retrieve(query, { limit: 7, ...filter });
          const [best] = five.passages;
          const around = best ? await retriever.neighbours(best, ['before', 'behind']) : [];
          const read = [five.passages, [...five.passages, ...around], seven.passages];
          for (const [i, passages] of read.entries())
            if (passages.some(({ chunkId }) => relevant.has(chunkId))) counts[i]!++;
        }
        found.push([line.name, ...counts.map((count) => share(count / questions.length))]);
      }
    });
console.log(table([['the answer is among', 'first five', 'and around the first', 'first seven'], ...found]));

const answers: string[][] = [];
for (const set of sets) {
  const without = await worths(set, { readsOn: false });
  const given = await worths(set, { readsOn: true });
  for (const [name, worth] of given) answers.push([name, without.get(name)!, worth]);
}
console.log(`\n${table([['first sentence, whole answer', 'without', 'with'], ...answers])}`);

/** By task: mean worth of the first sentence and of all of them. */
async function worths(set: string, options: { readsOn: boolean }): Promise<Map<string, string>> {
  const rows = new Map<string, string>();
  for await (const { name, gold, found } of foundSentences(values.data, set, limit, options)) {
    let first = 0;
    let whole = 0;
    for (const { question, finding } of found) {
      const { answers } = question;
      const texts = finding.extracted.map(({ passage, sentence }) =>
        passage.text.slice(sentence.start, sentence.end),
      );
      first += worthOf(texts.slice(0, 1), { gold, answers });
      whole += worthOf(texts, { gold, answers });
    }
    rows.set(name, `${share(first / found.length)} ${share(whole / found.length)}`);
  }
  return rows;
}
