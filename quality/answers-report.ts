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
import { type Column, milliseconds, share, tableOf } from './table.ts';
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
    ...(answers.length > 0 ? [tableOf(ANSWERS, answers.flatMap(partsOf))] : []),
    ...(abstention.length > 0 ? [tableOf(ABSTENTION, abstention)] : []),
    ...(reliability.length > 0 ? [tableOf(RELIABILITY, reliability)] : []),
    ...(citations.length > 0 ? [tableOf(CITATIONS, citations)] : []),
    ...(answers.length > 0 ? [tableOf(COSTS, answers)] : []),
  ];
}

/** What is compared with the gold answers: the marked sentence, and the whole answer, whose length counts. */
function partsOf({ name, questions, marked, gatedMarked, whole, gatedWhole, words }: AnswerFigures) {
  const key = lineKey(name);
  return [
    ...[{ name: `${name}: marked sentence`, worth: marked, gated: gatedMarked, key: `${key} marked` }],
    ...[{ name: `${name}: whole answer`, worth: whole, gated: gatedWhole, key: `${key} answer`, words }],
  ].map((part) => ({ words: undefined, ...part, questions }));
}

function heldAgainst<Row>(keyOf: (row: Row) => string): Column<Row>[] {
  return (['plain', 'prototype', 'target'] as const).map((name) => [
    name,
    (row) => {
      const value = TARGETS[keyOf(row)]?.[name];
      return value === undefined ? '–' : typeof value === 'number' ? share(value).slice(0, 4) : value;
    },
  ]);
}

const ANSWERS: readonly Column<ReturnType<typeof partsOf>[number]>[] = [
  ['answers', ({ name }) => name],
  ['questions', ({ questions }) => String(questions)],
  ['worth', ({ worth }) => share(worth)],
  ['at the gate', ({ gated }) => share(gated)],
  ['words', ({ words }) => words?.toFixed(0) ?? ''],
  ...heldAgainst<{ key: string }>(({ key }) => key),
];

const ABSTENTION: readonly Column<AbstentionFigures>[] = [
  ['abstention', ({ name }) => name],
  ['answerable', ({ good }) => String(good)],
  ['others', ({ others }) => String(others)],
  ['AUROC', ({ good, others, auroc }) => (good === 0 || others === 0 ? '–' : share(auroc))],
  ['answered', ({ good, goodAnswered }) => (good === 0 ? '–' : share(goodAnswered))],
  ['others', ({ othersAnswered }) => share(othersAnswered)],
  ['repeated', ({ othersRepeated }) => share(othersRepeated)],
  ...heldAgainst<{ name: string }>(({ name }) => lineKey(name)),
];

const RELIABILITY: readonly Column<ReliabilityFigures>[] = [
  ['probability from', ({ from }) => from.toFixed(1)],
  ['mean', ({ stated }) => share(stated)],
  ['answerable', ({ answerable }) => share(answerable)],
  ['questions', ({ questions }) => String(questions)],
];

const CITATIONS: readonly Column<CitationFigures>[] = [
  ['citations', ({ name }) => name],
  ['answers', ({ answers }) => String(answers)],
  ['sources', ({ sources }) => sources.toFixed(2)],
  ['resolve', ({ resolving }) => share(resolving)],
  ['precision', ({ precision }) => share(precision)],
  ['recall', ({ recall }) => share(recall)],
  ['among five', ({ found }) => share(found)],
  ['mixed', ({ mixed }) => share(mixed)],
];

const COSTS: readonly Column<AnswerFigures>[] = [
  ['ms an answer here', ({ name }) => name],
  ['retrieval', ({ retrieveMs }) => milliseconds(retrieveMs)],
  ['the rest', ({ answerMs }) => milliseconds(answerMs)],
];
