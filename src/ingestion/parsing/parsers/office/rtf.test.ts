import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseRtf } from './rtf.ts';

const HEAD = String.raw`{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\fswiss\fcharset0 Arial;}{\f1\fcharset204 Arial Cyr;}{\f2\fcharset128 MS Gothic;}}
{\colortbl;\red0\green0\blue0;}{\stylesheet{\s0 Normal;}{\s1\sbasedon0 heading 1;}{\s2 Title;}{\*\cs10 Default Font;}}
{\info{\title The report}{\author Somebody}}{\header Page header\par}`;

test('headings, paragraphs, lists and the title are read, and what is no text is not', () => {
  const { title, text, blocks } = parseRtf(
    rtf(String.raw`\pard\plain\s1 Part one\par
\pard\plain Some {\b bold} words, {\v hidden }{\*\unknown secret\par}caf\'e9 \endash\~done\line again.\par
{\pict\pngblip 89504e47}{\field{\*\fldinst HYPERLINK "http://example.org"}{\fldrslt a link}}\par
\pard{\listtext\'b7\tab}A point\par{\listtext (a)\tab}Another\par \pard\par
Two words\
are two paragraphs\{\}`),
  );
  assert.equal(title, 'The report');
  assert.deepEqual(
    blocks.map(({ kind, start, end }) => [kind, text.slice(start, end)]),
    [
      ['heading', 'Part one'],
      ['paragraph', 'Some bold words, café –\u00a0done\nagain.'],
      ['paragraph', 'a link'],
      ['list_item', '- A point'],
      ['list_item', '(a) Another'],
      ['paragraph', 'Two words'],
      ['paragraph', 'are two paragraphs{}'],
    ],
  );
});

test('characters are those of the font or of Unicode, and substitutes are passed over', () => {
  const cases: [string, string][] = [
    [String.raw`{\f1 \'cf\'f0\'e8}`, 'При'],
    [String.raw`{\f2 \'93\'fa\'96\{}`, '日本'],
    [String.raw`\u8364 ?\u8364\'80 x`, '€€ x'],
    [String.raw`\uc0\u26085\u26412{\uc2\u-10179 ab\u-8704 cd}`, '日本😀'],
  ];
  for (const [source, expected] of cases) assert.equal(parseRtf(rtf(source)).text, expected, source);
});

test('each row of a table names its columns', () => {
  const row = (...cells: string[]) =>
    String.raw`\trowd\pard\intbl ${cells.map((cell) => `${cell}\\cell `).join('')}\row `;
  const { text } = parseRtf(rtf(`Before\\par${row('Who', 'Price')}${row('Adult', '12')}\\pard After\\par`));
  assert.equal(text, 'Before\n\nWho | Price\n\nWho: Adult | Price: 12\n\nAfter');
});

test('binary data is passed over, braces and all', () => {
  assert.equal(parseRtf(rtf('a{\\pict\\bin5 }}{{\\}}b')).text, 'ab');
});

test('what nests too deeply, is cut off or says nothing ends well', () => {
  assert.throws(() => parseRtf(Buffer.from(`{\\rtf1${'{'.repeat(5_000)}`)), { code: 'too_complex' });
  assert.equal(parseRtf(Buffer.from('{\\rtf1 cut \\')).text, 'cut');
  assert.throws(() => parseRtf(rtf('')), { code: 'no_text' });
  assert.equal(parseRtf(Buffer.from('}}}{\\rtf1 extra\\constructor\\toString}}')).text, 'extra');
});

function rtf(body: string): Uint8Array {
  return Buffer.from(`${HEAD}${body}}`, 'latin1');
}
