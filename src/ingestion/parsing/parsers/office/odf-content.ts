import type { DocumentText } from '../../document-text.ts';
import { addTable } from '../table-lines.ts';
import { attributeNamed, readXml, type XmlAttributes } from '../xml.ts';
import { startOdfTable } from './odf-table.ts';
import { addSheet, gridOf, SHEET_LIMITS } from './sheet-text.ts';

type OdfKind = 'text' | 'spreadsheet' | 'presentation';

/**
 * Adds the text of an OpenDocument file's `content.xml`.
 *
 * @returns The kind of document, and its number of slides.
 * @throws {IngestFailure} `too_complex`.
 */
export function addOdfContent(content: Uint8Array, document: DocumentText): { kind: OdfKind; pages: number } {
  /** Styles of titles and of hidden sheets; they precede the text. */
  const styles = { titles: new Set(['Title']), hidden: new Set<string>() };
  let style = '';
  let kind: OdfKind = 'text';
  let pages = 0;
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

  function addParagraph(text: string, level: number | undefined): void {
    if (isNotes) document.add('paragraph', text.trim() && `Notes: ${text.trim()}`, { page: page() });
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
    } else addTable(document, gridOf(rows).grid, { page: page() });
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
