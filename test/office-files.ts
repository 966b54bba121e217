import { escapeMarkup } from '../scripts/samples/texts.ts';
import { makeZip } from '../scripts/samples/zip.ts';

interface Part {
  readonly name: string;
  readonly text: string;
}

/** A workbook of the least that Excel's format asks for. */
export function xlsxOf(book: {
  /** `rows` is what stands within `<sheetData>`, `after` what follows it. */
  sheets: readonly { name: string; rows: string; before?: string; after?: string; state?: string }[];
  strings?: string;
  /** Number formats of the cell styles 0, 1, …: an id, or the text of a format. */
  styles?: readonly (number | string)[];
  dates1904?: boolean;
}): Uint8Array {
  const sheets = book.sheets.map(({ name, state }, i) => {
    const hidden = state ? ` state="${state}"` : '';
    return `<sheet name="${name}" sheetId="${i + 1}"${hidden} r:id="rId${i + 1}"/>`;
  });
  const styles = book.styles ?? [];
  const own = styles.flatMap((style, i) =>
    typeof style === 'string' ? [`<numFmt numFmtId="${164 + i}" formatCode="${escapeMarkup(style)}"/>`] : [],
  );
  const formats = styles.map((style, i) => `<xf numFmtId="${typeof style === 'string' ? 164 + i : style}"/>`);
  const dates = book.dates1904 ? '<workbookPr date1904="1"/>' : '';
  return makeZip([
    { name: '[Content_Types].xml', text: '<Types/>' },
    relationsOf('', [{ id: 'rId1', type: 'officeDocument', target: 'xl/workbook.xml' }]),
    {
      name: 'xl/workbook.xml',
      text: `<workbook ${R}>${dates}<sheets>${sheets.join('')}</sheets></workbook>`,
    },
    relationsOf('xl/workbook.xml', [
      ...book.sheets.map((_, i) => ({
        id: `rId${i + 1}`,
        type: 'worksheet',
        target: `worksheets/sheet${i + 1}.xml`,
      })),
      { id: 'rIdS', type: 'sharedStrings', target: '/xl/sharedStrings.xml' },
      { id: 'rIdF', type: 'styles', target: 'styles.xml' },
    ]),
    { name: 'xl/sharedStrings.xml', text: `<sst>${book.strings ?? ''}</sst>` },
    {
      name: 'xl/styles.xml',
      text: `<styleSheet><numFmts>${own.join('')}</numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs>${formats.join('')}</cellXfs></styleSheet>`,
    },
    ...book.sheets.map(({ rows, before = '', after = '' }, i) => ({
      name: `xl/worksheets/sheet${i + 1}.xml`,
      text: `<worksheet>${before}<sheetData>${rows}</sheetData>${after}</worksheet>`,
    })),
  ]);
}

/** A presentation whose slides are listed in the order given; the numbers of their files run backwards. */
export function pptxOf(
  slides: readonly { shapes: string; notes?: string; diagram?: string }[],
  title = '',
): Uint8Array {
  const fileOf = (index: number) => `slides/slide${slides.length - index}.xml`;
  const list = slides.map((_, i) => `<p:sldId id="${256 + i}" r:id="rId${i + 1}"/>`).join('');
  return makeZip([
    { name: '[Content_Types].xml', text: '<Types/>' },
    relationsOf('', [{ id: 'rId1', type: 'officeDocument', target: 'ppt/presentation.xml' }]),
    {
      name: 'docProps/core.xml',
      text: `<cp:coreProperties ${DC}><dc:title>${escapeMarkup(title)}</dc:title></cp:coreProperties>`,
    },
    {
      name: 'ppt/presentation.xml',
      text: `<p:presentation ${P}><p:sldIdLst>${list}</p:sldIdLst></p:presentation>`,
    },
    relationsOf(
      'ppt/presentation.xml',
      slides.map((_, i) => ({ id: `rId${i + 1}`, type: 'slide', target: fileOf(i) })),
    ),
    ...slides.flatMap(({ shapes, notes, diagram }, i) => [
      { name: `ppt/${fileOf(i)}`, text: slideXml('sld', shapes) },
      relationsOf(`ppt/${fileOf(i)}`, [
        ...(notes ? [{ id: 'rId1', type: 'notesSlide', target: `../notesSlides/n${i}.xml` }] : []),
        ...(diagram ? [{ id: 'rId2', type: 'diagramData', target: `../diagrams/d${i}.xml` }] : []),
      ]),
      ...(notes ? [{ name: `ppt/notesSlides/n${i}.xml`, text: slideXml('notes', notes) }] : []),
      ...(diagram
        ? [{ name: `ppt/diagrams/d${i}.xml`, text: `<dgm:dataModel ${P}>${diagram}</dgm:dataModel>` }]
        : []),
    ]),
  ]);
}

