import type { Client } from '@docent-server/client';
import type { Terminal } from './terminal.ts';

/** What a command that calls a running server works with. */
export interface Context {
  readonly client: Client;
  readonly terminal: Terminal;
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  /** Paths are relative to it. */
  readonly cwd: string;
  /** Ends the command. */
  readonly signal: AbortSignal;
}

/** Where the server is. */
export interface TargetOptions {
  readonly url?: string | undefined;
  readonly key?: string | undefined;
}

/** How a result is printed. */
export interface OutputOptions {
  readonly json?: true | undefined;
  readonly quiet?: true | undefined;
}

/** The values of an option that may be repeated. */
export type Repeated = readonly string[] | undefined;

/** What `--doc` and `--tag` ask of a server. */
export function filterOf({ doc, tag }: { readonly doc?: Repeated; readonly tag?: Repeated }) {
  if (!doc && !tag) return {};
  return { filter: { ...(doc && { doc_ids: [...doc] }), ...(tag && { tags: [...tag] }) } };
}

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
