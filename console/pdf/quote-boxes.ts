/** A piece of text as pdf.js finds it on a page, in the unit of its choice. */
export interface PlacedText {
  readonly text: string;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export type Box = Omit<PlacedText, 'text'>;

/** Letters and digits that a beginning must have to be taken for the quotation: it may continue on the next page. */
const BEGINNING_MIN = 16;

/**
 * Where a page has a quotation. Only letters and digits are compared, as white space, hyphens and ligatures are not the
 * same in the extracted text.
 *
 * @param widthOf The width of a text in any unit: only shares of a piece are used.
 * @returns A box for each piece of text that has a part of it; none where the page does not have it.
 */
export function quoteBoxes(
  pieces: readonly PlacedText[],
  quote: string,
  widthOf: (text: string) => number = (text) => text.length,
): Box[] {
  let text = '';
  /** The piece of each letter, and the letter's place in it. */
  const places: { readonly piece: number; readonly at: number }[] = [];
  for (const [piece, { text: written }] of pieces.entries()) {
    for (let at = 0; at < written.length; at++) {
      const letters = lettersOf(written[at]!);
      text += letters;
      for (let i = 0; i < letters.length; i++) places.push({ piece, at });
    }
  }
  const [first, length] = find(text, lettersOf(quote));
  if (length === 0) return [];
  const boxes: Box[] = [];
  for (let i = first; i < first + length; ) {
    const { piece, at: from } = places[i]!;
    let to = from;
    for (; i < first + length && places[i]!.piece === piece; i++) to = places[i]!.at + 1;
    const { text: written, left, top, width, height } = pieces[piece]!;
    const unit = width / widthOf(written);
    const start = widthOf(written.slice(0, from)) * unit;
    boxes.push({ left: left + start, top, width: widthOf(written.slice(0, to)) * unit - start, height });
  }
  return boxes;
}

/** Where the letters are, or as long a beginning or an end of them as there is. */
function find(text: string, letters: string): [start: number, length: number] {
  for (let length = letters.length; length > 0; length = shorter(length)) {
    if (length < letters.length && length < BEGINNING_MIN) break;
    const begins = text.indexOf(letters.slice(0, length));
    if (begins >= 0) return [begins, length];
    const ends = text.indexOf(letters.slice(-length));
    if (ends >= 0) return [ends, length];
  }
  return [0, 0];
}

function shorter(length: number): number {
  return Math.floor(length * 0.8);
}

function lettersOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}
