import { IngestFailure } from '../../../../errors.ts';
import { startDocumentText } from '../../document-text.ts';
import type { ParsedDocument } from '../../parsed-document.ts';
import { type OfficePackage, openOfficePackage, relationIdOf } from './office-package.ts';
import { addSheet, SHEET_LIMITS, type SheetRow, tooLarge } from './sheet-text.ts';
import { formatNumber, type NumberStyle, numberStyleOf } from './xlsx-number.ts';

/**
 * An Excel workbook: each visible sheet is a section with its name, and each row a line that names its columns.
 * Formulas appear as their last computed values.
 *
 * @throws {IngestFailure} `no_text`, `password_required`, `damaged_file` or `too_complex`.
 */
export function parseXlsx(bytes: Uint8Array): ParsedDocument {
  const file = openOfficePackage(bytes, { root: 'workbook', extension: 'xlsx' });
  const relations = file.relationsOf(file.mainPart);
  const partOf = (type: string) => relations.find((relation) => relation.type === type)?.part ?? '';
  const workbook = readWorkbook(file);
  const values = {
    strings: readSharedStrings(file, partOf('sharedStrings')),
    styles: readNumberStyles(file, partOf('styles')),
    dates: workbook.dates,
  };
  const document = startDocumentText({ about: file.properties.about });
  let rowsLeft = SHEET_LIMITS.rowsMax;
  for (const { name, relationId } of workbook.sheets) {
    const part = relations.find(({ id, type }) => id === relationId && type === 'worksheet')?.part;
    if (part === undefined) continue;
    const rows = readSheet(file, part, { ...values, rowsMax: rowsLeft });
    rowsLeft -= rows.length;
    addSheet(document, name, rows);
  }
  return document.finish({ title: file.properties.title, headingsAreTitles: false });
}

function readWorkbook(file: OfficePackage) {
  const sheets: { name: string; relationId: string }[] = [];
  let dates: 1900 | 1904 = 1900;
  file.visit(file.mainPart, {
    open(name, attributes) {
      if (name === 'workbookPr' && /^(?:1|true)$/.test(attributes.date1904 ?? '')) dates = 1904;
      const isVisible = (attributes.state ?? 'visible') === 'visible';
      if (name === 'sheet' && isVisible) {
        sheets.push({ name: attributes.name ?? '', relationId: relationIdOf(attributes) ?? '' });
      }
    },
  });
  return { sheets, dates };
}

const STRINGS_MAX = 2_000_000;

function readSharedStrings(file: OfficePackage, part: string): string[] {
  const strings: string[] = [];
  let pieces: string[] = [];
  file.visit(part, {
    open(name) {
      // Japanese pronunciation is given beside the text, character by character.
      if (name === 'rPh') return 'skip';
    },
    text(text, within) {
      if (within === 't') pieces.push(text);
    },
    close(name) {
      if (name !== 'si') return;
      if (strings.length >= STRINGS_MAX)
        throw new IngestFailure(
          'too_complex',
          `The workbook holds more than ${STRINGS_MAX} texts. Split it.`,
        );
      strings.push(unescapeCharacters(pieces.join('')));
      pieces = [];
    },
  });
  return strings;
}

/** By cell style index. */
function readNumberStyles(file: OfficePackage, part: string): NumberStyle[] {
  const codes = new Map<number, string>();
  const styles: NumberStyle[] = [];
  let isCellFormats = false;
  file.visit(part, {
    open(name, attributes) {
      if (name === 'numFmt') codes.set(Number(attributes.numFmtId), attributes.formatCode ?? '');
      if (name === 'cellXfs') isCellFormats = true;
      if (name === 'xf' && isCellFormats) {
        const id = Number(attributes.numFmtId ?? 0);
        styles.push(numberStyleOf(id, codes.get(id)));
      }
    },
    close(name) {
      if (name === 'cellXfs') isCellFormats = false;
    },
  });
  return styles;
}

interface Options {
  /** The meaning of a cell's number. */
  readonly strings: readonly string[];
  readonly styles: readonly NumberStyle[];
  readonly dates: 1900 | 1904;
  readonly rowsMax: number;
}

