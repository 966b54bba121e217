/** What a command returns to the shell. `docs/reference/command-line.md` lists them. */
export const EXIT = {
  ok: 0,
  /** Something failed; the message says what. */
  failed: 1,
  /** The command line is invalid. */
  usage: 2,
  /** `ask` and `search`: the documents hold no answer. */
  noAnswer: 3,
  /** Ended by Ctrl-C, as in shells: 128 + SIGINT. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
