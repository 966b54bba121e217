import { IngestFailure } from '../../../../errors.ts';
import { startDocumentText } from '../../document-text.ts';
import type { ParsedDocument } from '../../parsed-document.ts';
import { type OfficePackage, openOfficePackage, relationIdOf } from './office-package.ts';
import { addSheet, SHEET_LIMITS } from './sheet-text.ts';
import { type NumberStyle, numberStyleOf } from './xlsx-number.ts';
import { readSheet, unescapeCharacters } from './xlsx-sheet.ts';

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
