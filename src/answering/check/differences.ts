import type { Alignment } from './alignment.ts';
import type { Word } from './words.ts';

/** Words of a claim between two aligned runs, and the source's words at that place. */
export interface Difference {
  /** Words of the claim without a counterpart there; they may be elsewhere in the source. */
  readonly claimed: readonly Word[];
  /** Words of the source at this place that no part of the claim repeats. */
  readonly instead: readonly Word[];
  /** Last word before and first word after, in the claim and in the source; undefined at either end. */
  readonly before: { readonly claim: Word; readonly source: Word } | undefined;
  readonly after: { readonly claim: Word; readonly source: Word } | undefined;
  /** The claim's runs follow each other in the source, so that `instead` is everything left out or replaced. */
  readonly isInOrder: boolean;
}

/** Words of the claim that are consecutive in the source. */
interface Tile {
  readonly from: number;
  readonly to: number;
  readonly place: number;
  readonly placeEnd: number;
  readonly sentence: number;
}

/** A run up to this length may be a value taken from elsewhere; a longer one is a moved clause. */
const LONE_WORDS_MAX = 5;
const LONE_CHARACTERS_MAX = 12;

/** The places where a claim differs from the sentences it is aligned with. */
export function differencesOf(alignment: Alignment): Difference[] {
  const tiles = withoutDisplaced(tilesOf(alignment), alignment);
  const { claim, source } = alignment;
  const isUsed = usedPlaces(alignment);
  const differences: Difference[] = [];
  for (let i = 0; i <= tiles.length; i++) {
    const left = tiles[i - 1];
    const right = tiles[i];
    const claimed = claim.slice(left?.to ?? 0, right?.from ?? claim.length);
    const isInOrder =
      left !== undefined &&
      right !== undefined &&
      left.sentence === right.sentence &&
      left.placeEnd <= right.place;
    const room = 2 * claimed.length + 2;
    const instead = isInOrder
      ? free(source, isUsed, left.placeEnd, right.place)
      : [
          ...(left ? freeBehind(alignment, isUsed, left.placeEnd, room) : []),
          ...(right ? freeBefore(alignment, isUsed, right.place, room) : []),
        ];
    if (claimed.length === 0 && instead.length === 0) continue;
    differences.push({
      claimed,
      instead,
      before: left && { claim: claim[left.to - 1]!, source: source[left.placeEnd - 1]! },
      after: right && { claim: claim[right.from]!, source: source[right.place]! },
      isInOrder,
    });
  }
  return differences;
}

function tilesOf({ claim, placeOf, sentenceOf }: Alignment): Tile[] {
  const tiles: Tile[] = [];
  for (let from = 0; from < claim.length; ) {
    const place = placeOf[from]!;
    let to = from + 1;
    if (place !== -1) {
      const sentence = sentenceOf[place]!;
      while (placeOf[to] === placeOf[to - 1]! + 1 && sentenceOf[placeOf[to]!] === sentence) to++;
      tiles.push({ from, to, place, placeEnd: place + to - from, sentence });
    }
    from = to;
  }
  return tiles;
}

/** Removes the runs that stand in the claim where the source has something else, the shortest first. */
function withoutDisplaced(all: readonly Tile[], alignment: Alignment): Tile[] {
  const tiles = [...all];
  for (;;) {
    let displaced = -1;
    for (const [i, tile] of tiles.entries()) {
      if (displaced >= 0 && length(tile) >= length(tiles[displaced]!)) continue;
      if (isDisplaced(tiles, i, alignment)) displaced = i;
    }
    if (displaced < 0) return tiles;
    tiles.splice(displaced, 1);
  }
}

function length({ from, to }: Tile): number {
  return to - from;
}

function isDisplaced(tiles: readonly Tile[], i: number, alignment: Alignment): boolean {
  const tile = tiles[i]!;
  const left = tiles[i - 1];
  const right = tiles[i + 1];
  const { claim, source } = alignment;
  const isUsed = usedPlaces(alignment);
  const words = claim.slice(tile.from, tile.to);
  const isLone = length(tile) <= loneMax(words);
  if (left && right) {
    if (left.sentence !== right.sentence || left.placeEnd > right.place) return false;
    if (tile.sentence === left.sentence && tile.place >= left.placeEnd && tile.placeEnd <= right.place)
      return false;
    if (length(tile) > Math.max(length(left), length(right))) return false;
    if (isLone && words.some(({ kind, isNegation }) => kind === 'number' || isNegation)) return true;
    return free(source, isUsed, left.placeEnd, right.place).some(isContent);
  }
  const neighbour = left ?? right;
  if (!neighbour || !isLone || length(tile) >= length(neighbour)) return false;
  if (tile.sentence === neighbour.sentence) return false;
  const room = 2 * length(tile) + 2;
  const beside = left
    ? freeBehind(alignment, isUsed, left.placeEnd, room)
    : freeBefore(alignment, isUsed, right!.place, room);
  return beside.some(isContent);
}

function loneMax(words: readonly Word[]): number {
  return words.some(({ kind }) => kind === 'character') ? LONE_CHARACTERS_MAX : LONE_WORDS_MAX;
}

export function isContent({ kind }: Word): boolean {
  return kind !== 'stop';
}

function usedPlaces({ source, placeOf }: Alignment): boolean[] {
  const isUsed = new Array<boolean>(source.length).fill(false);
  for (const place of placeOf) if (place !== -1) isUsed[place] = true;
  return isUsed;
}

function free(source: readonly Word[], isUsed: readonly boolean[], from: number, to: number): Word[] {
  return source.slice(from, to).filter((_, i) => !isUsed[from + i]);
}

/** The words after a place in its sentence, up to the next used one, at most `room`. */
function freeBehind(alignment: Alignment, isUsed: readonly boolean[], from: number, room: number): Word[] {
  const { source, sentenceOf } = alignment;
  let to = from;
  while (to - from < room && to < source.length && sentenceOf[to] === sentenceOf[from - 1] && !isUsed[to])
    to++;
  return source.slice(from, to);
}

function freeBefore(alignment: Alignment, isUsed: readonly boolean[], to: number, room: number): Word[] {
  const { source, sentenceOf } = alignment;
  let from = to;
  while (to - from < room && from > 0 && sentenceOf[from - 1] === sentenceOf[to] && !isUsed[from - 1]) from--;
  return source.slice(from, to);
}
