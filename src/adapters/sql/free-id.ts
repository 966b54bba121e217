import type { Work } from './work.ts';

const DOC_ID_LENGTH_MAX = 128;

/** `docId` for place 1, else with the suffix `-<place>`, shortened to remain an id. */
function idAt(docId: string, place: number): string {
  if (place === 1) return docId;
  const suffix = `-${place}`;
  return docId.slice(0, DOC_ID_LENGTH_MAX - suffix.length) + suffix;
}

/** The place for which `idAt` gives `candidate`; undefined when there is none. */
function placeOf(candidate: string, docId: string): number | undefined {
  if (candidate === docId) return 1;
  const place = Number(/-([1-9]\d{0,8})$/.exec(candidate)?.[1]);
  return place > 1 && idAt(docId, place) === candidate ? place : undefined;
}

/** The candidate at the first place of `docId`; undefined when none was derived from it. */
export function firstPlaced(candidates: readonly string[], docId: string): string | undefined {
  const placed = candidates
    .map((candidate) => ({ candidate, place: placeOf(candidate, docId) }))
    .filter(({ place }) => place !== undefined)
    .sort((a, b) => a.place! - b.place!);
  return placed[0]?.candidate;
}

/**
 * Finds a free id whose predecessor is taken: doubles the place until one is free, then bisects. With thousands of files
 * of one name that is a dozen lookups; where ids were deleted in between, the result may be a later one than the first.
 */
export function* firstFree(docId: string, isTaken: (docId: string) => Work<boolean>): Work<string> {
  if (!(yield* isTaken(docId))) return docId;
  let taken = 1;
  let free = 2;
  while (yield* isTaken(idAt(docId, free))) {
    taken = free;
    free *= 2;
  }
  while (free - taken > 1) {
    const middle = Math.floor((taken + free) / 2);
    if (yield* isTaken(idAt(docId, middle))) taken = middle;
    else free = middle;
  }
  return idAt(docId, free);
}
