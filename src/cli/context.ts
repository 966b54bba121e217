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
