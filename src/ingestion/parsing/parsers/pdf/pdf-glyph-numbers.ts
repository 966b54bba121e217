/** A piece of text and the font of the file that it is in. */
interface InFont {
  readonly str: string;
  readonly fontName: string;
}

/**
 * Reads the pieces of text whose font has no Unicode mapping, which pdf.js gives by the numbers of their glyphs:
 * `)HDWXUHV` for `Features`. Fonts have the space as number 3 and the rest of ASCII behind it, so that small letters
 * become capitals. Where a font lacks the mapping of its space alone, only this is read.
 */
export function withGlyphNumbersRead<Item extends InFont>(items: readonly Item[]): readonly Item[] {
  const byFont = Map.groupBy(items, ({ fontName }) => fontName);
  const spaced = [...byFont].filter(([, of]) => of.some(({ str }) => str.includes(GLYPH_SPACE)));
  if (spaced.length === 0) return items;
  const numbered = new Set(
    spaced.flatMap(([font, of]) => (of.some(({ str }) => SMALL_LETTERS.test(str)) ? [] : font)),
  );
  return items.map((item) => {
    const { str, fontName } = item;
    // Between pieces pdf.js puts a space of its own.
    if (!numbered.has(fontName) || str === ' ') return { ...item, str: str.replaceAll(GLYPH_SPACE, ' ') };
    return {
      ...item,
      str: str.replace(GLYPHS, (glyph) => String.fromCharCode(glyph.charCodeAt(0) + OFFSET)),
    };
  });
}

const GLYPH_SPACE = '\u0003';
const OFFSET = ' '.charCodeAt(0) - GLYPH_SPACE.charCodeAt(0);
/** The numbers of ASCII from the space to `~`. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const GLYPHS = /[\u0003-a]/g;
const SMALL_LETTERS = /[b-z]{3}/;
