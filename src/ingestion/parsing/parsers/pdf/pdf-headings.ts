import { LANGUAGES } from '../../../../languages/languages.ts';
import { isContinuedBelow, secondLineOf } from './pdf-font-headings.ts';
import { mainFontOf, type PdfLine } from './pdf-lines.ts';

/** An entry of a document's outline: `level` from 1, `page` from 0. */
export interface OutlineEntry {
  readonly title: string;
  readonly level: number;
  readonly page: number;
}

/**
 * Which lines are headings, and of which level: those that the outline names on their page or, without an outline,
 * short lines in a font clearly larger than the text's.
 */
export function headingLevels(
  pages: readonly (readonly PdfLine[])[],
  outline: readonly OutlineEntry[],
): ReadonlyMap<PdfLine, number> {
  const named = levelsByOutline(pages, outline);
  return named.size >= OUTLINE_MATCHES_MIN ? named : levelsBySize(pages);
}

const OUTLINE_MATCHES_MIN = 2;
const HEADING_LINES_MAX = 3;

function levelsByOutline(
  pages: readonly (readonly PdfLine[])[],
  outline: readonly OutlineEntry[],
): Map<PdfLine, number> {
  const levels = new Map<PdfLine, number>();
  for (const { title, level, page } of outline) {
    const wanted = comparable(title);
    if (wanted === '') continue;
    const found = linesThatRead(wanted, pages[page] ?? []);
    for (const line of found) levels.set(line, Math.min(level, 6));
  }
  return levels;
}

/** A title may take several lines, and its number may be in the outline, on the page or in both. */
function linesThatRead(wanted: string, lines: readonly PdfLine[]): readonly PdfLine[] {
  for (let first = 0; first < lines.length; first++) {
    let text = '';
    for (let last = first; last < Math.min(first + HEADING_LINES_MAX, lines.length); last++) {
      text += lines[last]!.text;
      const read = comparable(text);
      if (read === wanted) return lines.slice(first, last + 1);
      if (read.length > wanted.length) break;
    }
  }
  return [];
}

/** Letters and digits only, without the title's leading number. */
function comparable(title: string): string {
  const plain = title.normalize('NFKC').toLowerCase();
  const unnumbered = plain.replace(LEADING_NUMBER, '');
  return (unnumbered.trim() === '' ? plain : unnumbered).replace(/[^\p{L}\p{N}]/gu, '');
}

const PARTS = LANGUAGES.flatMap(({ titles }) => titles?.parts ?? []).join('|');
const LEADING_NUMBER = new RegExp(
  `^\\s*(?:(?:${PARTS})\\s+)?(?:[\\divx]+(?:\\.\\d+)*|[a-z](?=[.:)]))[.:)]?\\s+`,
  'u',
);

const SIZE_RATIO_MIN = 1.15;
const HEADING_CHARACTERS_MAX = 150;
/** When more than this share of the text is "large", size does not mark headings: slides, forms, posters. */
const LARGE_SHARE_MAX = 0.2;
const SIZE_LEVELS_MAX = 4;

/** Numbered lines only need another font than the text; their level is the depth of the number. */
function levelsBySize(pages: readonly (readonly PdfLine[])[]): Map<PdfLine, number> {
  const lines = pages.flat();
  const body = mainFontOf(lines);
  const isLarge = (line: PdfLine) => line.size >= body.size * SIZE_RATIO_MIN;
  if (charactersIn(lines.filter(isLarge)) > charactersIn(lines) * LARGE_SHARE_MAX) return new Map();
  const upright = lines.filter(
    (line) => line.angle === 0 && line.text.length <= HEADING_CHARACTERS_MAX && /\p{L}{2}/u.test(line.text),
  );
  const large = upright.filter((line) => isLarge(line) && !line.text.includes('\t'));
  const sizes = [...new Set(large.map(({ size }) => size))].sort((a, b) => b - a);
  const levels = new Map(
    large.map((line) => [line, Math.min(sizes.indexOf(line.size) + 1, SIZE_LEVELS_MAX)]),
  );
  for (const [i, line] of upright.entries()) {
    const number = NUMBERED.exec(line.text)?.[1];
    const next = upright[i + 1];
    const second = secondLineOf(line, next);
    const isOtherFont = line.font !== body.font && line.size >= body.size;
    const isHeading = levels.has(line) || (isOtherFont && (second || !isContinuedBelow(line, next)));
    if (number && isHeading)
      for (const each of second ? [line, second] : [line]) levels.set(each, number.split('.').length + 1);
  }
  return levels;
}

/** A tab may separate number and title. */
const NUMBERED = /^(\d{1,2}(?:\.\d{1,2}){0,3})\.?\s+\p{Lu}[^\t]*$/u;

function charactersIn(lines: readonly PdfLine[]): number {
  return lines.reduce((sum, { text }) => sum + text.length, 0);
}
