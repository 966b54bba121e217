import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FIGURES, type Figures } from './metrics.ts';

/** Plain BM25 from a set's README; figures missing there are absent. */
export type Reference = Partial<Figures>;

export interface ReferenceTable {
  /** The line above the table, which describes the measurement. */
  readonly caption: string;
  /** First cell of the row: a language when rows are languages. */
  readonly label: string;
  readonly figures: Reference;
}

/** Every row of every table with an nDCG@10 column in the README of `folder`, in order; none without a README. */
export function readReferences(folder: string): ReferenceTable[] {
  const path = join(folder, 'README.md');
  return existsSync(path) ? parseReferences(readFileSync(path, 'utf8')) : [];
}

export function parseReferences(markdown: string): ReferenceTable[] {
  const rows: ReferenceTable[] = [];
  let caption = '';
  let header: string[] | undefined;
  for (const line of markdown.split('\n')) {
    if (!line.startsWith('|')) {
      header = undefined;
      if (line.trim() !== '') caption = line.trim();
      continue;
    }
    const cells = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    if (cells.includes('nDCG@10')) header = cells;
    else if (header && !line.startsWith('|-'))
      rows.push({ caption, label: cells[0] ?? '', figures: figures(header, cells) });
  }
  return rows;
}

/** The first row whose caption (or label, when `label` is given) matches. */
export function referenceFor(
  tables: readonly ReferenceTable[],
  caption: RegExp,
  label?: string,
): Reference | undefined {
  return tables.find((row) => caption.test(row.caption) && (label === undefined || row.label === label))
    ?.figures;
}

function figures(header: readonly string[], cells: readonly string[]): Reference {
  const found = Object.entries(FIGURES).flatMap(([name, column]) => {
    const cell = cells[header.indexOf(column)];
    return Number.isFinite(Number(cell)) ? [[name, Number(cell)]] : [];
  });
  return Object.fromEntries(found) as Reference;
}
