import { parseArgs } from 'node:util';
import { nearest } from '../edit-distance.ts';

interface Usage {
  readonly name: string;
  readonly form: string;
  readonly does: string;
}

const COMMANDS: readonly Usage[] = [
  { name: 'run', form: '', does: 'answer on HOST and PORT, and ingest, until stopped' },
  { name: 'serve', form: 'serve', does: 'only answer, where RECORD_STORE is shared with a docent worker' },
  { name: 'worker', form: 'worker', does: 'only ingest, where RECORD_STORE is shared with a docent serve' },
  { name: 'config', form: 'config', does: 'print the effective settings' },
  {
    name: 'backup',
    form: 'backup <folder>',
    does: 'copy the stored data to a new folder, even while Docent runs',
  },
  {
    name: 'migrate',
    form: 'migrate --to <file>',
    does: 'copy the data of a stopped Docent to the shared stores that a file of settings names',
  },
  {
    name: 'ingest',
    form: 'ingest <path…> [options]',
    does: 'bring files, folders, globs and .zip archives into a server',
  },
  {
    name: 'watch',
    form: 'watch <folder> [options]',
    does: 'keep a folder and a running server in step until Ctrl-C',
  },
  { name: 'reindex', form: 'reindex [options]', does: 'have a running server embed all documents again' },
  {
    name: 'mcp',
    form: 'mcp [options]',
    does: 'offer a running server to an MCP client, over stdin and stdout',
  },
  { name: 'help', form: 'help [command]', does: 'explain a command' },
];

/** The commands that take an option, and how it is written. */
const OPTIONS: readonly (Usage & { readonly of: readonly string[] })[] = [
  {
    name: 'url',
    form: '--url <address>',
    does: "of the server; this machine's, on PORT, by default",
    of: ['ingest', 'watch', 'reindex', 'mcp'],
  },
  {
    name: 'key',
    form: '--key <key>',
    does: 'sent as X-API-Key; API_KEY by default',
    of: ['ingest', 'watch', 'reindex', 'mcp'],
  },
  { name: 'tag', form: '--tag <tag>', does: 'for the documents; may be repeated', of: ['ingest', 'watch'] },
  {
    name: 'from-originals',
    form: '--from-originals',
    does: 'read every document again, not only its passages; rebuild docent.db where DATA_DIR has lost it',
    of: ['reindex'],
  },
  {
    name: 'search',
    form: '--search',
    does: 'build the index in VECTOR_STORE again from RECORD_STORE, as the settings name them',
    of: ['reindex'],
  },
  {
    name: 'to',
    form: '--to <file>',
    does: 'with RECORD_STORE, VECTOR_STORE and FILE_STORE, written as in .env',
    of: ['migrate'],
  },
  {
    name: 'allow-empty',
    form: '--allow-empty',
    does: 'delete documents even when most files of the folder have gone at once',
    of: ['watch'],
  },
];

const COMMAND_NAMES = COMMANDS.map(({ name }) => name);
const EDITS_MAX = 2;

/** What a command does and the options it takes; of all commands without `about`. */
export function usage(about?: string): string {
  const forms = COMMANDS.filter(({ name }) => about === undefined || name === about).map(
    ({ form, does }) => `docent ${form.padEnd(26)} ${does}`,
  );
  if (about === undefined) forms.push('docent --help | --version');
  const options = OPTIONS.filter(({ of }) => about === undefined || of.includes(about)).map(
    ({ form, does }) => `  ${form.padEnd(17)} ${does}\n`,
  );
  return [
    `Usage: ${forms.join('\n       ')}\n`,
    ...(options.length > 0 ? [options.join('')] : []),
    'Settings come from the environment and from .env in this folder; .env.example lists them.\n',
  ].join('\n');
}

/** A parsed command line. */
export type Command =
  | { readonly name: 'run' | 'serve' | 'worker' | 'config' | 'version' }
  /** `about` a command, or all. */
  | { readonly name: 'help'; readonly about?: string }
  | { readonly name: 'backup'; readonly folder: string }
  | { readonly name: 'migrate'; readonly to: string }
  | ({ readonly name: 'ingest'; readonly paths: readonly string[] } & Target)
  | ({ readonly name: 'watch'; readonly folder: string; readonly allowEmpty: boolean } & Target)
  | ({ readonly name: 'reindex'; readonly from: 'chunks' | 'originals' } & Target)
  | { readonly name: 'reindex-search' }
  | ({ readonly name: 'mcp' } & Target);

/** Those that call a running server. */
export type ClientCommand = Extract<Command, { name: 'ingest' | 'watch' | 'reindex' | 'mcp' }>;

