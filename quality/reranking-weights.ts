import { parseArgs } from 'node:util';
import { RERANKING_WEIGHTS } from '../src/retrieval/reranking/reranker.ts';
import { type CapturedQuestion, captureLine, ndcgOf, type Weights } from './captured-features.ts';
import { withIndexedCorpus } from './indexed-corpus.ts';
import { mean } from './mean.ts';
import { MEAN_LINES } from './report.ts';
import { sample } from './sample.ts';
import { chooseSets, readSet } from './sets.ts';
import { share, signed, table } from './table.ts';
import { lineKey } from './targets.ts';

// Prints nDCG@10 of each line as fused and reranked, and its change without each feature, by line and then in all. After
// that, the gain of two features' weights when each set's are chosen on the other sets alone, the mean with each choice,
// and the same for the weight of looking for the answer.

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data/dev' },
    sets: { type: 'string', default: 'all' },
    limit: { type: 'string', default: '300' },
  },
});

/** Questions of each language when a set is the mean of several. */
const LANGUAGE_QUESTIONS_MAX = 100;
/** A smaller change of a line means nothing. */
const NOISE = 0.002;
const lines = await captureLines();
const features = Object.keys(RERANKING_WEIGHTS).filter((name) => name !== 'lexical') as (keyof Weights)[];
printAblations();
printLeftOut(
  'without both',
  [0, 0.1, 0.2, 0.3, 0.4].flatMap((support) =>
    [0, 0.1, 0.2, 0.3].map((sentence) => ({
      name: `support ${support}, sentence ${sentence}`,
      figures: measure({ ...RERANKING_WEIGHTS, support, sentence }),
    })),
  ),
);
printLeftOut(
  'reranked',
  [0, 0.4, 0.6, 0.8, 1].map((weight) => ({
    name: `answer ${weight}`,
    figures: measure(RERANKING_WEIGHTS, weight),
  })),
);

/** By line, for each corpus in its mean. */
async function captureLines(): Promise<Map<string, CapturedQuestion[][]>> {
  const captured = new Map<string, CapturedQuestion[][]>();
  for (const name of chooseSets(values.data, values.sets)) {
    const set = await readSet(values.data, name);
    const limit = Math.min(
      Number(values.limit),
      set.mean ? LANGUAGE_QUESTIONS_MAX : Number.POSITIVE_INFINITY,
    );
    for (const corpus of set.corpora) {
      await withIndexedCorpus(corpus.documents, async (indexed) => {
        for (const line of corpus.lines) {
          const key = lineKey(set.mean?.line ?? line.name);
          if (!MEAN_LINES.includes(key) && !key.startsWith('mtrag')) continue;
          const questions = sample(line.questions, limit);
          const others = captured.get(key) ?? [];
          captured.set(key, [...others, await captureLine(indexed, { ...line, questions })]);
        }
      });
    }
    process.stderr.write(`${name}\n`);
  }
  return captured;
}

function measure(weights?: Weights, answerWeight?: number): Map<string, number> {
  const ofParts = (parts: CapturedQuestion[][]) =>
    mean(parts.map((questions) => ndcgOf(questions, weights, answerWeight)));
  return new Map(Array.from(lines, ([key, parts]) => [key, ofParts(parts)]));
}

function printAblations(): void {
  const fused = measure();
  const reranked = measure(RERANKING_WEIGHTS);
  const without = features.map((name) => ({
    name,
    changes: changesFrom(reranked, measure({ ...RERANKING_WEIGHTS, [name]: 0 })),
  }));
  const lineRows = Array.from(fused, ([key, figure]) => [
    key,
    share(figure),
    share(reranked.get(key)!),
    ...without.map(({ changes }) => signed(changes.get(key)!)),
  ]);
  const ofMean = [
    `mean of ${judged(fused).length} lines`,
    share(mean(judged(fused))),
    share(mean(judged(reranked))),
    ...without.map(({ changes }) => signed(mean(judged(changes)))),
  ];
  console.log(
    table([['nDCG@10', 'fused', 'reranked', ...features.map((name) => `− ${name}`)], ...lineRows, ofMean]),
  );
  const featureRows = without.map(({ name, changes }) => {
    const all = [...changes.values()];
    return [
      name,
      RERANKING_WEIGHTS[name].toFixed(2),
      signed(mean(judged(changes))),
      String(all.filter((change) => change <= -NOISE).length),
      String(all.filter((change) => change >= NOISE).length),
    ];
  });
  const header = ['without', 'weight', 'mean', 'lines that lose', 'lines that gain'];
  console.log(`\n${table([header, ...featureRows])}`);
}

function changesFrom(
  figures: ReadonlyMap<string, number>,
  others: ReadonlyMap<string, number>,
): Map<string, number> {
  return new Map(Array.from(figures, ([key, figure]) => [key, others.get(key)! - figure]));
}

/**
 * @param choices Weights, the first without any; each set's lines are measured with those that are best on the other
 * sets.
 */
function printLeftOut(
  heading: string,
  choices: readonly { readonly name: string; readonly figures: Map<string, number> }[],
): void {
  const none = choices[0]!.figures;
  const rows = Array.from(none, ([key, figure]) => {
    const others = (figures: ReadonlyMap<string, number>) =>
      mean(judged(new Map([...figures].filter(([other]) => familyOf(other) !== familyOf(key)))));
    const chosen = choices.reduce((best, one) => (others(one.figures) > others(best.figures) ? one : best));
    return { key, figure, chosen: chosen.name, leftOut: chosen.figures.get(key)! };
  });
  const leftOut = mean(judged(new Map(rows.map((row) => [row.key, row.leftOut]))));
  console.log();
  console.log(
    table([
      ['nDCG@10', heading, 'left out', 'chosen by the other sets'],
      ...rows.map((row) => [row.key, share(row.figure), signed(row.leftOut - row.figure), row.chosen]),
      ['mean', share(mean(judged(none))), signed(leftOut - mean(judged(none))), ''],
    ]),
  );
  const means = choices.map(({ name, figures }) => [name, share(mean(judged(figures)))]);
  console.log(`\n${table([['weights', 'mean'], ...means])}`);
}

function judged(figures: ReadonlyMap<string, number>): number[] {
  return MEAN_LINES.flatMap((key) => figures.get(key) ?? []);
}

function familyOf(key: string): string {
  return key.split(':')[0]!;
}
