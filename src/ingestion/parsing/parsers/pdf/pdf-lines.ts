import { plainSymbols } from './pdf-symbols.ts';

/** Where text stands. Lengths are in PDF units (1/72 inch), turned so that text runs along x; y grows upwards. */
export interface PlacedText {
  readonly x: number;
  readonly endX: number;
  /** Baseline. */
  readonly y: number;
  /** Font height of most of it. */
  readonly size: number;
  /** Direction in degrees: 0 for upright text. */
  readonly angle: number;
  /** Font name of most of it; the same within a document. */
  readonly font: string;
}

/** One line of a page. */
export interface PdfLine extends PlacedText {
  /** Words are separated by one space, cells by a tab. */
  readonly text: string;
  /** Parts set apart like table cells, from left to right; at least one. */
  readonly cells: readonly PdfCell[];
  /** Baseline of the last line, if the text of its last cell takes several. */
  readonly bottom?: number;
  /** A row of a table, whatever surrounds it. */
  readonly isRow?: true;
  /** An item of a list or a form, whatever marks it. */
  readonly isItem?: true;
}

export interface PdfCell {
  readonly text: string;
  readonly x: number;
  readonly endX: number;
}

/** The used part of an item of pdf.js's `getTextContent`. */
export interface PdfTextItem {
  readonly str: string;
  /** Matrix [a, b, c, d, e, f] of the text's own space. */
  readonly transform: readonly number[];
  readonly width: number;
  readonly height: number;
  readonly fontName: string;
}

/**
 * The pieces of text on a page as they are read: without those drawn again at their place, which look bold, and with
 * letters that are set apart joined to words.
 */
export function readableItems(items: readonly PdfTextItem[]): PdfTextItem[] {
  const drawn: (PlacedText & { str: string })[] = [];
  return items.flatMap((item) => {
    const str = plainSymbols(item.str);
    if (str.trim() === '') return [{ ...item, str }];
    const place = placeOf(item);
    const reach = Math.min(item.width, place.size * SHADOW_MAX);
    const isShadow = drawn
      .slice(-SHADOWED_MAX)
      .some(
        ({ x, y, ...of }) => of.str === str && Math.abs(x - place.x) < reach && Math.abs(y - place.y) < reach,
      );
    drawn.push({ ...place, str });
    if (isShadow) return [];
    return [{ ...item, str: SET_APART.test(str) ? str.replaceAll(' ', '') : str }];
  });
}

/** In font heights. */
const SHADOW_MAX = 0.12;
/** Pieces of text drawn between one and its shadow, and itself. */
const SHADOWED_MAX = 4;
/** `P a g e`; neither the alphabet nor a row of one letter. */
const SET_APART = /^(?!a b c|(.)(?: \1)+$)(?:\p{L} ){3,}\p{L}\p{P}?$/iu;

/**
 * Joins the pieces of text on a page into lines, in their order; only consecutive pieces on one baseline are joined.
 */
export function linesOf(items: Iterable<PdfTextItem>): PdfLine[] {
  const lines: PdfLine[] = [];
  let open: OpenLine | null = null;
  for (const item of items) {
    if (item.str === '') continue;
    const piece = placeOf(item);
    if (open && isNoteMark(open, piece, item.str)) {
      open.endX = Math.max(open.endX, piece.endX);
      open.isMarked = true;
    } else if (open && continues(open, piece)) append(open, piece, item.str);
    else {
      if (open) close(open, lines);
      const { x, endX } = piece;
      open = {
        ...piece,
        cells: [{ x, endX, text: item.str }],
        fonts: new Map([[fontKey(piece), item.str.length]]),
      };
    }
  }
  if (open) close(open, lines);
  return lines;
}

interface OpenLine extends PlacedText {
  endX: number;
  cells: { x: number; endX: number; text: string }[];
  /** Characters set in each font and size. */
  fonts: Map<string, number>;
  /** Whether the mark of a note was left out at the end. */
  isMarked?: boolean;
}

export function placeOf({ transform, width, height, fontName }: PdfTextItem): PlacedText {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = transform;
  const radians = Math.atan2(b, a);
  const x = e * Math.cos(radians) + f * Math.sin(radians);
  const y = f * Math.cos(radians) - e * Math.sin(radians);
  const size = Math.round((Math.hypot(c, d) || height) * 2) / 2 || 0.5;
  return { x, endX: x + width, y, size, angle: Math.round((radians * 180) / Math.PI), font: fontName };
}

/** Smaller pieces may be a formula's scripts, which are set above each other. */
function continues(line: OpenLine, piece: PlacedText): boolean {
  const size = Math.max(line.size, piece.size);
  const isScript = piece.size < line.size * 0.85;
  return (
    piece.angle === line.angle &&
    Math.abs(piece.y - line.y) <= size * (isScript ? 0.65 : 0.5) &&
    piece.x >= line.endX - size * (isScript ? 2 : 0.8)
  );
}

/** A small raised number right behind a word or the end of a sentence; behind a symbol it is an exponent. */
function isNoteMark(line: OpenLine, piece: PlacedText, text: string): boolean {
  const rise = (piece.y - line.y) / line.size;
  return (
    NOTE_MARK.test(text) &&
    piece.angle === line.angle &&
    piece.size <= line.size * 0.8 &&
    rise > 0.15 &&
    rise < 0.65 &&
    Math.abs(piece.x - line.endX) < line.size * 0.5 &&
    NOTED.test(line.cells.at(-1)!.text)
  );
}

