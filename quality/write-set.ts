import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Writes files of a test set below a folder; rows as lines of JSON. */
export function setWriter(root: string) {
  return async (path: string, content: string | Uint8Array | readonly object[]): Promise<void> => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), Array.isArray(content) ? jsonLines(content) : (content as string));
  };
}

export function jsonLines(rows: readonly object[]): string {
  return rows.map((row) => JSON.stringify(row)).join('\n');
}

/** @param rows Query, document and grade, each separated by tabs. */
export function judgments(...rows: readonly string[]): string {
  return `query-id\tcorpus-id\tscore\n${rows.join('\n')}\n`;
}