/** An OpenDocument file; `body` is what stands within `<office:body>`. */
export function odfOf(file: {
  body: string;
  styles?: string;
  title?: string;
  manifest?: string;
}): Uint8Array {
  return makeZip([
    { name: 'mimetype', text: 'application/vnd.oasis.opendocument.text' },
    { name: 'META-INF/manifest.xml', text: file.manifest ?? '<manifest:manifest xmlns:manifest="m"/>' },
    {
      name: 'meta.xml',
      text: `<office:document-meta ${ODF}><dc:title>${file.title ?? ''}</dc:title></office:document-meta>`,
    },
    {
      name: 'content.xml',
      text: `<office:document-content ${ODF}><office:automatic-styles>${file.styles ?? ''}</office:automatic-styles><office:body>${file.body}</office:body></office:document-content>`,
    },
  ]);
}

/** An e-book of these chapters, listed in this order. */
export function epubOf(book: {
  title: string;
  chapters: readonly string[];
  others?: readonly Part[];
}): Uint8Array {
  const items = book.chapters.map(
    (_, i) => `<item id="c${i}" href="text/chapter%20${i}.xhtml" media-type="application/xhtml+xml"/>`,
  );
  const order = book.chapters.map((_, i) => `<itemref idref="c${i}"/>`);
  return makeZip([
    { name: 'mimetype', text: 'application/epub+zip' },
    {
      name: 'META-INF/container.xml',
      text: '<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>',
    },
    {
      name: 'OEBPS/book.opf',
      text: `<package ${DC}><metadata><dc:title>${book.title}</dc:title><dc:title>A subtitle</dc:title></metadata><manifest><item id="nav" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/><item id="css" href="a.css" media-type="text/css"/>${items.join('')}</manifest><spine><itemref idref="nav"/>${order.join('')}</spine></package>`,
    },
    { name: 'OEBPS/nav.xhtml', text: '<html><body><nav>The contents</nav></body></html>' },
    // Archived in another order than they are read in.
    ...book.chapters
      .map((text, i) => ({
        name: `OEBPS/text/chapter ${i}.xhtml`,
        text: `<html><body>${text}</body></html>`,
      }))
      .reverse(),
    ...(book.others ?? []),
  ]);
}

const R = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const P = `${R} xmlns:p="p" xmlns:a="a" xmlns:mc="mc" xmlns:dgm="dgm"`;
const DC = 'xmlns:cp="cp" xmlns:dc="http://purl.org/dc/elements/1.1/"';
const ODF =
  'xmlns:office="o" xmlns:style="s" xmlns:text="t" xmlns:table="tb" xmlns:draw="d" xmlns:presentation="p" xmlns:dc="dc"';

function slideXml(root: string, shapes: string): string {
  return `<p:${root} ${P}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:${root}>`;
}

function relationsOf(part: string, relations: readonly { id: string; type: string; target: string }[]): Part {
  const [file, ...folders] = part.split('/').reverse();
  const rows = relations.map(
    ({ id, type, target }) =>
      `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`,
  );
  return {
    name: [...folders.reverse(), '_rels', `${file}.rels`].join('/'),
    text: `<Relationships>${rows.join('')}</Relationships>`,
  };
}
