import type { Block, ParsedDocument } from '../src/ingestion/parsing/parsed-document.ts';
import { isContinued } from '../src/ingestion/parsing/parsers/pdf/pdf-page-ends.ts';
import type { SourceDocument } from './evaluation-set.ts';

export interface CorpusRow {
  readonly _id: string;
  readonly title?: string;
  readonly text: string;
}

/**
 * A corpus row as the plain-text parser would return it: paragraphs between blank lines. A row with only a title is a
 * document of its title.
 *
 * @returns undefined for a row without any text.
 */
export function documentOfRow(row: CorpusRow): SourceDocument | undefined {
  const title = row.title?.trim() || null;
  const parsed = parsedPages(title, [
    { page: null, text: row.text.trim() === '' ? (title ?? '') : row.text },
  ]);
  return parsed.blocks.length > 0 ? { key: row._id, title, filename: 'document.txt', parsed } : undefined;
}

/** Rows `<key>#p<page>` as the paged documents they were cut from; pages in order. */
export function documentsOfPages(rows: readonly CorpusRow[]): SourceDocument[] {
  const pagesOf = Map.groupBy(rows, (row) => row._id.slice(0, row._id.lastIndexOf('#p')));
  return Array.from(pagesOf, ([key, pages]) => {
    const numbered = pages.map((row) => ({ page: Number(row._id.slice(key.length + 2)), text: row.text }));
    const title = pages[0]?.title ?? null;
    return { key, title, filename: `${key}.pdf`, parsed: parsedPages(title, numbered) };
  });
}

/** Converts an offset in code points of a row into a UTF-16 offset of the document made from it. */
export function textOffset(rowText: string, codePoints: number): number {
  return Array.from(rowText).slice(0, codePoints).join('').normalize('NFC').length;
}

function parsedPages(
  title: string | null,
  pages: readonly { page: number | null; text: string }[],
): ParsedDocument {
  const blocks: Block[] = [];
  let text = '';
  for (const { page, text: pageText } of pages) {
    const own = pageText.normalize('NFC');
    // As in a PDF, a sentence over the end of a page is one.
    if (text !== '')
      text = isContinued(text.trimEnd(), own.trimStart()) ? `${text.trimEnd()} ` : `${text}\n\n`;
    const offset = text.length;
    text += own;
    for (const { start, end } of paragraphs(text.slice(offset))) {
      blocks.push({ kind: 'paragraph', start: offset + start, end: offset + end, page });
    }
  }
  return { title, text, blocks, pages: pages.at(-1)?.page ?? null };
}

function* paragraphs(text: string): Generator<{ start: number; end: number }> {
  for (const { 0: paragraph, index } of text.matchAll(/\S(?:.|\n(?!\s*\n))*/gu)) {
    yield { start: index, end: index + paragraph.trimEnd().length };
  }
}