/**
 * The rows of a worksheet that hold text. Only written cells count: the declared size of a sheet may be the largest
 * possible one. A merged cell is repeated in each of its rows.
 *
 * @throws {IngestFailure} `too_complex` when there are more than `rowsMax` rows.
 * @see ECMA-376 part 1, 18.3.1 (worksheets); 18.18.11 (types of cells).
 */
function readSheet(file: OfficePackage, part: string, options: Options): SheetRow[] {
  const rows: MutableRow[] = [];
  const merges: string[] = [];
  let row = -1;
  let cells = new Map<number, string>();
  let cellCount = 0;
  let cell = { column: -1, type: 'n', style: 0 };
  let pieces: string[] = [];
  file.visit(part, {
    open(name, attributes) {
      if (name === 'rPh' || name === 'f' || name === 'extLst') return 'skip';
      if (name === 'row') {
        row = attributes.r === undefined ? row + 1 : Number(attributes.r) - 1;
        cells = new Map();
        cell = { column: -1, type: 'n', style: 0 };
      } else if (name === 'c') {
        const column = attributes.r === undefined ? cell.column + 1 : columnOf(attributes.r);
        cell = { column, type: attributes.t ?? 'n', style: Number(attributes.s ?? 0) };
        pieces = [];
      } else if (name === 'mergeCell' && attributes.ref && merges.length < MERGES_MAX) {
        merges.push(attributes.ref);
      }
    },
    text(text, within) {
      if (within === 'v' || within === 't') pieces.push(text);
    },
    close(name) {
      if (name === 'c') {
        const text = cellText(pieces.join(''), cell, options).trim();
        if (text !== '' && cell.column >= 0 && cell.column < SHEET_LIMITS.columnsMax)
          cells.set(cell.column, text);
      } else if (name === 'row' && cells.size > 0) {
        cellCount += cells.size;
        if (cellCount > SHEET_LIMITS.cellsMax) throw tooLarge(`${SHEET_LIMITS.cellsMax} cells`);
        if (rows.length >= options.rowsMax) throw tooLarge(`${SHEET_LIMITS.rowsMax} rows`);
        rows.push({ row, cells });
      }
    },
  });
  fillDown(rows, merges);
  return rows;
}

type MutableRow = SheetRow & { readonly cells: Map<number, string> };

const MERGES_MAX = 10_000;
const FILLS_MAX = 1_000_000;

function cellText(value: string, { type, style }: { type: string; style: number }, values: Options): string {
  // Survey tools write cells of this type without a value: no index, though it would count as 0.
  if (type === 's') return value.trim() === '' ? '' : (values.strings[Number(value)] ?? '');
  if (type === 'b') return value === '1' ? 'TRUE' : value === '0' ? 'FALSE' : value;
  if (type === 'inlineStr' || type === 'str') return unescapeCharacters(value);
  if (type !== 'n' || value.trim() === '' || !Number.isFinite(Number(value))) return value;
  return formatNumber(Number(value), values.styles[style], values.dates);
}

/** Characters that XML cannot hold are written as `_x000D_`. */
function unescapeCharacters(text: string): string {
  return text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text;
}

/** `AB12` is in column 27; -1 when it is no reference. */
function columnOf(reference: string): number {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0] ?? '';
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** @param references Ranges of merged cells, such as `A2:A7`. */
function fillDown(rows: readonly MutableRow[], references: readonly string[]): void {
  const indexOf = new Map(rows.map(({ row }, index) => [row, index]));
  let fillsLeft = FILLS_MAX;
  for (const reference of references) {
    const [, letters = '', first = '', last = ''] = /^([A-Z]+)(\d+):[A-Z]+(\d+)$/.exec(reference) ?? [];
    const column = columnOf(letters);
    const start = indexOf.get(Number(first) - 1) ?? rows.length;
    const text = rows[start]?.cells.get(column);
    if (text === undefined) continue;
    for (let index = start + 1; index < rows.length && fillsLeft > 0; index++) {
      const { row, cells } = rows[index]!;
      if (row >= Number(last)) break;
      cells.set(column, text);
      fillsLeft--;
    }
  }
}
