import assert from 'node:assert/strict';
import { createCipheriv, createHash } from 'node:crypto';
import { test } from 'node:test';
import { makePdf } from '../../../../../scripts/samples/pdf.ts';
import { placedTextPdf } from '../../../../../test/placed-text-pdf.ts';
import { parsePdf } from './pdf.ts';

const paragraph = (text: string) => ({ kind: 'paragraph' as const, text });
const heading = (text: string) => ({ kind: 'heading' as const, text });

test('every block knows its page, and the outline makes the headings', async () => {
  const bytes = makePdf({
    title: 'Museum handbook',
    pages: [
      [heading('Opening hours'), paragraph('The museum is open from Tuesday to Sunday.')],
      [heading('Getting here'), paragraph('Tram line 4 stops at Harbour Lane.')],
    ],
  });
  const { title, text, blocks, pages } = await parsePdf(bytes);
  assert.equal(title, 'Museum handbook');
  assert.equal(pages, 2);
  const found = blocks.map(({ kind, page, start, end }) => [kind, page, text.slice(start, end)]);
  for (const block of [
    ['heading', 1, 'Opening hours'],
    ['paragraph', 1, 'The museum is open from Tuesday to Sunday.'],
    ['heading', 2, 'Getting here'],
    ['paragraph', 2, 'Tram line 4 stops at Harbour Lane.'],
  ]) {
    assert.ok(
      found.some((other) => other.join() === block.join()),
      `${block} in ${JSON.stringify(found)}`,
    );
  }
});

test('letters that are set apart are words, and text drawn again beside itself is read once', async () => {
  const { text } = await parsePdf(
    placedTextPdf([
      [
        { text: 'Command', x: 60, y: 700, apart: 5 },
        { text: 'Truth', x: 60, y: 600 },
        { text: 'table', x: 90, y: 600 },
        ...[0, 0.3, 0.4].map((shift) => ({ text: 'Truth', x: 60 + shift, y: 600.3 })),
        { text: 'A B C D E F', x: 60, y: 500 },
      ],
    ]),
  );
  assert.equal(text, 'Command\n\nTruth table\n\nA B C D E F');
});

test('what does not fit on a page of the samples begins the next one, and a longer block is divided', async () => {
  const texts = Array.from(
    { length: 30 },
    (_, i) =>
      `Paragraph number ${i} is so long that it takes two lines of the page, and they stay together there.`,
  );
  const long = Array.from({ length: 800 }, (_, i) => `word${i}`);
  const pages = [[...texts.map(paragraph), heading('The end')], [paragraph(long.join(' '))]];
  const read = await parsePdf(makePdf({ title: 'Long', pages }));
  assert.equal(read.pages, 4);
  for (const text of texts) assert.ok(read.text.replaceAll(/\s+/g, ' ').includes(text), text);
  for (const word of long) assert.ok(read.text.includes(word), word);
  const end = read.blocks.find(({ start, end }) => read.text.slice(start, end) === 'The end');
  assert.deepEqual([end?.kind, end?.page], ['heading', 2]);
});

test('a PDF whose owner allows nothing but to look at it asks for a password; one that may be printed is read', async () => {
  const pdf = makePdf({ title: 'T', pages: [[paragraph('Some words.')]] });
  const looking = -3392;
  await assert.rejects(parsePdf(restricted(pdf, looking)), {
    code: 'password_required',
    message: /owner's password/,
  });
  assert.match((await parsePdf(restricted(pdf, looking | PRINTING))).text, /Some words/);
});

test('the bytes of the caller are left as they are', async () => {
  const bytes = makePdf({ title: 'T', pages: [[paragraph('Some words.')]] });
  const copy = Buffer.from(bytes);
  await parsePdf(bytes);
  assert.deepEqual(Buffer.from(bytes), copy);
});

test('Chinese in a predefined CMap is read: pdf.js finds the CMaps that ship with it', async () => {
  const words = '图书馆开放时间';
  assert.match((await parsePdf(cjkPdf(words))).text, new RegExp(words));
});

