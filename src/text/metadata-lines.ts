import type { TextRange } from './sentences.ts';

/** What the lines that parsers make of a document's metadata begin with: `Author: Ann Baker`. */
export const METADATA_LABELS = {
  author: ['Author', 'From'],
  date: ['Date', 'Updated', 'Reviewed', 'File created'],
} as const;

type MetadataKind = keyof typeof METADATA_LABELS;
export type MetadataLabel = (typeof METADATA_LABELS)[MetadataKind][number];

/** The first lines of a text that say who wrote it, or when: those that follow each other. */
export function metadataLinesIn(text: string, kind: MetadataKind): TextRange[] {
  const lines = Array.from(text.matchAll(LINES[kind]), ({ 0: line, index }) => ({
    start: index,
    end: index + line.length,
  }));
  const gap = lines.findIndex(({ start }, i) => i > 0 && start !== lines[i - 1]!.end + 1);
  return gap < 0 ? lines : lines.slice(0, gap);
}

/**
 * Where a text resumes after the lines that say who wrote it and when the file was made, if the document itself need not
 * say so: 0 for the head of an e-mail.
 */
export function afterMetadata(text: string): number {
  const lines = [...metadataLinesIn(text, 'author'), ...metadataLinesIn(text, 'date')];
  const isMade = lines.some(({ start }) => text.startsWith('File created: ', start));
  return isMade ? Math.max(...lines.map(({ end }) => end)) : 0;
}

/** Whether a line is one of them. */
export function isMetadataLine(line: string): boolean {
  return ANY_LINE.test(line);
}

const lineOf = (kind: MetadataKind) => new RegExp(`^(?:${METADATA_LABELS[kind].join('|')}): .*\\S`, 'gmu');
const LINES = { author: lineOf('author'), date: lineOf('date') };
const ANY_LINE = new RegExp(`^(?:${Object.values(METADATA_LABELS).flat().join('|')}): \\S`, 'u');
