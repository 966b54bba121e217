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
