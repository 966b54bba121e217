import type { DocumentText } from '../../document-text.ts';
import { addTable } from '../table-lines.ts';

/** Longer paragraphs in the style of a heading are text. */
const HEADING_CHARACTERS_MAX = 300;

/** The paragraphs and tables of an RTF file, which says what they are before or after their text. */
export function startRtfParagraphs(document: DocumentText) {
  let pieces: string[] = [];
  let level: number | undefined;
  let isItem = false;
  let isInTable = false;
  let rows: string[][] = [];
  let row: string[] = [];

  function taken(): string {
    const text = pieces.join('');
    pieces = [];
    return text;
  }

  function endParagraph(): void {
    if (isInTable) {
      pieces.push(' ');
      return;
    }
    if (rows.length > 0) addTable(document, rows);
    rows = [];
    const text = taken();
    if (level !== undefined && text.length <= HEADING_CHARACTERS_MAX)
      document.add('heading', text, { level });
    else document.add(isItem ? 'list_item' : 'paragraph', text);
    isItem = false;
  }

  return {
    write: (text: string) => void pieces.push(text),
    /** The paragraph has a bullet or a number. */
    markAsItem() {
      isItem = true;
    },
    /** The level of headings that begins here; undefined for text. */
    setLevel(given: number | undefined) {
      level = given;
    },
    enterTable() {
      isInTable = true;
    },
    /** Neither heading nor table from here on. */
    reset() {
      level = undefined;
      isInTable = false;
    },
    endCell: () => void row.push(taken().trim()),
    endRow() {
      rows.push(row);
      row = [];
    },
    endParagraph,
    end() {
      isInTable = false;
      endParagraph();
    },
  };
}
