import { IngestFailure } from '../../errors.ts';

const DEPTH_MAX = 100;

/**
 * A line for each value within a JSON value: `name: Trowel`, `size.height: 12`, `items.2.price: 3`. Simple values in
 * an array share one: `colours: red, blue`. What is null or empty is left out.
 *
 * @throws {IngestFailure} `too_complex` when it nests deeper than `DEPTH_MAX`.
 */
export function jsonLines(value: unknown): string[] {
  const lines: string[] = [];
  addLines(value, '', 0, lines);
  return lines;
}

function addLines(value: unknown, path: string, depth: number, lines: string[]): void {
  if (depth > DEPTH_MAX) {
    throw new IngestFailure('too_complex', `The JSON is nested deeper than ${DEPTH_MAX} levels.`);
  }
  if (typeof value !== 'object' || value === null) addLine(path, plain(value), lines);
  else if (Array.isArray(value) && value.every(isSimple)) {
    addLine(path, value.map(plain).filter(Boolean).join(', '), lines);
  } else {
    for (const [name, member] of Object.entries(value)) {
      // People count from 1.
      const step = Array.isArray(value) ? String(Number(name) + 1) : name;
      addLines(member, path === '' ? step : `${path}.${step}`, depth + 1, lines);
    }
  }
}

function addLine(path: string, text: string, lines: string[]): void {
  if (text !== '') lines.push(path === '' ? text : `${path}: ${text}`);
}

function isSimple(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}

function plain(value: unknown): string {
  return value === null || value === undefined ? '' : String(value).replace(/\s+/g, ' ').trim();
}
