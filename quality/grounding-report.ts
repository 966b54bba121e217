import { readGroundednessSets } from './groundedness-sets.ts';
import { type MeasuredEdit, type MeasuredScore, measureEdits, measureScore } from './measure-grounding.ts';
import { readParallelParagraphs } from './parallel-paragraphs.ts';
import { CONTROLS, EDITS } from './perturbations.ts';
import { type Column, table, tableOf } from './table.ts';
import { lineKey, TARGETS } from './targets.ts';

export type GroundingReport = ReturnType<typeof measureGrounding>;

/** Measures the verification of sentences on the groundedness sets and parallel paragraphs below `root`. */
export function measureGrounding(root: string) {
  return {
    scores: readGroundednessSets(root).map(measureScore),
    edits: measureEdits(readParallelParagraphs(root)),
  };
}

export function renderGrounding({ scores, edits }: GroundingReport): string {
  const languages = [...new Set(edits.map(({ language }) => language))];
  return `${[
    'Supported claims against the rest',
    tableOf(SCORES, scores),
    'Edited sentences that are found: share not called supported',
    renderEdits(edits, languages, EDITS),
    'Sentences that say the same: share not called supported (false alarms)',
    renderEdits(edits, languages, CONTROLS),
  ].join('\n\n')}\n`;
}

const SCORES: readonly Column<MeasuredScore>[] = [
  ['set', ({ name }) => name],
  ['supported', ({ supported }) => String(supported)],
  ['others', ({ others }) => String(others)],
  ['AUROC', ({ auroc }) => share(auroc)],
  ['plain', ({ name }) => heldAgainst(name, 'plain')],
  ['prototype', ({ name }) => heldAgainst(name, 'prototype')],
  ['balanced accuracy', ({ balancedAccuracy }) => share(balancedAccuracy)],
  ['at 0.5', ({ balancedAccuracyAtHalf }) => share(balancedAccuracyAtHalf)],
  ['vetoed: supported', ({ vetoed }) => share(vetoed.supported)],
  ['others', ({ vetoed }) => share(vetoed.others)],
  ['any alarm: supported', ({ alarmed }) => share(alarmed.supported)],
  ['others', ({ alarmed }) => share(alarmed.others)],
  ['ms a claim', ({ msPerClaim }) => msPerClaim.toFixed(2)],
];

function heldAgainst(set: string, name: 'plain' | 'prototype'): string {
  const value = TARGETS[`${lineKey(set)}: claims`]?.[name];
  return typeof value === 'number' ? share(value) : '–';
}

function renderEdits(
  edits: readonly MeasuredEdit[],
  languages: readonly string[],
  kinds: readonly MeasuredEdit['kind'][],
): string {
  const header = ['kind', 'cases', 'share', 'vetoed', ...languages];
  const rows = kinds.map((kind) => {
    const ofKind = edits.filter((edit) => edit.kind === kind);
    const byLanguage = languages.map((language) => {
      const found = ofKind.find((edit) => edit.language === language);
      return found && found.cases > 0 ? share(found.alarmed / found.cases) : '–';
    });
    return [kind, ...totals(ofKind), ...byLanguage];
  });
  const all = edits.filter(({ kind }) => kinds.includes(kind));
  const byLanguage = languages.map(
    (language) => totals(all.filter((edit) => edit.language === language))[1]!,
  );
  return table([header, ...rows, ['all', ...totals(all), ...byLanguage]]);
}

/** Cases, share alarmed, share vetoed. */
function totals(edits: readonly MeasuredEdit[]): string[] {
  const sum = (of: (edit: MeasuredEdit) => number) => edits.reduce((total, edit) => total + of(edit), 0);
  const cases = sum((edit) => edit.cases);
  const of = (count: number) => (cases === 0 ? '–' : share(count / cases));
  return [String(cases), of(sum((edit) => edit.alarmed)), of(sum((edit) => edit.vetoed))];
}

function share(value: number): string {
  return value.toFixed(3).replace(/^0/, '');
}
