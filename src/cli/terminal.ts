/** The command line's output. */
export interface Terminal {
  write(text: string): void;
  /** Columns of the terminal; undefined when the output goes to a file or a pipe. */
  readonly columns: number | undefined;
}
