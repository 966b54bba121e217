import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, DocumentSourceChange } from '@docent-server/client';
import { present } from '../../kernel/present.ts';
import { type Context, EXIT, type ExitCode, type Options, type OutputOptions } from '../context.ts';
import { counted, printable, printEach } from '../terminal.ts';

const POLL_MS = 500;

type Source = Awaited<ReturnType<typeof sourceOf>>;

type SourceOptions = Options<'branch' | 'include' | 'tag' | 'every'>;

/** `docent sources add`. */
export async function sourcesAdd(
  location: string,
  options: OutputOptions &
    SourceOptions & { readonly name: string; readonly kind?: Source['kind'] | undefined },
  { client, terminal, cwd }: Context,
): Promise<ExitCode> {
  const { name, kind, quiet } = options;
  const actual = kind ?? kindOf(location);
  const body = {
    ...{ name, kind: actual, location: locationOf(location, actual, cwd) },
    ...settingsOf(options),
  };
  const { source_id } = await client.post('/api/v1/sources', { body });
  terminal.write(quiet ? `${source_id}\n` : `Added ${source_id}. docent sources list shows its runs.\n`);
  return EXIT.ok;
}

/** `docent sources change`. */
export async function sourcesChange(
  sourceId: string,
  options: OutputOptions & SourceOptions & Options<'name' | 'location'>,
  { client, terminal, cwd }: Context,
): Promise<ExitCode> {
  const { name, location, quiet } = options;
  const { kind } = await sourceOf(client, sourceId);
  const body = present({
    ...{ ...settingsOf(options), name },
    location: location === undefined ? undefined : locationOf(location, kind, cwd),
  });
  if (Object.keys(body).length === 0)
    throw new Error('Name what to change: docent help sources change lists the options.');
  await change(sourceId, body, client);
  if (!quiet) terminal.write(`Changed ${sourceId}. docent sources list shows its runs.\n`);
  return EXIT.ok;
}

/** `docent sources pause`, `docent sources resume`. */
export async function sourcesPause(
  verb: 'pause' | 'resume',
  sourceId: string,
  { quiet }: OutputOptions,
  { client, terminal }: Context,
): Promise<ExitCode> {
  await change(sourceId, { paused: verb === 'pause' }, client);
  const says = verb === 'pause' ? 'Paused. docent sources run still runs it.' : 'Resumed.';
  if (!quiet) terminal.write(`${says}\n`);
  return EXIT.ok;
}

/** `docent sources list`. */
export async function sourcesList(output: OutputOptions, { client, terminal }: Context): Promise<ExitCode> {
  return printEach(client.each('/api/v1/sources'), output, {
    ...{ terminal, none: 'There are no sources.', id: (source) => source.source_id, text: linesOf },
  });
}

/** `docent sources run`, `docent sources confirm`: waits until the run has ended. */
export async function sourcesRun(
  path: 'run' | 'confirm',
  sourceId: string,
  { json, quiet }: OutputOptions,
  { client, terminal, signal }: Context,
): Promise<ExitCode> {
  const params = { path: { source_id: sourceId } };
  if (path === 'run') await client.post('/api/v1/sources/{source_id}/run', { params });
  else await client.post('/api/v1/sources/{source_id}/confirm', { params });
  let source: Source;
  do {
    await sleep(POLL_MS, undefined, { signal });
    source = await sourceOf(client, sourceId);
  } while (source.state === 'queued' || source.state === 'running');
  if (json) terminal.write(`${JSON.stringify(source)}\n`);
  else if (!quiet || source.state !== 'done') terminal.write(linesOf(source));
  return source.state === 'done' && source.last_run?.failed === 0 ? EXIT.ok : EXIT.failed;
}

/** `docent sources remove`. */
export async function sourcesRemove(
  sourceId: string,
  { documents, quiet }: OutputOptions & { readonly documents?: true | undefined },
  { client, terminal }: Context,
): Promise<ExitCode> {
  const { status } = await client.delete('/api/v1/sources/{source_id}', {
    params: { path: { source_id: sourceId }, query: { documents: documents ? 'delete' : 'keep' } },
  });
  const says = status === 'deleted' ? 'Removed. Its documents stay.' : 'Its documents are being deleted.';
  if (!quiet) terminal.write(`${says}\n`);
  return EXIT.ok;
}

/** A folder is named for this terminal, and must be the same on the server. */
function locationOf(location: string, kind: Source['kind'], cwd: string): string {
  return kind === 'folder' ? resolve(cwd, location) : location;
}

function settingsOf({ branch, include, tag, every }: SourceOptions) {
  return present({
    ...{ branch, include: include && [...include], tags: tag && [...tag] },
    interval_minutes: every === 0 ? null : every,
  });
}

function change(sourceId: string, body: DocumentSourceChange, client: Client) {
  return client.patch('/api/v1/sources/{source_id}', { params: { path: { source_id: sourceId } }, body });
}

function sourceOf(client: Client, sourceId: string) {
  return client.get('/api/v1/sources/{source_id}', { params: { path: { source_id: sourceId } } });
}

function kindOf(location: string): Source['kind'] {
  if (location.startsWith('s3://')) return 's3';
  if (/^https?:/.test(location)) return location.endsWith('.git') ? 'git' : 'web';
  return /^(?:ssh|git):|^[^/:]+@[^/:]+:/.test(location) ? 'git' : 'folder';
}

function linesOf(source: Source): string {
  const { source_id, kind, location, state, documents, last_run: run, would_delete } = source;
  const lines = [
    `${source_id}: ${state}, ${counted(documents, 'document')}`,
    `  ${kind.padEnd(8)} ${location}`,
    ...(run
      ? [
          `  last run ${run.added} added, ${run.changed} changed, ${run.deleted} deleted, ${run.failed} failed, ${run.unchanged} unchanged`,
        ]
      : []),
    ...(run?.error ? [`  error    ${run.error.message}`] : []),
    ...(would_delete > 0 ? [`  confirm  docent sources confirm ${source_id}`] : []),
  ];
  return `${lines.map(printable).join('\n')}\n`;
}
