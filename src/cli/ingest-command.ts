import type { DocumentClient } from './api-client.ts';
import { documentFiles } from './document-files.ts';
import { inParallel } from './in-parallel.ts';
import { type FileOutcome, ingestFile } from './ingest-file.ts';
import { createReport } from './report.ts';
import type { Terminal } from './terminal.ts';

/** Files in flight: the server reads some while others are being sent. */
export const FILES_AT_ONCE = 8;

/**
 * `docent ingest`: ingests files into a running server and reports the outcome of each.
 *
 * @param paths Files, folders and glob patterns.
 * @returns Whether none failed.
 * @throws {Error} When a path matches nothing, or the server cannot be reached; the signal's reason when `signal`
 * aborts.
 */
export async function ingestCommand(
  paths: readonly string[],
  options: {
    client: Pick<DocumentClient, 'upload' | 'follow'>;
    tags: readonly string[];
    cwd: string;
    terminal: Terminal;
    signal: AbortSignal;
  },
): Promise<boolean> {
  const { client, tags, cwd, terminal, signal } = options;
  const files = await documentFiles(paths, cwd);
  const report = createReport(terminal, files.length);
  const outcomes: FileOutcome[] = [];
  try {
    await inParallel(files, FILES_AT_ONCE, async (file) => {
      const outcome = await ingestFile(file, { client, tags, signal, onWait: report.note });
      outcomes.push(outcome);
      report.add(outcome);
    });
  } finally {
    report.end();
  }
  return outcomes.every(({ outcome }) => outcome !== 'failed');
}
