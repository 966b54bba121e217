import type { DocumentText } from '../../document-text.ts';
import { addTable } from '../table-lines.ts';

/** Longer paragraphs in the style of a heading are text. */
const HEADING_CHARACTERS_MAX = 300;

/** The paragraphs and tables of an RTF file, which says what they are before or after their text. */
export interface RtfParagraphs {
  write(text: string): void;
  /** The paragraph has a bullet or a number. */
  markAsItem(): void;
  /** The level of headings that begins here; undefined for text. */
  setLevel(level: number | undefined): void;
  enterTable(): void;
  /** Neither heading nor table from here on. */
  reset(): void;
  endCell(): void;
  endRow(): void;
  endParagraph(): void;
  end(): void;
}

export function startRtfParagraphs(document: DocumentText): RtfParagraphs {
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
    write: (text) => void pieces.push(text),
    markAsItem() {
      isItem = true;
    },
    setLevel(given) {
      level = given;
    },
    enterTable() {
      isInTable = true;
    },
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
