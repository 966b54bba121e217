import { type FileOutcome, UNCHANGED } from './ingest-file.ts';
import { createProgressBar } from './progress-bar.ts';
import type { Terminal } from './terminal.ts';

/** Tells how a run goes: a bar on a screen, a line a file elsewhere; and at the end what became of all. */
export interface Report {
  add(outcome: FileOutcome): void;
  /** Something that holds everything up. */
  note(text: string): void;
  /** Takes the bar away and prints the summary: how many ended how and, where no lines did, which and why. */
  end(): void;
}

/** Skipped files that are listed in the summary; the rest is counted. Failed ones all are. */
const SKIPPED_SHOWN_MAX = 20;

export function createReport(terminal: Terminal, filesTotal: number): Report {
  const outcomes: FileOutcome[] = [];
  const isScreen = terminal.columns !== undefined;
  const bar = createProgressBar(terminal);
  const { line } = bar;
  const of = (kind: FileOutcome['outcome']) => outcomes.filter(({ outcome }) => outcome === kind);

  return {
    add(outcome) {
      outcomes.push(outcome);
      if (isScreen) bar.draw(outcomes.length, filesTotal, printable(outcome.file.name));
      else line(lineOf(outcome));
    },
    note(text) {
      // All files that are on their way meet the same obstacle: it is told once.
      bar.note(printable(text));
      if (isScreen) bar.draw(outcomes.length, filesTotal, '');
    },
    end() {
      const [done, skipped, failed] = [of('done'), of('skipped'), of('failed')];
      const passages = done.reduce((sum, { chunks }) => sum + chunks, 0);
      line(
        `${done.length} done (${counted(passages, 'passage')}), ${skipped.length} skipped, ${failed.length} failed`,
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

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Names of files and words of a server could hold sequences that a terminal obeys. */
function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, '\ufffd');
}
