import { EXIT, type ExitCode, type OutputOptions } from './context.ts';

/** The command line's output. */
export interface Terminal {
  write(text: string): void;
  /** Columns of the terminal; undefined when the output goes to a file or a pipe. */
  readonly columns: number | undefined;
}

/**
 * Text of files, servers and models, which could hold escape sequences of terminals, or change the direction of what is
 * shown.
 */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Bidi_Control}]/gu, '\ufffd');
}

/** The same in one line. */
export function oneLine(text: string): string {
  return printable(text.replaceAll(/\s+/g, ' ').trim());
}

/** The same for texts of several lines. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n');
}

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/**
 * Prints a list: JSON lines, ids alone, or as `text` says. That there is nothing goes to standard error, so that a pipe
 * stays empty.
 */
export async function printEach<T>(
  items: AsyncIterable<T>,
  { json, quiet }: OutputOptions,
  of: {
    readonly terminal: Terminal;
    readonly none: string;
    readonly id: (item: T) => string;
    /** Ends in a line feed. */
    readonly text: (item: T) => string;
  },
): Promise<ExitCode> {
  const { terminal, none, id, text } = of;
  let isEmpty = true;
  for await (const item of items) {
    isEmpty = false;
    terminal.write(json ? `${JSON.stringify(item)}\n` : quiet ? `${id(item)}\n` : text(item));
  }
  if (isEmpty && !json && !quiet) process.stderr.write(`docent: ${none}\n`);
  return EXIT.ok;
}
