import { escapeMarkup, type SampleBlock, type SampleText } from './texts.ts';
import { makeZip } from './zip.ts';

/** The smallest package accepted by word processors: Office Open XML, ECMA-376 part 1, §11 and §17. */
export function makeDocx({ title, pages }: SampleText): Uint8Array {
  const body = [styled('Title', title), ...pages.flat().map(blockXml)].join('');
  return makeZip([
    {
      name: '[Content_Types].xml',
      text: `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.styles+xml"/><Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>`,
    },
    {
      name: '_rels/.rels',
      text: `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>`,
    },
    {
      name: 'docProps/core.xml',
      text: `${XML}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${escapeMarkup(title)}</dc:title></cp:coreProperties>`,
    },
    {
      name: 'word/_rels/document.xml.rels',
      text: `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>`,
    },
    {
      name: 'word/styles.xml',
      text: `${XML}<w:styles ${W}><w:style w:type="paragraph" w:styleId="Title"><w:name w:val="Title"/></w:style><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style></w:styles>`,
    },
    { name: 'word/document.xml', text: `${XML}<w:document ${W}><w:body>${body}</w:body></w:document>` },
  ]);
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

function blockXml(block: SampleBlock): string {
  if (block.kind === 'heading') return styled('Heading1', block.text);
  if (block.kind === 'paragraph') return `<w:p>${run(block.text)}</w:p>`;
  const rows = block.rows.map(
    (row) => `<w:tr>${row.map((cell) => `<w:tc><w:p>${run(cell)}</w:p></w:tc>`).join('')}</w:tr>`,
  );
  return `<w:tbl>${rows.join('')}</w:tbl>`;
}

function styled(style: string, text: string): string {
  return `<w:p><w:pPr><w:pStyle w:val="${style}"/></w:pPr>${run(text)}</w:p>`;
}

function run(text: string): string {
  return `<w:r><w:t xml:space="preserve">${escapeMarkup(text)}</w:t></w:r>`;
}
