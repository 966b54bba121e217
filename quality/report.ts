import { type answersFigures, renderAnswers } from './answers-report.ts';
import type { AskedOutcome } from './asked/measure-asked.ts';
import { renderAsked } from './asked/report-asked.ts';
import { type GroundingReport, renderGrounding } from './grounding-report.ts';
import type { IndexingCost } from './indexed-corpus.ts';
import { mean } from './mean.ts';
import type { MeasuredLine } from './measure-line.ts';
import { FIGURES } from './metrics.ts';
import { type Column, milliseconds, share, signed, tableOf } from './table.ts';
import { lineKey } from './targets.ts';

export interface Report {
  readonly lines: readonly MeasuredLine[];
  readonly answers: ReturnType<typeof answersFigures>;
  readonly grounding: GroundingReport | undefined;
  /** Everyday questions; empty when none were asked. */
  readonly asked: readonly AskedOutcome[];
  readonly costs: readonly MeasuredCost[];
}

/** The cost of a corpus on this machine; informative only. */
export interface MeasuredCost {
  readonly name: string;
  readonly indexing: IndexingCost;
  readonly msPerRanking: number | undefined;
}

/**
 * The lines of the project's mean score, each with equal weight, whatever its number of questions. Halves and
 * splits of a set count as the set: `squad-b` as `squad`.
 */
const MEAN_LINES: readonly string[] = [
  'cranfield',
  'cacm',
  'scifact',
  'policyqa',
  'covidqa: chunks',
  'redis-docs',
  'redis-docs: summaries',
  'financebench',
  'squad',
  'mtrag',
  'mtrag: rewritten by people',
  'rgb-zh',
  'xquad',
];

/** nDCG@10 over the 13 lines; undefined unless all of them were measured. */
export function meanOfLines(
  lines: readonly Pick<MeasuredLine, 'name' | 'figures' | 'reference'>[],
): { ours: number; reference: number } | undefined {
  const found = MEAN_LINES.map((name) => lines.find((line) => lineKey(line.name) === name));
  if (!found.every((line) => line !== undefined)) return undefined;
  return {
    ours: mean(found.map((line) => line.figures.ndcg10)),
    reference: mean(found.map((line) => line.reference?.ndcg10 ?? Number.NaN)),
  };
}

/** Aligned tables: rankings, answers, grounding, and last the machine-dependent costs. */
export function renderReport(report: Report): string {
  const parts: string[] = [];
  if (report.asked.length > 0) parts.push(renderAsked(report.asked));
  if (report.lines.length > 0) parts.push(tableOf(LINES, report.lines));
  const mean = meanOfLines(report.lines);
  if (mean)
    parts.push(
      `mean nDCG@10 of ${MEAN_LINES.length} lines ${share(mean.ours)}, plain BM25 ${share(mean.reference)}, ${signed(mean.ours - mean.reference)}`,
    );
  parts.push(...renderAnswers(report.answers));
  if (report.grounding) parts.push(renderGrounding(report.grounding).trimEnd());
  if (report.costs.length > 0) parts.push(tableOf(COSTS, report.costs));
  return `${parts.join('\n\n')}\n`;
}

const LINES: readonly Column<MeasuredLine>[] = [
  ['ranking', ({ name }) => name],
  ['questions', ({ questions }) => String(questions)],
  ['nDCG@10', ({ figures }) => share(figures.ndcg10)],
  ['BM25', ({ reference }) => (reference?.ndcg10 === undefined ? '–' : share(reference.ndcg10))],
  [
    'diff',
    ({ figures, reference }) =>
      reference?.ndcg10 === undefined ? '–' : signed(figures.ndcg10 - reference.ndcg10),
  ],
  ...(['recall5', 'recall10', 'recall100', 'mrr10', 'hit1'] as const).map(
    (name): Column<MeasuredLine> => [
      FIGURES[name].replace('Recall', 'R'),
      ({ figures }) => share(figures[name]),
    ],
  ),
];

const COSTS: readonly Column<MeasuredCost>[] = [
  ['cost here', ({ name }) => name],
  ['documents', ({ indexing }) => String(indexing.documents)],
  ['chunks', ({ indexing }) => String(indexing.chunks)],
  ['prepare chunks/s', ({ indexing: { chunks, prepareMs } }) => perSecond(chunks, prepareMs)],
  ['store chunks/s', ({ indexing: { chunks, storeMs } }) => perSecond(chunks, storeMs)],
  ['fit s', ({ indexing }) => (indexing.embedMs / 1000).toFixed(1)],
  ['ms a ranking', ({ msPerRanking }) => milliseconds(msPerRanking)],
];

function perSecond(chunks: number, ms: number): string {
  return String(Math.round((chunks * 1000) / Math.max(ms, 0.1)));
}
