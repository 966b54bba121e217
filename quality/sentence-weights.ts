import { parseArgs } from 'node:util';
import { FEATURE_WEIGHTS } from '../src/answering/choose/sentence-features.ts';
import type { Finding } from '../src/answering/judge/finding.ts';
import { type FoundTask, foundSentences } from './found-sentences.ts';
import { mean } from './mean.ts';
import { chooseSets } from './sets.ts';
import { fitRanker, type RankingExample, scoresOf } from './softmax-ranker.ts';
import { share, signed, table } from './table.ts';
import { lineKey } from './targets.ts';
import { worthOf } from './worth.ts';

// Fits the sentence features' weights, and prints them with their results: on each set the present weights, those
// fitted to all sets, and those fitted to all others. Figures cover the best sentence and the best three, without
// refusals. Then each weight, and the change of the best sentence without it, the others as they are.

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data/dev' },
    sets: {
      type: 'string',
      default: 'squad-a,xquad-a,covidqa-a,policyqa-dev,rgb-zh-a,rgb-en-fact,redis-docs',
    },
    limit: { type: 'string', default: '1500' },
  },
});

/** A set's weight: large and varied ones count more. A set of one language counts by its share of its questions. */
const SET_WEIGHTS: Readonly<Record<string, number>> = {
  squad: 2,
  xquad: 1.5,
  'covidqa: in its document': 0.5,
  policyqa: 0.5,
};
const OTHER_WEIGHT = 0.2;

const NAMES = Object.keys(FEATURE_WEIGHTS) as (keyof typeof FEATURE_WEIGHTS)[];
const PRESENT = Float64Array.from(NAMES, (name) => FEATURE_WEIGHTS[name]);

interface JudgedExample extends RankingExample {
  /** Worth as reported: the example's own is sharpened for answers that only share words. */
  readonly judged: Float64Array;
}

const examplesOf = new Map<string, JudgedExample[]>();
for (const set of chooseSets(values.data, values.sets)) {
  for await (const task of foundSentences(values.data, set, Number(values.limit))) {
    // A long document's own questions are also asked of it alone; they need not count twice.
    if (task.gold === 'quoted' && lineKey(task.name) === 'covidqa') continue;
    const known = examplesOf.get(lineKey(task.name)) ?? [];
    examplesOf.set(lineKey(task.name), [
      ...known,
      ...task.found.map(({ finding, question }) => example(task, finding, question.answers)),
    ]);
  }
  process.stderr.write(`${set} read\n`);
}

const sets = [...examplesOf.keys()];
const all = fitted(sets);
const rows = sets.map((set) => [
  set,
  String(examplesOf.get(set)!.length),
  ...[PRESENT, all, fitted(sets.filter((other) => other !== set))].flatMap((weights) => {
    const { best, three } = worth(set, weights);
    return [share(best), share(three)];
  }),
]);
console.log(
  table([['best / of three', 'questions', 'present', '', 'fitted', '', 'without it', ''], ...rows]),
);
const featureRows = NAMES.map((name, k) => {
  const without = PRESENT.map((weight, other) => (other === k ? 0 : weight));
  const changes = sets.map((set) => worth(set, without).best - worth(set, PRESENT).best);
  return [name, PRESENT[k]!.toFixed(2), all[k]!.toFixed(2), ...[...changes, mean(changes)].map(signed)];
});
console.log(`\n${table([['without', 'present', 'fitted', ...sets, 'mean'], ...featureRows])}`);

function fitted(names: readonly string[]): Float64Array {
  const examples = names.flatMap((name) => {
    const own = examplesOf.get(name)!;
    const weight = (SET_WEIGHTS[name] ?? OTHER_WEIGHT) / own.length;
    return own.map((each) => ({ ...each, weight: each.weight * weight }));
  });
  return fitRanker(examples, NAMES.length);
}

/** Mean worth of the best sentence, and of the best of three. */
function worth(set: string, weights: Float64Array): { best: number; three: number } {
  const threes = examplesOf.get(set)!.map(({ judged, ...example }) => {
    const scores = scoresOf(example, weights);
    const order = Array.from(scores.keys()).sort((a, b) => scores[b]! - scores[a]!);
    return order.slice(0, 3).map((row) => judged[row]!);
  });
  return {
    best: mean(threes.map(([first = 0]) => first)),
    three: mean(threes.map((three) => Math.max(0, ...three))),
  };
}

function example(
  { gold }: FoundTask,
  { ranked, passages }: Finding,
  answers: readonly string[],
): JudgedExample {
  const judged = Float64Array.from(ranked, ({ passage, sentence }) => {
    const { passage: source, analysis } = passages[passage]!;
    const { start, end } = analysis.sentences[sentence]!;
    const text = source.text.slice(start, end);
    return worthOf([text], { gold, answers });
  });
  const features = Float64Array.from(ranked.flatMap(({ features }) => features));
  const best = Math.max(0, ...judged);
  if (gold === 'quoted' || best === 0) return { features, judged, worth: judged, weight: 1 };
  // Sentences share some words with any answer: only the one that shares most counts, if that is much.
  return {
    features,
    judged,
    worth: judged.map((value) => (value / best) ** 2),
    weight: Math.min(1, 2 * best),
  };
}
