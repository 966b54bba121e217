import type { DocumentText } from '../../document-text.ts';
import { addTable } from '../table-lines.ts';

/** Longer paragraphs in the style of a heading are text, with their labels. */
const HEADING_CHARACTERS_MAX = 300;

/** The paragraphs and tables of an RTF file, which says what they are before or after their text. */
export function startRtfParagraphs(document: DocumentText) {
  let pieces: string[] = [];
  /** Of the paragraph that is read: `level` of a heading, `label` with its bullet or number. */
  const paragraph = { level: undefined as number | undefined, label: '', isInTable: false };
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
    const { level } = paragraph;
    const label = paragraph.label.trim();
    paragraph.label = '';
    if (level !== undefined && text.length <= HEADING_CHARACTERS_MAX)
      document.add('heading', text, { level });
    else if (label === '' || text.trim() === '') document.add('paragraph', text);
    else document.add('list_item', `${/[\p{L}\p{N}]/u.test(label) ? label : '-'} ${text.trimStart()}`);
  }

  return {
    paragraph,
    write: (text: string) => void pieces.push(text),
    writeLabel(text: string) {
      paragraph.label += text;
    },
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
