import { InvalidArgumentError } from '@commander-js/extra-typings';
import { asError } from '../errors.ts';
import { EXIT, type ExitCode } from './context.ts';

/** What a user at a terminal gets of an error that a command has thrown. */
export function failureOf(error: unknown): { readonly text: string; readonly code: ExitCode } {
  const isUsage =
    error instanceof InvalidArgumentError ||
    // The server's word on options that only it can check.
    (error as { code?: unknown }).code === 'validation_failed';
  const code = isUsage ? EXIT.usage : EXIT.failed;
  return { text: `docent: ${inWords(asError(error))}\n`, code };
}

/** What the server names to its clients, and what does the same at a terminal. */
const COMMANDS = [
  ['GET /api/v1/ingest/docs', 'docent list'],
  ['GET /api/v1/review/pending', 'docent review list'],
  ['GET /api/v1/sources', 'docent sources list'],
  ['GET /api/v1/keys', 'docent keys list'],
] as const;

/** An error as a user at a terminal reads it. That of the system is `ENOENT: no such file or directory, open 'a.csv'`. */
export function inWords({ message }: Error): string {
  const words = message.replace(/^E[A-Z]+: (.*), (\w+) '(.*)'$/, 'Cannot $2 $3: $1.');
  return COMMANDS.reduce((text, [operation, command]) => text.replace(operation, command), words);
}
