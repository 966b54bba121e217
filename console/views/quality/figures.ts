import type { QualityRow, QualitySummary } from '../../api/quality.ts';
import { locale } from '../../messages.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

type Countable = Exclude<keyof QualityRow, 'start' | 'latency_ms_p50' | 'latency_ms_p95' | 'cost_usd'>;
export type Totals = Readonly<Record<Countable, number>> & {
  /** Null when nothing has a price. */
  readonly cost: number | null;
};

const COUNTED: readonly Countable[] = [
  ...([
    'answers',
    'refused',
    'quoted',
    'supported',
    'partial',
    'unsupported',
    'thumbs_up',
    'thumbs_down',
  ] as const),
  ...(['documents_done', 'documents_failed', 'bytes_ingested'] as const),
];

export function totalsOf(rows: readonly QualityRow[]): Totals {
  const sums = Object.fromEntries(
    COUNTED.map((name) => [name, rows.reduce((sum, row) => sum + row[name], 0)]),
  ) as Record<Countable, number>;
  const priced = rows.flatMap(({ cost_usd: cost }) => (typeof cost === 'number' ? [cost] : []));
  return { ...sums, cost: priced.length === 0 ? null : priced.reduce((sum, cost) => sum + cost, 0) };
}

/** Answers with statements that could not be checked: those in none of the other counts. */
export function unchecked({ answers, refused, quoted, supported, partial, unsupported }: QualityRow): number {
  return Math.max(0, answers - refused - quoted - supported - partial - unsupported);
}

/** The bounds of a row, as ISO 8601; the end is exclusive. */
export function boundsOf({ start }: QualityRow, each: QualitySummary['each']): { from: string; to: string } {
  const end = Date.parse(start) + (each === 'hour' ? HOUR_MS : DAY_MS);
  return { from: start, to: new Date(end).toISOString() };
}

/** `21 Nov`, or `14:00`: days are those of UTC, hours those of the reader. */
export function rowName({ start }: QualityRow, each: QualitySummary['each']): string {
  const at = new Date(start);
  return each === 'hour'
    ? new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at)
    : new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(at);
}

/** The next of 1, 2, 5, 10, 20, 50 …: the upper end of an axis. */
export function axisEnd(most: number): number {
  if (most <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(most));
  return [1, 2, 5, 10].map((step) => step * power).find((end) => end >= most) ?? most;
}