test('pages without text have no text layer, and broken files are damaged', async () => {
  const empty = Buffer.from(
    makePdf({ title: 'T', pages: [[paragraph('x')]] })
      .toString()
      .replace(/\(.*?\) Tj/g, '() Tj'),
  );
  await assert.rejects(parsePdf(empty), { code: 'no_text_layer', message: /scans or pictures/ });
  await assert.rejects(parsePdf(Buffer.from('%PDF-1.7\n')), { code: 'damaged_file' });
});

test('pages without text are reported when recognition is available, and recognised text is on its page', async () => {
  const bytes = makePdf({ title: 'T', pages: [[paragraph('First page.')], [], [paragraph('Last page.')]] });
  await assert.rejects(parsePdf(bytes, undefined, 'possible'), { name: 'ScannedPages', pages: [2] });
  const scanned = 'The recog-\nnised words\ngo on.\n\n~ | =\n\nA second paragraph.\n\f';
  const { text, blocks } = await parsePdf(bytes, undefined, new Map([[2, scanned]]));
  assert.deepEqual(
    blocks.filter(({ page }) => page === 2).map(({ start, end }) => text.slice(start, end)),
    ['The recognised words go on.', 'A second paragraph.'],
  );
  assert.ok(text.indexOf('First page.') < text.indexOf('recognised'));
  // Nothing to recognise, and nothing that can be: the pages that have text are enough.
  assert.doesNotMatch((await parsePdf(bytes)).text, /recognised/);
  await assert.doesNotReject(
    parsePdf(makePdf({ title: 'T', pages: [[paragraph('x y')]] }), undefined, 'possible'),
  );
});

test('a scan of more pages than are recognised is refused', async () => {
  const pages = Array.from({ length: 201 }, () => []);
  await assert.rejects(parsePdf(makePdf({ title: '', pages }), undefined, 'possible'), {
    code: 'too_complex',
    message: /201 scanned pages/,
  });
});

const PRINTING = 4;

/**
 * Encrypted with an empty user password, though nothing in it is: its crypt filters are `Identity`.
 *
 * @param permissions `P` of ISO 32000-2, 7.6.4.2. The keys are those of revision 5.
 */
function restricted(pdf: Uint8Array, permissions: number): Uint8Array {
  const salts = 'validate' + 'the keys';
  const hash = (salt: string) => createHash('sha256').update(salt).digest();
  const cipher = createCipheriv('aes-256-cbc', hash('the keys'), Buffer.alloc(16)).setAutoPadding(false);
  const userKey = cipher.update(Buffer.alloc(32)).toString('hex');
  const user = hash('validate').toString('hex') + Buffer.from(salts).toString('hex');
  const zeros = (bytes: number) => '00'.repeat(bytes);
  const dictionary =
    `<< /Filter /Standard /V 5 /R 5 /Length 256 /P ${permissions} /U <${user}> /UE <${userKey}> ` +
    `/O <${zeros(48)}> /OE <${zeros(32)}> /Perms <${zeros(16)}> /StmF /Identity /StrF /Identity >>`;
  const text = Buffer.from(pdf).toString('latin1');
  return Buffer.from(text.replace(/trailer\s*<</, `$& /Encrypt ${dictionary} `), 'latin1');
}

/** One page whose font is not embedded and encoded in UniGB-UCS2-H: code units are UTF-16, big endian. */
function cjkPdf(words: string): Buffer {
  const hex = Buffer.from(words, 'utf16le').swap16().toString('hex');
  const stream = `BT /F1 12 Tf 50 700 Td <${hex}> Tj ET`;
  return Buffer.from(`%PDF-1.4
1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj
3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >> endobj
4 0 obj << /Length ${stream.length} >> stream
${stream}
endstream endobj
5 0 obj << /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [6 0 R] >> endobj
6 0 obj << /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> /FontDescriptor 7 0 R >> endobj
7 0 obj << /Type /FontDescriptor /FontName /STSong-Light /Flags 4 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >> endobj
trailer << /Root 1 0 R >>
%%EOF`);
}
