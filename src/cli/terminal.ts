/** Where the command line writes to. */
export interface Terminal {
  write(text: string): void;
  /** Columns of a screen; undefined when the output goes to a file or a pipe. */
  readonly columns: number | undefined;
}
