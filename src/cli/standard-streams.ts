import { EXIT, type ExitCode } from './context.ts';
import type { Terminal } from './terminal.ts';

export function terminal(): Terminal {
  const { stdout } = process;
  return { write: (text) => stdout.write(text), columns: stdout.isTTY ? stdout.columns : undefined };
}

/** Sets the exit code instead of exiting, so that pending output is not cut off. */
export function fail(text: string, code: ExitCode = EXIT.failed): void {
  process.stderr.write(text);
  process.exitCode = code;
}
