import { plainSymbols } from './pdf-symbols.ts';

/** A piece of text and the font of the file that it is in. */
interface InFont {
  readonly str: string;
  readonly fontName: string;
}

/**
 * Reads the pieces of text whose font has no Unicode mapping, which pdf.js gives by the numbers of their glyphs:
 * `)HDWXUHV` for `Features`. Most fonts have the space as number 3 and the rest of ASCII behind it, so that small letters
 * become capitals. Where a font lacks the mapping of its space alone, only this is read.
 */
export function withGlyphNumbersRead<Item extends InFont>(items: readonly Item[]): readonly Item[] {
  if (!items.some(({ str }) => UNMAPPED.test(str))) return items;
  const byFont = Map.groupBy(items, ({ fontName }) => fontName);
  const texts = Array.from(byFont, ([font, of]) => ({ font, text: of.map(({ str }) => str).join(' ') }));
  const unmapped = texts.filter(({ text }) => UNMAPPED.test(text) && !/[b-z]{3}/.test(text));
  const numbered = new Set(isNumbered(unmapped) ? unmapped.map(({ font }) => font) : []);
  return items.map((item) => {
    const { str, fontName } = item;
    // Between pieces pdf.js puts a space of its own.
    const isRead = numbered.has(fontName) && str !== ' ';
    return { ...item, str: isRead ? lettersOf(str) : str.replaceAll(GLYPH_SPACE, ' ') };
  });
}

/** Whether letters are mostly small where the texts are read as numbers: fonts of a page are made alike. */
function isNumbered(texts: readonly { text: string }[]): boolean {
  if (!texts.some(({ text }) => text.includes(GLYPH_SPACE))) return false;
  const read = texts.map(({ text }) => lettersOf(text)).join();
  return read.replace(/[^a-z]/g, '').length > read.replace(/[^A-Z]/g, '').length;
}

function lettersOf(numbers: string): string {
  return numbers.replace(GLYPHS, (glyph) => String.fromCharCode(glyph.charCodeAt(0) + OFFSET));
}

const GLYPH_SPACE = '\u0003';
const OFFSET = ' '.charCodeAt(0) - GLYPH_SPACE.charCodeAt(0);
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNMAPPED = /[\u0003-\u0008\u000e-\u001f]/;
/** The numbers of ASCII from the space to `~`. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const GLYPHS = /[\u0003-a]/g;

/**
 * Leaves out text that nobody can read, as a font without a Unicode mapping has other letters for those that it draws:
 * `ăĆĆäúĝěĞĚė` for `OSS Compli`, `+),(&*` or `VCGPVSHVJHOPOÊP`. Where it is most of a page, all is left out, as of a scan.
 */
export function withoutUnreadable<Item extends InFont>(items: readonly Item[]): readonly Item[] {
  const byFont = Map.groupBy(items, ({ fontName }) => fontName);
  const unreadable = new Set([...byFont].flatMap(([font, of]) => (isUnreadable(textOf(of)) ? [font] : [])));
  if (unreadable.size === 0) return items;
  const readable = items.filter(({ fontName }) => !unreadable.has(fontName));
  return marksIn(textOf(readable)) > marksIn(textOf(items)) / 2 ? readable : [];
}

function textOf(items: readonly InFont[]): string {
  return items.map(({ str }) => str).join(' ');
}

/**
 * In every language, most letters of the Latin alphabet have no marks, few words have capitals behind small letters, or
 * signs between them, and letters and digits are more than signs.
 */
function isUnreadable(text: string): boolean {
  const marks = marksIn(text);
  if (marks < MARKS_MIN) return false;
  const accented = text.match(/[\u00c0-\u024f]/g)?.length ?? 0;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const signs = (plainSymbols(text).match(/\S{4,}/g) ?? []).join('').match(SIGNS) ?? [];
  const words = text.match(WORDS) ?? [];
  const odd = words.filter((word) => !PLAIN_WORD.test(word));
  return (
    (accented >= MARKS_MIN && accented > letters * ACCENTED_SHARE_MIN) ||
    (signs.length > marks * SIGNS_SHARE_MIN && new Set(signs).size >= SIGN_KINDS_MIN) ||
    (words.length >= WORDS_MIN && odd.length > words.length * ODD_SHARE_MIN)
  );
}

function marksIn(text: string): number {
  return text.match(/\S/gu)?.length ?? 0;
}

/** Fewer may be the letters of an alphabet, or a table of them. */
const MARKS_MIN = 60;
const ACCENTED_SHARE_MIN = 2 / 3;
/** Formulas and lines of code have fewer kinds. */
const SIGN_KINDS_MIN = 8;
const SIGNS_SHARE_MIN = 0.45;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const SIGNS = /[!-,;-@[-`{-~\u0000-\u0008\u000e-\u001f\p{Co}]/gu;
const WORDS_MIN = 20;
const ODD_SHARE_MIN = 0.5;
/** Words with a Latin letter, and the parts of paths, code and compounds. */
const WORDS = /(?=[^\s/.:_]{0,60}\p{sc=Latin})[^\s/.:_,;()[\]{}<>@#?=&"'’“”–—|*+-]{3,60}/gu;
/** `Word`, `camelCase`, `3rd`, `AB12CD`, `0x1f`; words with letters of another script may be of two languages. */
const PLAIN_WORD =
  /^(?:(?:\p{Lu}?\p{Ll}+|\p{Lu}+)(?:\p{Lu}+\p{Ll}{2,})*\d*|\d+\p{L}{1,3}|\p{Ll}?[\p{Lu}\d]+|[\p{Ll}\d]+|.*(?!\p{sc=Latin})\p{L}.*)$/u;
