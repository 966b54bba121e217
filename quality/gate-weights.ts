import { parseArgs } from 'node:util';
import { GATE_COEFFICIENTS, type GateFeatures } from '../src/answering/gate.ts';
import { auroc } from './auroc.ts';
import { foundQuestions } from './found-sentences.ts';
import { fitLogistic, type LogisticExample, logitOf } from './logistic.ts';
import { chooseSets } from './sets.ts';
import { share, table } from './table.ts';
import { lineKey } from './targets.ts';

// Fits the coefficients of the gate to questions that the corpora answer and to foreign ones, each set and either kind with
// equal weight, and prints them beside the present ones; then how well both tell the questions of each set apart, and how
// well coefficients do that were fitted without the set.

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data/dev' },
    sets: { type: 'string', default: 'squad-a,covidqa-a,redis-docs,rgb-en-fact,rgb-zh-a,mtrag-a,xquad-a' },
    limit: { type: 'string', default: '400' },
  },
});

const NAMES = Object.keys(GATE_COEFFICIENTS) as (keyof GateFeatures)[];
const PRESENT = Float64Array.from(NAMES, (name) => GATE_COEFFICIENTS[name]);

const examplesOf = new Map<string, LogisticExample[]>();
for (const set of chooseSets(values.data, values.sets)) {
  for await (const { name, kind, evidence } of foundQuestions(values.data, set, Number(values.limit))) {
    if (kind !== 'answerable' && kind !== 'foreign questions') continue;
    const examples = evidence
      .filter((each) => each !== undefined)
      .map(({ features, offset }) => ({
        features: Float64Array.from(NAMES, (feature) => features[feature]),
        offset,
        isPositive: kind === 'answerable',
      }));
    const key = lineKey(name);
    examplesOf.set(key, [...(examplesOf.get(key) ?? []), ...examples]);
  }
  process.stderr.write(`${set} read\n`);
}
/** Sets that have both kinds. */
const sets = [...examplesOf].filter(([, all]) => new Set(all.map(({ isPositive }) => isPositive)).size === 2);
const all = fitted(sets.map(([name]) => name));
const rows = sets.map(([name, examples]) => {
  const others = fitted(sets.map(([other]) => other).filter((other) => other !== name));
  return [name, String(examples.length), ...[PRESENT, all, others].map((weights) => told(examples, weights))];
});
console.log(table([['AUROC', 'questions', 'present', 'fitted', 'without it'], ...rows]));
console.log(
  `\n${table([['coefficient', 'present', 'fitted'], ...NAMES.map((name, k) => [name, PRESENT[k]!.toFixed(2), all[k]!.toFixed(2)])])}`,
);

function fitted(names: readonly string[]): Float64Array {
  const groups = sets
    .filter(([name]) => names.includes(name))
    .flatMap(([, examples]) =>
      [true, false].map((is) => examples.filter(({ isPositive }) => isPositive === is)),
    );
  return fitLogistic(groups, NAMES.length);
}

function told(examples: readonly LogisticExample[], weights: Float64Array): string {
  const logits = (isPositive: boolean) =>
    examples.filter((each) => each.isPositive === isPositive).map((each) => logitOf(each, weights));
  return share(auroc(logits(true), logits(false)));
}