export function isClient(command: Command | Misuse): command is ClientCommand {
  return CLIENT_NAMES.has(command.name);
}

const CLIENT_NAMES: ReadonlySet<string> = new Set(['ingest', 'watch', 'reindex', 'mcp']);

export interface Target {
  /** Undefined for the server on this machine. */
  readonly url: string | undefined;
  readonly key: string | undefined;
  readonly tags: readonly string[];
}

/** An invalid command line. */
interface Misuse {
  readonly name: 'misuse';
  /** A sentence. */
  readonly why: string;
}

export function readCommand(args: readonly string[]): Command | Misuse {
  const read = parsed(args);
  if (read instanceof Error) return misuse(parsingFault(read));
  const { values, positionals } = read;
  if (values.version) return { name: 'version' };
  const [word = 'run', ...rest] = positionals;
  if (values.help || word === 'help') return help(word === 'help' ? rest[0] : positionals[0]);
  const { url, key, tag: tags = [], 'from-originals': isFromOriginals, 'allow-empty': allowEmpty } = values;
  const [folder] = rest;
  if (word === 'backup')
    return folder === undefined || rest.length > 1 || Object.keys(values).length > 0
      ? misuse('backup takes one folder; what is copied is DATA_DIR.')
      : { name: 'backup', folder };
  if (word === 'migrate')
    return values.to === undefined || rest.length > 0 || Object.keys(values).length > 1
      ? misuse('migrate takes --to <file> alone; what is copied is DATA_DIR.')
      : { name: 'migrate', to: values.to };
  if (values.to !== undefined) return misuse('--to belongs to migrate.');
  if (word === 'run' || word === 'serve' || word === 'worker' || word === 'config') {
    const isBare = rest.length === 0 && Object.keys(values).length === 0;
    return isBare ? { name: word } : misuse(`${word} takes nothing more: it goes by the settings.`);
  }
  if (url !== undefined && !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    return misuse(`--url takes an address such as http://127.0.0.1:8000: current value is ${url}`);
  const target = { url, key, tags };
  if (allowEmpty && word !== 'watch') return misuse('--allow-empty belongs to watch.');
  if (word === 'reindex') {
    if (rest.length > 0 || tags.length > 0) return misuse('reindex takes no paths and no --tag.');
    if (values.search)
      return Object.keys(values).length > 1
        ? misuse('--search goes by the settings and takes nothing more.')
        : { name: 'reindex-search' };
    return { name: 'reindex', from: isFromOriginals ? 'originals' : 'chunks', ...target };
  }
  if (isFromOriginals) return misuse('--from-originals belongs to reindex.');
  if (word === 'mcp')
    return rest.length > 0 || tags.length > 0
      ? misuse('mcp takes no paths and no --tag.')
      : { name: 'mcp', ...target };
  if (values.search) return misuse('--search belongs to reindex.');
  if (word === 'ingest')
    return folder === undefined
      ? misuse('ingest takes a path, or several.')
      : { name: 'ingest', paths: rest, ...target };
  if (word === 'watch')
    return folder === undefined || rest.length > 1
      ? misuse('watch takes one folder.')
      : { name: 'watch', folder, allowEmpty: allowEmpty === true, ...target };
  return misuse(unknown('command', word, COMMAND_NAMES));
}

function help(about: string | undefined): Command | Misuse {
  if (about === undefined) return { name: 'help' };
  if (!COMMAND_NAMES.includes(about)) return misuse(unknown('command', about, COMMAND_NAMES));
  return { name: 'help', about };
}

function unknown(kind: 'command' | 'option', given: string, known: readonly string[]): string {
  const meant = nearest(given, known, EDITS_MAX);
  return `There is no ${kind} ${given}.${meant ? ` Did you mean ${meant}?` : ''}`;
}

function misuse(why: string): Misuse {
  return { name: 'misuse', why };
}

/** Node's message, but for an option that is not known. */
function parsingFault({ message }: Error): string {
  const option = /^Unknown option '(-[^']*)'/.exec(message)?.[1];
  const known = ['--help', '--version', ...OPTIONS.map(({ name }) => `--${name}`)];
  return option ? unknown('option', option, known) : message;
}

function parsed(args: readonly string[]) {
  const options = {
    help: { type: 'boolean', short: 'h' },
    version: { type: 'boolean', short: 'v' },
    url: { type: 'string' },
    key: { type: 'string' },
    tag: { type: 'string', multiple: true },
    'from-originals': { type: 'boolean' },
    search: { type: 'boolean' },
    to: { type: 'string' },
    'allow-empty': { type: 'boolean' },
  } as const;
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    return error as Error;
  }
}
