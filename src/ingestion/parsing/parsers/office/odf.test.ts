import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeZip } from '../../../../../scripts/samples/zip.ts';
import { odfOf } from '../../../../../test/office-files.ts';
import type { ParsedDocument } from '../../parsed-document.ts';
import { parseOdf } from './odf.ts';

test('a text has its headings, lists, tables and footnotes, and not what was deleted or remarked', () => {
  const parsed = parseOdf(
    odfOf({
      title: 'Rules',
      styles: '<style:style style:name="P1" style:parent-style-name="Title"/>',
      body: `<office:text>
        <text:tracked-changes><text:p>deleted</text:p></text:tracked-changes>
        <text:p text:style-name="P1">House rules</text:p>
        <text:h text:outline-level="2">Quiet<text:s text:c="2"/>hours</text:h>
        <text:p>From ten<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>In the evening.</text:p></text:note-body></text:note>
          on.<office:annotation><text:p>really?</text:p></office:annotation><text:line-break/>Always.</text:p>
        <text:list><text:list-item><text:p>No drums</text:p></text:list-item></text:list>
        <table:table table:name="T"><table:table-row><table:table-cell><text:p>Room</text:p></table:table-cell><table:table-cell><text:p>Beds</text:p></table:table-cell></table:table-row>
          <table:table-row><table:table-cell><text:p>Attic</text:p></table:table-cell><table:table-cell><text:p>2</text:p></table:table-cell></table:table-row></table:table>
      </office:text>`,
    }),
  );
  assert.equal(parsed.title, 'Rules');
  assert.deepEqual(blocksOf(parsed), [
    ['heading', 'House rules', 1],
    ['heading', 'Quiet  hours', 2],
    ['paragraph', 'From ten on.\nAlways.', undefined],
    ['paragraph', 'In the evening.', undefined],
    ['list_item', 'No drums', undefined],
    ['paragraph', 'Room | Beds', undefined],
    ['table', 'Room: Attic | Beds: 2', undefined],
  ]);
});

test('a spreadsheet has its visible sheets, with dates as ISO 8601 and merged cells in every row', () => {
  const cell = (text: string, attributes = '') =>
    `<table:table-cell ${attributes}><text:p>${text}</text:p></table:table-cell>`;
  const body = `<office:spreadsheet>
    <table:table table:name="Trips">
      <table:table-row>${cell('City')}${cell('Day')}${cell('Cost')}</table:table-row>
      <table:table-row>${cell('Kiel', 'table:number-rows-spanned="2"')}${cell('3/5/24', 'office:value-type="date" office:date-value="2024-03-05T14:30:00"')}${cell('5 €')}</table:table-row>
      <table:table-row table:number-rows-repeated="3"><table:covered-table-cell/>${cell('x', 'table:number-columns-repeated="2"')}</table:table-row>
      <table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>
    </table:table>
    <table:table table:name="Hidden" table:style-name="ta2"><table:table-row>${cell('secret')}</table:table-row></table:table>
  </office:spreadsheet>`;
  const styles =
    '<style:style style:name="ta2"><style:table-properties table:display="false"/></style:style>';
  const parsed = parseOdf(odfOf({ body, styles }));
  assert.equal(parsed.title, null);
  assert.deepEqual(
    blocksOf(parsed).map(([, text]) => text),
    [
      'Trips',
      'City | Day | Cost',
      'City: Kiel | Day: 2024-03-05 14:30:00 | Cost: 5 €\nCity: Kiel | Day: x | Cost: x',
    ],
  );
});

test('slides of a presentation are pages with titles and notes', () => {
  const body = `<office:presentation>
    <draw:page><draw:frame presentation:class="title"><draw:text-box><text:p>Welcome</text:p></draw:text-box></draw:frame>
      <draw:frame presentation:class="outline"><draw:text-box><text:list><text:list-item><text:p>Point</text:p></text:list-item></text:list></draw:text-box></draw:frame>
      <presentation:notes><draw:frame presentation:class="page-number"><draw:text-box><text:p>1</text:p></draw:text-box></draw:frame>
        <draw:frame presentation:class="notes"><draw:text-box><text:p>Smile.</text:p></draw:text-box></draw:frame></presentation:notes></draw:page>
    <draw:page><draw:custom-shape><text:p>Second</text:p></draw:custom-shape></draw:page>
  </office:presentation>`;
  const { text, blocks, pages } = parseOdf(odfOf({ body }));
  assert.equal(pages, 2);
  assert.deepEqual(
    blocks.map(({ kind, page, start, end }) => [page, kind, text.slice(start, end)]),
    [
      [1, 'heading', 'Welcome'],
      [1, 'list_item', 'Point'],
      [1, 'paragraph', 'Notes: Smile.'],
      [2, 'heading', 'Slide 2'],
      [2, 'paragraph', 'Second'],
    ],
  );
});

test('repeats that are only declared cannot multiply a file', () => {
  const repeated = `<table:table-cell table:number-columns-repeated="1000000"><text:p>${'x'.repeat(50)}</text:p></table:table-cell>`;
  const rows = `<table:table-row>${repeated}</table:table-row>`.repeat(10_000);
  const body = `<office:spreadsheet><table:table table:name="S">${rows}</table:table></office:spreadsheet>`;
  assert.throws(() => parseOdf(odfOf({ body })), { code: 'too_complex' });
});

test('an encrypted file asks for its password, and an archive of another kind is damaged', () => {
  const manifest =
    '<manifest:manifest xmlns:manifest="m"><manifest:file-entry><manifest:encryption-data/></manifest:file-entry></manifest:manifest>';
  assert.throws(() => parseOdf(odfOf({ body: '', manifest })), { code: 'password_required' });
  assert.throws(() => parseOdf(makeZip([{ name: 'a.txt', text: 'words' }])), { code: 'damaged_file' });
});

function blocksOf({ text, blocks }: ParsedDocument) {
  return blocks.map(({ kind, start, end, level }) => [kind, text.slice(start, end), level]);
}
