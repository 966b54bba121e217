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
 * Aligns by greedy string tiling: the longest common runs first, in any order but never across sentences.
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

  placeRuns(board);
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

/** Places the longest free common runs first. A lone stop word or character does not count. */
function placeRuns(board: Board): void {
  const { words, placeOf, isTaken } = board;
  const byLength: Run[][] = [];
  for (const run of commonRuns(board)) {
    byLength[run.length] ??= [];
    byLength[run.length]!.push(run);
  }
  for (let length = byLength.length - 1; length > 0; length--) {
    // Pieces of a run are shorter than the run, so no list grows while it is read.
    for (const run of byLength[length] ?? []) {
      if (length === 1 && /^(?:stop|character)$/.test(words[run.from]!.kind)) continue;
      const pieces = freePieces(board, run);
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

/** The maximal common runs, by their start in the claim. */
function commonRuns({ claimed, stated, sentenceOf }: Board): Run[] {
  const places: number[][] = claimed.map(() => []);
  for (const [place, number] of stated.entries()) if (number > 0) places[number - 1]!.push(place);
  const runs: Run[] = [];
  for (const [from, number] of claimed.entries()) {
    for (const place of places[number - 1]!) {
      const continues = (by: number) =>
        sentenceOf[place + by] === sentenceOf[place] &&
        claimed[from + by] !== undefined &&
        claimed[from + by] === stated[place + by];
      if (continues(-1)) continue;
      let length = 1;
      while (continues(length)) length++;
      runs.push({ from, place, length });
    }
  }
  return runs;
}

/** The pieces of a run that are still free in both texts. */
function freePieces({ placeOf, isTaken }: Board, run: Run): Run[] {
  const pieces: Run[] = [];
  let start = 0;
  for (let k = 0; k <= run.length; k++) {
    const isFree = k < run.length && placeOf[run.from + k] === -1 && !isTaken[run.place + k];
    if (isFree) continue;
    if (k > start) pieces.push({ from: run.from + start, place: run.place + start, length: k - start });
    start = k + 1;
  }
  return pieces;
}

/** Maximum words inserted or left out inside a run. */
const EDIT_WORDS_MAX = 2;

function closeness({ sentenceOf, placeOf }: Board): { share: number; tight: number } {
  const runs: number[] = [];
  let last = -1;
  for (const [i, place] of placeOf.entries()) {
    if (place === -1) continue;
    const lastPlace = placeOf[last] ?? -1;
    const isNext =
      lastPlace !== -1 &&
      i - last - 1 <= EDIT_WORDS_MAX &&
      place > lastPlace &&
      place - lastPlace - 1 <= EDIT_WORDS_MAX &&
      sentenceOf[place] === sentenceOf[lastPlace];
    if (isNext) runs[runs.length - 1]! += 1;
    else runs.push(1);
    last = i;
  }
  const shareOf = (some: readonly number[]) =>
    some.reduce((sum, words) => sum + words, 0) / Math.max(1, placeOf.length);
  return { share: shareOf(runs), tight: shareOf(runs.filter((words) => words >= RUN_MIN)) };
}
