import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readJsonLines } from '../../quality/json-lines.ts';

const FOLDER = new URL('../../../shared/data/dev/hostile/', import.meta.url);

/** The values of a public list of hostile texts; `skip` says loudly when it is not here. */
export function hostileValues(folder: string, name: string): { values: string[]; skip: string | false } {
  const path = fileURLToPath(new URL(folder, FOLDER));
  const values = (readJsonLines<{ value: string }>(path, name) ?? []).map(({ value }) => value);
  const skip = existsSync(path) ? false : `SKIPPED: ${path} is not here`;
  return { values, skip };
}
