import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeZip } from '../../../../../scripts/samples/zip.ts';
import { pptxOf, xlsxOf } from '../../../../../test/office-files.ts';
import type { ParsedDocument } from '../../parsed-document.ts';
import { parsePptx } from './pptx.ts';

const p = (text: string) => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`;
const shape = (paragraphs: string, placeholder?: string) =>
  `<p:sp><p:nvSpPr><p:nvPr>${placeholder === undefined ? '' : `<p:ph ${placeholder}/>`}</p:nvPr></p:nvSpPr><p:txBody>${paragraphs}</p:txBody></p:sp>`;

test('slides come in the order in which they are shown, headed by their titles, with their notes', () => {
  const notes = [
    shape(p('1'), 'type="sldImg"'),
    shape(p('Say hello.') + p('Wait.'), 'type="body" idx="1"'),
    shape(p('7'), 'type="sldNum"'),
  ].join('');
  const first =
    shape(p('Point one') + p('Point two'), 'idx="1"') +
    shape(p('Growth') + p('in 2024'), 'type="title"') +
    shape(p('Our company'), 'type="ftr"') +
    shape('<a:p><a:r><a:t>A box</a:t></a:r><a:br/><a:r><a:t>of text</a:t></a:r></a:p>');
  const parsed = parsePptx(
    pptxOf([{ shapes: first, notes }, { shapes: shape(p('No title here')) }], 'Report: growth in 2024'),
  );
  assert.equal(parsed.title, 'Report: growth in 2024');
  assert.equal(parsed.pages, 2);
  assert.deepEqual(blocksOf(parsed), [
    [1, 'heading', 'Growth in 2024'],
    [1, 'list_item', 'Point one'],
    [1, 'list_item', 'Point two'],
    [1, 'paragraph', 'A box\nof text'],
    [1, 'paragraph', 'Notes: Say hello.'],
    [1, 'paragraph', 'Wait.'],
    [2, 'heading', 'Slide 2'],
    [2, 'paragraph', 'No title here'],
  ]);
});

test('each row of a table names its columns, merged cells included', () => {
  const cell = (text: string, attributes = '') => `<a:tc${attributes}><a:txBody>${p(text)}</a:txBody></a:tc>`;
  const rows = [
    ['Region', 'City', 'Staff'].map((text) => cell(text)),
    [cell('North', ' rowSpan="2"'), cell('Kiel'), cell('12')],
    [cell('', ' vMerge="1"'), cell('Husum'), cell('3')],
  ];
  const table = `<p:graphicFrame><a:tbl>${rows.map((row) => `<a:tr>${row.join('')}</a:tr>`).join('')}</a:tbl></p:graphicFrame>`;
  assert.deepEqual(blocksOf(parsePptx(pptxOf([{ shapes: table }]))), [
    [1, 'paragraph', 'Region | City | Staff'],
    [1, 'table', 'Region: North | City: Kiel | Staff: 12\nRegion: North | City: Husum | Staff: 3'],
  ]);
});

test('diagrams are read, and what stands there twice for old programs is read once', () => {
  const both = `<mc:AlternateContent><mc:Choice>${shape(p('New shape'))}</mc:Choice><mc:Fallback>${shape(p('New shape'))}</mc:Fallback></mc:AlternateContent>`;
  const diagram = `<dgm:pt><dgm:t>\n${p('Plan')}</dgm:t></dgm:pt><dgm:pt><dgm:t>${p('Build')}</dgm:t></dgm:pt>`;
  assert.deepEqual(
    blocksOf(parsePptx(pptxOf([{ shapes: both, diagram }]))).map(([, , text]) => text),
    ['New shape', 'Plan', 'Build'],
  );
});

test('a presentation without words and files of another kind are refused', () => {
  assert.throws(() => parsePptx(pptxOf([{ shapes: shape('') }])), { code: 'no_text' });
  const another = { code: 'damaged_file', message: /Save it again as \.pptx/ };
  assert.throws(() => parsePptx(xlsxOf({ sheets: [{ name: 'S', rows: '' }] })), another);
  assert.throws(() => parsePptx(makeZip([{ name: 'a.txt', text: 'words' }])), another);
});

function blocksOf({ text, blocks }: ParsedDocument) {
  return blocks.map(({ page, kind, start, end }) => [page, kind, text.slice(start, end)]);
}
