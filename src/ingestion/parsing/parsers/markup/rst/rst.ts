import { inOneLine } from '../../../../../text/quotation.ts';
import { type DocumentText, startDocumentText } from '../../../document-text.ts';
import type { ParsedDocument } from '../../../parsed-document.ts';
import { decodeText } from '../../decode-text.ts';
import { addPlainTable } from '../../table-lines.ts';
import { splitFrontMatter } from '../front-matter.ts';
import { frontMatterText } from '../front-matter-text.ts';
import { blocksOf } from './rst-blocks.ts';
import { shownBlocks } from './rst-directives.ts';
import { namesIn, type RstNames, shownInline } from './rst-inline.ts';
import type { RstCell } from './rst-tables.ts';

/**
 * reStructuredText, with the directives and roles of Sphinx, as its page shows it: links and roles as their text, notes
 * and the like as their content, options and functions with their descriptions, without comments and targets.
 *
 * @throws {IngestFailure} `no_text`, `damaged_file` or `too_complex`.
 * @see docutils, "reStructuredText Markup Specification"; Sphinx, "Directives".
 */
export function parseRst(bytes: Uint8Array): ParsedDocument {
  const { values, body } = splitFrontMatter(
    decodeText(bytes)
      .replace(/\r\n?/g, '\n')
      .replace(/[\ufdd0-\ufdd2]/g, ''),
  );
  const lines = body.split('\n').map(withoutTabs);
  const document = startDocumentText();
  addBlocks(lines, {
    ...{ document, names: namesIn(lines), levels: new Map(), kind: 'paragraph', depth: 0, isTop: true },
  });
  return document.finish({ title: frontMatterText(values, { isWholePage: false }).title || null });
}

interface Reading {
  readonly document: Pick<DocumentText, 'add'>;
  readonly names: RstNames;
  /** Levels of headings by style, in the order of their first use. */
  readonly levels: Map<string, number>;
  readonly kind: 'paragraph' | 'list_item';
  readonly depth: number;
  /** Only a page and its parts have titles. */
  readonly isTop: boolean;
}

/** Blocks that nest deeper are read as text. */
const DEPTH_MAX = 40;

/** @param lead Stands before the first text: the mark of an item, or a term. */
function addBlocks(lines: readonly string[], reading: Reading, lead = ''): void {
  const { document, names, levels, kind, depth, isTop } = reading;
  let waiting = lead;
  const addText = (text: string) => {
    document.add(kind, `${waiting}${shownInline(text, names)}`.trim().replace(text === '' ? /:$/ : '', ''));
    waiting = '';
  };
  const blocks =
    depth < DEPTH_MAX ? blocksOf(lines, { isTop }) : [{ type: 'text', text: lines.join(' ') } as const];
  for (const block of shownBlocks(blocks)) {
    // What is led by a term or a mark, but is no text, stands below it.
    if (waiting.trim() !== '' && block.type !== 'text' && block.type !== 'blocks') addText('');
    if (block.type === 'text') addText(block.text);
    else if (block.type === 'title') {
      if (!levels.has(block.style)) levels.set(block.style, Math.min(levels.size + 1, 6));
      document.add('heading', shownInline(block.text, names), { level: levels.get(block.style) });
    } else if (block.type === 'code') document.add('code', block.lines.join('\n'));
    else if (block.type === 'table') {
      const rows = block.rows.map((row) => row.map((cell) => shownCell(cell, reading)));
      addPlainTable(document, rows, {
        caption: shownInline(block.caption ?? '', names),
        hasHead: block.hasHead,
      });
    } else {
      const inner = {
        ...reading,
        kind: block.isItem ? 'list_item' : kind,
        depth: depth + 1,
        isTop: isTop && block.isPart,
      } as const;
      addBlocks(block.lines, inner, `${waiting}${shownInline(block.lead, names)}`);
      waiting = '';
    }
  }
  if (waiting.trim() !== '') addText('');
}

/** The blocks of a cell as one text. */
function shownCell(lines: RstCell, reading: Reading): string {
  const texts: string[] = [];
  const document = { add: (_: unknown, text: string) => void texts.push(text) };
  addBlocks(lines, { ...reading, document, depth: reading.depth + 1, isTop: false });
  return inOneLine(texts.join(' '));
}

/** Tabs reach the next multiple of eight. */
function withoutTabs(line: string): string {
  if (!line.includes('\t')) return line.trimEnd();
  let text = '';
  for (const character of line) text += character === '\t' ? ' '.repeat(8 - (text.length % 8)) : character;
  return text.trimEnd();
}
