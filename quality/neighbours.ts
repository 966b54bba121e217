import { parseArgs } from 'node:util';
import { type ChunkId, chunkIdOf, parseChunkId } from '../src/ports/chunk.ts';
import { createRetriever } from '../src/retrieval/retriever.ts';
import { withIndexedCorpus } from './indexed-corpus.ts';
import { relevantUnits } from './judged-units.ts';
import { createQueries } from './queries.ts';
import { sample } from './sample.ts';
import { chooseSets, readSet } from './sets.ts';
import { share, table } from './table.ts';

// Prints in how many questions the chunk that holds the answer is among the first five, among them and the chunks before
// and after the first, and among the first seven: whether an answer would gain more from neighbours or from what is next.

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data/dev' },
    sets: { type: 'string', default: 'covidqa-a' },
    limit: { type: 'string', default: '400' },
  },
});

const rows: string[][] = [];
for (const name of chooseSets(values.data, values.sets)) {
  for (const { documents, lines } of (await readSet(values.data, name)).corpora) {
    await withIndexedCorpus(documents, async (corpus) => {
      const retriever = createRetriever(corpus);
      const queryOf = createQueries(corpus);
      for (const line of lines.filter(({ unit }) => unit === 'chunk')) {
        const questions = sample(line.questions, Number(values.limit));
        const found = [0, 0, 0];
        for (const question of questions) {
          const relevant = await relevantUnits(corpus, line, question);
          const { query, filter } = await queryOf(question);
          const { passages } = await retriever.retrieve(query, { limit: 7, ...filter });
          const ids = passages.map(({ chunkId }) => chunkId);
          const five = ids.slice(0, 5);
          const sets = [five, [...five, ...ids.slice(0, 1).flatMap(neighboursOf)], ids];
          for (const [i, set] of sets.entries()) if (set.some((id) => relevant.has(id))) found[i]!++;
        }
        rows.push([line.name, ...found.map((count) => share(count / questions.length))]);
      }
    });
  }
}
console.log(table([['answer among', 'first five', 'and neighbours of the first', 'first seven'], ...rows]));

function neighboursOf(chunkId: ChunkId): ChunkId[] {
  const { docId, version, ordinal } = parseChunkId(chunkId)!;
  return [ordinal - 1, ordinal + 1].map((other) => chunkIdOf(docId, version, other));
}
