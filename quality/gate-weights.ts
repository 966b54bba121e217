import { parseArgs } from 'node:util';
import { GATE_COEFFICIENTS, type GateFeatures } from '../src/answering/judge/gate.ts';
import { DEFAULT_THRESHOLD } from './ask-corpus.ts';
import { auroc } from './auroc.ts';
import type { UnanswerableQuestions } from './evaluation-set.ts';
import { foundQuestions } from './found-sentences.ts';
import { fitLogistic, type LogisticExample, logitOf } from './logistic.ts';
import { mean } from './mean.ts';
import { chooseSets } from './sets.ts';
import { share, signed, table } from './table.ts';
import { lineKey } from './targets.ts';

// Fits the gate's coefficients to questions that the corpora answer and to foreign ones, each set and either kind with
// equal weight, and prints them beside the present ones, with the mean change of the separation without each. Before
// that, how well each set's questions are separated: by the present coefficients, by the fitted ones, and by some fitted
// without the set; and the share of either kind that passes the default threshold.

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data/dev' },
    sets: { type: 'string', default: 'squad-a,covidqa-a,redis-docs,rgb-en-fact,rgb-zh-a,mtrag-a,xquad-a' },
    limit: { type: 'string', default: '400' },
  },
});

const NAMES = Object.keys(GATE_COEFFICIENTS) as (keyof GateFeatures)[];
const PRESENT = Float64Array.from(NAMES, (name) => GATE_COEFFICIENTS[name]);

type Kind = 'answerable' | UnanswerableQuestions['kind'];
/** Of one set, by kind; undefined when nothing was found for the question. */
type Examples = Map<Kind, (LogisticExample | undefined)[]>;

const examplesOf = new Map<string, Examples>();
for (const set of chooseSets(values.data, values.sets)) {
  for await (const { name, kind, evidence } of foundQuestions(values.data, set, Number(values.limit))) {
    const examples = evidence.map(
      (each) =>
        each && {
          features: Float64Array.from(NAMES, (feature) => each.features[feature]),
          offset: each.offset,
          isPositive: kind === 'answerable',
        },
    );
    const known: Examples = examplesOf.get(lineKey(name)) ?? new Map();
    examplesOf.set(lineKey(name), known.set(kind, [...(known.get(kind) ?? []), ...examples]));
  }
  process.stderr.write(`${set} read\n`);
}

/** Sets with both kinds needed for the fit. */
const sets = [...examplesOf].filter(([, of]) => of.has('answerable') && of.has('foreign questions'));
const all = fitted(sets.map(([name]) => name));
const threshold = Math.log(DEFAULT_THRESHOLD / (1 - DEFAULT_THRESHOLD));
const rows = sets.flatMap(([name, of]) => {
  const others = fitted(sets.map(([other]) => other).filter((other) => other !== name));
  return otherKinds(of).map((kind) => [
    `${name}: ${kind}`,
    ...[PRESENT, all, others].map((weights) => share(separation(of, kind, weights))),
    ...(['answerable', kind] as const).map((either) => passing(of, either)),
  ]);
});
console.log(table([['AUROC', 'present', 'fitted', 'without it', 'answered', 'others'], ...rows]));
const featureRows = NAMES.map((name, k) => [
  name,
  PRESENT[k]!.toFixed(2),
  all[k]!.toFixed(2),
  signed(changeWithout(name, (kind) => kind === 'foreign questions')),
  signed(changeWithout(name, (kind) => kind === 'near misses')),
]);
console.log(`\n${table([['without', 'present', 'fitted', 'foreign', 'near misses'], ...featureRows])}`);

/** Mean change of the AUROC over the lines of a kind. */
function changeWithout(feature: keyof GateFeatures, isWanted: (kind: Kind) => boolean): number {
  const without = PRESENT.map((weight, k) => (NAMES[k] === feature ? 0 : weight));
  const changes = sets.flatMap(([, of]) =>
    otherKinds(of)
      .filter(isWanted)
      .map((kind) => separation(of, kind, without) - separation(of, kind, PRESENT)),
  );
  return mean(changes);
}

function otherKinds(of: Examples): Kind[] {
  return [...of.keys()].filter((kind) => kind !== 'answerable');
}

function separation(of: Examples, kind: Kind, weights: Float64Array): number {
  return auroc(logits(of, 'answerable', weights), logits(of, kind, weights));
}

function fitted(names: readonly string[]): Float64Array {
  const groups = sets
    .filter(([name]) => names.includes(name))
    .flatMap(([, of]) => (['answerable', 'foreign questions'] as const).map((kind) => of.get(kind)!))
    .map((examples) => examples.filter((each) => each !== undefined));
  return fitLogistic(groups, NAMES.length);
}

function logits(of: Examples, kind: Kind, weights: Float64Array): number[] {
  return of.get(kind)!.map((each) => (each ? logitOf(each, weights) : Number.NEGATIVE_INFINITY));
}

function passing(of: Examples, kind: Kind): string {
  const passed = logits(of, kind, PRESENT).filter((logit) => logit >= threshold);
  return share(passed.length / of.get(kind)!.length);
}
