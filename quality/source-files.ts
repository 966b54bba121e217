import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { IngestFailure } from '../src/errors.ts';
import { formatOf } from '../src/ingestion/parsing/formats.ts';
import { parseFile } from '../src/ingestion/parsing/parse-file.ts';
import type { SourceDocument } from './evaluation-set.ts';
import { sayLeftOut } from './set-folders.ts';

/** Paths of all files below a folder, sorted. */
export function filesIn(root: string): string[] {
  return readdirSync(root, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** The files as Docent reads them; those that it cannot read are left out. */
export async function fileDocuments(
  paths: readonly string[],
  keyOf: (path: string) => string,
): Promise<SourceDocument[]> {
  const documents: SourceDocument[] = [];
  for (const path of paths) {
    const [bytes, filename] = [readFileSync(path), basename(path)];
    const found = formatOf({ filename, mediaType: null, head: bytes.subarray(0, 4_096) });
    if ('refusal' in found) {
      sayLeftOut(path, 'Docent does not accept such files.');
      continue;
    }
    try {
      const parsed = await parseFile({ path, format: found.format, title: null, filename }, bytes);
      documents.push({ key: keyOf(path), title: null, filename, parsed });
    } catch (error) {
      if (!(error instanceof IngestFailure)) throw error;
      sayLeftOut(path, error.message);
    }
  }
  return documents;
}
