import {
  type AbstentionFigures,
  type AnswerFigures,
  abstentionFigures,
  answerFigures,
  type CitationFigures,
  citationFigures,
  type ReliabilityFigures,
  reliabilityFigures,
} from './answer-figures.ts';
import { DEFAULT_THRESHOLD } from './ask-corpus.ts';
import type { TaskOutcome } from './measure-answers.ts';
import { milliseconds, share, table } from './table.ts';
import { lineKey, TARGETS } from './targets.ts';

export const ANSWER_FAMILIES = ['answers', 'abstention', 'citations'] as const;
export type AnswerFamily = (typeof ANSWER_FAMILIES)[number];

/** The figures of end-to-end answers, unrounded. */
export function answersFigures(outcomes: readonly TaskOutcome[], families: ReadonlySet<string>) {
  const of = <T>(
    family: AnswerFamily,
    figures: (outcomes: readonly TaskOutcome[], threshold: number) => T[],
  ) => (families.has(family) ? figures(outcomes, DEFAULT_THRESHOLD) : []);
  return {
    answers: of('answers', answerFigures),
    abstention: of('abstention', abstentionFigures),
    reliability: of('abstention', reliabilityFigures),
    citations: of('citations', citationFigures),
  };
}

/** One table for each family with lines. */
export function renderAnswers(figures: ReturnType<typeof answersFigures>): string[] {
  const { answers, abstention, reliability, citations } = figures;
  return [
    ...(answers.length > 0 ? [table([ANSWERS_HEADER, ...answers.flatMap(answerRows)])] : []),
    ...(abstention.length > 0 ? [table([ABSTENTION_HEADER, ...abstention.map(abstentionRow)])] : []),
    ...(reliability.length > 0 ? [table([RELIABILITY_HEADER, ...reliability.map(reliabilityRow)])] : []),
    ...(citations.length > 0 ? [table([CITATIONS_HEADER, ...citations.map(citationRow)])] : []),
    ...(answers.length > 0 ? [table([COSTS_HEADER, ...answers.map(costRow)])] : []),
  ];
}

const HELD_AGAINST = ['plain', 'prototype', 'target'] as const;
const ANSWERS_HEADER = ['answers', 'questions', 'worth', 'at the gate', 'words', ...HELD_AGAINST];
const ABSTENTION_HEADER = [
  'abstention',
  'answerable',
  'others',
  'AUROC',
  'answered',
  'others',
  'repeated',
  ...HELD_AGAINST,
];
const RELIABILITY_HEADER = ['probability from', 'mean', 'answerable', 'questions'];
const CITATIONS_HEADER = [
  'citations',
  'answers',
  'sources',
  'resolve',
  'precision',
  'recall',
  'among five',
  'mixed',
];
const COSTS_HEADER = ['ms an answer here', 'retrieval', 'the rest'];

function answerRows(line: AnswerFigures): string[][] {
  const row = (part: 'marked' | 'answer', values: readonly string[]) => [
    `${line.name}: ${part === 'marked' ? 'marked sentence' : 'whole answer'}`,
    String(line.questions),
    ...values,
    ...heldAgainst(`${lineKey(line.name)} ${part}`),
  ];
  return [
    row('marked', [share(line.marked), share(line.gatedMarked), '']),
    row('answer', [share(line.whole), share(line.gatedWhole), line.words.toFixed(0)]),
  ];
}

function abstentionRow(line: AbstentionFigures): string[] {
  return [
    line.name,
    String(line.good),
    String(line.others),
    line.good === 0 || line.others === 0 ? '–' : share(line.auroc),
    line.good === 0 ? '–' : share(line.goodAnswered),
    share(line.othersAnswered),
    share(line.othersRepeated),
    ...heldAgainst(lineKey(line.name)),
  ];
}

function reliabilityRow({ from, stated, answerable, questions }: ReliabilityFigures): string[] {
  return [from.toFixed(1), share(stated), share(answerable), String(questions)];
}

function citationRow(line: CitationFigures): string[] {
  return [
    line.name,
    String(line.answers),
    line.sources.toFixed(2),
    share(line.resolving),
    share(line.precision),
    share(line.recall),
    share(line.found),
    share(line.mixed),
  ];
}

function costRow(line: AnswerFigures): string[] {
  return [line.name, milliseconds(line.retrieveMs), milliseconds(line.answerMs)];
}

function heldAgainst(key: string): string[] {
  const target = TARGETS[key] ?? {};
  return HELD_AGAINST.map((name) => {
    const value = target[name];
    return value === undefined ? '–' : typeof value === 'number' ? share(value).slice(0, 4) : value;
  });
}
