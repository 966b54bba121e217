import { makeZip } from '../scripts/samples/zip.ts';
import type { Hostile } from './bombs.ts';
import { epubOf, odfOf, pptxOf, xlsxOf } from './office-files.ts';

/** Small files of which a naive reader makes something huge, or that contradict themselves; each is valid XML. */
export const OFFICE_TRICKS: Readonly<Record<string, () => readonly Hostile[]>> = {
  'a long text in every row of a merged cell': () => {
    const merged = odfTable(
      `${odfRow('x', `<table:table-cell table:number-rows-spanned="1e9"><text:p>${LONG}</text:p></table:table-cell>`)}${odfRow('x', '<table:covered-table-cell/>').repeat(ROWS)}`,
    );
    const rows = rowsOf(ROWS, (row) => cell(`A${row}`, 'x') + (row === 1 ? cell('B1', LONG) : ''));
    const after = '<mergeCells><mergeCell ref="B1:B1048576"/></mergeCells>';
    const slide = `<a:tbl><a:tr><a:tc><a:p><a:t>${LONG}</a:t></a:p></a:tc></a:tr>${'<a:tr><a:tc vMerge="1"/></a:tr>'.repeat(ROWS)}</a:tbl>`;
    return [
      {
        filename: 'merged.xlsx',
        bytes: xlsxOf({ sheets: [{ name: 'S', rows, after }] }),
        ends: 'too_complex',
      },
      { filename: 'merged.ods', bytes: odfOf({ body: merged }), ends: 'too_complex' },
      { filename: 'merged.pptx', bytes: pptxOf([{ shapes: slide }]), ends: 'too_complex' },
    ];
  },
  'one long text shared by every row': () => {
    const rows = rowsOf(ROWS, (row) => `<c r="A${row}" t="s"><v>0</v></c>`);
    const bytes = xlsxOf({ strings: `<si><t>${LONG}</t></si>`, sheets: [{ name: 'S', rows }] });
    return [{ filename: 'shared.xlsx', bytes, ends: 'too_complex' }];
  },
  'a column of its own for every row': () => {
    const rows = rowsOf(ROWS, (row) => cell(`${columnName(row)}${row}`, `v${row}`));
    const odfRows = Array.from({ length: ROWS }, (_, row) =>
      odfRow(`v${row}`, '', `<table:table-cell table:number-columns-repeated="${row + 1}"/>`),
    ).join('');
    return [
      { filename: 'diagonal.xlsx', bytes: xlsxOf({ sheets: [{ name: 'S', rows }] }), ends: 'too_complex' },
      { filename: 'diagonal.ods', bytes: odfOf({ body: odfTable(odfRows) }), ends: 'too_complex' },
      {
        filename: 'diagonal.odt',
        bytes: odfOf({ body: `<office:text><table:table>${odfRows}</table:table></office:text>` }),
        ends: 'too_complex',
      },
    ];
  },
  'a long table in a text': () => {
    const rows = Array.from({ length: 70_000 }, (_, row) => odfRow(`a${row}`, odfCell('b'))).join('');
    const body = `<office:text><table:table>${rows}</table:table></office:text>`;
    return [{ filename: 'table.odt', bytes: odfOf({ body }), ends: { text: /a69999 \| b$/ } }];
  },
  'counts that are none': () => {
    const spaces = ['-5', '1e9', 'Infinity', 'NaN', ''].map((count) => `a<text:s text:c="${count}"/>`);
    const rows =
      '<row r="-5"><c r="A1" t="s"><v>-1</v></c><c r="ZZZZZ9" t="s"><v>1e99</v></c><c r="D1" s="999"><v>kept</v></c></row><row r="NaN"><c r="A2" t="str"><v>two</v></c></row>';
    return [
      {
        filename: 'spaces.odt',
        bytes: odfOf({ body: `<office:text><text:p>${spaces.join('')}b</text:p></office:text>` }),
        ends: { text: /^(?:a {1,100}){5}b$/ },
      },
      {
        filename: 'indices.xlsx',
        bytes: xlsxOf({ strings: '<si><t>one</t></si>', sheets: [{ name: 'S', rows }] }),
        ends: { text: /^S\n\nkept\ntwo$/ },
      },
    ];
  },
  'number formats of 100,000 characters': () => {
    const rows = rowsOf(120_000, (row) => `<c r="A${row}" s="${row % 3}"><v>${row}.5</v></c>`);
    const styles = ['0'.repeat(100_000), '#,'.repeat(50_000), '['.repeat(50_000)];
    const bytes = xlsxOf({ styles, sheets: [{ name: 'S', rows }] });
    return [{ filename: 'formats.xlsx', bytes, ends: { text: /120000\.5$/ } }];
  },
  'a slide that is listed again and again, and is its own notes and diagram': () => {
    const relation = (id: string, type: string, target: string) =>
      `<Relationship Id="${id}" Type="x/${type}" Target="${target}"/>`;
    const bytes = makeZip([
      { name: '_rels/.rels', text: `<R>${relation('r', 'officeDocument', 'p.xml')}</R>` },
      {
        name: 'p.xml',
        text: `<presentation xmlns:r="r">${'<sldId r:id="r"/>'.repeat(50_000)}</presentation>`,
      },
      { name: '_rels/p.xml.rels', text: `<R>${relation('r', 'slide', 's.xml')}</R>` },
      { name: 's.xml', text: '<sld><sp><txBody><p><t>hi</t></p></txBody></sp></sld>' },
      {
        name: '_rels/s.xml.rels',
        text: `<R>${(relation('d', 'diagramData', 's.xml') + relation('n', 'notesSlide', 's.xml')).repeat(50_000)}</R>`,
      },
    ]);
    return [{ filename: 'loop.pptx', bytes, ends: { text: /^hi\n\nhi$/ } }];
  },
  'parts that are missing, twice there, or too many': () => {
    const content = (text: string) => ({
      name: 'content.xml',
      text: `<office:document-content xmlns:office="o" xmlns:text="t"><office:text><text:p>${text}</text:p></office:text></office:document-content>`,
    });
    const container = {
      name: 'META-INF/container.xml',
      text: '<c><rootfile full-path="META-INF/container.xml"/></c>',
    };
    const many = Array.from({ length: 60_000 }, (_, i) => ({ name: `${i}`, text: '' }));
    const displaced = Buffer.from(epubOf({ title: 't', chapters: ['<p>x</p>'] }));
    displaced.writeUInt32LE(0xfffffff0, displaced.length - 6);
    return [
      {
        filename: 'twice.odt',
        bytes: makeZip([content('first'), content('second')]),
        ends: { text: /^second$/ },
      },
      { filename: 'itself.epub', bytes: makeZip([container]), ends: 'no_text' },
      { filename: 'missing.epub', bytes: makeZip([]), ends: 'damaged_file' },
      { filename: 'many.xlsx', bytes: makeZip(many), ends: 'too_complex' },
      { filename: 'displaced.epub', bytes: displaced, ends: 'damaged_file' },
    ];
  },
  'elements that nest 100,000 deep': () => {
    const nested = (name: string) => `<${name}>`.repeat(1e5) + `</${name}>`.repeat(1e5);
    return [
      { filename: 'deep.pptx', bytes: pptxOf([{ shapes: nested('p:grpSp') }]), ends: 'too_complex' },
      { filename: 'deep.odt', bytes: odfOf({ body: nested('text:list') }), ends: 'too_complex' },
      {
        filename: 'deep.xlsx',
        bytes: xlsxOf({ sheets: [{ name: 'S', rows: nested('c') }] }),
        ends: 'too_complex',
      },
      {
        filename: 'deep.epub',
        bytes: epubOf({ title: 't', chapters: [`${'<div>'.repeat(1e5)}needle`] }),
        ends: { text: /^needle$/ },
      },
    ];
  },
  'cells of a web page that all span 1,000 rows': () => {
    const html = `<table><tr>${'<td rowspan=1000>x'.repeat(10_000)}</tr>${'<tr><td>y'.repeat(1_000)}</table>`;
    return [{ filename: 'spans.html', bytes: Buffer.from(html), ends: { text: /^x[\s\S]*y$/ } }];
  },
};

/** More than any of these tables can have in full. */
const ROWS = 9_000;
const LONG = 'word  '.repeat(5_000);

function rowsOf(count: number, cellsOf: (row: number) => string): string {
  return Array.from({ length: count }, (_, i) => `<row r="${i + 1}">${cellsOf(i + 1)}</row>`).join('');
}

function cell(reference: string, text: string): string {
  return `<c r="${reference}" t="str"><v>${text}</v></c>`;
}

/** `AB` for 28. */
function columnName(column: number): string {
  return column === 0
    ? ''
    : columnName(Math.floor((column - 1) / 26)) + String.fromCharCode(65 + ((column - 1) % 26));
}

function odfTable(rows: string): string {
  return `<office:spreadsheet><table:table table:name="S">${rows}</table:table></office:spreadsheet>`;
}

function odfRow(text: string, after: string, before = ''): string {
  return `<table:table-row>${before}${odfCell(text)}${after}</table:table-row>`;
}

function odfCell(text: string): string {
  return `<table:table-cell><text:p>${text}</text:p></table:table-cell>`;
}
