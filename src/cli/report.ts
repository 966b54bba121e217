import { type FileOutcome, UNCHANGED } from './ingest-files.ts';
import { createProgressBar } from './progress-bar.ts';
import { counted, printable, type Terminal } from './terminal.ts';

/** Skipped files listed in the summary; the rest is counted. Failed ones are all listed. */
const SKIPPED_SHOWN_MAX = 20;

/** Reports a run: a bar on a terminal, a line a file elsewhere; and a summary at the end. */
export function createReport(terminal: Terminal, filesTotal: number) {
  const outcomes: FileOutcome[] = [];
  const isScreen = terminal.columns !== undefined;
  const bar = createProgressBar(terminal);
  const { line } = bar;
  const of = (kind: FileOutcome['outcome']) => outcomes.filter(({ outcome }) => outcome === kind);

  return {
    add(outcome: FileOutcome): void {
      outcomes.push(outcome);
      if (isScreen) bar.draw(outcomes.length, filesTotal, printable(outcome.file.name));
      else line(lineOf(outcome));
    },
    hasFailures: () => of('failed').length > 0,
    /** Removes the bar and prints the summary: counts by outcome and, unless printed before, the files and reasons. */
    end(): void {
      const [done, skipped, failed] = [of('done'), of('skipped'), of('failed')];
      const passages = done.reduce((sum, { chunks }) => sum + chunks, 0);
      const left = filesTotal - outcomes.length;
      line(
        `${done.length} done (${counted(passages, 'passage')}), ${skipped.length} skipped, ${failed.length} failed${left > 0 ? `, ${left} not awaited` : ''}`,
      );
      if (!isScreen) return;
      const unchanged = skipped.filter(({ reason }) => reason === UNCHANGED);
      if (unchanged.length > 0) line(`skipped  ${unchanged.length} unchanged`);
      const others = skipped.filter(({ reason }) => reason !== UNCHANGED);
      for (const outcome of others.slice(0, SKIPPED_SHOWN_MAX)) line(lineOf(outcome));
      if (others.length > SKIPPED_SHOWN_MAX) line(`skipped  ${others.length - SKIPPED_SHOWN_MAX} more`);
      for (const outcome of failed) line(lineOf(outcome));
    },
  };
}

export function lineOf({ file, outcome, reason, chunks }: FileOutcome): string {
  const told = outcome === 'done' ? `${counted(chunks, 'passage')} as ${file.docId}` : reason;
  return printable(`${outcome.padEnd(7)}  ${file.name}: ${told}`);
}