const NOTE_MARK = /^\s*(?:\d{1,3}(?:\s?,\s?\d{1,3})*|[*†‡§]{1,3})\s*$/;
const NOTED = /(?:\p{L}[.,;:!?]|[”’"»]|\p{L}{2}[)\]]|\p{L}\p{Ll}{3,})$/u;

function append(line: OpenLine, piece: PlacedText, text: string): void {
  const cell = line.cells.at(-1)!;
  if (text.trim() === '') {
    cell.text += text;
    return;
  }
  // White space has pieces of its own, so the gap is measured from the last piece with words.
  const gap = piece.x - line.endX;
  // The next figure, or its currency sign, may be closer to the previous figure than words are to each other.
  const isNextFigure = FIGURE_START.test(text) && FIGURE_END.test(cell.text);
  const cellGap = line.cells.length < ROW_CELLS_MIN ? CELL_GAP_MIN : ROW_GAP_MIN;
  const isApart = gap > piece.size * (isNextFigure ? FIGURE_GAP_MIN : cellGap);
  const isBullet =
    line.cells.length === 1 &&
    LETTER_BULLET.test(cell.text) &&
    piece.font !== line.font &&
    gap > piece.size * BULLET_GAP_MIN;
  if (isBullet) cell.text = '• ';
  if (cell.text.trim() === '') {
    Object.assign(cell, { x: piece.x, endX: piece.endX, text });
  } else if (isApart) {
    line.cells.push({ x: piece.x, endX: piece.endX, text });
  } else {
    const isSpaced = /\s$/.test(cell.text) || /^\s/.test(text);
    const isWord =
      !isSpaced && (gap > piece.size * SPACE_MIN || (line.isMarked && /^[\p{L}\p{N}“‘"'(]/u.test(text)));
    cell.text += `${isWord ? ' ' : ''}${text}`;
    cell.endX = Math.max(cell.endX, piece.endX);
  }
  line.endX = Math.max(line.endX, piece.endX);
  line.isMarked = false;
  const key = fontKey(piece);
  line.fonts.set(key, (line.fonts.get(key) ?? 0) + text.length);
}

/** Word's second bullet is an o of Courier, its third may be a paragraph sign of Wingdings. */
const LETTER_BULLET = /^[o§]\s*$/;

/** In font heights: pdf.js marks narrower spaces itself. */
const SPACE_MIN = 0.25;
const BULLET_GAP_MIN = 0.35;
const CELL_GAP_MIN = 1.8;
/** Behind so many cells, a line is a row, whose other cells may be closer. */
const ROW_CELLS_MIN = 3;
const ROW_GAP_MIN = 1;
const FIGURE_GAP_MIN = 0.7;
const FIGURE_START = /^\(?(?:\p{Sc}|[+\-–—−]?[\d.,]+[)%]*\s*$)/u;
const FIGURE_END = /(?:^|\s)[\p{Sc}(+\-–—−]*[\d.,]+[)%\s]*$/u;

function close({ cells: open, fonts, x, endX, y, angle, ...first }: OpenLine, lines: PdfLine[]): void {
  const cells: PdfCell[] = [];
  for (const { text, ...place } of open) {
    const plain = withoutShadows(text.replace(/\s+/g, ' ').trim()).replace(LEADER, ' … ');
    const last = cells.at(-1);
    // Accounts set the currency sign at the far left of its column.
    if (last && /\p{Sc}$/u.test(last.text))
      cells.splice(-1, 1, { text: `${last.text} ${plain}`, x: last.x, endX: place.endX });
    else if (plain !== '') cells.push({ text: plain, ...place });
  }
  if (cells.length === 0) return;
  let main = fontKey(first);
  for (const [key, characters] of fonts) if (characters > (fonts.get(main) ?? 0)) main = key;
  const [size, font] = main.split(' ', 2) as [string, string];
  const text = cells.map((cell) => cell.text).join('\t');
  lines.push({ text, cells, x, endX, y, size: Number(size), angle, font });
}

/** Dots that lead to words; those before the number of a page mark a table of contents. */
const LEADER = /(?<=[^\s.])(?:\s?\.){5,}\s?(?=[^\s.][^.]*\p{L}{2})/gu;

/** Each letter may be drawn before its shadow: `LLAASS VVEEGGAASS`. */
function withoutShadows(text: string): string {
  if (!/^(?:(\S)\1\s?)+$/u.test(text)) return text;
  const once = text.replace(/(\S)\1/gu, '$1');
  return new Set(once.match(/\p{L}/gu)).size >= SHADOWED_LETTERS_MIN ? once : text;
}

/** Different ones: `XXXXXX` stands for what is left out. */
const SHADOWED_LETTERS_MIN = 4;

function fontKey({ size, font }: { size: number; font: string }): string {
  return `${size} ${font}`;
}

/** The font and size of most of the text. */
export function mainFontOf(lines: readonly PdfLine[]): { font: string; size: number } {
  const characters = new Map<string, number>();
  let main = { font: '', size: 0, count: 0 };
  for (const { font, size, text } of lines) {
    const key = fontKey({ size, font });
    const count = (characters.get(key) ?? 0) + text.length;
    characters.set(key, count);
    if (count > main.count) main = { font, size, count };
  }
  return main;
}
