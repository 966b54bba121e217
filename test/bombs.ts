import { makeZip } from '../scripts/samples/zip.ts';
import { xlsxOf } from './office-files.ts';
import { deflatedRepeats, zipOf } from './zip-of.ts';

const MB = 2 ** 20;

/**
 * A file made after a recipe of the public ones: what it is named, its bytes, and how it ends: with this code, or with a
 * code or a text like these.
 */
export interface Hostile {
  readonly filename: string;
  readonly bytes: Uint8Array;
  readonly ends: string | { readonly text?: RegExp; readonly code?: RegExp };
}

export const ARCHIVE_BOMBS: Readonly<Record<string, () => readonly Hostile[]>> = {
  'zip-ratio-flat': () => {
    const packed = deflatedRepeats(Buffer.alloc(MB), 1024);
    const flat = (name: string) => zipOf([{ name, content: '', packed, declaredSize: 100 }]);
    return [
      { filename: 'flat.zip', bytes: flat('a.txt'), ends: 'unsupported_file_type' },
      { filename: 'flat.xlsx', bytes: flat('_rels/.rels'), ends: 'too_complex' },
      { filename: 'flat.pptx', bytes: flat('_rels/.rels'), ends: 'too_complex' },
      { filename: 'flat.odt', bytes: flat('content.xml'), ends: 'too_complex' },
      { filename: 'flat.epub', bytes: flat('META-INF/container.xml'), ends: 'too_complex' },
    ];
  },
  'zip-nested-5x10': () => {
    let bytes = zipOf([{ name: 'leaf', content: '', packed: deflatedRepeats(Buffer.alloc(MB), 10) }]);
    for (let level = 0; level < 4; level++) {
      bytes = zipOf(Array.from({ length: 10 }, (_, i) => ({ name: `${i}.zip`, content: bytes })));
    }
    return [
      { filename: 'nested.zip', bytes, ends: 'unsupported_file_type' },
      { filename: 'nested.docx', bytes, ends: 'damaged_file' },
    ];
  },
  'docx-huge-document-xml': () => {
    const packed = deflatedRepeats(Buffer.alloc(MB, ' '), 2048);
    const bytes = zipOf([
      ...wordParts(),
      { name: 'word/document.xml', content: '', packed, declaredSize: 100 },
    ]);
    return [{ filename: 'huge.docx', bytes, ends: 'too_complex' }];
  },
  'docx-billion-laughs': () => {
    const entities = Array.from({ length: 10 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`);
    const dtd = `<!DOCTYPE x [<!ENTITY l0 "ha">${entities.join('')}]>`;
    return withDtd(dtd, '&l10;');
  },
  'docx-xxe': () => withDtd('<!DOCTYPE x [<!ENTITY x SYSTEM "file:///etc/passwd">]>', '&x;'),
  'xlsx-declared-dimension': () => {
    const cell = (reference: string, text: string) => `<c r="${reference}" t="str"><v>${text}</v></c>`;
    const rows = `<row r="1">${cell('A1', 'first')}</row><row r="1048576">${cell('XFD1048576', 'last')}</row>`;
    const before = '<dimension ref="A1:XFD1048576"/>';
    return [
      {
        filename: 'sparse.xlsx',
        bytes: xlsxOf({ sheets: [{ name: 'S', before, rows }] }),
        ends: { text: /^S\n\nfirst\n\nlast$/ },
      },
    ];
  },
  'xlsx-shared-string-index': () => {
    const rows = '<row r="1"><c r="A1" t="s"><v>4294967295</v></c><c r="B1"><v>7</v></c></row>';
    return [
      {
        filename: 'index.xlsx',
        bytes: xlsxOf({ sheets: [{ name: 'S', rows }] }),
        ends: { text: /^S\n\n7$/ },
      },
    ];
  },
};

const REFUSED = { code: /^(?:too_complex|damaged_file|parse_timeout|no_text|no_text_layer)$/ };
const READ_OR_REFUSED = { text: /^/, ...REFUSED };

/** The other recipes of files; those of requests are no files. */
export const DOCUMENT_BOMBS: Readonly<Record<string, () => readonly Hostile[]>> = {
  'pdf-page-loop': () => {
    const bytes = pdfOf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Count 1/Kids[2 0 R]>>']);
    return [{ filename: 'loop.pdf', bytes, ends: REFUSED }];
  },
  'pdf-flate-bomb': () => {
    const drawn = '0 0 m '.repeat(MB / 8);
    const packed = deflatedRepeats(Buffer.from(drawn), 2 ** 30 / drawn.length);
    // The header of zlib; its check sum at the end is not looked at.
    const stream = Buffer.concat([Buffer.from([0x78, 0x9c]), packed]);
    const bytes = pdfOf([
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Count 1/Kids[3 0 R]>>',
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>',
      `<</Length ${stream.length}/Filter/FlateDecode>>stream\n${stream.toString('latin1')}\nendstream`,
    ]);
    return [{ filename: 'flate.pdf', bytes, ends: REFUSED }];
  },
  'pdf-100k-pages': () => {
    const pages = 100_000;
    const bytes = pdfOf([
      '<</Type/Catalog/Pages 2 0 R>>',
      `<</Type/Pages/Count ${pages}/Kids[${Array.from({ length: pages }, (_, i) => `${i + 4} 0 R`).join(' ')}]>>`,
      '<</Length 0>>stream\n\nendstream',
      ...Array.from({ length: pages }, () => '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 3 0 R>>'),
    ]);
    return [{ filename: 'pages.pdf', bytes, ends: REFUSED }];
  },
  'html-deep-divs': () => {
    const depth = 200_000;
    const html = `${'<div>'.repeat(depth)}needle in depth 200000${'</div>'.repeat(depth)}`;
    return [
      { filename: 'deep.html', bytes: Buffer.from(html), ends: { ...REFUSED, text: /needle in depth/ } },
    ];
  },
  'md-nested-brackets': () =>
    ['['.repeat(1e5) + ']'.repeat(1e5), '*a '.repeat(5e4), '> '.repeat(2e4)].map((text, i) => ({
      filename: `nested-${i}.md`,
      bytes: Buffer.from(text),
      ends: READ_OR_REFUSED,
    })),
  'txt-one-line-20mb': () => [
    { filename: 'line.txt', bytes: Buffer.alloc(20 * MB, 'lorem '), ends: { text: /^(?:lorem ){99}/ } },
  ],
  'csv-wide': () => [
    { filename: 'wide.csv', bytes: Buffer.from('x,'.repeat(499_999).concat('x\n')), ends: READ_OR_REFUSED },
  ],
};

function wordParts() {
  const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
  return [
    {
      name: '[Content_Types].xml',
      content: `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="${type}"/></Types>`,
    },
    {
      name: '_rels/.rels',
      content:
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
    },
  ];
}

/** The same trick in every format that is XML inside. */
function withDtd(dtd: string, reference: string): Hostile[] {
  const part = (name: string, content: string) => ({ name, content });
  const relation = (target: string) =>
    part(
      '_rels/.rels',
      `<Relationships><Relationship Id="r" Type="x/officeDocument" Target="${target}"/></Relationships>`,
    );
  const word = `${dtd}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>${reference}</w:t></w:r></w:p></w:body></w:document>`;
  const book = `${dtd}<package><metadata><title>${reference}</title></metadata></package>`;
  const container = '<container><rootfile full-path="b.opf"/></container>';
  const file = (filename: string, ...parts: { name: string; content: string }[]): Hostile => ({
    filename,
    bytes: makeZip(parts.map(({ name, content }) => ({ name, text: content }))),
    ends: 'damaged_file',
  });
  return [
    file('a.docx', ...wordParts(), part('word/document.xml', word)),
    file('a.xlsx', relation('w.xml'), part('w.xml', `${dtd}<workbook><a>${reference}</a></workbook>`)),
    file(
      'a.pptx',
      relation('p.xml'),
      part('p.xml', `${dtd}<presentation><a>${reference}</a></presentation>`),
    ),
    file('a.odt', part('content.xml', `${dtd}<document-content><p>${reference}</p></document-content>`)),
    file('a.epub', part('META-INF/container.xml', container), part('b.opf', book)),
  ];
}

/** @param objects Bodies of the objects from 1 on, of which the first is the catalogue; bytes as Latin-1. */
function pdfOf(objects: readonly string[]): Buffer {
  const body = objects.map((object, i) => `${i + 1} 0 obj\n${object}\nendobj\n`).join('');
  // Without a table of objects, which every reader then makes for itself.
  return Buffer.from(`%PDF-1.4\n${body}trailer<</Root 1 0 R/Size ${objects.length + 1}>>\n%%EOF\n`, 'latin1');
}
