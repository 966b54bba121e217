import { readGroundednessSets } from './groundedness-sets.ts';
import { type MeasuredEdit, type MeasuredScore, measureEdits, measureScore } from './measure-grounding.ts';
import { readParallelParagraphs } from './parallel-paragraphs.ts';
import { CONTROLS, EDITS } from './perturbations.ts';
import { table } from './table.ts';
import { lineKey, TARGETS } from './targets.ts';

export interface GroundingReport {
  readonly scores: readonly MeasuredScore[];
  readonly edits: readonly MeasuredEdit[];
}

/** Measures the verification of sentences on the groundedness sets and parallel paragraphs below `root`. */
export function measureGrounding(root: string): GroundingReport {
  return {
    scores: readGroundednessSets(root).map(measureScore),
    edits: measureEdits(readParallelParagraphs(root)),
  };
}

export function renderGrounding({ scores, edits }: GroundingReport): string {
  const languages = [...new Set(edits.map(({ language }) => language))];
  return `${[
    'Supported claims against the rest',
    renderScores(scores),
    'Edited sentences that are found: share not called supported',
    renderEdits(edits, languages, EDITS),
    'Sentences that say the same: share not called supported (false alarms)',
    renderEdits(edits, languages, CONTROLS),
  ].join('\n\n')}\n`;
}

function renderScores(scores: readonly MeasuredScore[]): string {
  const header = [
    'set',
    'supported',
    'others',
    'AUROC',
    'plain',
    'prototype',
    'balanced accuracy',
    'at 0.5',
    'vetoed: supported',
    'others',
    'any alarm: supported',
    'others',
    'ms a claim',
  ];
  const rows = scores.map((set) => [
    set.name,
    String(set.supported),
    String(set.others),
    share(set.auroc),
    ...(['plain', 'prototype'] as const).map((name) => heldAgainst(set.name, name)),
    share(set.balancedAccuracy),
    share(set.balancedAccuracyAtHalf),
    share(set.vetoed.supported),
    share(set.vetoed.others),
    share(set.alarmed.supported),
    share(set.alarmed.others),
    set.msPerClaim.toFixed(2),
  ]);
  return table([header, ...rows]);
}

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
