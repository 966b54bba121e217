import type { DocumentText } from '../../document-text.ts';
import { addTable } from '../table-lines.ts';

/** Longer paragraphs in the style of a heading are text. */
const HEADING_CHARACTERS_MAX = 300;

/** The paragraphs and tables of an RTF file, which says what they are before or after their text. */
export function startRtfParagraphs(document: DocumentText) {
  let pieces: string[] = [];
  /** Of the paragraph that is read: `level` of a heading, `isItem` with a bullet or a number. */
  const paragraph = { level: undefined as number | undefined, isItem: false, isInTable: false };
  let rows: string[][] = [];
  let row: string[] = [];

  function taken(): string {
    const text = pieces.join('');
    pieces = [];
    return text;
  }

  function endParagraph(): void {
    if (paragraph.isInTable) {
      pieces.push(' ');
      return;
    }
    if (rows.length > 0) addTable(document, rows);
    rows = [];
    const text = taken();
    const { level, isItem } = paragraph;
    if (level !== undefined && text.length <= HEADING_CHARACTERS_MAX)
      document.add('heading', text, { level });
    else document.add(isItem ? 'list_item' : 'paragraph', text);
    paragraph.isItem = false;
  }

  return {
    paragraph,
    write: (text: string) => void pieces.push(text),
    endCell: () => void row.push(taken().trim()),
    endRow() {
      rows.push(row);
      row = [];
    },
    endParagraph,
    end() {
      paragraph.isInTable = false;
      endParagraph();
    },
  };
}
