import { InvalidArgumentError } from '@commander-js/extra-typings';
import { asError } from '../errors.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';

/** What a user at a terminal gets of an error that a command has thrown. */
export function failureOf(error: unknown): { readonly text: string; readonly code: ExitCode } {
  const isUsage =
    error instanceof InvalidArgumentError ||
    // The server's word on options that only it can check.
    (error as { code?: unknown }).code === 'validation_failed';
  const code = isUsage ? EXIT.usage : EXIT.failed;
  return { text: `docent: ${inWords(asError(error))}\n`, code };
}

/** An error of the system is `ENOENT: no such file or directory, open 'a.csv'`. */
function inWords({ message }: Error): string {
  return message.replace(/^E[A-Z]+: (.*), (\w+) '(.*)'$/, 'Cannot $2 $3: $1.');
}
