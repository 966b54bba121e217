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
 * `ăĆĆäúĝěĞĚė` for `OSS Compli`. Where it is most of a page, all is left out, as of a scan.
 */
export function withoutUnreadable<Item extends InFont>(items: readonly Item[]): readonly Item[] {
  if (!items.some(({ str }) => ACCENTED.test(str))) return items;
  const byFont = Map.groupBy(items, ({ fontName }) => fontName);
  const unreadable = new Set(
    [...byFont].flatMap(([font, of]) => (isUnreadable(of.map(({ str }) => str).join('')) ? [font] : [])),
  );
  const readable = items.filter(({ fontName }) => !unreadable.has(fontName));
  return lettersIn(readable) > lettersIn(items) / 2 ? readable : [];
}

/** In every language, most letters of the Latin alphabet have no marks. */
function isUnreadable(text: string): boolean {
  const accented = text.match(ACCENTED_LETTERS)?.length ?? 0;
  return accented >= ACCENTED_MIN && accented > lettersOfText(text) * ACCENTED_SHARE_MIN;
}

function lettersIn(items: readonly InFont[]): number {
  return items.reduce((sum, { str }) => sum + lettersOfText(str), 0);
}

function lettersOfText(text: string): number {
  return text.match(/\p{L}/gu)?.length ?? 0;
}

/** Fewer may be the letters of an alphabet, or a table of them. */
const ACCENTED_MIN = 60;
const ACCENTED_SHARE_MIN = 2 / 3;
const ACCENTED = /[\u0100-\u024f]/;
const ACCENTED_LETTERS = /[\u00c0-\u024f]/g;
