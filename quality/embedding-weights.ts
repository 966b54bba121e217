import { parseArgs } from 'node:util';
import type { EmbeddingModel } from '../src/ports/embedding-model.ts';
import type { NamedRanking } from './compare-rankings.ts';
import type { Line } from './evaluation-set.ts';
import { finderOf } from './finder.ts';
import { type IndexedCorpus, withIndexedCorpus } from './indexed-corpus.ts';
import { unitsOf } from './judged-units.ts';
import { figuresOf } from './metrics.ts';
import { sample } from './sample.ts';
import { chooseSets, readSet } from './sets.ts';
import { liftedBy, type SimulatedQuestion, simulateEmbedding } from './simulated-embedding.ts';
import { table } from './table.ts';
import { ALONE, weighted } from './weighted-rankings.ts';

// Prints nDCG@10, averaged over lines, of simulated embedding models from weak to strong, for several weights of them:
// the table behind EMBEDDING_WEIGHT and the removal of the cosine background.

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data/dev' },
    sets: { type: 'string', default: 'cranfield,cacm,covidqa-a,policyqa-dev,rgb-en-fact,squad-a,redis-docs' },
    limit: { type: 'string', default: '30' },
    weights: { type: 'string', default: '0,0.5,1,2,3,4,6' },
  },
});

const INSIGHTS = [0, 0.03, 0.06, 0.1];
/** Cosine of unrelated texts, as in OpenAI's embeddings, and in E5. */
const COMMON = [0.1, 0.7];

const RANKINGS = [
  ALONE,
  weighted(1, false),
  ...values.weights.split(',').map((times) => weighted(Number(times))),
];

/** nDCG@10 by cosine range, insight and ranking, one figure a line. */
const figures = new Map<string, number[]>();
const keyOf = (common: number, insight: number, ranking: string) => `${common} ${insight} ${ranking}`;

async function measure(corpus: IndexedCorpus, lines: readonly Line[]): Promise<void> {
  const builtIn = corpus.embeddingModel();
  if (!builtIn) return;
  const simulated = await simulateEmbedding(corpus, builtIn);
  for (const line of lines) {
    const questions = await simulated.questions(line, sample(line.questions, Number(values.limit)));
    for (const common of COMMON) {
      await simulated.index(common);
      for (const insight of INSIGHTS) {
        for (const { name, ranking } of RANKINGS) {
          const key = keyOf(common, insight, name);
          const figure = await meanNdcg({ corpus, line, questions, common, insight, ranking });
          figures.set(key, [...(figures.get(key) ?? []), figure]);
        }
      }
    }
    process.stderr.write(`${line.name}\n`);
  }
}

async function meanNdcg(of: {
  corpus: IndexedCorpus;
  line: Line;
  questions: readonly SimulatedQuestion[];
  common: number;
  insight: number;
  ranking: NamedRanking['ranking'];
}): Promise<number> {
  const { corpus, line, questions, common, insight, ranking } = of;
  let sum = 0;
  for (const { query, filter, relevant, vector } of questions) {
    const model: EmbeddingModel = {
      id: `simulated ${common}`,
      embed: async () => [liftedBy(common, vector(insight))],
    };
    const finder = finderOf({ ...corpus, embeddingModel: () => model, ranking });
    const { passages } = await finder.find(query, { limit: 50, ...filter });
    sum += figuresOf(unitsOf(corpus, line, passages), relevant).ndcg10;
  }
  return sum / questions.length;
}

for (const name of chooseSets(values.data, values.sets)) {
  const { corpora } = await readSet(values.data, name);
  for (const { documents, lines } of corpora.slice(0, 1))
    await withIndexedCorpus(documents, (corpus) => measure(corpus, lines));
}
const rows = COMMON.flatMap((common) =>
  INSIGHTS.map((insight) => [
    `cosines from ${common}, insight ${insight}`,
    ...RANKINGS.map(({ name }) => {
      const all = figures.get(keyOf(common, insight, name))!;
      return (all.reduce((sum, figure) => sum + figure, 0) / all.length).toFixed(4);
    }),
  ]),
);
console.log(table([['nDCG@10', ...RANKINGS.map(({ name }) => name)], ...rows]));
