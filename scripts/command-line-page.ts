import type { Command } from '@commander-js/extra-typings';
import { EXIT } from '../src/cli/context.ts';
import { createProgram, EXAMPLES, type LocalCommands } from '../src/cli/program.ts';

/** The command line, of which no command does anything. @param onCommand Gets the name of one that is called. */
export function idleProgram(onCommand: (name: string) => void = () => {}) {
  const local = new Proxy({} as LocalCommands, {
    get: (_, name) => {
      // A promise of what has one would wait for it.
      if (name === 'then') return undefined;
      return async () => {
        onCommand(String(name));
        return EXIT.ok;
      };
    },
  });
  return createProgram({
    ...{ version: '', local: async () => local },
    ...{ onServer: async () => onCommand('onServer'), onExit: () => {} },
  });
}

/** The text of `docs/reference/command-line.md`. */
export function commandLinePage(): string {
  return `${HEAD}${idleProgram().commands.flatMap(sectionsOf).join('\n')}`;
}

const HEAD = `# Command line

Settings come from the environment and from \`.env\` in the folder that a command runs in. Commands that call a server
take the one of these settings (\`PORT\`, \`API_KEY\`), or that of \`--url\` and \`--key\`. \`docent help <command>\` explains a
command, and \`docent complete bash\` (\`zsh\`, \`fish\`, \`powershell\`) prints what a shell needs to complete it.

| exit code | meaning |
|---|---|
| ${EXIT.ok} | success |
| ${EXIT.failed} | something failed, or a check did: the message says what |
| ${EXIT.usage} | the command line is invalid |
| ${EXIT.noAnswer} | \`ask\` and \`search\`: the documents hold no answer |
| ${EXIT.interrupted} | interrupted by Ctrl-C; \`watch\` and servers, which have no other end, return 0 |

`;

function sectionsOf(command: Command<unknown[]>): string[] {
  const nested = command.commands.filter((each) => each.name() !== 'help');
  return nested.length > 0 ? nested.flatMap((each) => sectionsOf(each as never)) : [sectionOf(command)];
}

function sectionOf(command: Command<unknown[]>): string {
  const { parent } = command;
  const name = parent?.parent ? `${parent.name()} ${command.name()}` : command.name();
  const given = command.registeredArguments
    .filter(({ description, argChoices }) => description || argChoices)
    .map((argument) => [argument.name(), describe(argument)] as const);
  const options = command.options.map((option) => [option.flags, describe(option)] as const);
  const rows = [...given, ...options].map(([term, means]) => `| \`${term}\` | ${means} |`);
  const examples = Object.entries(EXAMPLES.get(command) ?? {}).map(([line, does]) => `# ${does}\n${line}`);
  return [
    `## docent ${name}\n`,
    `${command.description().replace(/^./, (first) => first.toUpperCase())}.\n`,
    `    docent ${name} ${command.usage()}\n`,
    ...(rows.length > 0 ? [`| argument or option | meaning |\n|---|---|\n${rows.join('\n')}\n`] : []),
    ...(examples.length > 0 ? [`\`\`\`sh\n${examples.join('\n')}\n\`\`\`\n`] : []),
  ].join('\n');
}

function describe(described: {
  readonly description: string;
  readonly argChoices?: readonly string[] | undefined;
  readonly defaultValue?: unknown;
}): string {
  const { description, argChoices, defaultValue } = described;
  const choices = argChoices?.map((choice) => `\`${choice}\``).join(', ');
  const parts = [description, choices, defaultValue === undefined ? '' : `default \`${defaultValue}\``];
  return parts.filter(Boolean).join('; ').replaceAll('|', '\\|');
}
