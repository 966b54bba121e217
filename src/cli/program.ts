import { Command, type CommandUnknownOpts, InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { nearest } from '../kernel/edit-distance.ts';
import { SCOPES, type Scope } from '../ports/access-store.ts';
import type { Context, ExitCode, TargetOptions } from './context.ts';

/** The commands that work on this machine instead of calling a server. */
export interface LocalCommands {
  serve(role: 'run' | 'serve' | 'worker'): Promise<ExitCode>;
  config(): Promise<ExitCode>;
  init(options: { readonly force?: true | undefined }): Promise<ExitCode>;
  doctor(options: { readonly quiet?: true | undefined }): Promise<ExitCode>;
  backup(folder: string): Promise<ExitCode>;
  restore(folder: string): Promise<ExitCode>;
  migrate(file: string): Promise<ExitCode>;
  reindexSearch(): Promise<ExitCode>;
  /** @returns Undefined when the catalogue is not lost, so that a running server can be asked. */
  rebuildLost(): Promise<ExitCode | undefined>;
}

/** Runs a command against the server that `target` names. @param options.waits Until it has started. */
export type OnServer = (
  target: TargetOptions,
  run: (context: Context) => Promise<ExitCode>,
  options?: { readonly waits: boolean },
) => Promise<void>;

/** The examples in the help of a command, each a command line and what it does. */
export const EXAMPLES = new WeakMap<object, Examples>();

type Examples = Readonly<Record<string, string>>;

/**
 * The command line: every command, argument and option that there is. The help, the completion and
 * docs/reference/command-line.md come from it.
 *
 * @param parts.local Loads the commands that work on this machine.
 * @param parts.onExit Gets the exit code of a command of `local`.
 */
export function createProgram(parts: {
  readonly version: string;
  readonly local: () => Promise<LocalCommands>;
  readonly onServer: OnServer;
  readonly onExit: (code: ExitCode) => void;
}) {
  const { onServer, onExit } = parts;
  const exitsWith = async (run: (local: LocalCommands) => Promise<ExitCode>) =>
    onExit(await run(await parts.local()));
  const program = new Command('docent')
    .description("Answers questions from a team's own documents.")
    .version(parts.version, '-v, --version', 'print the version')
    .helpOption('-h, --help', 'explain a command')
    .helpCommand(false)
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'docent: ')) })
    .addHelpText(
      'after',
      '\nRun docent help <command> for its options and examples. docent complete bash (zsh, fish, powershell)\nprints what a shell needs to complete commands.',
    )
    .showHelpAfterError('Run docent help, or docent help <command>.')
    .enablePositionalOptions()
    .exitOverride();

  /** A command of `parent` whose help ends in examples. */
  const command = (parent: CommandUnknownOpts, name: string, does: string, examples: Examples = {}) => {
    const created = new Command(name).copyInheritedSettings(program as never).description(does);
    parent.addCommand(created);
    EXAMPLES.set(created, examples);
    const shown = Object.entries(examples).map(([line, explained]) => `  ${line}\n      ${explained}`);
    if (shown.length > 0) created.addHelpText('after', `\nExamples:\n${shown.join('\n')}`);
    return created;
  };
  /** A command that calls a server. */
  const remote = (...given: Parameters<typeof command>) =>
    command(...given)
      .option('--url <url>', "of the server; by default this machine's, on PORT", urlOf)
      .option('--key <key>', 'sent as X-API-Key; API_KEY by default');
  /** The action of such a command, which is loaded when it is called. */
  const runs =
    <Given extends readonly unknown[]>(
      load: () => Promise<(...given: [...Given, Context]) => Promise<ExitCode>>,
      options?: { readonly waits: boolean },
    ) =>
    async (...given: [...Given, unknown]) => {
      const own = given.slice(0, -1) as unknown as Given;
      const run = async (context: Context) => (await load())(...own, context);
      await onServer(own.at(-1) as TargetOptions, run, options);
    };
  const quiet = ['-q, --quiet', 'print results and errors only'] as const;
  const idsOnly = ['-q, --quiet', 'print ids only'] as const;
  const reply = ['--json', 'print the reply of the API'] as const;
  const lines = ['--json', 'print one JSON object a line'] as const;
  const mode = () =>
    new Option('--mode <mode>', 'CHAT_MODE by default').choices(['strict', 'learning', 'open'] as const);
  const include = ['--include <glob>', 'only paths that match; may be repeated', collected] as const;
  const tag = (of: string) => ['--tag <tag>', `${of}; may be repeated`, collected] as const;

  for (const [name, does, example] of [
    ['run', 'answer questions and ingest documents until stopped: the default command', 'docent run'],
    ['serve', 'only answer, where RECORD_STORE is shared with a docent worker', 'docent serve'],
    ['worker', 'only ingest, where RECORD_STORE is shared with a docent serve', 'docent worker'],
  ] as const)
    command(program, name, does, {
      [example]: 'runs until Ctrl-C or SIGTERM',
    }).action(() => exitsWith((local) => local.serve(name)));

  remote(program, 'ask', 'ask a question, and print the answer with its sources', {
    'docent ask "What does a family ticket cost?"': 'asks one question',
    'docent ask': 'asks one question after another, until Ctrl-D',
    'echo "Who may park here?" | docent ask --json': "reads the question from a pipe, prints the API's reply",
    'docent ask --tag hr --doc handbook "How long is the notice period?"': 'looks in some documents only',
  })
    .argument('[question...]', 'words of the question; - reads it from standard input')
    .option('--doc <id>', 'answer from this document; may be repeated', collected)
    .option(...tag('answer from documents with this tag'))
    .addOption(mode())
    .option('--lang <tag>', 'language of the answer, such as de')
    .option('-i, --interactive', 'ask one question after another')
    .option(...reply)
    .option('-q, --quiet', 'print the answer without its sources')
    .action(runs(async () => (await import('./commands/ask.ts')).askCommand));

  remote(program, 'search', 'print the passages that are about a question, and no answer', {
    'docent search "family ticket" --limit 3': 'prints the three best passages',
  })
    .argument('<query...>', 'a question, or words')
    .option('--limit <number>', 'maximum number of passages, 1 to 50', wholeNumber)
    .option('--doc <id>', 'search this document; may be repeated', collected)
    .option(...tag('search documents with this tag'))
    .option(...reply)
    .option('-q, --quiet', 'print the ids of documents only')
    .action(runs(async () => (await import('./commands/search.ts')).searchCommand));

  remote(program, 'ingest', 'add files, folders, globs, .zip archives and URLs to a server', {
    'docent ingest handbook.pdf policies/ "notes/**/*.md"': 'adds files, folders and what a pattern names',
    'docent ingest https://example.org/prices.pdf --tag public': 'has the server download a document',
    'docent ingest policies/ --dry-run': 'only prints what would be added or replaced',
  })
    .argument('<path...>', 'files, folders, glob patterns, .zip archives and URLs', paths)
    .option(...tag('for the documents'))
    .option('--doc-id <id>', 'id of the document; with one file or URL')
    .option('--title <title>', 'title of the document; with one file or URL')
    .option('--dry-run', 'print what would happen, and change nothing')
    .option(...quiet)
    .action(runs(async () => (await import('./commands/ingest.ts')).ingestCommand, { waits: true }));

  remote(program, 'watch', 'keep a server in sync with a folder, until Ctrl-C', {
    'docent watch policies/ --tag hr': 'adds, replaces and deletes documents as files change',
  })
    .argument('<folder>', '', path)
    .option(...tag('for the documents'))
    .option('--allow-empty', 'delete documents even when most files of the folder are gone at once')
    .option('-q, --quiet', 'print errors only')
    .action(runs(async () => (await import('./commands/watch.ts')).watchCommand, { waits: true }));

  remote(program, 'list', 'list the documents of a server', {
    'docent list --status failed': 'lists what could not be read',
    'docent list --match handbook --json': 'prints one JSON object a line',
  })
    .addOption(
      new Option('--status <status>').choices(['queued', 'processing', 'done', 'skipped', 'failed'] as const),
    )
    .option('--tag <tag>', 'with this tag')
    .option('--match <text>', 'with this text in title or id')
    .option(...lines)
    .option(...idsOnly)
    .action(runs(async () => (await import('./commands/documents.ts')).listCommand));

  remote(program, 'status', 'print the state of documents, or of the server', {
    'docent status': 'prints whether the server is ready, and what it holds',
    'docent status handbook': 'prints the state of one document, and why it failed',
  })
    .argument('[id...]', 'of documents')
    .option(...lines)
    .action(runs(async () => (await import('./commands/documents.ts')).statusCommand));

  remote(program, 'delete', 'delete documents', {
    'docent delete old-handbook': 'deletes one document',
    'docent delete "draft-*" --yes': 'deletes all whose id matches a pattern',
  })
    .argument('<id...>', 'ids, or glob patterns of ids')
    .option('--yes', 'delete what patterns match; without it they are only listed')
    .option(...quiet)
    .action(runs(async () => (await import('./commands/documents.ts')).deleteCommand));

  remote(program, 'retry', 'read documents again whose ingest failed', {
    'docent retry --failed': 'retries all of them',
    'docent retry price-list': 'retries one',
  })
    .argument('[id...]')
    .option('--failed', 'every document that failed')
    .option(...quiet)
    .action(runs(async () => (await import('./commands/documents.ts')).retryCommand));

  const review = command(program, 'review', 'decide on answers that wait for review');
  remote(review, 'list', 'list the answers that wait for a decision, most asked first', {
    'docent review list --json': 'prints one JSON object a line',
  })
    .option(...lines)
    .option(...idsOnly)
    .action(runs(async () => (await import('./commands/review.ts')).reviewList));
  for (const verdict of ['approve', 'reject'] as const) {
    const decides = { approve: 'give an answer from now on', reject: 'never ask about this answer again' };
    const decision = remote(review, verdict, decides[verdict], {
      [`docent review ${verdict} 01939f0e-6c1a-7d3e-9a55-0d1f0a6b7c21 --by ada`]:
        'decides, and stores who did',
    })
      .argument('<id>', 'as docent review list prints it')
      .option('--note <text>', 'stored with the decision')
      .option('--by <name>', 'who decides')
      .option(...quiet);
    const decide = runs(async () =>
      (await import('./commands/review.ts')).reviewDecide.bind(undefined, verdict),
    );
    if (verdict === 'reject') decision.action(decide);
    else
      decision
        .option('--answer <text>', 'give this text instead')
        .option(...tag('for the document that the answer becomes'))
        .action(decide);
  }

  const keys = command(program, 'keys', 'give others keys of their own, beside API_KEY');
  remote(keys, 'create', 'make a key, and print it once', {
    'docent keys create intranet --scope ask': 'makes a key that may only ask',
    'docent keys create hr-portal --scope ask --scope review --tag hr --answers-per-day 500':
      'sees only documents with the tag hr',
  })
    .argument('<name>', 'who uses the key')
    .addOption(
      new Option('--scope <scope>', 'what it permits; may be repeated')
        .choices(SCOPES)
        .argParser(scopes)
        .makeOptionMandatory(),
    )
    .option(...tag('see only documents with this tag'))
    .option('--expires <time>', 'reject it from this date or time on, such as 2027-12-31', timeOf)
    .option('--requests-per-minute <number>', 'maximum requests in a minute', wholeNumber)
    .option('--answers-per-day <number>', 'maximum questions in 24 hours', wholeNumber)
    .option(...reply)
    .option('-q, --quiet', 'print the key only')
    .action(runs(async () => (await import('./commands/keys.ts')).keysCreate));
  remote(keys, 'list', 'list the keys, the newest first', {
    'docent keys list': 'prints what each key permits',
  })
    .option(...lines)
    .option('-q, --quiet', 'print names only')
    .action(runs(async () => (await import('./commands/keys.ts')).keysList));
  remote(keys, 'revoke', 'reject a key from now on', {
    'docent keys revoke intranet': 'needs no restart',
  })
    .argument('<name>')
    .option(...quiet)
    .action(runs(async () => (await import('./commands/keys.ts')).keysRevoke));

  const ofSource = ['<id>', 'as docent sources list prints it'] as const;
  const sources = command(
    program,
    'sources',
    'keep documents in sync with sites, repositories, buckets and folders',
  );
  remote(sources, 'add', 'add a source, which is read at once and then at intervals', {
    'docent sources add https://docs.example.org/sitemap.xml --name Docs':
      'follows the pages of a sitemap or a feed',
    "docent sources add https://github.com/example/handbook.git --name Handbook --include 'docs/**/*.md'":
      'follows some files of a repository',
    'docent sources add s3://team-docs/policies --name Policies --every 15': 'follows a prefix of a bucket',
  })
    .argument('<location>', 'URL, s3://bucket/prefix, or folder of the server')
    .requiredOption('--name <name>', 'its id is derived from it')
    .addOption(
      new Option('--kind <kind>', 'by default what the location looks like').choices([
        'web',
        'git',
        's3',
        'folder',
      ] as const),
    )
    .option('--branch <branch>', 'of a repository; its default branch if absent')
    .option(...include)
    .option(...tag('for its documents'))
    .option(
      '--every <minutes>',
      'from one run to the next, 60 by default; 0 to run on request only',
      wholeNumber,
    )
    .option(...quiet)
    .action(runs(async () => (await import('./commands/sources.ts')).sourcesAdd));
  remote(sources, 'change', 'change a source, which is read again at once', {
    'docent sources change handbook --every 1440': 'reads it once a day',
    'docent sources change handbook --tag hr --tag public': 'has these tags instead of its earlier ones',
  })
    .argument(...ofSource)
    .option('--name <name>', 'shown; the id stays')
    .option('--location <location>', 'where it has moved to')
    .option('--branch <branch>', 'of a repository')
    .option(...include)
    .option(...tag('for its documents'))
    .option('--every <minutes>', 'from one run to the next; 0 to run on request only', wholeNumber)
    .option(...quiet)
    .action(runs(async () => (await import('./commands/sources.ts')).sourcesChange));
  for (const [verb, does, explained] of [
    ['pause', 'run a source only on request, until it is resumed', 'its documents stay as they are'],
    ['resume', 'run a paused source now, and then at intervals', 'brings its documents in sync'],
  ] as const)
    remote(sources, verb, does, {
      [`docent sources ${verb} handbook`]: explained,
    })
      .argument(...ofSource)
      .option(...quiet)
      .action(runs(async () => (await import('./commands/sources.ts')).sourcesPause.bind(undefined, verb)));
  remote(sources, 'list', 'list the sources and how their last runs ended', {
    'docent sources list': 'prints what the last run of each has changed',
  })
    .option(...lines)
    .option(...idsOnly)
    .action(runs(async () => (await import('./commands/sources.ts')).sourcesList));
  for (const [name, does, explained] of [
    ['run', 'run a source now, and wait for its end', 'does not wait for its next run'],
    [
      'confirm',
      'let a source delete most of its documents, as its last run would have',
      'runs it again, and deletes them',
    ],
  ] as const)
    remote(sources, name, does, {
      [`docent sources ${name} handbook`]: explained,
    })
      .argument(...ofSource)
      .option('--json', 'print the source as JSON')
      .option(...quiet)
      .action(runs(async () => (await import('./commands/sources.ts')).sourcesRun.bind(undefined, name)));
  remote(sources, 'remove', 'remove a source; its documents stay', {
    'docent sources remove handbook --documents': 'deletes them as well',
  })
    .argument(...ofSource)
    .option('--documents', 'delete its documents as well')
    .option(...quiet)
    .action(runs(async () => (await import('./commands/sources.ts')).sourcesRemove));

  remote(program, 'export', 'write a list of the server as JSON lines or CSV', {
    'docent export answers --format csv --output answers.csv': 'writes all recorded answers to a file',
    'docent export feedback --since 2026-11-01 | jq .reason': 'prints one JSON object a line',
  })
    .addArgument(
      program
        .createArgument('<list>')
        .choices(['documents', 'answers', 'reviews', 'feedback', 'audit'] as const),
    )
    .addOption(new Option('--format <format>').choices(['jsonl', 'csv'] as const).default('jsonl' as const))
    .option('--since <time>', 'only what was created at or after this date or time', timeOf)
    .option('--output <file>', 'instead of standard output')
    .action(runs(async () => (await import('./commands/export.ts')).exportCommand));

  remote(program, 'eval', 'ask the questions of a CSV file, and count the right answers', {
    'docent eval questions.csv': 'reads the columns question, answer, document',
    'docent eval questions.csv --min 0.9': 'ends with exit code 1 when fewer than 90 % are right',
  })
    .argument(
      '<file>',
      'CSV with a column question, and answer or document: what must be said, what must be cited',
    )
    .option('--min <share>', 'minimum share of right answers, 0 to 1', shareOf)
    .addOption(mode())
    .option(...lines)
    .option('-q, --quiet', 'print wrong answers and the summary only')
    .action(runs(async () => (await import('./commands/eval.ts')).evalCommand));

  remote(program, 'mcp', 'offer a server to a client of the Model Context Protocol, over stdin and stdout', {
    'docent mcp --url https://docent.example.org --key docent_secret': 'is started by the client',
  }).action(runs(async () => (await import('./commands/mcp.ts')).mcpCommand));

  command(program, 'init', 'write a .env with every setting, its explanation and its default', {
    'docent init': 'writes .env in this folder',
  })
    .option('--force', 'replace a .env that is there')
    .action((options) => exitsWith((local) => local.init(options)));
  command(program, 'config', 'print the effective settings', {
    'docent config': 'hides keys and passwords',
  }).action(() => exitsWith((local) => local.config()));
  command(program, 'doctor', 'check this machine, the settings, the stores and the models', {
    'docent doctor': 'prints each finding with its fix; calls each model once',
  })
    .option('-q, --quiet', 'print what is not as it should be only')
    .action((options) => exitsWith((local) => local.doctor(options)));
  command(program, 'backup', 'copy the stored data to a new folder, even while Docent runs', {
    'docent backup /backups/monday': 'copies DATA_DIR',
  })
    .argument('<folder>', 'new or empty', path)
    .action((folder) => exitsWith((local) => local.backup(folder)));
  command(program, 'restore', 'copy a backup to DATA_DIR, which must be new or empty', {
    'docent restore /backups/monday': 'checks each file while copying it',
  })
    .argument('<folder>', 'that docent backup wrote', path)
    .action((folder) => exitsWith((local) => local.restore(folder)));
  command(program, 'migrate', 'copy the data of a stopped Docent to shared stores', {
    'docent migrate --to shared.env': 'copies DATA_DIR to the stores that the file names',
  })
    .requiredOption('--to <file>', 'with RECORD_STORE, VECTOR_STORE and FILE_STORE, written as in .env')
    .action(({ to }) => exitsWith((local) => local.migrate(to)));

  remote(program, 'reindex', 'embed all documents again', {
    'docent reindex --from-originals': 'reads every file again, as after an upgrade of the parsers',
  })
    .option('--from-originals', 'read every file again; rebuild docent.db where DATA_DIR has lost it')
    .addOption(
      new Option(
        '--search',
        'rebuild the index in VECTOR_STORE from RECORD_STORE, as the settings name them',
      ).conflicts(['fromOriginals', 'url', 'key']),
    )
    .action(async (options) => {
      if (options.search) return exitsWith((local) => local.reindexSearch());
      const mayBeLost = options.fromOriginals && options.url === undefined;
      const lost = mayBeLost ? await (await parts.local()).rebuildLost() : undefined;
      if (lost !== undefined) return onExit(lost);
      return onServer(options, async (context) => {
        const { reindexCommand } = await import('./commands/reindex.ts');
        return reindexCommand(options, context);
      });
    });
  command(program, 'help', 'explain a command', {
    'docent help keys create': 'as docent keys create --help does',
  })
    .argument('[command...]', 'all commands by default')
    .action((names) => {
      let explained: CommandUnknownOpts = program;
      for (const name of names) {
        const found = explained.commands.find((each) => each.name() === name);
        if (!found) return unknownCommand(explained, name);
        explained = found;
      }
      explained.outputHelp();
    });
  return program;
}

