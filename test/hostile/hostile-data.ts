import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readJsonLines } from '../../quality/json-lines.ts';
import { atLength } from '../length.ts';

const FOLDER = new URL('../../../shared/data/dev/hostile/', import.meta.url);

/** Of the values, each so many is taken. */
const STRIDE = atLength({ short: 4, full: 1 });

/** The values of a public list of hostile texts; `skip` says loudly when it is not here. */
export function hostileValues(folder: string, name: string): { values: string[]; skip: string | false } {
  const path = fileURLToPath(new URL(folder, FOLDER));
  const rows = (readJsonLines<{ value: string }>(path, name) ?? []).filter((_, i) => i % STRIDE === 0);
  const values = rows.map(({ value }) => value);
  const skip = existsSync(path) ? false : `SKIPPED: ${path} is not here`;
  return { values, skip };
}
