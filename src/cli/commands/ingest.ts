import { InvalidArgumentError } from '@commander-js/extra-typings';
import type { DocumentStatus } from '@docent-server/client';
import { type Context, EXIT, type ExitCode, type Options } from '../context.ts';
import { type DocumentFile, documentFiles, documentUrl, isStored, isUrl } from '../document-files.ts';
import { ingestFiles } from '../ingest-files.ts';
import { createReport } from '../report.ts';
import { printable } from '../terminal.ts';

/**
 * `docent ingest`: ingests files and URLs into a running server and reports the outcome of each.
 *
 * @param paths Files, folders, glob patterns and URLs.
 * @throws {Error} When a path matches nothing, or the server cannot be reached; the signal's reason when `signal`
 * aborts.
 */
export async function ingestCommand(
  paths: readonly string[],
  options: Options<'tag' | 'title' | 'quiet'> & {
    readonly docId?: string | undefined;
    readonly dryRun?: true | undefined;
  },
  context: Context,
): Promise<ExitCode> {
  const { tag: tags = [], docId, title, dryRun, quiet } = options;
  const { client, cwd, terminal, signal } = context;
  const found = await documentFiles(
    paths.filter((path) => !isUrl(path)),
    cwd,
  );
  const named = [...found, ...paths.filter(isUrl).map(documentUrl)];
  if ((docId !== undefined || title !== undefined) && named.length !== 1)
    throw new InvalidArgumentError(
      `--doc-id and --title are for one file or URL: there are ${named.length}.`,
    );
  const files = docId === undefined ? named : named.map((file) => ({ ...file, docId }));
  if (dryRun) return preview(files, context);
  const writeFailed = (line: string) => line.startsWith('failed ') && terminal.write(line);
  const shown = quiet ? { ...terminal, columns: undefined, write: writeFailed } : terminal;
  const report = createReport(shown, files.length);
  try {
    await ingestFiles(files, report.add, { client, tags, title, signal });
  } finally {
    report.end();
  }
  return report.hasFailures() ? EXIT.failed : EXIT.ok;
}

/** Prints what would happen to each file. */
async function preview(files: readonly DocumentFile[], { client, terminal }: Context): Promise<ExitCode> {
  const documents = await Array.fromAsync(client.each('/api/v1/ingest/docs'));
  const known = new Map(documents.map((document) => [document.doc_id, document]));
  for (const file of files) {
    const told = `${(await intentOf(file, known.get(file.docId))).padEnd(9)}  ${file.name}`;
    terminal.write(`${printable(`${told}${file.reason ? `: ${file.reason}` : ''}`)}\n`);
  }
  return EXIT.ok;
}

async function intentOf(file: DocumentFile, there: DocumentStatus | undefined): Promise<string> {
  if (file.error !== undefined) return 'unread';
  if (file.reason !== undefined) return 'skip';
  if (file.url !== undefined) return 'download';
  if (!there) return 'add';
  return (await isStored(file, there)) ? 'unchanged' : 'replace';
}