/** As commander says it of a command that is called. */
function unknownCommand(parent: CommandUnknownOpts, name: string): never {
  const known = parent.commands.map((each) => each.name());
  const meant = nearest(name, known, Math.floor(name.length / 2));
  return parent.error(`error: unknown command '${name}'${meant ? `\n(Did you mean ${meant}?)` : ''}`);
}

function collected(value: string, earlier: readonly string[] | undefined): readonly string[] {
  return [...(earlier ?? []), value];
}

/** An empty one, as of a variable that is not set, would be the current folder. */
function path(value: string): string {
  if (value !== '') return value;
  throw new InvalidArgumentError('It takes a path.');
}

function paths(value: string, earlier: readonly string[] | undefined): readonly string[] {
  return collected(path(value), earlier);
}

function scopes(value: string, earlier: readonly Scope[] | undefined): readonly Scope[] {
  const scope = SCOPES.find((each) => each === value);
  if (scope === undefined) throw new InvalidArgumentError(`Allowed choices are ${SCOPES.join(', ')}.`);
  return [...(earlier ?? []), scope];
}

function urlOf(value: string): string {
  if (/^https?:$/.test(URL.parse(value)?.protocol ?? '')) return value;
  throw new InvalidArgumentError('It takes a URL such as http://127.0.0.1:8000.');
}

/** A time in RFC 3339, or a day in UTC. */
function timeOf(value: string): number {
  const time = /^\d{4}-\d\d-\d\d(T.*)?$/.test(value) ? Date.parse(value) : Number.NaN;
  if (!Number.isNaN(time)) return time;
  throw new InvalidArgumentError(
    'It takes a date such as 2026-11-01, or a time such as 2026-11-01T08:00:00Z.',
  );
}

function wholeNumber(value: string): number {
  if (/^\d{1,6}$/.test(value)) return Number(value);
  throw new InvalidArgumentError('It takes a whole number.');
}

function shareOf(value: string): number {
  const share = Number(value);
  if (value.trim() !== '' && share >= 0 && share <= 1) return share;
  throw new InvalidArgumentError('It takes a number from 0 to 1.');
}
