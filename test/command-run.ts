import { Readable } from 'node:stream';
import { failureOf } from '../src/cli/failure.ts';
import { onServer } from '../src/cli/on-server.ts';
import { createProgram, type LocalCommands } from '../src/cli/program.ts';

/**
 * A command that calls a server, run in this process: one of its own takes a third of a second of the processor.
 * `cli.test.ts` and `snippets.test.ts` also run commands as a shell does.
 */
export async function runCommand(
  args: readonly string[],
  { at, cwd, apiKey, input = '' }: { at: string; cwd: string; apiKey?: string | undefined; input?: string },
): Promise<{ code: number | undefined; out: string; err: string }> {
  let [out, err] = ['', ''];
  let code: number | undefined;
  const program = createProgram({
    version: '',
    local: async () => ({}) as LocalCommands,
    onServer: async (target, command) => {
      code = await onServer({ url: at, ...target }, command, {
        ...{ cwd, apiKey, port: undefined, stdin: Readable.from([input]) as unknown as NodeJS.ReadStream },
        terminal: { write: (text) => (out += text), columns: undefined },
        signal: new AbortController().signal,
      });
    },
    onExit: () => {},
  });
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    ({ text: err, code } = failureOf(error));
  }
  return { code, out, err };
}
