import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeDocx } from '../../../../../scripts/samples/docx.ts';
import { makeZip } from '../../../../../scripts/samples/zip.ts';
import { parseDocx } from './docx.ts';

const W =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"';

test('title, headings, paragraphs and tables are read', async () => {
  const document = {
    title: 'Visitor handbook',
    pages: [
      [
        { kind: 'heading' as const, text: 'Prices' },
        { kind: 'paragraph' as const, text: 'Children & adults pay <less>.' },
        {
          kind: 'table' as const,
          rows: [
            ['Who', 'Price'],
            ['Adult', '12'],
          ],
        },
      ],
    ],
  };
  const { title, text, blocks, pages } = await parseDocx(makeDocx(document));
  assert.equal(title, 'Visitor handbook');
  assert.equal(pages, null);
  assert.deepEqual(
    blocks.map(({ kind, level, start, end }) => [kind, level, text.slice(start, end)]),
    [
      ['heading', 1, 'Visitor handbook'],
      ['heading', 1, 'Prices'],
      ['paragraph', undefined, 'Children & adults pay <less>.'],
      ['table', undefined, 'Who | Price\nAdult | 12'],
    ],
  );
});

test('a sentence with the style of a heading, for its number, is a paragraph', async () => {
  const styled = (text: string) =>
    `<w:p><w:pPr><w:pStyle w:val="Heading3"/></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
  const styles = {
    name: 'word/styles.xml',
    text: `<w:styles ${W}><w:style w:type="paragraph" w:styleId="Heading3"><w:name w:val="heading 3"/></w:style></w:styles>`,
  };
  const texts = [
    'The treasurer will hold a seminar about club finances once a term.',
    'Form and Time of Payment of Benefits on Death of a Member.',
    'How the treasurer will hold a seminar about club finances once a term',
    'Install it.',
  ];
  const { blocks } = await parseDocx(wordFile({ body: texts.map(styled).join(''), others: [styles] }));
  assert.deepEqual(
    blocks.map(({ kind }) => kind),
    ['paragraph', 'heading', 'heading', 'heading'],
  );
});

test('formulas keep their text, and page headers come once at the end', async () => {
  const header = {
    text: `<w:hdr ${W}><w:p><w:r><w:t>Confidential</w:t></w:r></w:p><w:p><w:r><w:t>7</w:t></w:r></w:p></w:hdr>`,
  };
  const bytes = wordFile({
    body: '<w:p><w:r><w:t>For </w:t></w:r><m:oMath><m:r><m:t>m=1</m:t></m:r></m:oMath><w:r><w:t>.</w:t></w:r></w:p>',
    others: [
      { name: 'word/header1.xml', ...header },
      { name: 'word/header2.xml', ...header },
    ],
  });
  assert.equal((await parseDocx(bytes)).text, 'For m=1.\n\nConfidential');
});

test('words of a shape stand behind their paragraph, and in their place, for new and old programs, in the frame', async () => {
  const run = (content: string) => `<w:r>${content}</w:r>`;
  const shape = (words: string) =>
    `<w:txbxContent>${words
      .split('|')
      .map((text) => `<w:p>${run(`<w:t>${text}</w:t>`)}</w:p>`)
      .join('')}</w:txbxContent>`;
  const alternatives = (fallback: string) =>
    run(
      `<mc:AlternateContent><mc:Choice Requires="wps">${shape('Datum|plane')}</mc:Choice><mc:Fallback>${fallback}</mc:Fallback></mc:AlternateContent>`,
    );
  const body =
    `<w:p w:rsidR="1">${run('<w:t>See </w:t>')}${alternatives(`<w:pict>${shape('Datum|plane')}</w:pict>`)}${run('<w:t>here.</w:t>')}</w:p>` +
    `<w:p w:rsidR="2"/><w:p>${run('<w:t>A picture.</w:t>')}${alternatives('<w:pict/>')}</w:p>`;
  const { text, blocks, frame } = await parseDocx(wordFile({ body }));
  const textsOf = (ranges: readonly { start: number; end: number }[] = []) =>
    ranges.map(({ start, end }) => text.slice(start, end));
  assert.deepEqual(textsOf(blocks), ['See here.', 'Datum', 'plane', 'A picture.']);
  assert.deepEqual(textsOf(frame), ['See Datum plane Datum plane here.']);
});

test('items of lists have the labels that Word counts, of several levels, and go on over other lists', async () => {
  const level = (depth: number, format: string, text: string) =>
    `<w:lvl w:ilvl="${depth}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`;
  const levels =
    level(0, 'upperRoman', 'Art. %1') + level(1, 'lowerLetter', '(%2)') + level(2, 'decimal', '%1.%3');
  const numbering = `<w:numbering ${W}>
    <w:abstractNum w:abstractNumId="0">${levels}</w:abstractNum>
    <w:abstractNum w:abstractNumId="1">${level(0, 'bullet', '·')}</w:abstractNum>
    <w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>
    <w:num w:numId="2"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="9"/></w:lvlOverride></w:num>
    <w:num w:numId="3"><w:abstractNumId w:val="1"/></w:num></w:numbering>`;
  const items = [
    [1, 0, 'Art. I x'],
    [1, 1, '(a) x'],
    [1, 1, '(b) x'],
    [3, 0, '- x'],
    [1, 2, 'I.1 x'],
    [1, 0, 'Art. II x'],
    [1, 1, '(a) x'],
    [2, 0, 'Art. IX x'],
    [2, 0, 'Art. X x'],
  ] as const;
  const body = items.map(
    ([id, depth]) =>
      `<w:p><w:pPr><w:numPr><w:ilvl w:val="${depth}"/><w:numId w:val="${id}"/></w:numPr></w:pPr><w:r><w:t>x</w:t></w:r></w:p>`,
  );
  const bytes = wordFile({
    body: body.join(''),
    others: [
      { name: 'word/numbering.xml', text: numbering },
      {
        name: 'word/_rels/document.xml.rels',
        text: '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="n" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/numbering" Target="numbering.xml"/></Relationships>',
      },
    ],
  });
  const { text, blocks } = await parseDocx(bytes);
  assert.deepEqual(
    blocks.map(({ start, end }) => text.slice(start, end)),
    items.map(([, , shown]) => shown),
  );
});

