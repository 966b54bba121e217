import type { Client } from '@docent-server/client';
import { documentFiles } from './document-files.ts';
import { type FileOutcome, ingestFiles } from './ingest-files.ts';
import { createReport } from './report.ts';
import type { Terminal } from './terminal.ts';

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
    client: Pick<Client, 'upload' | 'changes' | 'status'>;
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
    const add = (outcome: FileOutcome) => {
      outcomes.push(outcome);
      report.add(outcome);
    };
    await ingestFiles(files, add, { client, tags, signal, onWait: report.note });
  } finally {
    report.end();
  }
  return outcomes.every(({ outcome }) => outcome !== 'failed');
}
