#!/usr/bin/env node
import { CommanderError, InvalidArgumentError } from '@commander-js/extra-typings';
import { stopOnSignals } from './assembly/stop-on-signals.ts';
import { VERSION } from './assembly/version.ts';
import { EXIT } from './cli/context.ts';
import { failureOf } from './cli/failure.ts';
import { createProgram } from './cli/program.ts';
import { fail, terminal } from './cli/standard-streams.ts';
import { givenSettings } from './settings/given-settings.ts';
import { ValueError } from './settings/value-error.ts';

// A reader that has gone (`docent config | head`) is no fault.
process.stdout.on('error', () => {});

const program = createProgram({
  version: VERSION,
  local: async () => (await import('./local-commands.ts')).localCommands,
  onServer: async (target, command, { waits } = { waits: false }) => {
    const { onServer } = await import('./cli/on-server.ts');
    const interrupted = new AbortController();
    stopOnSignals((signal) => interrupted.abort(new Error(signal)), EXIT.interrupted);
    const { API_KEY: apiKey, PORT: port } = await givenSettings();
    const { stdin } = process;
    const context = { cwd: process.cwd(), stdin, terminal: terminal(), signal: interrupted.signal };
    process.exitCode = await onServer(target, command, { ...context, apiKey, port, waits });
    // Standard input may still be open.
    stdin.unref?.();
  },
  onExit: (code) => {
    // What serves ends by a signal.
    if (code !== EXIT.ok) process.exitCode = code;
  },
});

try {
  const args = process.argv.slice(2);
  if (args[0] === 'complete') await complete();
  await program.parseAsync(args.length === 0 ? ['run'] : args, { from: 'user' });
} catch (error) {
  const { text, code } = failureOf(error);
  if (error instanceof ValueError) fail(`${error.name}: ${error.message}\n`);
  // Commander has written the message of any other error of its own, or the help.
  else if (!(error instanceof CommanderError) || error instanceof InvalidArgumentError) fail(text, code);
  else process.exitCode = error.exitCode === 0 ? EXIT.ok : EXIT.usage;
}

/** Adds the commands that shells call to complete a command line. */
async function complete(): Promise<void> {
  const { addCompletion } = await import('./cli/completion.ts');
  addCompletion(program as never);
}