test('without headings by style, short bold paragraphs are headings', async () => {
  const bold = (text: string) => `<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>${text}</w:t></w:r></w:p>`;
  const plain = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
  const kindsOf = async (body: string) =>
    (await parseDocx(wordFile({ body }))).blocks.map(({ kind }) => kind);
  assert.deepEqual(await kindsOf(bold('Opening hours') + plain('From nine.') + plain('To five.')), [
    'heading',
    'paragraph',
    'paragraph',
  ]);
  assert.deepEqual(await kindsOf(bold('All is bold') + bold('and this')), ['paragraph', 'paragraph']);
  assert.deepEqual(
    await kindsOf(bold('Note this.') + plain('One.') + plain('Two.')),
    Array(3).fill('paragraph'),
  );
  assert.deepEqual(await kindsOf(bold('Our mission:') + plain('To serve.') + plain('To learn.')), [
    'heading',
    'paragraph',
    'paragraph',
  ]);
  const cell = (content: string) => `<w:tc>${content}</w:tc>`;
  const table = `<w:tbl><w:tr>${cell(bold('Fire') + plain('Exits are marked.'))}${cell(plain('High'))}</w:tr></w:tbl>`;
  assert.deepEqual(await kindsOf(bold('Risks') + table + plain('One.') + plain('Two.')), [
    'heading',
    'table',
    'paragraph',
    'paragraph',
  ]);
});

test('bold paragraphs are below headings by style, but not those of a title page or the end of a section', async () => {
  const styled = (text: string) =>
    `<w:p><w:pPr><w:pStyle w:val="Heading3"/></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
  const bold = (text: string) => `<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>${text}</w:t></w:r></w:p>`;
  const prose = Array.from({ length: 4 }, (_, i) => `<w:p><w:r><w:t>Line ${i}.</w:t></w:r></w:p>`).join('');
  const styles = {
    name: 'word/styles.xml',
    text: `<w:styles ${W}><w:style w:type="paragraph" w:styleId="Heading3"><w:name w:val="heading 3"/></w:style></w:styles>`,
  };
  const body =
    bold('The Republic') +
    styled('Purpose') +
    prose +
    bold('Scope') +
    prose +
    bold('Ann Baker') +
    styled('Duties');
  const { text, blocks } = await parseDocx(wordFile({ body: body + prose, others: [styles] }));
  assert.deepEqual(
    blocks.flatMap(({ kind, level, start, end }) =>
      kind === 'heading' ? [[text.slice(start, end), level]] : [],
    ),
    [
      ['Purpose', 3],
      ['Scope', 4],
      ['Duties', 3],
    ],
  );
});

test('a document without words, an archive of another kind and a DTD are refused', async () => {
  await assert.rejects(parseDocx(wordFile({ body: '<w:p/>' })), { code: 'no_text' });
  await assert.rejects(parseDocx(makeZip([{ name: 'a.txt', text: 'words' }])), { code: 'damaged_file' });
  const entity = '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/hostname">]>';
  await assert.rejects(
    parseDocx(wordFile({ body: '<w:p><w:r><w:t>&e;</w:t></w:r></w:p>', prolog: entity })),
    {
      code: 'damaged_file',
      message: /DTD/,
    },
  );
});

function wordFile(parts: {
  body: string;
  prolog?: string;
  others?: { name: string; text: string }[];
}): Uint8Array {
  const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
  return makeZip([
    {
      name: '[Content_Types].xml',
      text: `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="${type}"/></Types>`,
    },
    {
      name: '_rels/.rels',
      text: '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
    },
    {
      name: 'word/document.xml',
      text: `${parts.prolog ?? ''}<w:document ${W}><w:body>${parts.body}</w:body></w:document>`,
    },
    ...(parts.others ?? []),
  ]);
}
