import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import iconv from 'iconv-lite';
import { decodeText } from './decode-text.ts';

const GERMAN =
  'Die Größe der Bäume überrascht: Während die Nächte kühl sind, blühen schöne Blumen über den Hügeln.';
const RUSSIAN =
  'Операции стали возможны после создания модуля в июле: строгие испытания проводились ближе к дате запуска.';
const CHINESE = '百分之七十的森林区域以及土地，都被用作了牲畜牧场，但到今天却一直在增加。';

test('UTF-8 comes back as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      fc.pre(!text.includes('\0') && !text.startsWith('\ufeff'));
      assert.equal(decodeText(Buffer.from(text)), text);
    }),
  );
});

test('a byte order mark decides, and is not part of the text', () => {
  for (const encoding of ['utf-8', 'utf-16le', 'utf-16be', 'utf-32le', 'utf-32be']) {
    assert.equal(decodeText(iconv.encode(RUSSIAN, encoding, { addBOM: true })), RUSSIAN, encoding);
  }
});

test('wide encodings are recognised without a mark', () => {
  for (const encoding of ['utf-16le', 'utf-16be', 'utf-32le']) {
    assert.equal(decodeText(iconv.encode(GERMAN, encoding)), GERMAN, encoding);
  }
});

test('legacy encodings are told from their bytes', () => {
  const cases = [
    [GERMAN, 'windows-1252'],
    [RUSSIAN, 'windows-1251'],
    [RUSSIAN, 'koi8-r'],
    [RUSSIAN, 'ibm866'],
    [CHINESE, 'gbk'],
    [
      'Acest proces a fost descris mai devreme și în alte țări, apoi s-a lichefiat în gheață și apă.',
      'iso-8859-16',
    ],
  ] as const;
  for (const [text, encoding] of cases)
    assert.equal(decodeText(iconv.encode(text, encoding)), text, encoding);
});

test('a declared encoding goes before statistics, but not before UTF-8', () => {
  assert.equal(decodeText(Buffer.from([0xe4]), 'iso-8859-5'), 'ф');
  assert.equal(decodeText(Buffer.from('ä'), 'iso-8859-5'), 'ä');
  assert.equal(decodeText(iconv.encode(GERMAN, 'windows-1252'), 'no-such-encoding'), GERMAN);
});

test('a few broken bytes in UTF-8 are marked, and the rest survives', () => {
  const bytes = Buffer.concat([Buffer.from(RUSSIAN), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from(' end')]);
  const text = decodeText(bytes);
  assert.ok(text.startsWith(RUSSIAN));
  assert.match(text, /\ufffd+ end$/);
});

test('bytes in no encoding are refused, not shown as garbage', () => {
  const noise = Buffer.from(Array.from({ length: 400 }, (_, i) => 0x80 + ((i * 37) % 32)));
  assert.throws(() => decodeText(noise), { code: 'damaged_file', message: /Save the file as UTF-8/ });
});
