import { createWriteStream } from 'node:fs';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Client } from '@docent-server/client';
import papaparse from 'papaparse';
import { type Context, EXIT, type ExitCode, type Options } from '../context.ts';

type Row = Readonly<Record<string, unknown>>;

/** What can be exported, and the lists of the API that it is. */
const LISTS: Readonly<Record<string, (client: Client) => AsyncGenerator<Row>[]>> = {
  documents: (client) => [client.each('/api/v1/ingest/docs')],
  answers: (client) => [client.each('/api/v1/quality/answers')],
  reviews: (client) => [client.each('/api/v1/review/pending'), client.each('/api/v1/review/decided')],
  audit: (client) => [client.each('/api/v1/audit')],
  feedback: (client) => [client.each('/api/v1/feedback')],
};

/** `docent export`: page by page, so that a long list needs no memory. */
export async function exportCommand(
  list: keyof typeof LISTS,
  { format, output, since }: Options<'output' | 'since'> & { readonly format: 'jsonl' | 'csv' },
  { client, terminal, cwd, signal }: Context,
): Promise<ExitCode> {
  const rows = rowsOf(LISTS[list]!(client), since);
  const lines = format === 'csv' ? csvLines(rows) : jsonLines(rows);
  if (output === undefined) for await (const line of lines) terminal.write(line);
  else
    await pipeline(Readable.from(lines), createWriteStream(resolve(cwd, output), { mode: 0o600 }), {
      signal,
    });
  return EXIT.ok;
}

/** The lists are read to their end: some are not in the order of creation, which answers call `at`. */
async function* rowsOf(lists: readonly AsyncGenerator<Row>[], since = Number.NEGATIVE_INFINITY) {
  for (const list of lists)
    for await (const row of list) if (!(Date.parse(String(row.created_at ?? row.at)) < since)) yield row;
}

async function* jsonLines(rows: AsyncGenerator<Row>): AsyncGenerator<string> {
  for await (const row of rows) yield `${JSON.stringify(row)}\n`;
}

/** A spreadsheet runs a cell that begins like this, whatever lines follow. */
const FORMULA = /^[=+\-@\t\r]/;

/** RFC 4180. The columns are the fields of the first row; what is no text, number or date is JSON. */
async function* csvLines(rows: AsyncGenerator<Row>): AsyncGenerator<string> {
  let columns: string[] | undefined;
  for await (const row of rows) {
    const isFirst = columns === undefined;
    columns ??= Object.keys(row);
    const cells = columns.map((column) => {
      const value = row[column];
      return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
    });
    const csv = papaparse.unparse(isFirst ? [columns, cells] : [cells], { escapeFormulae: FORMULA });
    yield `${csv}\r\n`;
  }
}
