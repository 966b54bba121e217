import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inEnglish } from '../../kernel/said.ts';
import { FORMATS, formatOf } from './formats.ts';

const TEXT = Buffer.from('Plain words.\n');
const PDF = Buffer.from('%PDF-1.7\n%\xe2\xe3', 'latin1');
const ZIP = Buffer.from('PK\x03\x04\x14\0\x06\0', 'latin1');
const OLE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

test('the extension decides, whatever its case and whatever the media type says', () => {
  const cases = [
    ['report.pdf', PDF, 'pdf', 'application/pdf'],
    ['Report.Final.PDF', PDF, 'pdf', 'application/pdf'],
    ['a.docx', ZIP, 'docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    ['a.xlsm', ZIP, 'xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ['a.htm', TEXT, 'html', 'text/html'],
    ['a.markdown', TEXT, 'markdown', 'text/markdown'],
    ['a.mdx', TEXT, 'markdown', 'text/mdx'],
    ['a.mdoc', TEXT, 'markdown', 'text/markdown'],
    ['a.rst', TEXT, 'rst', 'text/x-rst'],
    ['a.log', TEXT, 'text', 'text/plain'],
    ['a.tsv', TEXT, 'csv', 'text/tab-separated-values'],
  ] as const;
  for (const [filename, head, format, mediaType] of cases) {
    assert.deepEqual(formatOf({ filename, mediaType: 'image/png', head }), { format, mediaType }, filename);
  }
});

test('a download without an extension is read by its media type', () => {
  assert.deepEqual(formatOf({ filename: 'guide', mediaType: 'Text/HTML; charset=utf-8', head: TEXT }), {
    format: 'html',
    mediaType: 'text/html',
  });
  // The number of a paper and the generator of a page are no extensions.
  for (const filename of ['2401.12345', 'index.php', 'view.aspx']) {
    assert.deepEqual(formatOf({ filename, mediaType: 'application/pdf', head: PDF }), {
      format: 'pdf',
      mediaType: 'application/pdf',
    });
  }
});

test('an upload needs an extension of a supported format', () => {
  for (const [filename, reason] of [
    ['guide', /^A file without an extension cannot be read/],
    ['2401.12345', /^A file without an extension cannot be read/],
    ['shell.php', /^A file named \.php cannot be read/],
  ] as const) {
    for (const head of [TEXT, PDF]) assert.match(reasonFor({ filename, head }), reason, filename);
  }
});

test('a PDF is known without any name', () => {
  assert.ok('format' in formatOf({ filename: 'download', mediaType: 'application/octet-stream', head: PDF }));
});

test('an archive of documents is refused with what to do about it', () => {
  const head = Buffer.from('PK\x03\x04');
  assert.match(
    reasonFor({ filename: 'all.zip', mediaType: null, head }),
    /Unpack it .* docent ingest <archive>/,
  );
});

test('unsupported files are refused with a sentence that lists the accepted ones', () => {
  for (const [filename, mediaType] of [
    ['virus.exe', 'text/plain'],
    ['data', 'application/octet-stream'],
    ['data', null],
    ['.pdf', null],
    ['setup.exe', 'application/pdf'],
  ] as const) {
    const reason = reasonFor({ filename, mediaType, head: TEXT });
    assert.match(
      reason,
      /Accepted are PDF \(\.pdf\), Word \(\.docx, \.docm, \.dotx\), PowerPoint \(\.pptx, .*, HTML/,
      filename,
    );
  }
});

test('a page named .txt is read as what it is', () => {
  const read = (page: string) =>
    formatOf({ filename: 'a.txt', mediaType: null, head: new TextEncoder().encode(page) });
  assert.deepEqual(read('\n<html><head>'), { format: 'html', mediaType: 'text/html' });
  assert.deepEqual(read('\ufeff<!DOCTYPE html>'), { format: 'html', mediaType: 'text/html' });
  assert.deepEqual(read('<html-like>'), { format: 'text', mediaType: 'text/plain' });
});

test('plain text named .rtf is read as what it is', () => {
  assert.deepEqual(formatOf({ filename: 'a.rtf', mediaType: null, head: TEXT }), {
    format: 'text',
    mediaType: 'text/plain',
  });
});

test('content that is not what the name says is refused, and the sentence names what it is', () => {
  const cases = [
    ['a.pdf', Buffer.from(' %PDF-1.7'), /is text, not PDF/],
    ['a.pdf', ZIP, /is a ZIP archive/],
    ['a.docx', TEXT, /is text, not Word/],
    ['a.odt', OLE, /legacy Office file.*without a password/],
    ['a.rtf', ZIP, /is a ZIP archive/],
    ['a.eml', PNG, /is an image, not e-mail/],
    ['a.txt', PDF, /is a PDF, not plain text/],
    ['a.md', ZIP, /is a ZIP archive/],
    ['a.txt', Buffer.from('\x7fELF\x02\x01'), /is a program/],
    ['a.html', PNG, /is an image/],
    ['a.csv', Buffer.from(Array.from({ length: 512 }, (_, i) => i % 256)), /is binary/],
  ] as const;
  for (const [filename, head, sentence] of cases) {
    assert.match(reasonFor({ filename, mediaType: null, head }), sentence, filename);
  }
});

test('a file of an older Office format is refused by the name of the format to save it in', () => {
  for (const [filename, saveAs] of [
    ['a.doc', /Save it as \.docx/],
    ['a.XLS', /Save it as \.xlsx/],
    ['a.ppt', /Save it as \.pptx/],
    ['a.msg', /Save it as \.eml/],
  ] as const) {
    assert.match(reasonFor({ filename, mediaType: null, head: OLE }), saveAs);
  }
});

test('an encrypted Office file is taken for what its name says, so that its parser can tell', () => {
  for (const format of ['docx', 'xlsx', 'pptx']) {
    const found = formatOf({ filename: `a.${format}`, mediaType: null, head: OLE });
    assert.ok('format' in found && found.format === format);
  }
});

test('an empty file is refused as such', () => {
  assert.deepEqual(formatOf({ filename: 'a.pdf', mediaType: null, head: new Uint8Array() }), {
    refusal: { code: 'empty_file', filename: 'a.pdf' },
  });
});

test('every format has a parser, and no extension belongs to two', async () => {
  for (const format of Object.values(FORMATS)) assert.equal(typeof (await format.parser()), 'function');
  const extensions = Object.values(FORMATS).flatMap((format) => Object.keys(format.extensions));
  assert.equal(new Set(extensions).size, extensions.length);
});

function reasonFor(file: Parameters<typeof formatOf>[0]): string {
  const found = formatOf(file);
  assert.ok('refusal' in found && found.refusal.code === 'unsupported_file_type');
  return inEnglish(found.refusal.reason);
}
