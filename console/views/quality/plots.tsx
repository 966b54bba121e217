import type { QualityRow, QualitySummary } from '../../api/quality.ts';
import { counted, milliseconds } from '../../components/figures.ts';
import { plural, t } from '../../messages.ts';
import { boundsOf, rowName, type Totals, unchecked } from './figures.ts';
import { qualityHref } from './place.ts';
import { Bars, type Column, Lines, type Series } from './plot.tsx';

const OUTCOMES: readonly (Series & { readonly of: (row: QualityRow) => number })[] = [
  { label: t('Quoted'), ink: 'faint', of: ({ quoted }) => quoted },
  { label: t('Found in the sources'), ink: 'good', of: ({ supported }) => supported },
  { label: t('Partly'), ink: 'warn', of: ({ partial }) => partial },
  { label: t('Not found'), ink: 'bad', of: ({ unsupported }) => unsupported },
  { label: t('Not checked'), ink: 'plain', of: unchecked },
  { label: t('No answer'), ink: 'none', of: ({ refused }) => refused },
];
const OPINIONS = [
  { label: t('Thumbs up'), ink: 'good' },
  { label: t('Thumbs down'), ink: 'bad' },
] as const;
const LATENCIES = [
  { label: t('50% within'), ink: 'good' },
  { label: t('95% within'), ink: 'warn' },
] as const;
const INGESTS = [
  { label: t('Read'), ink: 'plain' },
  { label: t('Failed'), ink: 'bad' },
] as const;

/** The table's figures as plots. */
export function Plots({ summary, totals }: { summary: QualitySummary; totals: Totals }) {
  const { rows, each } = summary;
  const columns = (
    values: (row: QualityRow) => (number | null)[],
    cases: 'answers' | 'feedback' | null = 'answers',
  ): Column[] =>
    rows.map((row) => {
      const count = cases === 'answers' ? row.answers : row.thumbs_up + row.thumbs_down;
      const href = cases !== null && count > 0 && { href: qualityHref(cases, boundsOf(row, each)) };
      return { name: rowName(row, each), values: values(row), ...href };
    });
  const { answers, refused, quoted, supported, partial, unsupported } = totals;
  const outcomes = OUTCOMES.filter(({ of }) => rows.some((row) => of(row) > 0));
  return (
    <div class="plots">
      <Bars
        title={t('Answers and their check')}
        summary={plural(
          answers,
          [
            '{count} question: {quoted} answered with quotations, {supported} found in the sources, {partial} partly, {unsupported} not found in them, {refused} without an answer.',
            '{count} questions: {quoted} answered with quotations, {supported} found in the sources, {partial} partly, {unsupported} not found in them, {refused} without an answer.',
          ],
          { quoted, supported, partial, unsupported, refused },
        )}
        series={outcomes}
        columns={columns((row) => outcomes.map(({ of }) => of(row)))}
        format={counted}
      />
      <Lines
        title={t('Time to answer')}
        summary={t('From {half} for 50% of the answers to {most} for 95% of them.', {
          half: rangeOf(rows, 'latency_ms_p50'),
          most: rangeOf(rows, 'latency_ms_p95'),
        })}
        series={LATENCIES}
        columns={columns((row) => [row.latency_ms_p50, row.latency_ms_p95])}
        format={milliseconds}
      />
      <Bars
        title={t('Feedback')}
        summary={t('{up} thumbs up and {down} thumbs down.', {
          up: totals.thumbs_up,
          down: totals.thumbs_down,
        })}
        series={OPINIONS}
        columns={columns((row) => [row.thumbs_up, row.thumbs_down], 'feedback')}
        format={counted}
      />
      <Bars
        title={t('Documents read')}
        summary={plural(
          totals.documents_done,
          ['{count} document read, {failed} failed.', '{count} documents read, {failed} failed.'],
          { failed: totals.documents_failed },
        )}
        series={INGESTS}
        columns={columns((row) => [row.documents_done, row.documents_failed], null)}
        format={counted}
      />
    </div>
  );
}

function rangeOf(rows: readonly QualityRow[], name: 'latency_ms_p50' | 'latency_ms_p95'): string {
  const measured = rows.flatMap((row) => row[name] ?? []);
  if (measured.length === 0) return t('nothing measured');
  const [least, most] = [Math.min(...measured), Math.max(...measured)];
  return least === most ? milliseconds(least) : `${milliseconds(least)}–${milliseconds(most)}`;
}
