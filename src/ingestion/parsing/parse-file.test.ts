import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { makeDocx } from '../../../scripts/samples/docx.ts';
import { makePdf } from '../../../scripts/samples/pdf.ts';
import { epubOf, odfOf, pptxOf, xlsxOf } from '../../../test/office-files.ts';
import { IngestFailure } from '../../errors.ts';
import { FORMATS } from './formats.ts';
import { parseFile } from './parse-file.ts';

const fileOf = (format: string) => ({ path: 'unused', format, title: null, filename: `file.${format}` });
const sample = {
  title: 'Title',
  pages: [[{ kind: 'paragraph' as const, text: 'Some words of the sample.' }]],
};
const SAMPLES: Readonly<Record<string, Uint8Array>> = {
  pdf: makePdf(sample),
  docx: makeDocx(sample),
  html: Buffer.from(
    '<title>Title</title><h1>Part</h1><p>Some words<ul><li>of <b>the</b> sample</ul><table><tr><td>x<td>y</table>',
  ),
  markdown: Buffer.from(
    '---\ntitle: Title\n---\n# Part\n\nSome *words*\n\n- of\n\n| the | sample |\n|---|---|\n| x | y |\n',
  ),
  pptx: pptxOf([{ shapes: '<p:sp><p:txBody><a:p><a:r><a:t>Some words</a:t></a:r></a:p></p:txBody></p:sp>' }]),
  xlsx: xlsxOf({
    sheets: [{ name: 'S', rows: '<row r="1"><c r="A1" t="inlineStr"><is><t>Words</t></is></c></row>' }],
  }),
  odf: odfOf({ body: '<office:text><text:h>Part</text:h><text:p>Some words</text:p></office:text>' }),
  epub: epubOf({ title: 'Title', chapters: ['<h1>Part</h1><p>Some words</p>'] }),
  json: Buffer.from('[{"name": "Part", "words": ["some", 2]}, {"name": {"of": null}}]'),
  email: Buffer.from(
    'From: a@example.org\nSubject: =?utf-8?Q?P=C3=A4rt?=\nContent-Type: text/html\n\n<p>Some words</p>',
  ),
  rtf: Buffer.from("{\\rtf1\\ansi{\\fonttbl{\\f0 Arial;}}\\f0 Some w\\'f6rds\\par\\u8364 ?\\cell x\\row}"),
  rst: Buffer.from(
    'Part\n====\n\n.. note:: Some *words*\n   of :ref:`the sample <x>`.\n\n* one::\n\n    code\n\n== ==\na  b\n== ==\n1  2\n== ==\n',
  ),
  asciidoc: Buffer.from(
    '= Part\n\nNOTE: Some *words*\n\n. of <<the,the>> sample\n+\n----\n{code}\n----\n\n|===\n|a |b\n|1 |2\n|===\n',
  ),
  csv: Buffer.from('name,words\n1,"some, words"\n2,of the sample\n'),
  text: Buffer.from('Part\n====\n\nSome words\nof the sample.\n'),
};

test('whatever bytes become of a file, it is read or fails with a reason', async () => {
  for (const format of Object.keys(FORMATS)) {
    const original = SAMPLES[format]!;
    await fc.assert(
      fc.asyncProperty(changes(original.length), async (edits) => {
        const bytes = Buffer.from(original);
        for (const { at, byte } of edits) bytes[at] = byte;
        const cut = edits.length % 5 === 4 ? bytes.subarray(0, edits[0]!.at) : bytes;
        await assertReadOrFailed(format, cut);
      }),
      { numRuns: 20 },
    );
  }
});

test('an empty file and an unknown format fail as such', async () => {
  await assert.rejects(parseFile(fileOf('text'), new Uint8Array()), { code: 'empty_file' });
  await assert.rejects(parseFile(fileOf('scroll'), Buffer.from('x')), { code: 'unsupported_file_type' });
});

function changes(length: number) {
  return fc.array(fc.record({ at: fc.nat(length - 1), byte: fc.nat(255) }), { maxLength: 12 });
}

async function assertReadOrFailed(format: string, bytes: Uint8Array): Promise<void> {
  try {
    const { text, blocks } = await parseFile(fileOf(format), bytes);
    assert.ok(blocks.length > 0);
    assert.ok(text.isWellFormed() && !text.includes('\0'));
  } catch (error) {
    if (!(error instanceof IngestFailure)) throw error;
    assert.doesNotMatch(error.message, /node_modules|file:\/\//);
  }
}
