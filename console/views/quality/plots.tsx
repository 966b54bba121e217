import type { QualityRow, QualitySummary } from '../../api/quality.ts';
import { counted, milliseconds, plural } from '../../components/figures.ts';
import { boundsOf, rowName, type Totals, unchecked } from './figures.ts';
import { qualityHref } from './place.ts';
import { Bars, type Column, Lines, type Series } from './plot.tsx';

const OUTCOMES: readonly (Series & { readonly of: (row: QualityRow) => number })[] = [
  { label: 'Quoted', ink: 'faint', of: ({ quoted }) => quoted },
  { label: 'Found in the sources', ink: 'good', of: ({ supported }) => supported },
  { label: 'Partly', ink: 'warn', of: ({ partial }) => partial },
  { label: 'Not found', ink: 'bad', of: ({ unsupported }) => unsupported },
  { label: 'Not checked', ink: 'plain', of: unchecked },
  { label: 'No answer', ink: 'none', of: ({ refused }) => refused },
];
/** Left out where there are none. */
const RARE: ReadonlySet<string> = new Set(['Quoted', 'Not checked']);
const OPINIONS = [
  { label: 'Thumbs up', ink: 'good' },
  { label: 'Thumbs down', ink: 'bad' },
] as const;
const LATENCIES = [
  { label: '50% within', ink: 'good' },
  { label: '95% within', ink: 'warn' },
] as const;
const INGESTS = [
  { label: 'Read', ink: 'plain' },
  { label: 'Failed', ink: 'bad' },
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
  const outcomes = OUTCOMES.filter(({ label, of }) => !RARE.has(label) || rows.some((row) => of(row) > 0));
  return (
    <div class="plots">
      <Bars
        title="Answers and their check"
        summary={`${plural(answers, 'question')}: ${quoted} answered with quotations, ${supported} found in the sources, ${partial} partly, ${unsupported} not found in them, ${refused} without an answer.`}
        series={outcomes}
        columns={columns((row) => outcomes.map(({ of }) => of(row)))}
        format={counted}
      />
      <Lines
        title="Time to answer"
        summary={`From ${rangeOf(rows, 'latency_ms_p50')} for 50% of the answers to ${rangeOf(rows, 'latency_ms_p95')} for 95% of them.`}
        series={LATENCIES}
        columns={columns((row) => [row.latency_ms_p50, row.latency_ms_p95])}
        format={milliseconds}
      />
      <Bars
        title="Feedback"
        summary={`${totals.thumbs_up} thumbs up and ${totals.thumbs_down} thumbs down.`}
        series={OPINIONS}
        columns={columns((row) => [row.thumbs_up, row.thumbs_down], 'feedback')}
        format={counted}
      />
      <Bars
        title="Documents read"
        summary={`${plural(totals.documents_done, 'document')} read, ${totals.documents_failed} failed.`}
        series={INGESTS}
        columns={columns((row) => [row.documents_done, row.documents_failed], null)}
        format={counted}
      />
    </div>
  );
}

function rangeOf(rows: readonly QualityRow[], name: 'latency_ms_p50' | 'latency_ms_p95'): string {
  const measured = rows.flatMap((row) => row[name] ?? []);
  if (measured.length === 0) return 'nothing measured';
  const [least, most] = [Math.min(...measured), Math.max(...measured)];
  return least === most ? milliseconds(least) : `${milliseconds(least)}–${milliseconds(most)}`;
}
