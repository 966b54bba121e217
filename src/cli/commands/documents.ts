import { matchesGlob } from 'node:path';
import { InvalidArgumentError } from '@commander-js/extra-typings';
import { ApiError, type DocumentStatus, type Health } from '@docent-server/client';
import { present } from '../../kernel/present.ts';
import { type Context, EXIT, type ExitCode, type OutputOptions } from '../context.ts';
import { inWords } from '../failure.ts';
import { patiently } from '../patience.ts';
import { counted, printable, printEach } from '../terminal.ts';

/** `docent list`. */
export async function listCommand(
  options: OutputOptions & {
    readonly status?: DocumentStatus['status'] | undefined;
    readonly tag?: string | undefined;
    readonly match?: string | undefined;
  },
  { client, terminal }: Context,
): Promise<ExitCode> {
  const { status, tag, match } = options;
  const query = present({ status, tag: tag || undefined, q: match || undefined });
  return printEach(client.each('/api/v1/ingest/docs', query), options, {
    ...{ terminal, none: 'There are no such documents.', id: (document) => document.doc_id },
    text: ({ doc_id, title, chunks, ...document }) => {
      const passages = counted(chunks, 'passage').padEnd(14);
      return `${document.status.padEnd(10)}  ${passages}  ${doc_id}  ${printable(title)}\n`;
    },
  });
}

/** `docent status`. */
export async function statusCommand(
  ids: readonly string[],
  { json }: OutputOptions,
  context: Context,
): Promise<ExitCode> {
  const { client, terminal } = context;
  if (ids.length === 0) return serverStatus(json === true, context);
  let code: ExitCode = EXIT.ok;
  for (const id of ids) {
    const document = await client.status(id);
    if (document.status === 'failed') code = EXIT.failed;
    if (json) terminal.write(`${JSON.stringify(document)}\n`);
    else for (const line of linesOf(document)) terminal.write(`${printable(line)}\n`);
  }
  return code;
}

function linesOf(document: DocumentStatus): string[] {
  const { doc_id, title, status, stage, progress, version, pages, chunks, tags, source, error } = document;
  return [
    `${doc_id}: ${status}${stage ? ` (${stage}, ${Math.round(progress * 100)} %)` : ''}`,
    `  title    ${title}`,
    `  source   ${source.url ?? source.filename ?? source.kind}`,
    `  content  version ${version}, ${pages === null ? '' : `${counted(pages, 'page')}, `}${counted(chunks, 'passage')}`,
    ...(tags.length > 0 ? [`  tags     ${tags.join(', ')}`] : []),
    ...(error ? [`  error    ${error.message}`] : []),
  ];
}

async function serverStatus(json: boolean, { client, terminal }: Context): Promise<ExitCode> {
  const health: Health = await client.get('/health');
  const { ok } = await client.request('/ready');
  const summary = await client.get('/api/v1/ingest/summary');
  if (json) terminal.write(`${JSON.stringify({ ready: ok, ...health, ...summary })}\n`);
  else {
    const states = Object.entries(summary.by_status).filter(([, count]) => count > 0);
    const dependencies = Object.entries(health.dependencies).map(([name, state]) => `${name} ${state}`);
    terminal.write(`${ok ? 'ready' : 'not ready'}: Docent ${health.version}, ${dependencies.join(', ')}\n`);
    terminal.write(`${counted(summary.documents, 'document')} in ${counted(summary.chunks, 'passage')}`);
    terminal.write(`: ${states.map(([state, count]) => `${count} ${state}`).join(', ') || 'none yet'}\n`);
  }
  return ok ? EXIT.ok : EXIT.failed;
}

/** `docent delete`. Patterns only list what they match, unless `yes` is set. */
export async function deleteCommand(
  given: readonly string[],
  { yes, quiet }: OutputOptions & { readonly yes?: true | undefined },
  context: Context,
): Promise<ExitCode> {
  const patterns = given.filter((id) => /[*?[{]/.test(id));
  const { client } = context;
  const matched: string[] = [];
  if (patterns.length > 0)
    for await (const { doc_id } of client.each('/api/v1/ingest/docs'))
      if (patterns.some((pattern) => matchesGlob(doc_id, pattern))) matched.push(doc_id);
  if (patterns.length > 0 && !yes) {
    if (matched.length === 0) throw new Error(`No document has an id like ${patterns.join(' ')}.`);
    for (const id of matched) context.terminal.write(`${id}\n`);
    throw new Error(`${counted(matched.length, 'document')} would be deleted. Add --yes to delete.`);
  }
  const ids = [...given.filter((id) => !patterns.includes(id)), ...matched];
  return each(ids, { did: 'deleted', quiet }, context, (id) =>
    client.delete('/api/v1/ingest/{doc_id}', { params: { path: { doc_id: id } } }),
  );
}

/** `docent retry`. */
export async function retryCommand(
  ids: readonly string[],
  { failed, quiet }: OutputOptions & { readonly failed?: true | undefined },
  context: Context,
): Promise<ExitCode> {
  const { client } = context;
  if (ids.length === 0 && !failed)
    throw new InvalidArgumentError('Name documents, or retry all that failed with --failed.');
  const listed = failed
    ? await Array.fromAsync(client.each('/api/v1/ingest/docs', { status: 'failed' }))
    : [];
  const all = new Set([...ids, ...listed.map(({ doc_id }) => doc_id)]);
  if (all.size === 0 && !quiet) process.stderr.write('docent: No document has failed.\n');
  return each([...all], { did: 'retried', quiet }, context, (id) =>
    client.post('/api/v1/ingest/{doc_id}/retry', { params: { path: { doc_id: id } } }),
  );
}

/** Does the same to each document. One that is refused is reported, and the others follow. */
async function each(
  ids: readonly string[],
  { did, quiet }: { did: string; quiet: true | undefined },
  { terminal, signal }: Context,
  change: (id: string) => Promise<unknown>,
): Promise<ExitCode> {
  let code: ExitCode = EXIT.ok;
  for (const id of ids) {
    try {
      await patiently(() => change(id), { signal });
      if (!quiet) terminal.write(`${did}  ${printable(id)}\n`);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status === 401) throw error;
      terminal.write(`failed   ${printable(`${id}: ${inWords(error)}`)}\n`);
      code = EXIT.failed;
    }
  }
  return code;
}
