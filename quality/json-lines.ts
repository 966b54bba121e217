import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** Rows of `<name>.jsonl` or `<name>.jsonl.gz` in `folder`, whichever exists; undefined when neither does. */
export function readJsonLines<Row>(folder: string, name: string): Row[] | undefined {
  const text = readText(folder, `${name}.jsonl`);
  return text
    ?.split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Row);
}

/**
 * Judgments of a `query-id  corpus-id  score` table with a header line: query id → relevant ids with their grade.
 * Rows with a score of 0 or less are left out.
 */
export function readJudgments(folder: string, name: string): Map<string, Map<string, number>> {
  const judgments = new Map<string, Map<string, number>>();
  for (const line of (readText(folder, `${name}.tsv`) ?? '').split('\n').slice(1)) {
    const [query, document, score] = line.split('\t');
    if (!query || !document || !(Number(score) > 0)) continue;
    const relevant = judgments.get(query) ?? new Map<string, number>();
    judgments.set(query, relevant.set(document, Number(score)));
  }
  return judgments;
}

export function hasTable(folder: string, name: string): boolean {
  return existsSync(join(folder, name)) || existsSync(join(folder, `${name}.gz`));
}

function readText(folder: string, name: string): string | undefined {
  const path = join(folder, name);
  if (existsSync(path)) return readFileSync(path, 'utf8');
  if (existsSync(`${path}.gz`)) return gunzipSync(readFileSync(`${path}.gz`)).toString('utf8');
  return undefined;
}
