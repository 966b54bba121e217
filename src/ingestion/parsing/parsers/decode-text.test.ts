import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import iconv from 'iconv-lite';
import { LANGUAGE_SAMPLES } from '../../../../test/language-samples.ts';
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
  for (const encoding of ['utf-16le', 'utf-16be']) {
    assert.equal(decodeText(iconv.encode(GERMAN, encoding)), GERMAN, encoding);
  }
});

/** Encodings in which files of a language are found. */
const WESTERN = ['windows-1252', 'macintosh', 'cp850'];
const LEGACY: Readonly<Record<string, readonly string[]>> = {
  ...{ de: WESTERN, fr: WESTERN, sv: WESTERN, pt: WESTERN, nl: WESTERN },
  ...{ pl: ['windows-1250', 'iso-8859-2', 'cp852'], cs: ['windows-1250', 'iso-8859-2', 'cp852'] },
  ...{ hu: ['windows-1250', 'cp852'], ro: ['iso-8859-16'], tr: ['windows-1254', 'iso-8859-9'] },
  ru: ['windows-1251', 'koi8-r', 'ibm866', 'maccyrillic', 'iso-8859-5'],
  ...{ uk: ['windows-1251', 'koi8-u', 'maccyrillic'], el: ['windows-1253', 'iso-8859-7'] },
  ...{ he: ['windows-1255'], ar: ['windows-1256'], th: ['windows-874'], ko: ['euc-kr'], zh: ['gbk'] },
  ja: ['shift_jis', 'euc-jp'],
};

test('legacy encodings are told from their bytes', () => {
  const cases = [
    ...Object.entries(LEGACY).flatMap(([language, encodings]) =>
      encodings.map((encoding) => [LANGUAGE_SAMPLES[language]!, encoding] as const),
    ),
    [GERMAN, 'windows-1252'],
    [RUSSIAN, 'ibm866'],
    ['Сергей Иванов, отдел кадров', 'maccyrillic'],
    ['ПРАВИЛА ПОСЕЩЕНИЯ МУЗЕЯ', 'windows-1251'],
    ['Größe: 5 € pro Straße', 'iso-8859-15'],
    ['Name,値\nABC,カメラ\nDEF,レンズ\n', 'shift_jis'],
    ['They’re “open” — täglich', 'windows-1252'],
    [CHINESE, 'gbk'],
  ] as const;
  for (const [text, encoding] of cases)
    assert.equal(decodeText(iconv.encode(text, encoding)), text, `${encoding}: ${text}`);
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
