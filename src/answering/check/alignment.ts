import type { ClaimWords, SharedSentence } from './claim.ts';
import { sourceSentences } from './source-sentences.ts';
import type { Word } from './words.ts';

/** A claim aligned with the sentences that it seems to be taken from. */
export interface Alignment {
  readonly claim: readonly Word[];
  /** Words of the chosen sentences, concatenated. */
  readonly source: readonly Word[];
  /** Number of each source word's sentence. */
  readonly sentenceOf: readonly number[];
  /** Index in `source` of each word of the claim; −1 for a word that is not there. No index is used twice. */
  readonly placeOf: readonly number[];
  /** Share of the claim's words that are placed, and that are in runs of at least three. */
  readonly share: number;
  readonly tight: number;
}

const RUN_MIN = 3;

/**
 * Aligns by greedy string tiling: the longest common runs first, in any order but never across sentences; then, between
 * two runs that follow each other in both texts, the words in the same order; then what is left.
 *
 * @see Wise, "String Similarity via Greedy String Tiling and Running Karp–Rabin Matching", 1993.
 */
export function align(claim: ClaimWords, sentences: readonly SharedSentence[]): Alignment {
  const { words, numbers: claimed } = claim;
  const chosen = sourceSentences(claim, sentences);
  const source = chosen.flatMap(({ sentence }) => sentence.words);
  const stated = chosen.flatMap(({ numbers }) => numbers);
  const sentenceOf = chosen.flatMap(({ numbers }, i) => numbers.map(() => i));
  const placeOf = new Array<number>(claimed.length).fill(-1);
  const isTaken = new Array<boolean>(stated.length).fill(false);
  const board: Board = { words, claimed, stated, sentenceOf, placeOf, isTaken };

  placeRuns(board, RUN_MIN);
  placeBetween(board);
  placeRuns(board, 2);
  placeRuns(board, 1);
  return { claim: words, source, sentenceOf, placeOf, ...closeness(board) };
}

interface Board {
  /** The claim's words, and their numbers. */
  readonly words: readonly Word[];
  readonly claimed: readonly number[];
  /** The same numbers of the source's words; 0 for a word that the claim lacks. */
  readonly stated: readonly number[];
  readonly sentenceOf: readonly number[];
  readonly placeOf: number[];
  readonly isTaken: boolean[];
}

interface Run {
  readonly from: number;
  readonly place: number;
  readonly length: number;
}

/** Places the longest free common runs down to `lengthMin`. A lone stop word or character does not count. */
function placeRuns(board: Board, lengthMin: number): void {
  const { words, placeOf, isTaken } = board;
  const byLength: Run[][] = [];
  for (const run of commonRuns(board, lengthMin)) {
    byLength[run.length] ??= [];
    byLength[run.length]!.push(run);
  }
  for (let length = byLength.length - 1; length >= lengthMin; length--) {
    // Pieces of a run are shorter than the run, so no list grows while it is read.
    for (const run of byLength[length] ?? []) {
      if (length === 1 && /^(?:stop|character)$/.test(words[run.from]!.kind)) continue;
      const pieces = freePieces(board, run, lengthMin);
      if (pieces[0]?.length === length) {
        for (let k = 0; k < length; k++) {
          placeOf[run.from + k] = run.place + k;
          isTaken[run.place + k] = true;
        }
      } else
        for (const piece of pieces) {
          byLength[piece.length] ??= [];
          byLength[piece.length]!.push(piece);
        }
    }
  }
}

/** The maximal runs of free words, at least `lengthMin` long, by their start in the claim. */
function commonRuns({ claimed, stated, sentenceOf, placeOf, isTaken }: Board, lengthMin: number): Run[] {
  const places: number[][] = claimed.map(() => []);
  for (const [place, number] of stated.entries())
    if (number > 0 && !isTaken[place]) places[number - 1]!.push(place);
  const isShared = (from: number, place: number) =>
    from < claimed.length &&
    place < stated.length &&
    placeOf[from] === -1 &&
    !isTaken[place] &&
    claimed[from] === stated[place];
  const runs: Run[] = [];
  for (let from = 0; from < claimed.length; from++) {
    if (placeOf[from] !== -1) continue;
    for (const place of places[claimed[from]! - 1]!) {
      if (
        from > 0 &&
        place > 0 &&
        sentenceOf[place - 1] === sentenceOf[place] &&
        isShared(from - 1, place - 1)
      )
        continue;
      let length = 1;
      while (sentenceOf[place + length] === sentenceOf[place] && isShared(from + length, place + length))
        length++;
      if (length >= lengthMin) runs.push({ from, place, length });
    }
  }
  return runs;
}

