import { IngestFailure } from '../../../../errors.ts';
import { type DocumentText, startDocumentText } from '../../document-text.ts';
import type { ParsedDocument } from '../../parsed-document.ts';
import { addTable } from '../table-lines.ts';
import { attributeNamed, readXml, type XmlAttributes } from '../xml.ts';
import { asksForPassword, openZip } from '../zip-archive.ts';
import { fileProperties } from './file-properties.ts';
import { addSheet, gridOf, SHEET_LIMITS, type SheetRow, tooLarge } from './sheet-text.ts';

/**
 * An OpenDocument text, spreadsheet or presentation, as its content says: text has headings, lists, tables and notes;
 * sheets are sections with rows that name their columns; slides are pages.
 *
 * @throws {IngestFailure} `no_text`, `password_required`, `damaged_file` or `too_complex`.
 * @see OASIS OpenDocument 1.3, part 2 (packages) and part 3 (content).
 */
export function parseOdf(bytes: Uint8Array): ParsedDocument {
  const archive = openZip(bytes);
  const manifest = new TextDecoder().decode(archive.read('META-INF/manifest.xml'));
  if (/<(?:\w+:)?encryption-data\b/.test(manifest)) throw asksForPassword();
  const content = archive.read('content.xml');
  if (!content)
    throw new IngestFailure(
      'damaged_file',
      'The file is a ZIP archive, but not one that an office program would write under this name. Save it again.',
    );
  const { title, about } = fileProperties(archive.read('meta.xml'));
  const document = startDocumentText({ about });
  const { kind, pages } = addOdfContent(content, document);
  return document.finish({
    title,
    pages: kind === 'presentation' ? pages : null,
    headingsAreTitles: kind !== 'spreadsheet',
  });
}

type OdfKind = 'text' | 'spreadsheet' | 'presentation';

/**
 * Adds the text of an OpenDocument file's `content.xml`.
 *
 * @returns The kind of document, and its number of slides.
 * @throws {IngestFailure} `too_complex`.
 */
function addOdfContent(content: Uint8Array, document: DocumentText): { kind: OdfKind; pages: number } {
  /** Styles of titles and of hidden sheets; they precede the text. */
  const styles = { titles: new Set(['Title']), hidden: new Set<string>() };
  let style = '';
  let kind: OdfKind = 'text';
  let pages = 0;
  /** The last slide with a heading. */
  let headed = 1;
  let listDepth = 0;
  let isNotes = false;
  let isTitleFrame = false;
  /** Open paragraphs: a footnote or a text box lies within its paragraph. */
  const open: { level: number | undefined; pieces: string[] }[] = [];
  /** Nested paragraphs wait for the outer one's end. */
  let inner: { level: number | undefined; text: string }[] = [];
  let tableDepth = 0;
  let table = startOdfTable();
  let sheetName = '';
  let rowsLeft = SHEET_LIMITS.rowsMax;

  const page = () => (kind === 'presentation' ? pages : null);

  /** Without its own heading a later slide would be in the section of the previous one. */
  function headSlide(): void {
    if (pages > headed) document.add('heading', `Slide ${pages}`, { level: 1, page: page() });
    headed = Math.max(headed, pages);
  }

  function addParagraph(text: string, level: number | undefined): void {
    if (text.trim() === '') return;
    if (level === undefined) headSlide();
    else headed = Math.max(headed, pages);
    if (isNotes) document.add('paragraph', `Notes: ${text.trim()}`, { page: page() });
    else if (level !== undefined) document.add('heading', text, { level, page: page() });
    else document.add(listDepth > 0 ? 'list_item' : 'paragraph', text, { page: page() });
  }

  function endParagraph(): void {
    const { level, pieces } = open.pop() ?? { level: undefined, pieces: [] };
    const text = pieces.join('');
    if (tableDepth > 0) table.addText(text);
    else if (open.length > 0) inner.push({ level, text });
    else {
      addParagraph(text, level);
      for (const paragraph of inner) addParagraph(paragraph.text, paragraph.level);
      inner = [];
    }
  }

  function endTable(): void {
    tableDepth--;
    if (tableDepth > 0) return;
    const rows = table.finish();
    if (kind === 'spreadsheet') {
      rowsLeft -= rows.length;
      addSheet(document, sheetName, rows);
    } else {
      if (rows.length > 0) headSlide();
      addTable(document, gridOf(rows).grid, { page: page() });
    }
  }

  function levelOf(name: string, attributes: XmlAttributes): number | undefined {
    if (name === 'h') {
      const level = Number(attributeNamed(attributes, 'outline-level') ?? 1);
      return Math.min(Math.max(Math.trunc(level) || 1, 1), 6);
    }
    const isTitle = isTitleFrame || styles.titles.has(attributeNamed(attributes, 'style-name') ?? '');
    return isTitle && tableDepth === 0 ? 1 : undefined;
  }

  readXml(content, {
    open(name, attributes) {
      if (SKIPPED_ELEMENTS.has(name)) return 'skip';
      if (name === 'style') {
        style = attributeNamed(attributes, 'name') ?? '';
        if (attributeNamed(attributes, 'parent-style-name') === 'Title') styles.titles.add(style);
      } else if (name === 'table-properties') {
        if (attributeNamed(attributes, 'display') === 'false') styles.hidden.add(style);
      } else if (name === 'spreadsheet' || name === 'presentation') kind = name;
      else if (name === 'page') pages++;
      else if (name === 'notes') isNotes = true;
      else if (name === 'frame') {
        const role = attributeNamed(attributes, 'class');
        if (FRAME_ROLES.has(role ?? '')) return 'skip';
        isTitleFrame = role === 'title' && !isNotes;
      } else if (name === 'list') listDepth++;
      else if (name === 'table') {
        if (kind === 'spreadsheet' && styles.hidden.has(attributeNamed(attributes, 'style-name') ?? ''))
          return 'skip';
        if (tableDepth === 0) {
          table = startOdfTable(rowsLeft);
          sheetName = attributeNamed(attributes, 'name') ?? '';
        }
        tableDepth++;
      } else if (name === 'p' || name === 'h') open.push({ level: levelOf(name, attributes), pieces: [] });
      else if (tableDepth === 1) table.open(name, attributes);
      const space = SPACES[name];
      if (space !== undefined) {
        const count = Number(attributeNamed(attributes, 'c') ?? 1);
        open.at(-1)?.pieces.push(space.repeat(Math.min(Math.max(count || 1, 1), SPACES_MAX)));
      }
    },
    text(text) {
      // White space in the file is formatting, as in HTML.
      open.at(-1)?.pieces.push(text.replace(/\s+/g, ' '));
    },
    close(name) {
      if (name === 'p' || name === 'h') endParagraph();
      else if (name === 'list') listDepth--;
      else if (name === 'notes') isNotes = false;
      else if (name === 'frame') isTitleFrame = false;
      else if (name === 'table') endTable();
      else if (tableDepth === 1) table.close(name);
    },
  });
  return { kind, pages };
}

