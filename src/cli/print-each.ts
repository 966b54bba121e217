import type { OutputOptions } from './context.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import type { Terminal } from './terminal.ts';

/**
 * Prints a list: JSON lines, ids alone, or as `text` says. That there is nothing goes to standard error, so that a pipe
 * stays empty.
 */
export async function printEach<T>(
  items: AsyncIterable<T>,
  { json, quiet }: OutputOptions,
  {
    terminal,
    none,
    id,
    text,
  }: {
    readonly terminal: Terminal;
    readonly none: string;
    readonly id: (item: T) => string;
    /** Ends in a line feed. */
    readonly text: (item: T) => string;
  },
): Promise<ExitCode> {
  let isEmpty = true;
  for await (const item of items) {
    isEmpty = false;
    terminal.write(json ? `${JSON.stringify(item)}\n` : quiet ? `${id(item)}\n` : text(item));
  }
  if (isEmpty && !json && !quiet) process.stderr.write(`docent: ${none}\n`);
  return EXIT.ok;
}