/** The pieces of a run that are still free in both texts. */
function freePieces({ placeOf, isTaken }: Board, run: Run, lengthMin: number): Run[] {
  const pieces: Run[] = [];
  let start = 0;
  for (let k = 0; k <= run.length; k++) {
    const isFree = k < run.length && placeOf[run.from + k] === -1 && !isTaken[run.place + k];
    if (isFree) continue;
    if (k - start >= lengthMin)
      pieces.push({ from: run.from + start, place: run.place + start, length: k - start });
    start = k + 1;
  }
  return pieces;
}

/** Maximum words compared between two runs. */
const GAP_WORDS_MAX = 80;

/** Places the words that keep the order: between two runs in the same order, before the first and after the last. */
function placeBetween(board: Board): void {
  const { claimed, sentenceOf, placeOf, isTaken } = board;
  let from = 0;
  while (from < claimed.length) {
    if (placeOf[from] !== -1) {
      from++;
      continue;
    }
    let to = from;
    while (to < claimed.length && placeOf[to] === -1) to++;
    const before = from > 0 ? placeOf[from - 1]! : -1;
    const after = to < claimed.length ? placeOf[to]! : -1;
    const range = gapOf({ before, after, length: to - from, sentenceOf, isTaken });
    if (range && to - from <= GAP_WORDS_MAX)
      for (const [i, place] of commonSubsequence(board, { from, to }, range)) {
        placeOf[i] = place;
        isTaken[place] = true;
      }
    from = to;
  }
}

/** The free source words between two places, or next to one of them as far as the claim's gap may reach. */
function gapOf(gap: {
  before: number;
  after: number;
  length: number;
  sentenceOf: readonly number[];
  isTaken: readonly boolean[];
}): { from: number; to: number } | undefined {
  const { before, after, length, sentenceOf, isTaken } = gap;
  const reach = Math.min(GAP_WORDS_MAX, 2 * length + 2);
  if (before >= 0 && after >= 0) {
    if (after <= before || sentenceOf[before] !== sentenceOf[after]) return undefined;
    return after - before - 1 <= GAP_WORDS_MAX ? { from: before + 1, to: after } : undefined;
  }
  if (after >= 0) {
    let from = after;
    while (
      from > 0 &&
      after - from < reach &&
      sentenceOf[from - 1] === sentenceOf[after] &&
      !isTaken[from - 1]
    )
      from--;
    return { from, to: after };
  }
  if (before >= 0) {
    let to = before + 1;
    while (to - before <= reach && sentenceOf[to] === sentenceOf[before] && !isTaken[to]) to++;
    return { from: before + 1, to };
  }
  return undefined;
}

/** Pairs of a longest common subsequence. */
function commonSubsequence(
  { claimed, stated, isTaken }: Board,
  gap: { from: number; to: number },
  range: { from: number; to: number },
): [number, number][] {
  const rows = gap.to - gap.from;
  const columns = range.to - range.from;
  const lengths = new Uint8Array((rows + 1) * (columns + 1));
  const at = (row: number, column: number) => row * (columns + 1) + column;
  const isEqual = (row: number, column: number) =>
    !isTaken[range.from + column] && claimed[gap.from + row] === stated[range.from + column];
  for (let row = rows - 1; row >= 0; row--) {
    for (let column = columns - 1; column >= 0; column--) {
      lengths[at(row, column)] = isEqual(row, column)
        ? lengths[at(row + 1, column + 1)]! + 1
        : Math.max(lengths[at(row + 1, column)]!, lengths[at(row, column + 1)]!);
    }
  }
  const pairs: [number, number][] = [];
  for (let row = 0, column = 0; row < rows && column < columns; ) {
    if (isEqual(row, column)) pairs.push([gap.from + row++, range.from + column++]);
    else if (lengths[at(row + 1, column)]! >= lengths[at(row, column + 1)]!) row++;
    else column++;
  }
  return pairs;
}

/** Maximum words inserted or left out inside a run. */
const EDIT_WORDS_MAX = 2;

function closeness({ claimed, sentenceOf, placeOf }: Board): { share: number; tight: number } {
  let placed = 0;
  let tight = 0;
  let run = 0;
  let last = -1;
  for (let i = 0; i <= claimed.length; i++) {
    const place = placeOf[i] ?? -1;
    if (place === -1 && i < claimed.length) continue;
    const isNext =
      last >= 0 &&
      i < claimed.length &&
      i - last - 1 <= EDIT_WORDS_MAX &&
      place > placeOf[last]! &&
      place - placeOf[last]! - 1 <= EDIT_WORDS_MAX &&
      sentenceOf[place] === sentenceOf[placeOf[last]!];
    if (!isNext) {
      if (run >= RUN_MIN) tight += run;
      run = 0;
    }
    run++;
    placed++;
    last = i;
  }
  placed--;
  return { share: placed / Math.max(1, claimed.length), tight: tight / Math.max(1, claimed.length) };
}
