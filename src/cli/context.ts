import type { ChatRequest, Client } from '@docent-server/client';
import { present } from '../kernel/present.ts';
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

/** The options that commands share, as `program.ts` declares them. */
interface SharedOptions {
  readonly answer: string;
  readonly answersPerDay: number;
  readonly branch: string;
  readonly by: string;
  readonly doc: readonly string[];
  /** Minutes. */
  readonly every: number;
  /** Milliseconds since the epoch, as `since`. */
  readonly expires: number;
  readonly include: readonly string[];
  readonly json: true;
  readonly lang: string;
  readonly limit: number;
  readonly location: string;
  readonly mode: ChatRequest['mode'];
  readonly name: string;
  readonly note: string;
  readonly output: string;
  readonly quiet: true;
  readonly requestsPerMinute: number;
  readonly since: number;
  readonly tag: readonly string[];
  readonly title: string;
}

export type Options<Name extends keyof SharedOptions> = {
  readonly [Key in Name]?: SharedOptions[Key] | undefined;
};

/** How a result is printed. */
export type OutputOptions = Options<'json' | 'quiet'>;

/** What `--doc` and `--tag` ask of a server. */
export function filterOf({ doc, tag }: Options<'doc' | 'tag'>) {
  if (!doc && !tag) return {};
  return { filter: present({ doc_ids: doc && [...doc], tags: tag && [...tag] }) };
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