const SPACES: Readonly<Record<string, string>> = { s: ' ', tab: ' ', 'line-break': '\n' };
const SPACES_MAX = 100;

/** Deleted text, comments, note numbers, picture descriptions, tables of contents and controls. */
const SKIPPED_ELEMENTS: ReadonlySet<string> = new Set(
  (
    'tracked-changes annotation note-citation table-of-content forms desc title ruby-text script ' +
    'binary-data shapes settings page-number header-decl footer-decl date-time-decl'
  ).split(' '),
);
const FRAME_ROLES: ReadonlySet<string> = new Set(['header', 'footer', 'date-time', 'page-number', 'page']);

interface OpenCell {
  readonly texts: string[];
  readonly date: string | undefined;
  readonly copies: number;
  readonly rowSpan: number;
  readonly isCovered: boolean;
}

/** A cell can declare many repetitions without being written again. */
const COPIES_MAX = 1_000;

/**
 * Collects one table while it is read; nested content is text of its cell. Repeated rows are read once. A merged cell is
 * repeated in each of its rows.
 *
 * @throws {IngestFailure} `too_complex` for more rows than `rowsMax`.
 */
function startOdfTable(rowsMax: number = SHEET_LIMITS.rowsMax) {
  const rows: SheetRow[] = [];
  const merged = new Map<number, { text: string; rowsLeft: number }>();
  let row = 0;
  let rowCopies = 1;
  let column = 0;
  let cellCount = 0;
  let cells = new Map<number, string>();
  let cell: OpenCell | undefined;

  function endCell({ texts, date, copies, rowSpan, isCovered }: OpenCell): void {
    const above = merged.get(column);
    const text = (isCovered && above ? above.text : (date ?? texts.join(' '))).trim();
    if (above && --above.rowsLeft <= 0) merged.delete(column);
    if (rowSpan > 1) merged.set(column, { text, rowsLeft: rowSpan - 1 });
    const written = text === '' ? 0 : Math.min(copies, COPIES_MAX, SHEET_LIMITS.columnsMax - column);
    for (let copy = 0; copy < written; copy++) cells.set(column + copy, text);
    cellCount += Math.max(written, 0);
    column += copies;
    if (cellCount > SHEET_LIMITS.cellsMax) throw tooLarge(`${SHEET_LIMITS.cellsMax} cells`);
  }

  return {
    open(name: string, attributes: XmlAttributes): void {
      if (name === 'table-row') {
        rowCopies = countOf(attributes, 'number-rows-repeated');
        column = 0;
        cells = new Map();
      } else if (name === 'table-cell' || name === 'covered-table-cell') {
        cell = {
          texts: [],
          // The displayed date depends on the country.
          date: attributeNamed(attributes, 'date-value')?.replace('T', ' '),
          copies: countOf(attributes, 'number-columns-repeated'),
          rowSpan: countOf(attributes, 'number-rows-spanned'),
          isCovered: name === 'covered-table-cell',
        };
      }
    },
    /** A paragraph of the open cell. */
    addText(text: string): void {
      cell?.texts.push(text);
    },
    close(name: string): void {
      if (cell && (name === 'table-cell' || name === 'covered-table-cell')) {
        endCell(cell);
        cell = undefined;
      } else if (name === 'table-row') {
        if (cells.size > 0) rows.push({ row, cells });
        if (rows.length > rowsMax) throw tooLarge(`${SHEET_LIMITS.rowsMax} rows`);
        row += rowCopies;
      }
    },
    finish: () => rows,
  };
}

function countOf(attributes: XmlAttributes, name: string): number {
  const count = Math.trunc(Number(attributeNamed(attributes, name) ?? 1));
  return count >= 1 ? count : 1;
}
