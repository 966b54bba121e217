import { parseArgs } from 'node:util';

export const USAGE = `Usage: docent [serve]                    answer on HOST and PORT until stopped
       docent config                     print the effective settings
       docent backup <folder>            copy the stored data to a new folder, also while Docent runs
       docent ingest <path…> [options]   bring files, folders, globs and .zip archives into a server
       docent watch <folder> [options]   keep a folder and a running server in step until Ctrl-C
       docent reindex [options]          have a running server embed all documents anew
       docent --help | --version

  --url <address>   of the server; this machine's, on PORT, by default
  --key <key>       sent as X-API-Key; API_KEY by default
  --tag <tag>       for the documents; may be repeated
  --from-originals  reindex by reading every document anew, not only its passages

Settings come from the environment and from .env in this folder; .env.example lists them.
`;

/** A parsed command line. */
export type Command =
  | { readonly name: 'serve' | 'config' | 'help' | 'version' }
  | { readonly name: 'backup'; readonly folder: string }
  | ({ readonly name: 'ingest'; readonly paths: readonly string[] } & Target)
  | ({ readonly name: 'watch'; readonly folder: string } & Target)
  | ({ readonly name: 'reindex'; readonly from: 'chunks' | 'originals' } & Target);

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
  if (read instanceof Error) return misuse(read.message);
  const { values, positionals } = read;
  if (values.help) return { name: 'help' };
  if (values.version) return { name: 'version' };
  const [word = 'serve', ...rest] = positionals;
  const { url, key, tag: tags = [], 'from-originals': isFromOriginals } = values;
  const [folder] = rest;
  if (word === 'backup')
    return folder === undefined || rest.length > 1 || Object.keys(values).length > 0
      ? misuse('backup takes one folder; what is copied is DATA_DIR.')
      : { name: 'backup', folder };
  if (word === 'serve' || word === 'config') {
    const isBare = rest.length === 0 && Object.keys(values).length === 0;
    return isBare ? { name: word } : misuse(`${word} takes nothing more: it goes by the settings.`);
  }
  if (url !== undefined && !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    return misuse(`--url takes an address such as http://127.0.0.1:8000: current value is ${url}`);
  const target = { url, key, tags };
  if (word === 'reindex') {
    if (rest.length > 0 || tags.length > 0) return misuse('reindex takes no paths and no --tag.');
    return { name: 'reindex', from: isFromOriginals ? 'originals' : 'chunks', ...target };
  }
  if (isFromOriginals) return misuse('--from-originals belongs to reindex.');
  if (word === 'ingest')
    return folder === undefined
      ? misuse('ingest takes a path, or several.')
      : { name: 'ingest', paths: rest, ...target };
  if (word === 'watch')
    return folder === undefined || rest.length > 1
      ? misuse('watch takes one folder.')
      : { name: 'watch', folder, ...target };
  return misuse(`There is no command ${word}.`);
}

function misuse(why: string): Misuse {
  return { name: 'misuse', why };
}

function parsed(args: readonly string[]) {
  const options = {
    help: { type: 'boolean', short: 'h' },
    version: { type: 'boolean', short: 'v' },
    url: { type: 'string' },
    key: { type: 'string' },
    tag: { type: 'string', multiple: true },
    'from-originals': { type: 'boolean' },
  } as const;
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    return error as Error;
  }
}
