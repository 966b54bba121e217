/** The figures of a soak, as text. */
import type { Sample } from './samples.ts';

type Figure = Exclude<keyof Sample, 'serverErrors'>;

/**
 * Growth from the first to the last third that is no leak: of what has a bound, as a share and in its own unit. The
 * server remembers the last 16,384 passages that it has read: of texts with as many words as these that takes some
 * 160 MB of the heap and 40 MB beside it, and at 16 actions a second 40 minutes until it is full.
 */
const STEADY: Readonly<Partial<Record<Figure, { share: number; atLeast: number }>>> = {
  files: { share: 0.2, atLeast: 20 },
  threads: { share: 0, atLeast: 4 },
  children: { share: 0, atLeast: 2 },
  heapMb: { share: 0.2, atLeast: 160 },
  externalMb: { share: 0.2, atLeast: 40 },
  staged: { share: 0, atLeast: 3 },
  walMb: { share: 0.5, atLeast: 70 },
  retrieveP50: { share: 0.5, atLeast: 5 },
};

const COLUMNS: readonly (readonly [heading: string, figure: Figure, digits: number])[] = [
  ['heap', 'heapMb', 0],
  ['ext', 'externalMb', 0],
  ['rss', 'rssMb', 0],
  ['parse', 'parsersMb', 0],
  ['fds', 'files', 0],
  ['thr', 'threads', 0],
  ['chld', 'children', 0],
  ['cpu ms', 'cpuMs', 0],
  ['db', 'databasesMb', 1],
  ['wal', 'walMb', 1],
  ['logs', 'logsMb', 1],
  ['orig', 'originals', 0],
  ['stg', 'staged', 0],
  ['docs', 'documents', 0],
  ['chunks', 'chunks', 0],
  ['pend', 'pending', 0],
  ['lag', 'lagMs', 0],
  ['health', 'healthMs', 0],
  ['answ', 'answers', 0],
  ['rt50', 'retrieveP50', 1],
  ['rt99', 'retrieveP99', 0],
  ['an50', 'answerP50', 0],
  ['an99', 'answerP99', 0],
];
const WIDTH = 7;

export const HEADINGS = `min  ${COLUMNS.map(([heading]) => heading.padStart(WIDTH)).join('')}  5xx`;

export function minuteLine(minute: string, sample: Sample): string {
  const cells = COLUMNS.map(([, figure, digits]) => sample[figure].toFixed(digits).padStart(WIDTH));
  return `${minute.padStart(4)} ${cells.join('')}  ${sample.serverErrors}`;
}

/** The means of the first and last third of the minutes, and what has grown that should not. */
export function driftOf(samples: readonly Sample[]): { lines: string[]; grown: string[] } {
  const third = Math.max(1, Math.floor(samples.length / 3));
  const mean = (of: readonly Sample[], figure: Figure) =>
    of.reduce((sum, sample) => sum + sample[figure], 0) / of.length;
  const lines: string[] = [];
  const grown: string[] = [];
  for (const [, figure, digits] of COLUMNS) {
    const first = mean(samples.slice(0, third), figure);
    const last = mean(samples.slice(-third), figure);
    lines.push(
      `  ${figure.padEnd(14)}${first.toFixed(digits).padStart(10)}${last.toFixed(digits).padStart(10)}`,
    );
    const bound = STEADY[figure];
    if (bound && last - first > Math.max(bound.atLeast, bound.share * first))
      grown.push(`${figure} grew from ${first.toFixed(digits)} to ${last.toFixed(digits)}`);
  }
  return { lines, grown };
}
